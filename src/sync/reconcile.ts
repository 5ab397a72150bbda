import { applyTransition, type OutboxRow } from '@/db/outbox/outbox';
import { claimUnknown, releaseUnknown } from '@/db/outbox/claims';
import type { Transaction } from '@/db/store';
import { backoffDelay } from '@/domain/backoff';
import { isSafeToRepeat } from '@/domain/outbox';
import type { Question, RowProblem } from '@/domain/outcome';

import { renameToServerId } from './applyOutcome';
import type { StopReason } from './readResource';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { findBundle } from './findByMarker';
import type { FindResult } from './findResult';
import { findInvited, findTeam, findBundleUpdate } from './findOnService';

/**
 * When this process first handled an unknown row, and when it first did not find it, by the monotonic clock. In
 * times only: after a restart the wait starts over, and a changed wall clock shortens nothing.
 */
export type SettleTimes = Map<string, { since: number; absentAt: number | null }>;

type Decision =
  | { kind: 'acked'; serverId: number | null }
  /** It never arrived, or a repeat does no harm: send the same row with the same id. */
  | { kind: 'send_again' }
  /** It was refused, and no earlier try has arrived. */
  | { kind: 'park' }
  | { kind: 'ask'; question: Question }
  | { kind: 'wait'; forMs: number }
  | { kind: 'stopped'; stop: StopReason };

/**
 * Resolves rows in state `unknown`. With idempotency keys the same request is sent again. Without them the
 * service is searched: found means acked; absent in two readings one settle time apart means send again;
 * anything else is a question for the user.
 */
export async function reconcile(
  context: SyncContext,
  capabilities: Capabilities,
  times: SettleTimes,
  signal: AbortSignal
): Promise<StopReason | null> {
  const { store, scope, ports, config, owner } = context;
  while (!signal.aborted) {
    const row = await claimUnknown(store, { scope, now: ports.clock.now(), leaseMs: config.leaseMs, owner });
    if (!row) return null;
    const decision = await decide(context, capabilities, times, row, signal);
    await store.write((tx) => applyDecision(tx, context, row, decision));
    if (decision.kind === 'stopped') return decision.stop;
    if (decision.kind !== 'wait') times.delete(row.id);
  }
  return null;
}

async function decide(
  context: SyncContext,
  capabilities: Capabilities,
  times: SettleTimes,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Decision> {
  const isRepeatSafe =
    row.kind === 'team_edit'
      ? capabilities.has('if_match')
      : capabilities.has('idempotency_key') && row.attemptsWithoutKey === 0;
  const isRefused = row.problem?.kind === 'refused';
  if (isRepeatSafe && !isRefused) return { kind: 'send_again' };

  const { settleMs } = context.config;
  const now = context.ports.clock.monotonic();
  const seen = times.get(row.id) ?? { since: now, absentAt: null };
  times.set(row.id, seen);
  const settledAt = (seen.absentAt ?? seen.since) + settleMs;
  if (now < settledAt) return { kind: 'wait', forMs: settledAt - now };

  const found = await findRow(context, capabilities, row, signal);
  switch (found.kind) {
    case 'found':
      return { kind: 'acked', serverId: found.serverId };
    case 'candidates':
      return { kind: 'ask', question: { kind: 'is_it_there', candidates: found.candidates } };
    case 'stopped':
      return found;
    case 'unclear':
      return { kind: 'wait', forMs: backoffDelay(row.attempts, context.ports.random) };
    case 'absent':
      if (seen.absentAt !== null || isSafeToRepeat(row.kind))
        return { kind: isRefused ? 'park' : 'send_again' };
      times.set(row.id, { ...seen, absentAt: context.ports.clock.monotonic() });
      return { kind: 'wait', forMs: settleMs };
  }
}

function findRow(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<FindResult> {
  switch (row.kind) {
    case 'bundle_create':
      return findBundle(context, row, signal);
    case 'bundle_update':
      return findBundleUpdate(context, capabilities, row, signal);
    case 'team_create':
      return findTeam(context, row, signal);
    case 'invitation':
      return findInvited(context, row, signal);
    case 'team_edit':
    case 'team_delete':
    case 'user_update':
    case 'role_change':
      return Promise.resolve({ kind: 'absent' });
  }
}

async function applyDecision(
  tx: Transaction,
  context: SyncContext,
  row: OutboxRow,
  decision: Decision
): Promise<void> {
  const { ports, owner } = context;
  const now = ports.clock.now();
  const move = { id: row.id, from: 'unknown', owner, now } as const;
  switch (decision.kind) {
    case 'acked': {
      const patch = { serverId: decision.serverId, ackedAt: now, problem: null };
      if (await applyTransition(tx, { ...move, to: 'acked', patch }))
        await renameToServerId(tx, context, row, decision.serverId);
      return;
    }
    case 'send_again':
      await applyTransition(tx, { ...move, to: 'queued', patch: { nextAttemptAt: now } });
      return;
    case 'park':
      await applyTransition(tx, { ...move, to: 'parked', patch: {} });
      return;
    case 'ask': {
      const problem: RowProblem = { kind: 'question', question: decision.question };
      await applyTransition(tx, { ...move, to: 'needs_person', patch: { problem } });
      return;
    }
    case 'wait':
      await releaseUnknown(tx, { id: row.id, owner, now, nextAttemptAt: now + decision.forMs });
      return;
    case 'stopped':
      await releaseUnknown(tx, { id: row.id, owner, now, nextAttemptAt: now });
      return;
  }
}
