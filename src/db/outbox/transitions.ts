import { canMove, type OutboxState } from '@/domain/outbox';
import { type RowProblem } from '@/domain/outcome';

import { StoreError } from '../errors';
import { type Transaction } from '../store';

export type TransitionPatch = {
  nextAttemptAt?: number;
  serverId?: number | null;
  position?: string | null;
  problem?: RowProblem | null;
  ackedAt?: number;
  sentAt?: number | null;
  attempts?: number;
  attemptsWithoutKey?: number;
  failedLookups?: number;
  replacedBy?: string;
};

const patchColumns: Record<keyof TransitionPatch, string> = {
  nextAttemptAt: 'next_attempt_at',
  serverId: 'server_id',
  position: 'position',
  problem: 'problem',
  ackedAt: 'acked_at',
  sentAt: 'sent_at',
  attempts: 'attempts',
  attemptsWithoutKey: 'attempts_without_key',
  failedLookups: 'failed_lookups',
  replacedBy: 'replaced_by',
};

export type Transition = {
  id: string;
  from: OutboxState;
  to: OutboxState;
  /** The owner of the lease. Without it, the row has to be unclaimed. */
  owner?: string;
  /** The attempt that the caller made. The same owner may hold a later claim, which an earlier attempt must not end. */
  attempt?: number;
  now: number;
  patch?: TransitionPatch;
};

/**
 * Moves a row from one state to the next and ends its lease. False if the row has changed since the caller read it:
 * another caller was faster, and nothing is written.
 */
export async function applyTransition(
  tx: Transaction,
  { id, from, to, owner, attempt, now, patch = {} }: Transition
): Promise<boolean> {
  if (!canMove(from, to)) throw new StoreError('refused', `A row cannot go from ${from} to ${to}.`);
  const given = (Object.keys(patchColumns) as (keyof TransitionPatch)[]).filter(
    (field) => patch[field] !== undefined
  );
  const values = given.map((field) => {
    const value = patch[field] ?? null;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
  const { changes } = await tx.run(
    `UPDATE outbox SET state = ?, lease_until = NULL, lease_owner = NULL, updated_at = ?
       ${given.map((field) => `, ${patchColumns[field]} = ?`).join('')}
     WHERE id = ? AND state = ? AND ${owner === undefined ? 'lease_owner IS NULL' : 'lease_owner = ?'}
       ${attempt === undefined ? '' : 'AND attempts = ?'}`,
    [
      to,
      now,
      ...values,
      id,
      from,
      ...(owner === undefined ? [] : [owner]),
      ...(attempt === undefined ? [] : [attempt]),
    ]
  );
  return changes === 1;
}
