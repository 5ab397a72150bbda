import { type OutboxRow } from '@/db/outbox/outbox';
import { claimNext, countReady, releaseClaim } from '@/db/outbox/claims';
import type { Transaction } from '@/db/store';
import type { Outcome } from '@/domain/outcome';

import { applyOutcome } from './applyOutcome';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { deliver } from './deliver';
import { recordStateBeforeSend } from './findByMarker';

/** Why a drain ended. */
export type DrainEnd =
  /** No row is ready to be sent. */
  | 'empty'
  /** The service is overloaded or fails, or something in between responds: the entire queue pauses. */
  | 'paused'
  /** No response; the remaining rows would only time out too. */
  | 'unreachable'
  | 'offline'
  | 'signed_out'
  | 'stopped';

/** A committed claim, and the monotonic time by which all work for its row must end. */
type Claimed = { row: OutboxRow; endsAt: number };
type InFlight = { row: OutboxRow; outcome: Promise<Outcome> };

/**
 * Sends the rows that are ready, one after the other: claim, send, apply the outcome. The claim is committed
 * before the request is sent, and one transaction applies an outcome and claims the next row. With idempotency
 * keys one row is claimed ahead, so that its request is in flight while the last outcome is written; a process
 * killed in between sends both again under their keys. A row that cannot be sent delays only rows of its own
 * entity.
 */
export async function drain(
  context: SyncContext,
  capabilities: Capabilities,
  signal: AbortSignal
): Promise<DrainEnd> {
  const { store, scope, ports } = context;
  if (signal.aborted) return 'stopped';

  // Counted once: a count per row would make a long queue quadratic.
  const total = await countReady(store, { scope, now: ports.clock.now() });
  const withoutKey = !capabilities.has('idempotency_key');
  const maxClaims = withoutKey ? 1 : 2;
  let done = 0;
  const startSending = ({ row, endsAt }: Claimed): InFlight => {
    context.report({ kind: 'pushing', done, total: Math.max(total, done + 1) });
    done += 1;
    return { row, outcome: send(context, capabilities, row, endsAt, signal) };
  };

  let [first, ahead] = await store.write((tx) => claim(tx, context, { withoutKey, count: maxClaims }));
  let inFlight = first && startSending(first);
  while (inFlight) {
    const { row } = inFlight;
    const outcome = await inFlight.outcome;
    const end = drainEndAfter(outcome, signal);
    const next = !end && ahead && isClaimFresh(context, ahead) ? startSending(ahead) : undefined;
    const unused = next ? undefined : ahead;
    const claims = store.write(async (tx) => {
      await applyOutcome(tx, context, row, outcome, { withoutKey });
      if (unused) await releaseClaim(tx, { id: unused.row.id, owner: context.owner, now: ports.clock.now() });
      return end ? [] : claim(tx, context, { withoutKey, count: next ? 1 : maxClaims });
    });
    // A failed write ends the round, and nothing of a round may run after its end.
    await Promise.allSettled([claims, next?.outcome]);
    [first, ahead] = next ? [undefined, ...(await claims)] : await claims;
    if (end) return end;
    inFlight = next ?? (first && startSending(first));
  }
  return 'empty';
}

async function claim(
  tx: Transaction,
  context: SyncContext,
  { withoutKey, count }: { withoutKey: boolean; count: number }
): Promise<Claimed[]> {
  const {
    scope,
    ports: { clock },
    config: { leaseMs, leaseMarginMs },
    owner,
  } = context;
  const claims: Claimed[] = [];
  while (claims.length < count) {
    const endsAt = clock.monotonic() + leaseMs - leaseMarginMs;
    const row = await claimNext(tx, { scope, now: clock.now(), leaseMs, owner, withoutKey });
    if (!row) break;
    claims.push({ row, endsAt });
  }
  return claims;
}

/**
 * A claim older than this is renewed before its row is sent: the rest of its lease may be too short for a
 * request.
 */
const maxClaimAgeMs = 5_000;

function isClaimFresh({ ports: { clock }, config }: SyncContext, { endsAt }: Claimed): boolean {
  return endsAt - clock.monotonic() > config.leaseMs - config.leaseMarginMs - maxClaimAgeMs;
}

async function send(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  endsAt: number,
  signal: AbortSignal
): Promise<Outcome> {
  return withinLease(context, endsAt, signal, async (limit) => {
    await recordStateBeforeSend(context, capabilities, row, limit);
    return deliver(context, capabilities, row, limit);
  });
}

function drainEndAfter(outcome: Outcome, signal: AbortSignal): DrainEnd | null {
  if (outcome.pause) return 'paused';
  if (outcome.kind === 'blocked') return 'signed_out';
  if (outcome.kind === 'queued' && outcome.why === 'offline') return 'offline';
  if (signal.aborted) return 'stopped';
  const hasNoResponse =
    outcome.kind === 'unknown' && (outcome.why === 'network' || outcome.why === 'timeout');
  const isUnreachable =
    outcome.kind === 'queued' && (outcome.why === 'unreachable' || outcome.why === 'sign_in_unreachable');
  return hasNoResponse || isUnreachable ? 'unreachable' : null;
}

/** How long a request in flight may continue after the app goes to the background. */
const graceMs = 4_000;

/**
 * Runs the work for one row with a signal that aborts before its lease ends, and shortly after the round is
 * stopped: a response may be about to arrive, but the system kills a suspended app that
 * keeps running.
 */
async function withinLease<T>(
  { ports: { clock } }: SyncContext,
  endsAt: number,
  round: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const abortSoon = () => void clock.sleep(graceMs, done.signal).then(() => limit.abort());
  void clock.sleep(endsAt - clock.monotonic(), done.signal).then(() => limit.abort());
  if (round.aborted) abortSoon();
  round.addEventListener('abort', abortSoon);
  try {
    return await work(limit.signal);
  } finally {
    round.removeEventListener('abort', abortSoon);
    done.abort();
  }
}
