import { makeDue } from '@/db/outbox/outbox';
import { endClaimsOfOthers, expireLeases } from '@/db/outbox/claims';
import type { SyncProblem } from '@/domain/syncStatus';

import { ageOut } from './ageOut';
import type { Stop } from './ask';
import { getCapabilities, learnCapabilities, type Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { drain, type DrainEnd } from './drain';
import { clearPause, getPause, setPause } from './pause';
import { pull } from './pull';
import { reconcile, type SettleMemory } from './reconcile';
import { isOtherSpace } from './space';

/** What set a round off. */
export type Trigger = 'start' | 'foreground' | 'network' | 'write' | 'timer' | 'button' | 'background';

export type RoundMemory = {
  settle: SettleMemory;
  /** By the clock that never jumps. */
  capabilitiesAt: number | null;
  /** Answers in a row that did not say what the service has. */
  doubts: { count: number };
  /** What an earlier page or process had claimed when it ended is ours now. */
  hasTakenOver: boolean;
  pulledAt: number | null;
  /** What the last complete pull could not read; it stays true until the next one. */
  pullProblem: SyncProblem | null;
};

export const freshMemory = (): RoundMemory => ({
  settle: new Map(),
  capabilitiesAt: null,
  doubts: { count: 0 },
  hasTakenOver: false,
  pulledAt: null,
  pullProblem: null,
});

/** How a round ended; the scheduler decides from it when the next one is due. */
export type RoundEnd =
  /** `pulledAt` in the phone's time, where this round has pulled. */
  | { kind: 'done'; problem: SyncProblem | null; pulledAt: number | null }
  | { kind: 'paused'; why: 'asked' | 'login_page'; until: number }
  | { kind: 'offline' }
  | { kind: 'unreachable'; problem: SyncProblem }
  | { kind: 'signed_out' }
  | { kind: 'stopped' };

/** Triggers after which waiting rows are tried at once: what made them wait may be over. */
const rearming: ReadonlySet<Trigger> = new Set(['start', 'foreground', 'network', 'button']);

/** One round: find out what is left over, push, then pull. Push before pull, so that a pull never undoes a capture. */
export async function runRound(
  context: SyncContext,
  memory: RoundMemory,
  triggers: ReadonlySet<Trigger>,
  signal: AbortSignal
): Promise<RoundEnd> {
  const { store, scope, ports, policy } = context;
  if (!ports.network.isOnline()) return { kind: 'offline' };

  await expireLeases(store, { now: ports.clock.now(), leaseMs: policy.leaseMs });
  const isRearmed = [...triggers].some((trigger) => rearming.has(trigger));
  if (isRearmed) await store.write((tx) => makeDue(tx, scope, ports.clock.now()));

  const pause = await getPause(context);
  // A person who has just signed in to the network presses the button; nobody can press away what a service asked.
  const isWaived = pause?.kind === 'login_page' && isRearmed;
  if (pause && !isWaived) return { kind: 'paused', why: pause.kind, until: pause.until };

  const stop = await meetService(context, memory, signal);
  if (stop) return endOf(context, stop);
  await clearPause(context);

  const capabilities = await getCapabilities(context);
  if (!capabilities.has('space')) {
    const other = await isOtherSpace(context, signal);
    if (other.kind === 'stopped') return endOf(context, other.stop);
    if (other.isOther) return { kind: 'unreachable', problem: 'other_space' };
  }
  await takeOver(context, memory, capabilities);
  const lookStop = await reconcile(context, capabilities, memory.settle, signal);
  if (lookStop) return endOf(context, lookStop);
  const end = await drain(context, capabilities, signal);
  const drained = await endOfDrain(context, end);
  if (drained) return drained;

  if (!isPullDue(context, memory, triggers, capabilities.has('changes')))
    return { kind: 'done', problem: memory.pullProblem, pulledAt: null };
  const pulled = await pull(context, capabilities, signal);
  if (pulled.kind === 'stopped') return endOf(context, pulled.stop);
  await ageOut(context);
  memory.pulledAt = ports.clock.monotonic();
  memory.pullProblem = pulled.problem;
  return { kind: 'done', problem: pulled.problem, pulledAt: ports.clock.now() };
}

/**
 * Whoever reopens the app looks at a record that the last page was sending when it was left. Where it is certain that
 * this page is gone and the service tells a second request from a first, nothing has to be waited for: it is sent again
 * at once. Elsewhere the lease is kept to, because the first request may still be on its way.
 */
async function takeOver(
  { store, scope, ports, owner }: SyncContext,
  memory: RoundMemory,
  capabilities: Capabilities
): Promise<void> {
  if (memory.hasTakenOver || !ports.lock.isAlone) return;
  if (!capabilities.has('idempotency_key') || !capabilities.has('if_match')) return;
  await endClaimsOfOthers(store, { scope, owner, now: ports.clock.now() });
  memory.hasTakenOver = true;
}

/** Asks what the service has, at the start and now and then. Also shows whether the service is there at all. */
async function meetService(
  context: SyncContext,
  memory: RoundMemory,
  signal: AbortSignal
): Promise<Stop | null> {
  const now = context.ports.clock.monotonic();
  const isKnown =
    memory.capabilitiesAt !== null && now - memory.capabilitiesAt < context.policy.capabilitiesForMs;
  if (isKnown) return null;
  const stop = await learnCapabilities(context, memory.doubts, signal);
  if (!stop) memory.capabilitiesAt = now;
  return stop;
}

function isPullDue(
  { ports, policy }: SyncContext,
  memory: RoundMemory,
  triggers: ReadonlySet<Trigger>,
  hasFeed: boolean
): boolean {
  if (memory.pulledAt === null || triggers.has('button')) return true;
  const age = ports.clock.monotonic() - memory.pulledAt;
  return age >= (hasFeed ? policy.pullEveryMs.feed : policy.pullEveryMs.lists);
}

async function endOfDrain(context: SyncContext, end: DrainEnd): Promise<RoundEnd | null> {
  switch (end) {
    case 'empty':
      return null;
    case 'paused': {
      const pause = await getPause(context);
      return pause
        ? { kind: 'paused', why: pause.kind, until: pause.until }
        : { kind: 'unreachable', problem: 'service_trouble' };
    }
    case 'unreachable':
      return { kind: 'unreachable', problem: 'unreachable' };
    case 'offline':
    case 'signed_out':
    case 'stopped':
      return { kind: end };
  }
}

async function endOf(context: SyncContext, stop: Stop): Promise<RoundEnd> {
  switch (stop.kind) {
    case 'aborted':
      return { kind: 'stopped' };
    case 'offline':
    case 'signed_out':
      return { kind: stop.kind };
    case 'login_page':
      await context.store.write((tx) => setPause(tx, context, { kind: 'login_page' }));
      return endOfDrain(context, 'paused').then((end) => end ?? { kind: 'stopped' });
    case 'wait':
      await context.store.write((tx) => setPause(tx, context, { kind: 'asked', forMs: stop.forMs }));
      return endOfDrain(context, 'paused').then((end) => end ?? { kind: 'stopped' });
    case 'unreachable':
    case 'service_trouble':
      return { kind: 'unreachable', problem: stop.kind };
  }
}
