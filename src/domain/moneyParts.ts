// What counts as received, promised, refunded or cancelled, for every sum, chart, file and board.

/** Status kinds of money that was not paid or was paid back. */
const notReceived = new Set(['unpaid', 'reimbursed', 'bank_error', 'cancel']);

/** Whether a status of this kind means that the money was received. Without a status it counts as received. */
export const isReceived = (kind: string | undefined): boolean => !notReceived.has(kind ?? '');

/** Recorded money; each may be absent. `promised` is what of `unpaid` is a promise (`promise.ts`). */
export type RecordedMoney = { amount?: number; reimbursed?: number; unpaid?: number; promised?: number };

/** The parts of recorded money. They add up to its amount; `cancelled` is also what stayed unpaid and nobody promised. */
export type MoneyParts = { received: number; promised: number; refunded: number; cancelled: number };

/** The parts of one payment, or of the sums of payments whose status has this kind. */
export function moneyParts(
  { amount = 0, reimbursed = 0, unpaid = 0, promised: pledged = 0 }: RecordedMoney,
  kind: string | undefined
): MoneyParts {
  const received = isReceived(kind) ? amount - reimbursed - unpaid : 0;
  const refunded = kind === 'reimbursed' ? amount : reimbursed;
  const promised = isReceived(kind) || kind === 'unpaid' ? pledged : 0;
  return { received, promised, refunded, cancelled: amount - received - promised - refunded };
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
