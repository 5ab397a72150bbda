import { dayOf } from '@/domain/day';

import { type Scope } from './scopes';
import { continueShift } from './shifts';
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
    `INSERT OR REPLACE INTO day_entries (scope_id, saved_on, id, shift_id, saved_at, taken_on, amount, currency,
       payment_method_kind, memberships, donations, who) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      scope.id,
      dayOf(record.savedAt),
      record.id,
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
export function listDayEntries(reader: Reader, scope: Scope, day: string): Promise<DayEntry[]> {
  return reader.all<DayEntry>(
    `SELECT ${columns} FROM day_entries WHERE scope_id = ? AND saved_on = ? ORDER BY saved_at, id`,
    [scope.id, day]
  );
}

/** The captures of a shift, in the order they were saved. */
export function listShiftEntries(reader: Reader, scope: Scope, shiftId: string): Promise<DayEntry[]> {
  return reader.all<DayEntry>(
    `SELECT ${columns} FROM day_entries WHERE scope_id = ? AND shift_id = ? ORDER BY saved_at, id`,
    [scope.id, shiftId]
  );
}

/** The names of the people of these captures; none of one that retention deleted. */
export async function listNamesOf(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, string>> {
  const rows = await reader.all<{ id: string; who: string }>(
    `SELECT id, who FROM day_entries WHERE scope_id = ? AND who IS NOT NULL
       AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Map(rows.map(({ id, who }) => [id, who]));
}

/** Which of these records are on this phone alone. */
export async function listUnsentKeys(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Set<string>> {
  const rows = await reader.all<{ id: string }>(
    `SELECT id FROM outbox WHERE scope_id = ? AND state NOT IN ('acked', 'replaced', 'cancelled')
       AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Set(rows.map(({ id }) => id));
}

/** Stops counting a capture that was corrected or deleted. Returns its shift. */
export async function removeDayEntry(
  tx: Transaction,
  scope: Scope,
  { id, savedAt }: Pick<DayEntry, 'id' | 'savedAt'>
): Promise<string | null> {
  const [removed] = await tx.all<{ shiftId: string }>(
    'DELETE FROM day_entries WHERE scope_id = ? AND saved_on = ? AND id = ? RETURNING shift_id AS shiftId',
    [scope.id, dayOf(savedAt), id]
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
