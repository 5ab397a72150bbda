import { type DayRecord } from '@/db/dayTotals';
import { dayOf } from '@/domain/day';

const isCash = ({ paymentMethodKind }: DayRecord) => paymentMethodKind.toLowerCase() === 'cash';

/**
 * Totals of one currency: what was taken that day, the cash in hand, and how many became members. What was taken on an
 * earlier day and saved on this one counts as cash in hand only.
 */
export function sumDayTotals(
  records: readonly DayRecord[],
  currency: string
): { total: number; cash: number; members: number } {
  const code = currency.toUpperCase();
  const sums = { total: 0, cash: 0, members: 0 };
  for (const record of records) {
    const isTakenThatDay = record.takenOn === dayOf(record.savedAt);
    if (isTakenThatDay) sums.members += record.memberships;
    if (record.currency.toUpperCase() !== code) continue;
    if (isTakenThatDay) sums.total += record.amount;
    if (isCash(record)) sums.cash += record.amount;
  }
  return sums;
}
