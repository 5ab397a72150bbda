import { type MonthSummary } from '@/contract/month';
import { sumByCurrency } from '@/domain/money';
import { moneyList } from '@/features/shared/moneyList';
import { type Format } from '@/i18n/format';

/** October 2026 in the words of the language. */
export function monthName(format: Format, month: string | undefined): string {
  return month === undefined ? '' : format.calendarMonth(`${month}-01`);
}

/** What counts in a month, by currency. */
export function monthTotals(format: Format, sums: MonthSummary['sums'] = []): string {
  const totals = sumByCurrency(sums.map(({ amount = 0, currency = '' }) => ({ amount, currency })));
  return moneyList(format, totals);
}
