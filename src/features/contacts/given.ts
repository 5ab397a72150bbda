import { type TransactionStatus } from '@/contract/status';
import { type OutboxRow } from '@/db/outbox';
import { type BundleView } from '@/db/pendingBundles';
import { sumByCurrency, type Money } from '@/domain/money';
import { isReceived } from '@/features/shared/statusKind';

/** One donation, membership or payment of a contact. */
export type Gift = {
  key: string;
  kind: 'donation' | 'membership' | 'payment';
  amount: number;
  currency: string;
  /** Milliseconds; null where the record carries no date. */
  date: number | null;
  /** Of a membership. */
  until: string | null;
  status: TransactionStatus | null;
  counts: boolean;
  /** What is still on this phone about it. */
  pending: OutboxRow | null;
};

/** What a contact has given, as far as this phone knows. */
export type Given = {
  gifts: Gift[];
  sums: Money[];
  count: number;
  /** Bars of the currency most was given in: one for each of the last years, an empty one too. */
  years: { year: number; amount: number }[];
  currency: string;
  memberUntil: string | null;
};

const shownYears = 7;

/** The donations and memberships of a contact, the latest first, with what is still on the phone. */
export function sumGiven(
  bundles: readonly BundleView[],
  statuses: readonly TransactionStatus[],
  { contactId, now }: { contactId: number; now: number }
): Given {
  const statusById = new Map(statuses.map((status) => [status.id, status]));
  const gifts = bundles
    .flatMap((view) => giftsIn(view, contactId, statusById))
    .sort((one, other) => (other.date ?? 0) - (one.date ?? 0));
  const counted = gifts.filter((gift) => gift.counts && gift.kind !== 'payment');
  const sums = sumByCurrency(counted);
  const currency = [...sums].sort((one, other) => other.amount - one.amount)[0]?.currency ?? '';
  const thisYear = new Date(now).getFullYear();
  const years = Array.from({ length: shownYears }, (_, place) => {
    const year = thisYear - shownYears + 1 + place;
    const inYear = counted.filter(
      (gift) =>
        gift.date !== null &&
        new Date(gift.date).getFullYear() === year &&
        gift.currency.toUpperCase() === currency.toUpperCase()
    );
    return { year, amount: inYear.reduce((sum, gift) => sum + gift.amount, 0) };
  });
  const ends = counted
    .flatMap((gift) => gift.until ?? [])
    .sort((one, other) => Date.parse(other) - Date.parse(one));
  return { gifts, sums, count: counted.length, years, currency, memberUntil: ends[0] ?? null };
}

function giftsIn(
  view: BundleView,
  contactId: number,
  statuses: ReadonlyMap<number, TransactionStatus>
): Gift[] {
  const { transactions, donations, memberships } = view.bundle;
  const [payment] = transactions;
  const isPayer = transactions.some((transaction) => transaction.contact_id === contactId);
  // An item that names nobody is for whoever paid.
  const isTheirs = (item: { contact_id?: number }) =>
    item.contact_id === contactId || (item.contact_id === undefined && isPayer);
  const status = statuses.get(payment?.status_id ?? -1) ?? null;
  const shared = {
    status,
    counts: isReceived(status?.kind),
    pending: view.pending[0] ?? null,
  };
  const gifts: Gift[] = [
    ...donations.filter(isTheirs).map((item, place) => ({
      ...shared,
      key: `${view.entity} donation ${place}`,
      kind: 'donation' as const,
      amount: item.amount ?? 0,
      currency: item.currency ?? payment?.currency ?? '',
      date: moment(item.date ?? payment?.date),
      until: null,
    })),
    ...memberships.filter(isTheirs).map((item, place) => ({
      ...shared,
      key: `${view.entity} membership ${place}`,
      kind: 'membership' as const,
      amount: item.amount ?? 0,
      currency: item.currency ?? payment?.currency ?? '',
      date: moment(payment?.date ?? item.start_date),
      until: item.end_date ?? null,
    })),
  ];
  if (gifts.length > 0 || payment === undefined || !isPayer) return gifts;
  return [
    {
      ...shared,
      key: `${view.entity} payment`,
      kind: 'payment',
      amount: payment.amount ?? 0,
      currency: payment.currency ?? '',
      date: moment(payment.date),
      until: null,
    },
  ];
}

function moment(date: string | undefined): number | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : time;
}
