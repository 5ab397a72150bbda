import { applyTransition, type OutboxRow } from '@/db/outbox/outbox';
import { claimUnknown, releaseUnknown } from '@/db/outbox/claims';
import type { Transaction } from '@/db/store';
import { backoffDelay } from '@/domain/backoff';
import type { Question, RowProblem } from '@/domain/outcome';

import { adoptServerId } from './applyOutcome';
import type { Stop } from './ask';
import type { Capabilities } from './capabilities';
import type { SyncContext } from './context';
import { lookForBundle } from './look';
import type { Looked } from './looked';
import { lookForInvited, lookForTeam, lookForUpdate } from './lookElsewhere';

/**
 * When this process first met an unknown row, and when it first did not find it, by the clock that never jumps. Kept
 * in memory on purpose: after a restart the waiting begins anew, and a wall clock set forward shortens nothing.
 */
export type SettleMemory = Map<string, { since: number; absentAt: number | null }>;

type Verdict =
  | { kind: 'acked'; serverId: number | null }
  /** It never arrived, or sending it twice does no harm: the same row, the same id, again. */
  | { kind: 'send_again' }
  /** It was refused, and no earlier try of it has arrived. */
  | { kind: 'park' }
  | { kind: 'ask'; question: Question }
  | { kind: 'wait'; forMs: number }
  | { kind: 'stopped'; stop: Stop };

/**
 * Settles rows of which nobody knows whether the service has them. With keys the same request is simply sent again.
 * Without, the service is looked at: found is acked; absent in two readings one settle time apart is sent again;
 * where neither can be said, a person is asked.
 */
export async function reconcile(
  context: SyncContext,
  capabilities: Capabilities,
  memory: SettleMemory,
  signal: AbortSignal
): Promise<Stop | null> {
  const { store, scope, ports, policy, owner } = context;
  while (!signal.aborted) {
    const row = await claimUnknown(store, { scope, now: ports.clock.now(), leaseMs: policy.leaseMs, owner });
    if (!row) return null;
    const verdict = await judge(context, capabilities, memory, row, signal);
    await store.write((tx) => applyVerdict(tx, context, row, verdict));
    if (verdict.kind === 'stopped') return verdict.stop;
    if (verdict.kind !== 'wait') memory.delete(row.id);
  }
  return null;
}

async function judge(
  context: SyncContext,
  capabilities: Capabilities,
  memory: SettleMemory,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Verdict> {
  const isGuarded =
    row.kind === 'team_edit' ? capabilities.has('if_match') : capabilities.has('idempotency_key');
  const isRefused = row.problem?.kind === 'refused';
  if (isGuarded && !isRefused) return { kind: 'send_again' };

  const { settleMs } = context.policy;
  const now = context.ports.clock.monotonic();
  const known = memory.get(row.id) ?? { since: now, absentAt: null };
  memory.set(row.id, known);
  const settled = (known.absentAt ?? known.since) + settleMs;
  if (now < settled) return { kind: 'wait', forMs: settled - now };

  const looked = await look(context, capabilities, row, signal);
  switch (looked.kind) {
    case 'found':
      return { kind: 'acked', serverId: looked.serverId };
    case 'candidates':
      return { kind: 'ask', question: { kind: 'is_it_there', candidates: looked.candidates } };
    case 'stopped':
      return looked;
    case 'unclear':
      return { kind: 'wait', forMs: backoffDelay(row.attempts, context.ports.random) };
    case 'absent':
      if (known.absentAt !== null || isHarmlessTwice(row)) return { kind: isRefused ? 'park' : 'send_again' };
      memory.set(row.id, { ...known, absentAt: context.ports.clock.monotonic() });
      return { kind: 'wait', forMs: settleMs };
  }
}

/** Setting a field to a value, or deleting, comes to the same however often it arrives. */
function isHarmlessTwice({ kind }: OutboxRow): boolean {
  return kind === 'team_edit' || kind === 'team_delete' || kind === 'user_update' || kind === 'role_change';
}

function look(
  context: SyncContext,
  capabilities: Capabilities,
  row: OutboxRow,
  signal: AbortSignal
): Promise<Looked> {
  switch (row.kind) {
    case 'bundle_create':
      return lookForBundle(context, row, signal);
    case 'bundle_update':
      return lookForUpdate(context, capabilities, row, signal);
    case 'team_create':
      return lookForTeam(context, row, signal);
    case 'invitation':
      return lookForInvited(context, row, signal);
    case 'team_edit':
    case 'team_delete':
    case 'user_update':
    case 'role_change':
      return Promise.resolve({ kind: 'absent' });
  }
}

async function applyVerdict(
  tx: Transaction,
  context: SyncContext,
  row: OutboxRow,
  verdict: Verdict
): Promise<void> {
  const { ports, owner } = context;
  const now = ports.clock.now();
  const move = { id: row.id, from: 'unknown', owner, now } as const;
  switch (verdict.kind) {
    case 'acked': {
      const patch = { serverId: verdict.serverId, ackedAt: now, problem: null };
      if (await applyTransition(tx, { ...move, to: 'acked', patch }))
        await adoptServerId(tx, context, row, verdict.serverId);
      return;
    }
    case 'send_again':
      await applyTransition(tx, { ...move, to: 'queued', patch: { nextAttemptAt: now } });
      return;
    case 'park':
      await applyTransition(tx, { ...move, to: 'parked', patch: {} });
      return;
    case 'ask': {
      const problem: RowProblem = { kind: 'question', question: verdict.question };
      await applyTransition(tx, { ...move, to: 'needs_person', patch: { problem } });
      return;
    }
    case 'wait':
      await releaseUnknown(tx, { id: row.id, owner, now, nextAttemptAt: now + verdict.forMs });
      return;
    case 'stopped':
      await releaseUnknown(tx, { id: row.id, owner, now, nextAttemptAt: now });
      return;
  }
}
