import { type LedgerRefund } from '@/db/ledger/refunds';
import { type LedgerSum, type LedgerUnit } from '@/db/ledger/sums';
import { dayOf } from '@/domain/day';
import { moneyParts, type MoneyParts, type RecordedMoney } from '@/domain/moneyParts';
import { monthOf, type CountedPart } from '@/domain/months';
import { promiseIn } from '@/domain/promise';
import { type timeBuckets } from '@/domain/timeBuckets';

import { type LedgerEntry } from './filters';

/** The money of one currency: what was received, in total and by method, status and time, and the other parts beside it. */
export type CurrencySum = MoneyParts & {
  currency: string;
  count: number;
  /** What of the received money is not sent yet. */
  onPhone: number;
  /** Received by method: adds up to `received`. */
  methods: { method: string; amount: number; count: number }[];
  /** Received by status: adds up to `received`. */
  statuses: { statusId: number | null; amount: number }[];
  /** What of it counts in other months than those of the dates. */
  counted: CountedPart[];
  /** Received over time: by day, or by month for a long time. */
  periods: Parameters<typeof timeBuckets>[0]['periods'];
  unit: LedgerUnit;
};

/** The kind of a status: what it says about the money. */
export type KindOf = (statusId: number | null) => string | undefined;

/** The sums of the filtered transactions in the store, and what their statuses mean. */
export interface Stored {
  sums: readonly LedgerSum[];
  refunds: readonly LedgerRefund[];
  counted: readonly CountedPart[];
  kindOf: KindOf;
}

/** The recorded money of a line of the ledger. */
export function recordedIn({
  amount,
  reimbursedAmount: reimbursed,
  unpaidAmount: unpaid,
  details,
}: LedgerEntry): RecordedMoney {
  const payment = { amount, reimbursed_amount: reimbursed, unpaid_amount: unpaid, payment_method: details };
  return { amount, reimbursed, unpaid, promised: promiseIn(payment) === null ? 0 : unpaid };
}

/** Adds unsent bundles to the sums of the store, by currency; the currency with most transactions first. */
export function sumUp(
  { sums, refunds, counted, kindOf }: Stored,
  entries: readonly LedgerEntry[]
): CurrencySum[] {
  const recorded = [
    ...sums.map((sum) => ({ ...sum, isOnPhone: false })),
    ...refunds.map((refund) => ({ ...refund, unit: null, start: refund.day, count: 0, isOnPhone: false })),
    ...entries.map((entry) => ({
      ...recordedIn(entry),
      unit: null,
      start: dayOf(entry.date),
      month: monthOf(entry.date),
      paymentMethodKind: entry.method,
      currency: entry.currency,
      statusId: entry.statusId,
      count: 1,
      isOnPhone: entry.pending[0]?.kind === 'bundle_create' && entry.pending[0].state !== 'acked',
    })),
  ];
  const all = recorded.map((part) => ({ ...part, ...moneyParts(part, kindOf(part.statusId)) }));
  return gather(all, ({ currency }) => currency)
    .map(([currency, parts]): CurrencySum => {
      const unit = parts.some((part) => part.unit === 'month') ? 'month' : 'day';
      return {
        ...sumParts(parts),
        currency,
        count: total(parts, ({ count }) => count),
        onPhone: received(parts.filter(({ isOnPhone }) => isOnPhone)),
        methods: gather(parts, ({ paymentMethodKind }) => paymentMethodKind)
          .map(([method, of]) => ({
            method,
            amount: received(of),
            count: total(of, ({ count }) => count),
          }))
          .sort((one, other) => other.amount - one.amount),
        statuses: gather(parts, ({ statusId }) => statusId)
          .map(([statusId, of]) => ({ statusId, amount: received(of) }))
          .filter(({ amount }) => amount !== 0)
          .sort((one, other) => other.amount - one.amount),
        periods: gather(parts, ({ start, month }) =>
          unit === 'month' && start !== '' ? `${month}-01 ${month}` : `${start} ${month}`
        )
          .map(([period, of]) => {
            const [start = '', month = ''] = period.split(' ');
            return { start, month, amount: received(of) };
          })
          .sort((one, other) => (one.start + one.month < other.start + other.month ? -1 : 1)),
        counted: sumByMonth(
          [...counted, ...entries.flatMap((entry) => entry.counted)].filter(
            (part) => part.currency === currency
          )
        ),
        unit,
      };
    })
    .sort((one, other) => other.count - one.count);
}

/** Adds up the parts of several payments. */
export const sumParts = (parts: readonly MoneyParts[]): MoneyParts => ({
  received: received(parts),
  promised: total(parts, ({ promised }) => promised),
  refunded: total(parts, ({ refunded }) => refunded),
  cancelled: total(parts, ({ cancelled }) => cancelled),
});

const received = (parts: readonly MoneyParts[]) => total(parts, (part) => part.received);

function sumByMonth(parts: readonly CountedPart[]): CountedPart[] {
  return gather(parts, ({ month }) => month)
    .map(([month, of]) => ({
      month,
      currency: of[0]?.currency ?? '',
      amount: total(of, ({ amount }) => amount),
    }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function gather<T, K>(items: readonly T[], keyOf: (item: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
}
