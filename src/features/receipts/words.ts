import { type TFunction } from 'i18next';

import { type ReceiptFacts } from '@/domain/receipt';
import { methodWord } from '@/features/shared/paymentMethod';
import { type Format } from '@/i18n/format';

export type Words = { t: TFunction; format: Format };

export const receiptNumber = ({ book, number }: Pick<ReceiptFacts, 'book' | 'number'>, t: TFunction) =>
  t('receipts.number', { number: `${book}-${number}` });

/** What a receipt certifies, as names and values. */
export function receiptLines(facts: ReceiptFacts, { t, format }: Words): [string, string][] {
  const time = facts.time * 1000;
  return [
    [t('receipts.line.amount'), format.money(facts.amount, facts.currency)],
    [t('receipts.line.method'), methodWord(t, facts.method)],
    [t('receipts.line.time'), `${format.date(time)}, ${format.time(time)}`],
    [t('receipts.line.number'), receiptNumber(facts, t)],
  ];
}
