import type { Transaction } from '@/contract/bundle';

import { isCash } from './cash/cash';
import { isDay } from './day';
import type { PaymentDetails } from './paymentDetails';

/** A gift that the supporter said they will pay. `callBack` is the day to call them; null is none. */
export type Promised = { callBack: string | null };

type Payment = Partial<
  Pick<Transaction, 'amount' | 'reimbursed_amount' | 'unpaid_amount' | 'payment_method'>
>;

/** The fields of `payment_method` that make an unpaid payment a promise. */
export const PROMISE_FIELDS = ['promised', 'call_back', 'rest_of'] as const;

/** A promise as fields of `payment_method`. `restOf` is the id of the payment of another part. */
export const promiseDetails = (
  { callBack }: Promised,
  restOf: string | undefined = undefined
): PaymentDetails => ({
  promised: true,
  ...(callBack === null ? {} : { call_back: callBack }),
  ...(restOf === undefined ? {} : { rest_of: restOf }),
});

/** The id of the payment that left a promise open as its rest; undefined for any other. */
export function restOf({ payment_method: details }: Payment): string | undefined {
  return typeof details?.rest_of === 'string' ? details.rest_of : undefined;
}

/** The details of a payment without those of a promise. */
export function withoutPromise(details: PaymentDetails = {}): PaymentDetails {
  return Object.fromEntries(
    Object.entries(details).filter(([name]) => PROMISE_FIELDS.every((field) => field !== name))
  );
}

/** Whether nothing of a payment was paid. */
export function isUnpaid({
  amount = 0,
  reimbursed_amount: returned = 0,
  unpaid_amount: unpaid = 0,
}: Payment): boolean {
  return unpaid > 0 && unpaid === amount - returned;
}

/** The promise in a payment; null once something of it is paid, and for every other payment. */
export function promiseIn(payment: Payment): Promised | null {
  const { promised, call_back: day } = payment.payment_method ?? {};
  if (promised !== true || !isUnpaid(payment)) return null;
  return { callBack: typeof day === 'string' && isDay(day) ? day : null };
}

type Change = { transactions?: readonly (Partial<Transaction> & { at?: number })[] };

/**
 * Whether a correction is the payment of a promise: only that gives a method, a day, and nothing unpaid together, where the person saw
 * that nothing was paid.
 */
export function paysPromise({ transactions = [] }: Change, seen: unknown): boolean {
  const { transactions: before = [] }: Change = Object(seen);
  return transactions.some(
    ({ id, at, unpaid_amount: unpaid, payment_method_kind: method, date }) =>
      unpaid === 0 &&
      method !== undefined &&
      date !== undefined &&
      isUnpaid(before.find((each, place) => place === at || (id !== undefined && each.id === id)) ?? {})
  );
}

/** Of one item: how much of it is promised by a payment, what stays in it, and what goes to the rest. */
export type PromisedPart = { promised: number; kept: number; left: number };

/**
 * Divides a promise that is paid in part among the items of its gift. Payments cover the items in their order, so a payment
 * promised what comes after those of the payments `before` it. What is `left` is taken from the end of that: never from an
 * item that somebody added later, and never more than was promised.
 */
export function dividePromise(
  amounts: readonly number[],
  { before, amount, left }: { before: number; amount: number; left: number }
): PromisedPart[] {
  const total = amounts.reduce((sum, each) => sum + each, 0);
  const end = Math.min(before + amount, total);
  const paidUntil = Math.max(before, end - left);
  let start = 0;
  return amounts.map((each) => {
    const from = start;
    start += each;
    const within = (first: number) => Math.max(0, Math.min(start, end) - Math.max(from, first));
    const rest = within(paidUntil);
    return { promised: within(before), kept: each - rest, left: rest };
  });
}

/** The parts of the call-back list, in its order. */
export const DUES = ['overdue', 'today', 'later', 'open'] as const;
export type Due = (typeof DUES)[number];

/** When to call, seen from a day; `open` without a day. */
export function dueOf({ callBack }: Promised, today: string): Due {
  if (callBack === null) return 'open';
  if (callBack === today) return 'today';
  return callBack < today ? 'overdue' : 'later';
}

/** The method that a promise has until it is paid: a service accepts only its own, and a transfer is no cash. */
export function methodOfPromise(methods: readonly string[]): string {
  const transfer = methods.find((method) => /transfer/i.test(method));
  return transfer ?? methods.find((method) => !isCash(method)) ?? methods[0] ?? '';
}
