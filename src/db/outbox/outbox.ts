import { automaticStates, followingStates, unsentStates, type OutboxState } from '@/domain/outbox';
import { type Waiting } from '@/domain/reminder';

import { inStates, outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

export * from './transitions';
export * from './save';
export * from './cancel';
export { getOutboxRow, type OutboxRow } from './row';

const unsent = inStates(unsentStates);

/** Adds what the engine has found out about a row to what it has stored before. */
export async function patchNotes(tx: Transaction, id: string, notes: object): Promise<void> {
  const sql = `UPDATE outbox SET notes = json_patch(coalesce(notes, '{}'), ?) WHERE id = ?`;
  await tx.run(sql, [JSON.stringify(notes), id]);
}

/** The service has assigned an id: rows of the entity that are still to be sent refer to that id. */
export async function renameEntity(tx: Transaction, scope: Scope, from: string, to: string): Promise<void> {
  await tx.run(
    `UPDATE outbox SET entity = ? WHERE scope_id = ? AND entity = ? AND state IN ${inStates(followingStates)}`,
    [to, scope.id, from]
  );
}

/** Sends again what waited for a sign-in: the user may have signed in meanwhile. */
export async function releaseBlocked(tx: Transaction, scope: Scope, now: number): Promise<number> {
  const { changes } = await tx.run(
    `UPDATE outbox SET state = 'queued', next_attempt_at = ?, problem = NULL, updated_at = ?
     WHERE scope_id = ? AND state = 'blocked'`,
    [now, now, scope.id]
  );
  return changes;
}

/** The last try failed because there was no network. */
const isWithoutNetwork = `(problem ->> '$.kind' = 'waiting' AND problem ->> '$.why' = 'offline'
  OR problem ->> '$.kind' = 'checking' AND problem ->> '$.why' = 'network')`;

/** Clears the retry times: of all rows, or of those that only waited for a network. */
export async function clearRetryTimes(
  tx: Transaction,
  scope: Scope,
  { now, of }: { now: number; of: 'all' | 'without_network' }
): Promise<number> {
  const { changes } = await tx.run(
    `UPDATE outbox SET next_attempt_at = ?, updated_at = ?
     WHERE scope_id = ? AND state IN ('queued', 'unknown') AND next_attempt_at > ?
       ${of === 'all' ? '' : `AND ${isWithoutNetwork}`}`,
    [now, now, scope.id, now]
  );
  return changes;
}

/** Marks the rows whose records a pull has downloaded. */
export async function markConfirmed(
  tx: Transaction,
  scope: Scope,
  ids: readonly string[],
  now: number
): Promise<void> {
  await tx.run(
    `UPDATE outbox SET confirmed_at = ? WHERE scope_id = ? AND state = 'acked' AND confirmed_at IS NULL
     AND id IN (SELECT value FROM json_each(?))`,
    [now, scope.id, JSON.stringify(ids)]
  );
}

/** Deletes the acknowledged and confirmed rows, and the rows that they replaced. */
export async function deleteConfirmed(tx: Transaction, scope: Scope): Promise<number> {
  const arrived = await tx.run(
    `DELETE FROM outbox WHERE scope_id = ? AND state = 'acked' AND confirmed_at IS NOT NULL`,
    [scope.id]
  );
  let swept = arrived.changes;
  for (let gone = 1; gone > 0; swept += gone) {
    const { changes } = await tx.run(
      `DELETE FROM outbox WHERE scope_id = ? AND state = 'replaced'
       AND replaced_by NOT IN (SELECT id FROM outbox)`,
      [scope.id]
    );
    gone = changes;
  }
  return swept;
}

/** Deletes the cancelled rows of before a time. */
export async function deleteCancelledBefore(tx: Transaction, scope: Scope, time: number): Promise<void> {
  await tx.run(`DELETE FROM outbox WHERE scope_id = ? AND state = 'cancelled' AND updated_at < ?`, [
    scope.id,
    time,
  ]);
}

/** Deletes all acknowledged and cancelled rows, which contain personal data, when their user signs out. Unsent rows stay. */
export async function deleteAcked(tx: Transaction, scope: Scope): Promise<number> {
  await deleteCancelledBefore(tx, scope, Number.MAX_SAFE_INTEGER);
  await tx.run(
    `UPDATE outbox SET confirmed_at = updated_at WHERE scope_id = ? AND state = 'acked' AND confirmed_at IS NULL`,
    [scope.id]
  );
  return deleteConfirmed(tx, scope);
}

/** Marks these rows as shared in an export. */
export async function markExported(
  tx: Transaction,
  scope: Scope,
  ids: readonly string[],
  now: number
): Promise<void> {
  await tx.run(
    `UPDATE outbox SET exported_at = ? WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))`,
    [now, scope.id, JSON.stringify(ids)]
  );
}

/** Deletes one unsent row. A trigger refuses it for a row that is in no export; a row that may be in flight stays. */
export async function removeExported(tx: Transaction, scope: Scope, id: string): Promise<boolean> {
  const { changes } = await tx.run(
    `DELETE FROM outbox WHERE scope_id = ? AND id = ? AND state NOT IN ('sending', 'unknown')`,
    [scope.id, id]
  );
  return changes === 1;
}

/** The rows of a scope in the order they were made, all or those in some states. */
export async function listOutbox(
  reader: Reader,
  scope: Scope,
  { states }: { states?: readonly OutboxState[] } = {}
): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? ${states ? `AND state IN ${inStates(states)}` : ''}
     ORDER BY seq`,
    [scope.id]
  );
  return rows.map(toOutboxRow);
}

/**
 * The row at the end of the queue, if it was never sent. Identified by its id: the position of a deleted row is given
 * to another row.
 */
export async function getNewestUntried(reader: Reader, scope: Scope): Promise<string | null> {
  const row = await reader.get<{ id: string; isUntried: number }>(
    `SELECT id, state = 'queued' AND attempts = 0 AS isUntried FROM outbox WHERE scope_id = ?
     ORDER BY seq DESC LIMIT 1`,
    [scope.id]
  );
  return row?.isUntried === 1 ? row.id : null;
}

/** What the service may not have yet, oldest first: for the export and for signing out. */
export function listUnsent(reader: Reader, scope: Scope): Promise<OutboxRow[]> {
  return listOutbox(reader, scope, { states: unsentStates });
}

/**
 * Acknowledged rows that no pull has confirmed; the phone shows them as sent until then. Also those that a person is
 * asked about because the service did not show them: it may show them later.
 */
export async function listUnconfirmed(reader: Reader, scope: Scope): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND confirmed_at IS NULL
     AND (state = 'acked' OR state = 'needs_person' AND problem ->> '$.question.kind' = 'vanished') ORDER BY seq`,
    [scope.id]
  );
  return rows.map(toOutboxRow);
}

/** How many rows the service may not have yet. */
export async function countWaiting(reader: Reader, scope: Scope): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM outbox WHERE scope_id = ? AND state IN ${unsent}`,
    [scope.id]
  );
  return row?.count ?? 0;
}

/** How many rows prevent signing out: the service may not have them, and they are in no export. */
export async function countOnlyHere(reader: Reader, scope: Scope): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM outbox WHERE scope_id = ? AND state IN ${unsent} AND exported_at IS NULL`,
    [scope.id]
  );
  return row?.count ?? 0;
}

/** What the service may not have yet: how many rows, since when, and the money in them. */
export async function countUnsent(
  reader: Reader,
  scope: Scope
): Promise<Waiting & { sums: { currency: string; amount: number }[] }> {
  const rows = await reader.all<{ currency: string | null; count: number; amount: number; oldestAt: number }>(
    `SELECT upper(currency) AS currency, count(*) AS count, coalesce(sum(amount), 0) AS amount, min(created_at) AS oldestAt
     FROM outbox WHERE scope_id = ? AND state IN ${unsent} GROUP BY upper(currency) ORDER BY upper(currency)`,
    [scope.id]
  );
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    oldestAt: rows.length === 0 ? null : Math.min(...rows.map(({ oldestAt }) => oldestAt)),
    sums: rows.flatMap(({ currency, amount }) =>
      currency === null || amount <= 0 ? [] : { currency, amount }
    ),
  };
}

/** Money of one currency among all that is unsent on this phone, whosever it is. What carries no money has no currency. */
export type UnsentHere = { currency: string | null; count: number; amount: number };

/** The number of unsent rows of all users, for screens that may show no more than that. */
export function countUnsentHere(reader: Reader): Promise<UnsentHere[]> {
  return reader.all<UnsentHere>(
    `SELECT upper(currency) AS currency, count(*) AS count, coalesce(sum(amount), 0) AS amount
     FROM outbox WHERE state IN ${unsent} GROUP BY upper(currency) ORDER BY upper(currency)`
  );
}

/** The unsent rows of all users; `isAutomatic`: each is of this scope and is sent without a person. */
export async function countUnsentLocked(
  reader: Reader,
  scope: Scope
): Promise<{ count: number; isAutomatic: boolean }> {
  const row = await reader.get<{ count: number; automatic: number }>(
    `SELECT count(*) AS count, coalesce(sum(scope_id = ? AND state IN ${inStates(automaticStates)}), 0) AS automatic
     FROM outbox WHERE state IN ${unsent}`,
    [scope.id]
  );
  return { count: row?.count ?? 0, isAutomatic: row?.count === row?.automatic };
}

/** How many wait on this phone, and since when: whose they are makes no difference to a reminder. */
export async function countWaitingOnPhone(reader: Reader): Promise<Waiting> {
  const row = await reader.get<Waiting>(
    `SELECT count(*) AS count, min(created_at) AS oldestAt FROM outbox WHERE state IN ${unsent}`
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Rows and money of one state, payment method and currency. What carries no money has neither. */
export type OutboxCount = {
  state: OutboxState;
  paymentMethodKind: string | null;
  currency: string | null;
  count: number;
  amount: number;
};

/** How much is where: sent, waiting and refused are never added up together. */
export function countOutbox(reader: Reader, scope: Scope): Promise<OutboxCount[]> {
  return reader.all<OutboxCount>(
    `SELECT state, payment_method_kind AS paymentMethodKind, currency, count(*) AS count,
       coalesce(sum(amount), 0) AS amount
     FROM outbox WHERE scope_id = ? GROUP BY state, payment_method_kind, currency
     ORDER BY state, payment_method_kind, currency`,
    [scope.id]
  );
}
