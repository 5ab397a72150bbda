import { entityAfterAck } from '@/domain/entity';
import { canMove, type CancelReason } from '@/domain/outbox';

import { outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';
import { applyTransition } from './transitions';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** The rows that a row replaces, directly or through another replacement, newest first. */
export async function listReplaced(reader: Reader, scope: Scope, id: string): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `WITH RECURSIVE replaced (id) AS (
       SELECT id FROM outbox WHERE replaced_by = ?
       UNION SELECT older.id FROM outbox AS older JOIN replaced ON older.replaced_by = replaced.id)
     SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND state = 'replaced'
       AND id IN (SELECT id FROM replaced) ORDER BY seq DESC`,
    [id, scope.id]
  );
  return rows.map(toOutboxRow);
}

/**
 * Whether a row can end on the phone alone: it and every row that it replaces was never sent, or was refused. Any other may
 * be at the service.
 */
export async function isCertainlyAbsent(
  reader: Reader,
  scope: Scope,
  row: Pick<OutboxRow, 'id' | 'state' | 'sentAt'>
): Promise<boolean> {
  if (!canMove(row.state, 'cancelled') || (row.state !== 'parked' && row.sentAt !== null)) return false;
  const replaced = await listReplaced(reader, scope, row.id);
  return replaced.every(({ sentAt, problem }) => sentAt === null || problem?.kind === 'refused');
}

/**
 * Ends a row that is certainly not at the service, and what waits for the record that it would have created. False if it
 * may be there, or if it is claimed: then nothing is written.
 */
export async function cancelRow(
  tx: Transaction,
  scope: Scope,
  row: Pick<OutboxRow, 'id' | 'kind' | 'entity' | 'state' | 'sentAt'>,
  { reason, now }: { reason: CancelReason; now: number }
): Promise<boolean> {
  if (!(await isCertainlyAbsent(tx, scope, row))) return false;
  const problem = { kind: 'cancelled', reason } as const;
  const end = ({ id, state }: Pick<OutboxRow, 'id' | 'state'>) =>
    applyTransition(tx, { id, from: state, to: 'cancelled', now, patch: { problem } });
  if (!(await end(row))) return false;
  if (entityAfterAck(row.kind, 0) === null) return true;
  const waiting = await tx.all<Pick<OutboxRow, 'id' | 'state'>>(
    `SELECT id, state FROM outbox WHERE scope_id = ? AND entity = ? AND state IN ('queued', 'parked', 'local') ORDER BY seq`,
    [scope.id, row.entity]
  );
  for (const each of waiting) await end(each);
  return true;
}
