import { type BatchablePayment } from '@/contract/batch';

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
