import { applyBundleHistory } from '@/db/ledger/bundles';
import { getFact, setFact } from '@/db/facts';
import { releaseBlocked } from '@/db/outbox/outbox';
import type { Scope } from '@/db/scopes';
import type { Store, Transaction } from '@/db/store';
import type { SyncStatus } from '@/domain/syncStatus';

import { ask } from './ask';
import { watchNamedSpace } from './capabilities';
import type { SyncContext } from './context';
import { createEmitter } from './emitter';
import { defaultPolicy, type Policy } from './policy';
import type { Ports } from './ports';
import { lastPulledKey } from './pull';
import { fetchContact, type Fetched } from './pullContacts';
import type { RoundEnd, Trigger } from './round';
import { startScheduler } from './scheduler';
import { createTransport, defaultLimits } from './transport';

export type SyncEngine = {
  getStatus: () => SyncStatus;
  /** Answers the way to stop listening. */
  onStatus: (listener: (status: SyncStatus) => void) => () => void;
  /** Asks for a round, e.g. after a write. */
  nudge: (trigger: Trigger) => void;
  /** Asks for a round and answers how it ended, e.g. when the phone woke the app to send. */
  runRound: (trigger: Trigger, signal: AbortSignal) => Promise<RoundEnd>;
  /** Ends what is running, soon and cleanly: nothing is sent or written after it. */
  stop: () => Promise<void>;
  /** Fetches one record now, because a person looks at it. */
  fetchContact: (id: number) => Promise<Fetched>;
  fetchBundleHistory: (id: number) => Promise<Fetched>;
};

export type SyncEngineOptions = {
  store: Store;
  scope: Scope;
  ports: Ports;
  policy?: Partial<Policy>;
};

const lastContactKey = 'last_contact_at';
const clockAheadKey = 'clock_ahead_ms';

/** How often the last contact, and what it said of the clock, is written down; in between it is kept in memory. */
const noteContactEveryMs = 60_000;

/** Builds and starts the engine for one signed-in user in one space. Stop it before another user's is started. */
export async function startSyncEngine({
  store,
  scope,
  ports,
  policy,
}: SyncEngineOptions): Promise<SyncEngine> {
  const lastContactAt = await getFact<number>(store, scope, lastContactKey);
  // A clock that shows less than at the last contact was set since: what was known of it says nothing any more.
  const wasClockSet = lastContactAt !== null && ports.clock.now() < lastContactAt;
  const status = createEmitter<SyncStatus>({
    isOnline: ports.network.isOnline(),
    lastContactAt,
    lastPulledAt: await getFact<number>(store, scope, lastPulledKey),
    clockAheadMs: wasClockSet ? null : await getFact<number>(store, scope, clockAheadKey),
    phase: { kind: 'idle' },
    problem: null,
  });
  let notedContactAt = 0;
  const onContact = (at: number, clockAheadMs: number | null) => {
    status.set({ ...status.get(), lastContactAt: at, clockAheadMs });
    if (Math.abs(at - notedContactAt) < noteContactEveryMs) return;
    notedContactAt = at;
    const note = async (tx: Transaction) => {
      await setFact(tx, scope, lastContactKey, at);
      await setFact(tx, scope, clockAheadKey, clockAheadMs);
    };
    store.write(note).catch(ports.onFailure);
  };
  const space = watchNamedSpace({ store, scope });
  const context: SyncContext = {
    store,
    scope,
    ports,
    policy: { ...defaultPolicy, ...policy },
    transport: createTransport(ports, {
      ...defaultLimits,
      onContact,
      space: space.get,
    }),
    owner: makeOwner(ports.random),
    report: (phase) => status.set({ ...status.get(), phase }),
  };

  // The user is signed in again: what waited for that may go.
  await store.write((tx) => releaseBlocked(tx, scope, ports.clock.now()));
  const scheduler = startScheduler(context, status);
  const ending = new AbortController();
  const fetches = new Set<Promise<Fetched>>();
  const fetchNow = (fetching: (signal: AbortSignal) => Promise<Fetched>): Promise<Fetched> => {
    if (ending.signal.aborted) return Promise.resolve({ stop: { kind: 'aborted' } });
    const running = fetching(ending.signal).finally(() => fetches.delete(running));
    fetches.add(running);
    return running;
  };
  return {
    getStatus: status.get,
    onStatus: status.subscribe,
    nudge: scheduler.nudge,
    runRound: scheduler.runRound,
    stop: async () => {
      ending.abort();
      // Whoever signs out removes what is cached next: what a person was just looking at must not come after that.
      await Promise.all([scheduler.stop(), Promise.allSettled(fetches)]);
      space.stop();
    },
    fetchContact: (id) => fetchNow((signal) => fetchContact(context, id, signal)),
    fetchBundleHistory: (id) => fetchNow((signal) => fetchBundleHistory(context, id, signal)),
  };
}

function makeOwner(random: Ports['random']): string {
  return Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(36)).join('-');
}

async function fetchBundleHistory(
  { store, scope, transport }: SyncContext,
  id: number,
  signal: AbortSignal
): Promise<Fetched> {
  const asked = await ask(transport, { endpoint: 'getBundleHistory', params: { id }, signal });
  if (asked.kind === 'stopped') return { stop: asked.stop };
  if (asked.kind !== 'read') return asked.kind === 'missing' ? 'missing' : 'refused';
  const { good } = asked.value;
  await store.write((tx) => applyBundleHistory(tx, scope, id, good));
  return 'stored';
}
