import { dayOf } from './day';

/** What the totals of a day need of a capture. */
type Counted = {
  savedAt: number;
  takenOn: string;
  amount: number;
  currency: string;
  paymentMethodKind: string;
  memberships: number;
};

/**
 * Totals of one currency: what was taken that day, the cash in hand, and how many became members. What was taken on an
 * earlier day and saved on this one counts as cash in hand only.
 */
export function sumDayTotals(
  records: readonly Counted[],
  currency: string
): { total: number; cash: number; members: number } {
  const code = currency.toUpperCase();
  const sums = { total: 0, cash: 0, members: 0 };
  for (const record of records) {
    const isTakenThatDay = record.takenOn === dayOf(record.savedAt);
    if (isTakenThatDay) sums.members += record.memberships;
    if (record.currency.toUpperCase() !== code) continue;
    if (isTakenThatDay) sums.total += record.amount;
    if (record.paymentMethodKind.toLowerCase() === 'cash') sums.cash += record.amount;
  }
  return sums;
}
