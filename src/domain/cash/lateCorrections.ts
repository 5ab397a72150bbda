import type { CashCount } from '@/contract/cashRecord';

import { type Money } from '../money';

/** What the service has of a payment today: what was received by one method in one currency. */
export type ReceivedNow = Money & { bundleId: number; paymentMethodKind: string };

/** A counted payment whose amount is another one today. */
export type LateChange = { key: string; bundleId: number; counted: Money; now: number };

/** What happened to the records of a count after it was written. The count stays as it is. */
export type LateCorrections = {
  count: CashCount;
  changed: LateChange[];
  /** How many records were not sent when they were counted, and are at the service today. */
  arrived: number;
};

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The late corrections of a count; null if there are none. `received` is by the key of the record. */
export function lateCorrectionsOf(
  count: CashCount,
  received: ReadonlyMap<string, readonly ReceivedNow[]>
): LateCorrections | null {
  const changed: LateChange[] = [];
  let arrived = 0;
  for (const { key, amount, currency, payment_method_kind: kind, is_unsent: isUnsent } of count.records) {
    const payments = received.get(key);
    const [first] = payments ?? [];
    if (payments === undefined || first === undefined) continue;
    if (isUnsent === true) arrived += 1;
    // What was corrected to another method or currency is not among the counted money any more.
    const now = payments
      .filter((payment) => isSame(payment.currency, currency) && isSame(payment.paymentMethodKind, kind))
      .reduce((sum, payment) => sum + payment.amount, 0);
    if (now !== amount) changed.push({ key, bundleId: first.bundleId, counted: { amount, currency }, now });
  }
  return changed.length === 0 && arrived === 0 ? null : { count, changed, arrived };
}
