import { dayOf } from '@/domain/day';

import { listFirstVersions, withVersions } from './cash/fixedRecords';
import { type Scope } from './scopes';
import { continueShift } from './cash/shifts';
import { type Reader, type Transaction } from './store';

/**
 * One capture as the totals of its day count it. Rows leave the outbox once they arrived; these stay until retention
 * deletes them.
 */
export type DayEntry = {
  /** The id of the outbox row. */
  id: string;
  savedAt: number;
  /** The day it was taken; another day than the one it was saved on where a person entered it later. */
  takenOn: string;
  amount: number;
  currency: string;
  paymentMethodKind: string;
  memberships: number;
  donations: number;
  who: string | null;
};

/** `firstId`: the id of the first version of a capture that was fixed, else its own. A count in progress knows it by that. */
export type ShiftEntry = DayEntry & { firstId: string };

const columns = `id, saved_at AS savedAt, taken_on AS takenOn, amount, currency, payment_method_kind AS paymentMethodKind,
  memberships, donations, who`;

/**
 * Counts a capture, in the transaction that saves it. One that replaces another belongs to the shift of that one, every
 * other to the open shift; without one it begins a shift.
 */
export async function insertDayEntry(
  tx: Transaction,
  scope: Scope,
  record: DayEntry,
  shiftId?: string | null
): Promise<void> {
  await tx.run(
    `INSERT OR REPLACE INTO day_entries (scope_id, id, saved_on, shift_id, saved_at, taken_on, amount, currency,
       payment_method_kind, memberships, donations, who) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      scope.id,
      record.id,
      dayOf(record.savedAt),
      shiftId ?? (await continueShift(tx, scope, { id: record.id, now: record.savedAt })),
      record.savedAt,
      record.takenOn,
      record.amount,
      record.currency,
      record.paymentMethodKind,
      record.memberships,
      record.donations,
      record.who,
    ]
  );
}

/** The captures that were saved on this phone on a day, in the order they were saved. */
export function listDayEntries(
  reader: Reader,
  scope: Scope,
  day: string,
  { withLost = true } = {}
): Promise<DayEntry[]> {
  return reader.all<DayEntry>(
    `SELECT ${columns} FROM day_entries WHERE scope_id = ? AND saved_on = ? ${withLost ? '' : 'AND is_lost = 0'}
     ORDER BY saved_at, id`,
    [scope.id, day]
  );
}

/** The service does not have the capture any more, and a person accepted that: it counts, and is not listed as sent. */
export async function markLost(tx: Transaction, scope: Scope, id: string): Promise<void> {
  await tx.run('UPDATE day_entries SET is_lost = 1 WHERE scope_id = ? AND id = ?', [scope.id, id]);
}

/** The captures of a shift, in the order they were saved. */
export async function listShiftEntries(reader: Reader, scope: Scope, shiftId: string): Promise<ShiftEntry[]> {
  const entries = await reader.all<DayEntry>(
    `SELECT ${columns} FROM day_entries WHERE scope_id = ? AND shift_id = ? ORDER BY saved_at, id`,
    [scope.id, shiftId]
  );
  const ids = entries.map(({ id }) => id);
  const firstOf = await listFirstVersions(reader, scope, ids);
  return entries.map((entry) => ({ ...entry, firstId: firstOf.get(entry.id) ?? entry.id }));
}

/** The names of the people of these captures; none of one that retention deleted. */
export async function listNamesOf(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, string>> {
  const rows = await reader.all<{ key: string; who: string }>(
    `${withVersions}
     SELECT key, who FROM versions
     CROSS JOIN day_entries AS entry ON entry.scope_id = ?1 AND entry.id = version WHERE who IS NOT NULL`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Map(rows.map(({ key, who }) => [key, who]));
}

/** Which of these records the service does not have as they are: they, a fixed version or a correction wait on this phone. */
export async function listUnsentKeys(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Set<string>> {
  const rows = await reader.all<{ key: string }>(
    `${withVersions}, names (key, entity) AS (
       SELECT key, 'bundle:' || version FROM versions
       UNION ALL SELECT key, 'bundle:' || server_id FROM versions
         CROSS JOIN deliveries ON scope_id = ?1 AND row_id = version AND kind = 'bundle_create'
       UNION ALL SELECT key, 'bundle:' || id FROM versions
         CROSS JOIN transaction_bundles ON scope_id = ?1 AND delivery_token = version)
     SELECT DISTINCT key FROM names CROSS JOIN outbox ON scope_id = ?1 AND outbox.entity = names.entity
     WHERE kind IN ('bundle_create', 'bundle_update') AND state NOT IN ('acked', 'replaced', 'cancelled')`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Set(rows.map(({ key }) => key));
}

/** Stops counting a capture that was corrected or deleted. Returns its shift. */
export async function removeDayEntry(tx: Transaction, scope: Scope, id: string): Promise<string | null> {
  const [removed] = await tx.all<{ shiftId: string }>(
    'DELETE FROM day_entries WHERE scope_id = ? AND id = ? RETURNING shift_id AS shiftId',
    [scope.id, id]
  );
  return removed?.shiftId ?? null;
}

/** Moves the captures of a shift that its count does not contain to another shift. */
export async function moveDayEntries(
  tx: Transaction,
  scope: Scope,
  { from, to, except }: { from: string; to: string; except: readonly string[] }
): Promise<void> {
  await tx.run(
    `UPDATE day_entries SET shift_id = ? WHERE scope_id = ? AND shift_id = ?
       AND id NOT IN (SELECT value FROM json_each(?))`,
    [to, scope.id, from, JSON.stringify(except)]
  );
}

/**
 * Deletes the records of the days before this one, because they name people. Those of a shift that is not counted yet stay
 * without the name: their cash is still in somebody's hand.
 */
export async function removeDayEntriesBefore(tx: Transaction, scope: Scope, day: string): Promise<void> {
  const open = 'SELECT id FROM shifts WHERE scope_id = ?1 AND ended_at IS NULL';
  const old = `scope_id = ?1 AND saved_on < ?2 AND shift_id`;
  await tx.run(`DELETE FROM day_entries WHERE ${old} NOT IN (${open})`, [scope.id, day]);
  await tx.run(`UPDATE day_entries SET who = NULL WHERE ${old} IN (${open})`, [scope.id, day]);
}
