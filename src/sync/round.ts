import { clearRetryTimes, releaseBlocked } from '@/db/outbox/outbox';
import { holdRows } from '@/db/outbox/heldRows';
import { endClaimsOfOthers, expireLeases, hasReadyUnknown, limitAckTimes } from '@/db/outbox/claims';
import { indexDeferred } from '@/db/search/deferredIndex';
import type { SyncProblem } from '@/domain/syncStatus';

import { pruneExpired } from './retention';
import { pauseOf, type StopReason } from './readResource';
import { reportToBoard, type BoardMemory } from './board';
import { getCapabilities, fetchCapabilities, type Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { drain, type DrainEnd } from './drain';
import { clearPause, getPause, setPause, type StoredPause } from './pause';
import { pull } from './pull';
import { reconcile } from './reconcile';
import { checkSpace } from './space';

/** What caused a round. */
export type Trigger = 'start' | 'foreground' | 'network' | 'write' | 'timer' | 'button' | 'background';

export type RoundMemory = {
  /** Monotonic time of the last response about capabilities. */
  capabilitiesAt: number | null;
  /** Consecutive responses without the capabilities of the service. */
  unclearResponses: { count: number };
  /** Whether the claims of an earlier process were ended. */
  hasEndedAbandonedClaims: boolean;
  pulledAt: number | null;
  /** The problem of the last complete pull; valid until the next one. */
  pullProblem: SyncProblem | null;
  board: BoardMemory;
};

export const createRoundMemory = (): RoundMemory => ({
  capabilitiesAt: null,
  unclearResponses: { count: 0 },
  hasEndedAbandonedClaims: false,
  pulledAt: null,
  pullProblem: null,
  board: { reported: null, at: 0 },
});

/** How a round ended; the scheduler derives the time of the next one from it. */
export type RoundEnd =
  /** `pulledAt` by the clock of the phone, if this round pulled. */
  | { kind: 'done'; problem: SyncProblem | null; pulledAt: number | null }
  | { kind: 'paused'; why: StoredPause['kind']; until: number }
  | { kind: 'offline' }
  | { kind: 'unreachable'; problem: SyncProblem }
  | { kind: 'signed_out' }
  | { kind: 'stopped' };

/** Triggers after which what blocked the queue may have ended: the missing network, a login page, a sign-out. */
const retryTriggers: ReadonlySet<Trigger> = new Set(['start', 'foreground', 'network', 'button']);

/**
 * One round: resolve unknown rows, send, then pull. Sending first ensures that a pull never hides a capture.
 */
export async function runRound(
  context: SyncContext,
  memory: RoundMemory,
  triggers: ReadonlySet<Trigger>,
  signal: AbortSignal
): Promise<RoundEnd> {
  const { store, scope, ports, config } = context;
  // A killed pull leaves contacts without index entries; the lists show them without a network too.
  if (triggers.has('start')) await store.write((tx) => indexDeferred(tx, scope));
  const now = ports.clock.now();
  // Offline too: the screen must not say "sending" about a request that has ended.
  await expireLeases(store, { now, leaseMs: config.leaseMs });
  await limitAckTimes(store, now);
  const isRetry = [...triggers].some((trigger) => retryTriggers.has(trigger));
  const isButton = triggers.has('button');
  if (isRetry) await store.write((tx) => releaseBlocked(tx, scope, now));
  await holdRows(store, scope, now);
  if (!ports.network.isOnline()) return { kind: 'offline' };
  // Only the button clears all retry times: without backoff all phones of a canvass would return together.
  const of = isButton ? 'all' : 'without_network';
  if (isRetry) await store.write((tx) => clearRetryTimes(tx, scope, { now, of }));

  const pause = await getPause(context);
  const isOverridden = pause?.kind === 'login_page' ? isRetry : pause?.kind === 'service_trouble' && isButton;
  if (pause && !isOverridden) return { kind: 'paused', why: pause.kind, until: pause.until };

  const stop = await refreshCapabilities(context, memory, signal);
  if (stop) return roundEndOf(context, memory, stop);
  if (pause?.kind === 'login_page') await clearPause(context);

  const capabilities = await getCapabilities(context);
  if (!capabilities.has('space')) {
    const space = await checkSpace(context, signal);
    if (space.kind === 'stopped') return roundEndOf(context, memory, space.stop);
    if (space.isOther) return { kind: 'unreachable', problem: 'other_space' };
  }
  await endAbandonedClaims(context, memory, capabilities);
  const reconcileStop = await reconcile(context, capabilities, signal);
  if (reconcileStop) return roundEndOf(context, memory, reconcileStop);
  // The capabilities may have changed, and a row that was unknown may be queued.
  await holdRows(store, scope, ports.clock.now());
  const end = await drain(context, capabilities, signal);
  context.settleTimes.isFirstRound = false;
  const drainedEnd = await roundEndOfDrain(context, memory, end);
  if (drainedEnd) return drainedEnd;

  const isPulling = isPullScheduled(context, memory, triggers, capabilities.has('changes'));
  if (isPulling) {
    const pulled = await pull(context, capabilities, signal);
    if (pulled.kind === 'stopped') return roundEndOf(context, memory, pulled.stop);
    await pruneExpired(context);
    memory.pulledAt = ports.clock.monotonic();
    memory.pullProblem = pulled.problem;
  }
  const pulledAt = isPulling ? ports.clock.now() : null;
  // Last, so that the counts include what this round sent and pulled.
  const overload = await reportToBoard(context, memory.board, capabilities, signal);
  if (overload) return roundEndOf(context, memory, overload);
  return { kind: 'done', problem: memory.pullProblem, pulledAt };
}

/**
 * Ends the claims of a dead process, so that the user who reopens the app does not wait for the lease.
 * Requires that no other process has the database open and that the service recognises repeats; elsewhere the
 * first request may still be in flight and the lease has to run out.
 */
async function endAbandonedClaims(
  { store, scope, ports, owner }: SyncContext,
  memory: RoundMemory,
  capabilities: Capabilities
): Promise<void> {
  if (memory.hasEndedAbandonedClaims || !ports.isAlone) return;
  if (!capabilities.has('idempotency_key') || !capabilities.has('if_match')) return;
  await endClaimsOfOthers(store, { scope, owner, now: ports.clock.now() });
  memory.hasEndedAbandonedClaims = true;
}

/**
 * Requests the capabilities at the start, after their TTL, after an unexpected response, and before an unknown row is
 * resolved: it may be sent again under its key only if the service knew keys after its last attempt.
 */
async function refreshCapabilities(
  context: SyncContext,
  memory: RoundMemory,
  signal: AbortSignal
): Promise<StopReason | null> {
  const { store, scope, ports, config } = context;
  const now = ports.clock.monotonic();
  const isKnown = memory.capabilitiesAt !== null && now - memory.capabilitiesAt < config.capabilitiesTtlMs;
  const isRequired = await hasReadyUnknown(store, { scope, now: ports.clock.now() });
  if (isKnown && !isRequired) return null;
  const stop = await fetchCapabilities(context, { unclear: memory.unclearResponses, isRequired }, signal);
  if (!stop) memory.capabilitiesAt = now;
  return stop;
}

function isPullScheduled(
  { ports, config }: SyncContext,
  memory: RoundMemory,
  triggers: ReadonlySet<Trigger>,
  hasFeed: boolean
): boolean {
  if (memory.pulledAt === null || triggers.has('button')) return true;
  const age = ports.clock.monotonic() - memory.pulledAt;
  return age >= (hasFeed ? config.pullIntervalMs.feed : config.pullIntervalMs.lists);
}

async function roundEndOfDrain(
  context: SyncContext,
  memory: RoundMemory,
  end: DrainEnd
): Promise<RoundEnd | null> {
  switch (end) {
    case 'empty':
      return null;
    case 'paused':
      return roundEndOfPause(context, memory);
    case 'unreachable':
      return { kind: 'unreachable', problem: 'unreachable' };
    case 'offline':
    case 'signed_out':
    case 'stopped':
      return { kind: end };
  }
}

async function roundEndOfPause(context: SyncContext, memory: RoundMemory): Promise<RoundEnd> {
  // Something unexpected responded: the service may have changed.
  memory.capabilitiesAt = null;
  const pause = await getPause(context);
  return pause
    ? { kind: 'paused', why: pause.kind, until: pause.until }
    : { kind: 'unreachable', problem: 'service_trouble' };
}

async function roundEndOf(context: SyncContext, memory: RoundMemory, stop: StopReason): Promise<RoundEnd> {
  switch (stop.kind) {
    case 'aborted':
      return { kind: 'stopped' };
    case 'offline':
    case 'signed_out':
      return { kind: stop.kind };
    case 'login_page':
      await context.store.write((tx) => setPause(tx, context, { kind: 'login_page' }));
      return roundEndOfPause(context, memory);
    case 'wait':
      await context.store.write((tx) => setPause(tx, context, pauseOf(stop)));
      return roundEndOfPause(context, memory);
    case 'unreachable':
    case 'service_trouble':
      return { kind: 'unreachable', problem: stop.kind };
  }
}
