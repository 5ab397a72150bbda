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

/** The payments that are not ticked, after all or none of a group were: the other groups stay as they are. */
export function tickGroup(left: readonly number[], { payments }: Group, isTicked: boolean): number[] {
  const own = payments.map(({ id }) => id);
  const others = left.filter((id) => !own.includes(id));
  return isTicked ? others : [...others, ...own];
}
