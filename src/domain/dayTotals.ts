import { dayOf } from './day';

/** What the totals of a day need of a capture. */
type Counted = {
  savedAt: number;
  takenOn: string;
  amount: number;
  currency: string;
  memberships: number;
};

/** Totals of one currency: what was taken that day and how many became members. What was taken earlier does not count. */
export function sumDayTotals(
  records: readonly Counted[],
  currency: string
): { total: number; members: number } {
  const code = currency.toUpperCase();
  const sums = { total: 0, members: 0 };
  for (const record of records) {
    if (record.takenOn !== dayOf(record.savedAt)) continue;
    sums.members += record.memberships;
    if (record.currency.toUpperCase() === code) sums.total += record.amount;
  }
  return sums;
}
