import type { TFunction } from 'i18next';

import type { ShiftNumbers } from '@/domain/cash';
import type { Money } from '@/domain/money';
import type { Format } from '@/i18n/format';

/** "€20.00 + £5.00" */
export function moneyList(format: Format, sums: readonly Money[]): string {
  return sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ');
}

/** The most numbers in one sentence. */
const mostNumbers = 20;

/** "Captured 23, the service holds 22. Missing: No. 17" */
export function numbersText(t: TFunction, format: Format, { captured, missing }: ShiftNumbers): string {
  const all = format.number(captured);
  if (missing.length === 0) return t('reconciliation.complete', { captured: all });
  const named = missing.slice(0, mostNumbers).map((id) => t('common.number', { id }));
  return t('reconciliation.numbers', {
    captured: all,
    held: format.number(captured - missing.length),
    missing: [...named, ...(missing.length > mostNumbers ? ['…'] : [])].join(', '),
  });
}
