import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type SyncStatus } from '@/domain/syncStatus';
import { type FetchOutcome, type RoundSummary, type SyncControls } from '@/features/shared/runtime';
import { clock, lifecycle, random, fetchOverNetwork } from '@/platform/ports';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import { type FetchResult } from '@/sync/fetchMissing';
import { type Network, type SessionStore } from '@/sync/ports';
import { type RoundEnd } from '@/sync/round';
import { syncOnCapture } from './syncOnCapture';

const maxRounds = 20;

/** Records how the last rounds ended, for diagnostics. A round ends when the engine is idle. */
function recordRounds(
  engine: Pick<SyncEngine, 'getStatus' | 'onStatus'>,
  takeFailure: () => string | undefined
): () => readonly RoundSummary[] {
  const rounds: RoundSummary[] = [];
  const isBusy = ({ phase }: SyncStatus) => phase.kind === 'pushing' || phase.kind === 'pulling';
  let previous = engine.getStatus();
  engine.onStatus((status) => {
    if (isBusy(previous) && !isBusy(status)) {
      rounds.unshift({
        endedAt: clock.now(),
        end: status.phase.kind,
        problem: status.problem,
        failure: takeFailure(),
      });
      rounds.splice(maxRounds);
    }
    previous = status;
  });
  return () => rounds;
}

export type RunningSync = {
  controls: SyncControls;
  sendInBackground: (signal: AbortSignal) => Promise<RoundEnd>;
  stop: () => Promise<void>;
};
type SyncParts = { store: Store; scope: Scope; sessions: SessionStore; network: Network };

const asFetchOutcome = (fetched: FetchResult): FetchOutcome =>
  typeof fetched === 'object' && 'stop' in fetched ? 'not_now' : fetched;

/** Starts the sync engine of a scope. */
export async function startSync({ store, scope, sessions, network }: SyncParts): Promise<RunningSync> {
  // Errors of the store contain no personal data, so their messages may appear in the diagnostics.
  let lastFailure: string | undefined;
  const onFailure = (failure: unknown) => {
    lastFailure = failure instanceof Error ? failure.message : String(failure);
  };
  const takeFailure = () => {
    const failure = lastFailure;
    lastFailure = undefined;
    return failure;
  };
  const engine = await startSyncEngine({
    store,
    scope,
    ports: {
      clock,
      random,
      fetch: fetchOverNetwork,
      network,
      lifecycle,
      sessions,
      // One process or tab has the database open.
      isAlone: true,
      onFailure,
    },
  });
  const stopOnCapture = await syncOnCapture(store, scope, () => engine.requestRound('write'), onFailure);
  return {
    controls: {
      getStatus: engine.getStatus,
      subscribe: engine.onStatus,
      sendNow: () => engine.requestRound('button'),
      fetchContact: async (id) => asFetchOutcome(await engine.fetchContact(id)),
      fetchBundleHistory: async (id) => asFetchOutcome(await engine.fetchBundleHistory(id)),
      listRounds: recordRounds(engine, takeFailure),
    },
    sendInBackground: (signal) => engine.runRound('background', signal),
    stop: async () => {
      stopOnCapture();
      await engine.stop();
    },
  };
}
