import { type Invitation } from '@/contract/invitation';

import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The service's response to one row of invitations. */
export type InvitationResult = { rowId: string; sentAt: number; invitations: Invitation[] };

/** Stores the response, in the transaction that acknowledges the row. */
export async function saveInvitationResult(
  tx: Transaction,
  scope: Scope,
  { rowId, sentAt, invitations }: InvitationResult
): Promise<void> {
  await tx.run(
    `INSERT INTO invitation_results (scope_id, row_id, sent_at, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope_id, row_id) DO UPDATE SET sent_at = excluded.sent_at, body = excluded.body`,
    [scope.id, rowId, sentAt, JSON.stringify(invitations)]
  );
}

/** The responses, the latest first. */
export async function listInvitationResults(reader: Reader, scope: Scope): Promise<InvitationResult[]> {
  const rows = await reader.all<{ rowId: string; sentAt: number; body: string }>(
    `SELECT row_id AS rowId, sent_at AS sentAt, body FROM invitation_results WHERE scope_id = ?
     ORDER BY sent_at DESC, row_id`,
    [scope.id]
  );
  return rows.map(({ body, ...row }) => ({ ...row, invitations: parseBody<Invitation[]>(body) }));
}

/** Deletes what was sent before a time: it names people, and the service has it. */
export async function removeInvitationResultsBefore(
  tx: Transaction,
  scope: Scope,
  time: number
): Promise<void> {
  await tx.run('DELETE FROM invitation_results WHERE scope_id = ? AND sent_at < ?', [scope.id, time]);
}
