import { type TFunction } from 'i18next';

import { type LedgerLine } from '@/db/ledger/ledger';
import { isCash } from '@/domain/cash/cash';
import { moneyParts } from '@/domain/moneyParts';
import { type PaymentPlace } from '@/features/shared/batchAddress';
import { methodWord } from '@/features/shared/paymentMethod';

/** A payment that was selected in the ledger; the line is null where it is not on this device. */
export type AskedPayment = PaymentPlace & { line: LedgerLine | null; statusKind: string | undefined };

const bankable = new Set(['cash', 'cheque', 'check']);

/** Why the service does not offer a selected payment for a batch, as far as this device knows. */
export function whyLeftOut(t: TFunction, { line, statusKind }: AskedPayment): string {
  if (line === null) return t('batches.make.why.notHere');
  if (line.batch !== null) return t('batches.make.why.batched', { number: line.batch });
  const { paymentMethodKind: method, amount, reimbursedAmount: reimbursed, unpaidAmount: unpaid } = line;
  if (!bankable.has(method.toLowerCase()))
    return t('batches.make.why.method', { method: methodWord(t, method) });
  if (moneyParts({ amount, reimbursed, unpaid }, statusKind).received <= 0)
    return t('batches.make.why.notReceived');
  return t(isCash(method) ? 'batches.make.why.notConfirmed' : 'batches.make.why.notOffered');
}
