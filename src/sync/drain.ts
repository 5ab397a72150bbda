import { type OutboxRow } from '@/db/outbox/outbox';
import { claimNext, countDue, releaseClaim } from '@/db/outbox/claims';
import type { Transaction } from '@/db/store';
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

/** A claim that is on the disk, and when everything done for its row has to end, by the clock that never jumps. */
type Claimed = { row: OutboxRow; endsAt: number };
type Flight = { row: OutboxRow; outcome: Promise<Outcome> };

/**
 * Sends what is due, one row after the other: claim, send, apply. The claim is on the disk before a byte leaves, and
 * one transaction applies the outcome and claims what comes next. Where the service knows keys, one row is claimed
 * ahead, so that its request is on its way while the disk takes in what became of the last one: a process that dies
 * in between sends both again, under their keys. A row that cannot go holds up its own entity alone.
 */
export async function drain(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<DrainEnd> {
  const { store, scope, ports } = context;
  if (signal.aborted) return 'stopped';

  // Counted once: a count before each row would make a long queue cost its square.
  const total = await countDue(store, { scope, now: ports.clock.now() });
  const most = capabilities.has('idempotency_key') ? 2 : 1;
  let done = 0;
  const launch = ({ row, endsAt }: Claimed): Flight => {
    context.report({ kind: 'pushing', done, total: Math.max(total, done + 1) });
    done += 1;
    return { row, outcome: send(context, capabilities, row, endsAt, signal) };
  };

  let [first, ahead] = await store.write((tx) => claim(tx, context, most));
  let flight = first && launch(first);
  while (flight) {
    const { row } = flight;
    const outcome = await flight.outcome;
    const end = endAfter(outcome, signal);
    const next = !end && ahead && isFresh(context, ahead) ? launch(ahead) : undefined;
    const unused = next ? undefined : ahead;
    const claims = store.write(async (tx) => {
      await applyOutcome(tx, context, row, outcome);
      if (unused) await releaseClaim(tx, { id: unused.row.id, owner: context.owner, now: ports.clock.now() });
      return end ? [] : claim(tx, context, next ? 1 : most);
    });
    // A write that fails ends the round, and nothing of a round goes on after its end.
    await Promise.allSettled([claims, next?.outcome]);
    [first, ahead] = next ? [undefined, ...(await claims)] : await claims;
    if (end) return end;
    flight = next ?? (first && launch(first));
  }
  return 'empty';
}

async function claim(tx: Transaction, context: SyncContext, count: number): Promise<Claimed[]> {
  const {
    scope,
    ports: { clock },
    policy: { leaseMs, leaseMarginMs },
    owner,
  } = context;
  const claims: Claimed[] = [];
  while (claims.length < count) {
    const endsAt = clock.monotonic() + leaseMs - leaseMarginMs;
    const row = await claimNext(tx, { scope, now: clock.now(), leaseMs, owner });
    if (!row) break;
    claims.push({ row, endsAt });
  }
  return claims;
}

/** A claim older than this is made anew before its row leaves: what is left of it may be too short for a request. */
const freshMs = 5_000;

function isFresh({ ports: { clock }, policy }: SyncContext, { endsAt }: Claimed): boolean {
  return endsAt - clock.monotonic() > policy.leaseMs - policy.leaseMarginMs - freshMs;
}

async function send(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  endsAt: number,
  signal: AbortSignal
): Promise<Outcome> {
  return withinLease(context, endsAt, signal, async (limit) => {
    await prepareLook(context, capabilities, row, limit);
    return deliver(context, capabilities, row, limit);
  });
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
  { ports: { clock } }: SyncContext,
  endsAt: number,
  round: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const soon = () => void clock.sleep(graceMs, done.signal).then(() => limit.abort());
  void clock.sleep(endsAt - clock.monotonic(), done.signal).then(() => limit.abort());
  if (round.aborted) soon();
  round.addEventListener('abort', soon);
  try {
    return await work(limit.signal);
  } finally {
    round.removeEventListener('abort', soon);
    done.abort();
  }
}
