import { createStore } from 'zustand/vanilla';

import { applyBundleHistory } from '@/db/ledger/bundles';
import { getFact, setFact } from '@/db/facts';
import { getNextAttemptAt } from '@/db/outbox/claims';
import type { Scope } from '@/db/scopes';
import type { Store, Transaction } from '@/db/store';
import type { SyncStatus } from '@/domain/syncStatus';

import { readResource } from './readResource';
import { cacheCapabilities } from './capabilities';
import type { SyncContext } from './context';
import { defaultConfig, type SyncConfig } from './config';
import type { Ports } from './ports';
import { lastPulledKey } from './pull';
import { fetchContact, type FetchResult } from './fetchMissing';
import { createRoundMemory, runRound, type RoundEnd, type Trigger } from './round';
import { startScheduler } from './scheduler';
import { createSettleTimes } from './settleTimes';
import { createTransport, defaultLimits } from './transport';

export type SyncEngine = {
  getStatus: () => SyncStatus;
  /** Returns an unsubscribe function. */
  onStatus: (listener: (status: SyncStatus) => void) => () => void;
  /** Requests a round, e.g. after a write. */
  requestRound: (trigger: Trigger) => void;
  /** Requests a round and returns how it ended, e.g. for a background task. */
  runRound: (trigger: Trigger, signal: AbortSignal) => Promise<RoundEnd>;
  /** Stops everything that runs, soon and cleanly: nothing is sent or written afterwards. */
  stop: () => Promise<void>;
  /** Fetches one record now, because its screen is open. */
  fetchContact: (id: number) => Promise<FetchResult>;
  fetchBundleHistory: (id: number) => Promise<FetchResult>;
};

export type SyncEngineOptions = {
  store: Store;
  scope: Scope;
  ports: Ports;
  config?: Partial<SyncConfig>;
};

const lastContactKey = 'last_contact_at';
const clockAheadKey = 'clock_ahead_ms';

/** How often the last contact and the clock difference are written to disk. */
const saveContactEveryMs = 60_000;

/**
 * Creates and starts the engine for one signed-in user in one space. Stop it before starting another user's.
 */
export async function startSyncEngine({
  store,
  scope,
  ports,
  config,
}: SyncEngineOptions): Promise<SyncEngine> {
  const lastContactAt = await getFact(store, scope, lastContactKey);
  const lastPulledAt = await getFact(store, scope, lastPulledKey);
  const clockAheadMs = await getFact(store, scope, clockAheadKey);
  // A clock that shows less than at the last contact was changed since; the stored difference is void.
  const wasClockSet = lastContactAt !== null && ports.clock.now() < lastContactAt;
  const status = createStore<SyncStatus>(() => ({
    isOnline: ports.network.isOnline(),
    lastContactAt,
    lastPulledAt,
    clockAheadMs: wasClockSet ? null : clockAheadMs,
    phase: { kind: 'idle' },
    problem: null,
  }));
  let savedContactAt = 0;
  const onContact = (at: number, aheadMs: number | null) => {
    status.setState({ lastContactAt: at, clockAheadMs: aheadMs });
    if (Math.abs(at - savedContactAt) < saveContactEveryMs) return;
    savedContactAt = at;
    const saveContact = async (tx: Transaction) => {
      await setFact(tx, scope, lastContactKey, at);
      await setFact(tx, scope, clockAheadKey, aheadMs);
    };
    store.write(saveContact).catch(ports.onFailure);
  };
  const capabilities = cacheCapabilities({ store, scope });
  const context: SyncContext = {
    store,
    scope,
    ports,
    config: { ...defaultConfig, ...config },
    transport: createTransport(ports, {
      ...defaultLimits,
      onContact,
      space: async () => ((await capabilities.get()).has('space') ? scope.spaceId : null),
      isOurService: async () => (await capabilities.get()).has('idempotency_key'),
    }),
    owner: makeOwner(ports.random),
    settleTimes: createSettleTimes(),
    report: (phase) => status.setState({ phase }),
  };

  const memory = createRoundMemory();
  const rounds = {
    run: (triggers: ReadonlySet<Trigger>, signal: AbortSignal) => runRound(context, memory, triggers, signal),
    getNextAttemptAt: () => getNextAttemptAt(store, scope, ports.clock.now()),
  };
  const scheduler = startScheduler(ports, rounds, status);
  const stopping = new AbortController();
  const fetches = new Set<Promise<FetchResult>>();
  const trackFetch = (fetchOne: (signal: AbortSignal) => Promise<FetchResult>): Promise<FetchResult> => {
    if (stopping.signal.aborted) return Promise.resolve({ stop: { kind: 'aborted' } });
    const running = fetchOne(stopping.signal).finally(() => fetches.delete(running));
    fetches.add(running);
    return running;
  };
  return {
    getStatus: status.getState,
    onStatus: status.subscribe,
    requestRound: scheduler.requestRound,
    runRound: scheduler.runRound,
    stop: async () => {
      stopping.abort();
      // Signing out deletes the cache next; a late fetch must not write to it afterwards.
      await Promise.all([scheduler.stop(), Promise.allSettled(fetches)]);
      capabilities.stop();
    },
    fetchContact: (id) => trackFetch((signal) => fetchContact(context, id, signal)),
    fetchBundleHistory: (id) => trackFetch((signal) => fetchBundleHistory(context, id, signal)),
  };
}

function makeOwner(random: Ports['random']): string {
  return Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(36)).join('-');
}

async function fetchBundleHistory(
  { store, scope, transport }: SyncContext,
  id: number,
  signal: AbortSignal
): Promise<FetchResult> {
  const result = await readResource(transport, { endpoint: 'getBundleHistory', params: { id }, signal });
  if (result.kind === 'stopped') return { stop: result.stop };
  if (result.kind !== 'read') return result.kind === 'missing' ? 'missing' : 'refused';
  const { good } = result.value;
  await store.write((tx) => applyBundleHistory(tx, scope, id, good));
  return 'stored';
}
