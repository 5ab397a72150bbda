import { type Reconciliation } from '@/contract/reconciliation';
import { dayOf } from '@/domain/day';
import { csvText, spreadsheetNumber } from '@/features/shared/exportText';
import { type Runtime, type ShareResult } from '@/features/shared/runtime';

import { amountColumns, linesOf, type Words } from './cells';

const columns = [...amountColumns.slice(0, -1), 'unconfirmed', 'difference'] as const;

/** The table as CSV: people, what the bank counted differently, and the sums. */
export function reconciliationCsv(found: Reconciliation, { t, format }: Words): string {
  const heading = ['name', 'currency', ...columns] as const;
  const lines = linesOf(found, t).map(({ name, currency, amounts }) => [
    name,
    currency.toUpperCase(),
    ...columns.map((column) => spreadsheetNumber(amounts[column] ?? 0, currency, format.locale)),
  ]);
  return csvText([heading.map((column) => t(`reconciliation.column.${column}`)), ...lines], format.locale);
}

export function shareReconciliation(
  { device, now }: Runtime,
  found: Reconciliation,
  words: Words
): Promise<ShareResult> {
  return device.shareFile({
    name: `${words.t('reconciliation.fileName', { day: dayOf(now()) })}.csv`,
    type: 'text/csv',
    text: reconciliationCsv(found, words),
  });
}
