import { type TFunction } from 'i18next';

import { numberIn } from '@/domain/receipt';

/** "No. 12-17", which a spreadsheet does not take for a date; empty without a receipt. */
export function receiptWord(t: TFunction, code: string | null | undefined): string {
  const number = numberIn(code);
  return number && t('receipts.number', { number });
}
