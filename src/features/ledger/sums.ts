import { type LedgerRefund } from '@/db/ledger/refunds';
import { type LedgerSum, type LedgerUnit } from '@/db/ledger/sums';
import { dayOf } from '@/domain/day';
import { type CountedPart } from '@/domain/months';
import { receivedOf } from '@/domain/received';
import { type PeriodAmount } from '@/domain/timeBuckets';

import { type LedgerEntry } from './filters';

/** The money of one currency, in total and in parts. */
export type CurrencySum = {
  currency: string;
  amount: number;
  count: number;
  /** The part that is not sent yet. */
  onPhone: number;
  /** Received by method: adds up to `received`. */
  methods: { method: string; amount: number; count: number }[];
  /** By status; the total above contains all of it. */
  statuses: { statusId: number | null; amount: number; isReceived: boolean }[];
  /** Received: the money whose status is received, without refunds and unpaid parts. */
  received: number;
  reimbursed: number;
  unpaid: number;
  /** What of it counts in other months than those of the dates. */
  counted: CountedPart[];
  /** Over time: by day, or by month for a long time. */
  periods: PeriodAmount[];
  unit: LedgerUnit;
};

/** The sums of the filtered transactions in the store, and which statuses count as received. */
export interface Stored {
  sums: readonly LedgerSum[];
  refunds: readonly LedgerRefund[];
  counted: readonly CountedPart[];
  isReceived: (statusId: number | null) => boolean;
}

/** Adds unsent bundles to the sums of the store, by currency; the currency with most transactions first. */
export function sumUp(
  { sums, refunds, counted, isReceived }: Stored,
  entries: readonly LedgerEntry[]
): CurrencySum[] {
  const off = [
    ...refunds,
    ...entries.map(({ currency, method, statusId, reimbursedAmount, unpaidAmount }) => ({
      currency,
      paymentMethodKind: method,
      statusId,
      reimbursed: reimbursedAmount,
      unpaid: unpaidAmount,
    })),
  ].filter(({ statusId }) => isReceived(statusId));
  const all = [
    ...sums.map((sum) => ({ ...sum, onPhone: 0 })),
    ...entries.map(({ date, method, currency, statusId, amount, pending }) => ({
      unit: 'day',
      start: dayOf(date),
      paymentMethodKind: method,
      currency,
      statusId,
      amount,
      count: 1,
      onPhone: pending[0]?.kind === 'bundle_create' && pending[0].state !== 'acked' ? amount : 0,
    })),
  ];
  return gather(all, ({ currency }) => currency)
    .map(([currency, parts]) => {
      const setBack = off.filter((part) => part.currency === currency);
      return {
        currency,
        amount: total(parts, ({ amount }) => amount),
        count: total(parts, ({ count }) => count),
        onPhone: total(parts, ({ onPhone }) => onPhone),
        methods: gather(parts, ({ paymentMethodKind }) => paymentMethodKind)
          .map(([method, of]) => ({
            method,
            amount: total([...of, ...setBack.filter((part) => part.paymentMethodKind === method)], (part) =>
              receivedOf(part, isReceived(part.statusId))
            ),
            count: total(of, ({ count }) => count),
          }))
          .sort((one, other) => other.amount - one.amount),
        statuses: gather(parts, ({ statusId }) => statusId)
          .map(([statusId, of]) => ({
            statusId,
            amount: total(of, ({ amount }) => amount),
            isReceived: isReceived(statusId),
          }))
          .sort((one, other) => other.amount - one.amount),
        periods: gather(parts, ({ start }) => start)
          .map(([start, of]) => ({ start, amount: total(of, ({ amount }) => amount) }))
          .sort((one, other) => (one.start < other.start ? -1 : 1)),
        counted: sumByMonth(
          [...counted, ...entries.flatMap((entry) => entry.counted)].filter(
            (part) => part.currency === currency
          )
        ),
        unit: parts.some(({ unit }) => unit === 'month') ? ('month' as const) : ('day' as const),
        received: total([...parts, ...setBack], (part) => receivedOf(part, isReceived(part.statusId))),
        reimbursed: total(setBack, (part) => part.reimbursed),
        unpaid: total(setBack, (part) => part.unpaid),
      };
    })
    .sort((one, other) => other.count - one.count);
}

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
