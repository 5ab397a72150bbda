import type { Money } from '@/domain/money';
import type { Format } from '@/i18n/format';

/** "€20.00 + £5.00" */
export function moneyList(format: Format, sums: readonly Money[]): string {
  return sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ');
}
