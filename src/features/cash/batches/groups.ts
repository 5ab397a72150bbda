import { type BatchablePayment } from '@/contract/batch';
import { wordsOf } from '@/domain/fold';

import { methodDetail } from './labels';

/** Payments of one method and currency. */
export type Group = { kind: string; currency: string; payments: BatchablePayment[] };

export const keyOf = ({ kind, currency }: Pick<Group, 'kind' | 'currency'>) => `${kind} ${currency}`;

/** By method and currency, because a batch has one of each. */
export function groupPayments(payments: readonly BatchablePayment[]): Group[] {
  const groups = new Map<string, Group>();
  for (const payment of payments) {
    const found = {
      kind: payment.payment_method_kind ?? '',
      currency: (payment.currency ?? '').toUpperCase(),
    };
    const group = groups.get(keyOf(found)) ?? { ...found, payments: [] };
    group.payments.push(payment);
    groups.set(keyOf(found), group);
  }
  return [...groups.values()];
}

/** The payments in which every typed word begins a word of name, number, receipt, cheque, recorder, holder or amount. */
export function findPayments(
  payments: readonly BatchablePayment[],
  typed: string,
  amountText: (payment: BatchablePayment) => string
): readonly BatchablePayment[] {
  const terms = wordsOf(typed);
  return payments.filter((payment) => {
    const {
      name = '',
      bundle_id: number = '',
      receipt = '',
      recorder = '',
      held_by: heldBy,
      payment_method: method,
    } = payment;
    const words = wordsOf(
      [name, number, receipt, recorder, heldBy?.name, methodDetail(method), amountText(payment)].join(' ')
    );
    return terms.every((term) => words.some((word) => word.startsWith(term)));
  });
}
