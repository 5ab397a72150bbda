import { isReady } from './claims';
import { outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** The unknown rows whose next step is due, oldest first. */
export async function listUnknownReady(reader: Reader, scope: Scope, now: number): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND state = 'unknown' AND ${isReady} ORDER BY seq`,
    [scope.id, now, now]
  );
  return rows.map(toOutboxRow);
}

/** The new bundles that are ready to be sent, and of which nothing is recorded yet. */
export async function listBundlesWithoutNotes(
  reader: Reader,
  scope: Scope,
  now: number
): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox
     WHERE scope_id = ? AND state = 'queued' AND kind = 'bundle_create' AND notes IS NULL AND ${isReady} ORDER BY seq`,
    [scope.id, now, now]
  );
  return rows.map(toOutboxRow);
}

/** Leaves an unknown row for later. Nothing is written if the row has moved on. */
export async function postponeLookup(
  tx: Transaction,
  row: Pick<OutboxRow, 'id' | 'attempts'>,
  { now, nextAttemptAt, failedLookups }: { now: number; nextAttemptAt: number; failedLookups: number }
): Promise<void> {
  await tx.run(
    `UPDATE outbox SET next_attempt_at = ?, failed_lookups = ?, updated_at = ?
     WHERE id = ? AND state = 'unknown' AND attempts = ?`,
    [nextAttemptAt, failedLookups, now, row.id, row.attempts]
  );
}

/**
 * The service has no keys: the rows that it may have stored count as sent without one, also if it gains keys again, because
 * it does not recognise a repeat of them.
 */
export async function countAsSentWithoutKey(tx: Transaction, scope: Scope): Promise<void> {
  await tx.run(
    `UPDATE outbox SET attempts_without_key = 1 WHERE scope_id = ? AND attempts > 0 AND attempts_without_key = 0
     AND (state IN ('unknown', 'sending') OR notes ->> '$.needsKey')`,
    [scope.id]
  );
}
