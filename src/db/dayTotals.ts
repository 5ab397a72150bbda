import { dayOf } from '@/domain/day';

import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/**
 * One capture as the totals of its day count it. Rows leave the outbox once they arrived; these stay until retention
 * deletes them.
 */
export type DayRecord = {
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

/** Counts a capture, in the transaction that saves it. */
export async function insertDayRecord(tx: Transaction, scope: Scope, record: DayRecord): Promise<void> {
  await tx.run(
    `INSERT OR REPLACE INTO day_records (scope_id, saved_on, id, saved_at, taken_on, amount, currency,
       payment_method_kind, memberships, donations, who) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      scope.id,
      dayOf(record.savedAt),
      record.id,
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
export function listDayRecords(reader: Reader, scope: Scope, day: string): Promise<DayRecord[]> {
  return reader.all<DayRecord>(
    `SELECT ${columns} FROM day_records WHERE scope_id = ? AND saved_on = ? ORDER BY saved_at, id`,
    [scope.id, day]
  );
}

/** Stops counting a capture that was corrected or deleted. */
export async function removeDayRecord(
  tx: Transaction,
  scope: Scope,
  { id, savedAt }: Pick<DayRecord, 'id' | 'savedAt'>
): Promise<void> {
  await tx.run('DELETE FROM day_records WHERE scope_id = ? AND saved_on = ? AND id = ?', [
    scope.id,
    dayOf(savedAt),
    id,
  ]);
}

/** Deletes the records of the days before this one: they name people. */
export async function removeDayRecordsBefore(tx: Transaction, scope: Scope, day: string): Promise<void> {
  await tx.run('DELETE FROM day_records WHERE scope_id = ? AND saved_on < ?', [scope.id, day]);
}
