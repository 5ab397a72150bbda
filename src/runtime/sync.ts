import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type SyncStatus } from '@/domain/syncStatus';
import { type FetchAnswer, type RoundNote, type SyncControls } from '@/features/shared/runtime';
import { clock, lifecycle, random, fetchOverNetwork } from '@/platform/ports';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import { type FetchResult } from '@/sync/fetchMissing';
import { type Network, type RoundLock, type SessionStore } from '@/sync/ports';
import { type RoundEnd } from '@/sync/round';
import { syncOnCapture } from './syncOnCapture';

/** One process on a phone, one owning tab in a browser: whoever has the database open has the round. */
const lock: RoundLock = {
  run: async (work) => {
    await work();
    return true;
  },
  isAlone: true,
};

const mostRounds = 20;

/** Remembers how rounds ended, for diagnostics: a round is over when the engine comes to rest. */
function rememberRounds(
  engine: Pick<SyncEngine, 'getStatus' | 'onStatus'>,
  takeFailure: () => string | undefined
): () => readonly RoundNote[] {
  const rounds: RoundNote[] = [];
  const isAtWork = ({ phase }: SyncStatus) => phase.kind === 'pushing' || phase.kind === 'pulling';
  let before = engine.getStatus();
  engine.onStatus((status) => {
    if (isAtWork(before) && !isAtWork(status)) {
      rounds.unshift({
        endedAt: clock.now(),
        end: status.phase.kind,
        problem: status.problem,
        failure: takeFailure(),
      });
      rounds.splice(mostRounds);
    }
    before = status;
  });
  return () => rounds;
}

export type RunningSync = {
  controls: SyncControls;
  /** One round because the phone woke the app for it; answers how it ended. */
  sendInBackground: (signal: AbortSignal) => Promise<RoundEnd>;
  stop: () => Promise<void>;
};
type SyncParts = { store: Store; scope: Scope; sessions: SessionStore; network: Network };

const asFetchAnswer = (fetched: FetchResult): FetchAnswer =>
  typeof fetched === 'string' ? fetched : 'not_now';

/** Starts the engine for one person in one space, and hands out what screens may do with it. */
export async function startSync({ store, scope, sessions, network }: SyncParts): Promise<RunningSync> {
  // Nothing personal is ever in an error of the store, so its words may stand in the diagnostics.
  let lastFailure: string | undefined;
  const onFailure = (failure: unknown) => {
    lastFailure = failure instanceof Error ? failure.message : String(failure);
  };
  const takeFailure = () => {
    const taken = lastFailure;
    lastFailure = undefined;
    return taken;
  };
  const engine = await startSyncEngine({
    store,
    scope,
    ports: { clock, random, fetch: fetchOverNetwork, network, lifecycle, sessions, lock, onFailure },
  });
  const stopWatching = await syncOnCapture(store, scope, () => engine.requestRound('write'), onFailure);
  return {
    controls: {
      getStatus: engine.getStatus,
      subscribe: engine.onStatus,
      sendNow: () => engine.requestRound('button'),
      fetchContact: async (id) => asFetchAnswer(await engine.fetchContact(id)),
      fetchBundleHistory: async (id) => asFetchAnswer(await engine.fetchBundleHistory(id)),
      listRounds: rememberRounds(engine, takeFailure),
    },
    sendInBackground: (signal) => engine.runRound('background', signal),
    stop: async () => {
      stopWatching();
      await engine.stop();
    },
  };
}
