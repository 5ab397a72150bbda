/** Status kinds of money that was not paid or was paid back. */
const notReceived = new Set(['unpaid', 'reimbursed', 'bank_error', 'cancel']);

/** Whether a status of this kind means that the money was received. Without a status it counts as received. */
export const isReceived = (kind: string | undefined): boolean => !notReceived.has(kind ?? '');

/** Recorded money with its refunded and unpaid parts; each may be absent. */
type RecordedAmounts = { amount?: number; reimbursed?: number; unpaid?: number };

/** How much of the recorded money was received; zero if its status is one of unpaid money. */
export function receivedOf(
  { amount = 0, reimbursed = 0, unpaid = 0 }: RecordedAmounts,
  hasReceivedStatus: boolean
): number {
  return hasReceivedStatus ? amount - reimbursed - unpaid : 0;
}

/** The sums of all payments of a bundle. */
export type PaymentTotals = { amount: number; received: number; isReceived: boolean };

/**
 * Splits the received money of a payment among its items, in proportion to their amounts. The rounded shares add up to
 * the rounded total.
 */
export function splitReceived(payment: PaymentTotals, itemAmounts: readonly number[]): number[] {
  const share = payment.amount === 0 ? Number(payment.isReceived) : payment.received / payment.amount;
  let before = 0;
  return itemAmounts.map((amount) => {
    const from = Math.round(before * share);
    before += amount;
    return Math.round(before * share) - from;
  });
}
