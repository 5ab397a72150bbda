import { claimNext, claimNextIn, countDue, type OutboxRow } from '@/db/outbox';
import type { Outcome } from '@/domain/outcome';

import { applyOutcome } from './applyOutcome';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { deliver } from './deliver';
import { prepareLook } from './look';

/** Why the drain ended. */
export type DrainEnd =
  /** Nothing more is due. */
  | 'empty'
  /** The service asked for a pause, or a login page stands in the way. */
  | 'paused'
  /** Nobody answers; the rest would only wait for its own time limit. */
  | 'unreachable'
  | 'offline'
  | 'signed_out'
  | 'stopped';

/**
 * Sends what is due, one row after the other: claim, send, apply. The claim is on the disk before a byte leaves, and
 * one transaction applies the outcome and claims the next row. A row that cannot go holds up its own entity alone.
 */
export async function drain(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<DrainEnd> {
  const { store, scope, ports, policy, owner, report } = context;
  const claim = () => ({ scope, now: ports.clock.now(), leaseMs: policy.leaseMs, owner });
  if (signal.aborted) return 'stopped';

  // Counted once: a count before each row would make a long queue cost its square.
  const total = await countDue(store, claim());
  let row = await claimNext(store, claim());
  for (let done = 0; row; done += 1) {
    const sending: OutboxRow = row;
    report({ kind: 'pushing', done, total: Math.max(total, done + 1) });
    await prepareLook(context, capabilities, sending);
    const outcome = await withinLease(context, signal, (limit) =>
      deliver(context, capabilities, sending, limit)
    );
    const end = endAfter(outcome, signal);
    row = await store.write(async (tx) => {
      await applyOutcome(tx, context, sending, outcome);
      return end ? null : claimNextIn(tx, claim());
    });
    if (end) return end;
  }
  return 'empty';
}

function endAfter(outcome: Outcome, signal: AbortSignal): DrainEnd | null {
  if (outcome.pause) return 'paused';
  if (outcome.kind === 'blocked') return 'signed_out';
  if (outcome.kind === 'queued' && outcome.why === 'offline') return 'offline';
  if (signal.aborted) return 'stopped';
  const isSilence = outcome.kind === 'unknown' && (outcome.why === 'network' || outcome.why === 'timeout');
  const isUnread =
    outcome.kind === 'queued' && (outcome.why === 'unreachable' || outcome.why === 'sign_in_unreachable');
  return isSilence || isUnread ? 'unreachable' : null;
}

/** How long a request that is on its way may go on after the app went to the background. */
const graceMs = 4_000;

/**
 * Runs the work for one row with a signal that aborts before the row's lease ends, and soon after the round is told
 * to stop: an answer that is nearly here is worth a moment, a suspended app that holds on is killed.
 */
async function withinLease<T>(
  { ports: { clock }, policy }: SyncContext,
  round: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const soon = () => void clock.sleep(graceMs, done.signal).then(() => limit.abort());
  void clock.sleep(policy.leaseMs - policy.leaseMarginMs, done.signal).then(() => limit.abort());
  if (round.aborted) soon();
  round.addEventListener('abort', soon);
  try {
    return await work(limit.signal);
  } finally {
    round.removeEventListener('abort', soon);
    done.abort();
  }
}
