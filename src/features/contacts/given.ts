import { type TransactionStatus } from '@/contract/status';
import { type OutboxRow } from '@/db/outbox/outbox';
import { type BundleView } from '@/db/outbox/pendingBundles';
import { sumByCurrency, type Money } from '@/domain/money';
import { isReceived, moneyParts, splitReceived, type PaymentTotals } from '@/domain/moneyParts';

/** One donation or membership of a contact, or a payment without items, or for someone else. */
export type Gift = {
  key: string;
  kind: 'donation' | 'membership' | 'payment' | 'forOther';
  amount: number;
  /** Its share of what was received of the payment. */
  received: number;
  currency: string;
  /** Milliseconds; null where the record carries no date. */
  date: number | null;
  /** Of a membership. */
  until: string | null;
  status: TransactionStatus | null;
  /** False for what was paid for someone else, not received, or refunded completely. */
  counts: boolean;
  /** Its unsent outbox rows. */
  pending: OutboxRow | null;
};

/** The gifts of a contact on this phone. */
export type Given = {
  gifts: Gift[];
  /** What was received, by currency. */
  sums: Money[];
  /** How many donations and memberships. */
  donations: number;
  memberships: number;
  /** Bars of the main currency, one for each of the last years. */
  years: { year: number; amount: number }[];
  currency: string;
  memberUntil: string | null;
};

const shownYears = 7;

/** The donations and memberships of a contact, the latest first, with unsent ones. */
export function sumGiven(
  bundles: readonly BundleView[],
  statuses: readonly TransactionStatus[],
  { contactId, now }: { contactId: number; now: number }
): Given {
  const statusById = new Map(statuses.map((status) => [status.id, status]));
  const gifts = bundles
    .flatMap((view) => giftsIn(view, contactId, statusById))
    .sort((one, other) => (other.date ?? 0) - (one.date ?? 0));
  const counted = gifts.filter((gift) => gift.counts);
  const countOf = (kind: Gift['kind']) => counted.filter((gift) => gift.kind === kind).length;
  const sums = sumByCurrency(counted.map(({ received, currency }) => ({ amount: received, currency })));
  const mainCurrency = [...sums].sort((one, other) => other.amount - one.amount)[0]?.currency ?? '';
  const thisYear = new Date(now).getFullYear();
  const years = Array.from({ length: shownYears }, (_, place) => {
    const year = thisYear - shownYears + 1 + place;
    const inYear = counted.filter(
      (gift) =>
        gift.date !== null &&
        new Date(gift.date).getFullYear() === year &&
        gift.currency.toUpperCase() === mainCurrency.toUpperCase()
    );
    return { year, amount: inYear.reduce((sum, gift) => sum + gift.received, 0) };
  });
  const ends = counted
    .flatMap((gift) => gift.until ?? [])
    .sort((one, other) => Date.parse(other) - Date.parse(one));
  return {
    gifts,
    sums,
    donations: countOf('donation'),
    memberships: countOf('membership'),
    years,
    currency: mainCurrency,
    memberUntil: ends[0] ?? null,
  };
}

function giftsIn(
  view: BundleView,
  contactId: number,
  statuses: ReadonlyMap<number, TransactionStatus>
): Gift[] {
  const { transactions, donations, memberships } = view.bundle;
  const [payment] = transactions;
  const isPayer = transactions.some((transaction) => transaction.contact_id === contactId);
  // An item without a contact is the payer's.
  const isTheirs = (item: { contact_id?: number }) =>
    item.contact_id === contactId || (item.contact_id === undefined && isPayer);
  const paid = sumPayments(transactions, statuses);
  const shared = {
    status: statuses.get(payment?.status_id ?? -1) ?? null,
    pending: view.pending[0] ?? null,
    currency: payment?.currency ?? '',
    until: null,
  };
  const items = [
    ...donations.map((item, place) => ({
      ...shared,
      isTheirs: isTheirs(item),
      key: `${view.entity} donation ${place}`,
      kind: 'donation' as const,
      amount: item.amount ?? 0,
      currency: item.currency ?? shared.currency,
      date: parseTime(item.date ?? payment?.date),
    })),
    ...memberships.map((item, place) => ({
      ...shared,
      isTheirs: isTheirs(item),
      key: `${view.entity} membership ${place}`,
      kind: 'membership' as const,
      amount: item.amount ?? 0,
      currency: item.currency ?? shared.currency,
      date: parseTime(payment?.date ?? item.start_date),
      until: item.end_date ?? null,
    })),
  ];
  const shares = splitReceived(
    paid,
    items.map(({ amount }) => amount)
  );
  const gifts = items
    .map((item, place) => {
      const received = shares[place] ?? 0;
      return { ...item, received, counts: paid.isReceived && (received > 0 || item.amount === 0) };
    })
    .filter((item) => item.isTheirs);
  if (gifts.length > 0 || payment === undefined || !isPayer) return gifts;
  const isForOther = items.length > 0;
  return [
    {
      ...shared,
      key: `${view.entity} payment`,
      kind: isForOther ? 'forOther' : 'payment',
      amount: paid.amount,
      received: paid.received,
      counts: paid.received > 0 && !isForOther,
      date: parseTime(payment.date),
    },
  ];
}

/** What was paid, and what of it was received, by the same rule as the ledger. */
function sumPayments(
  transactions: BundleView['bundle']['transactions'],
  statuses: ReadonlyMap<number, TransactionStatus>
): PaymentTotals {
  const sum = { amount: 0, received: 0, isReceived: false };
  for (const { amount = 0, reimbursed_amount, unpaid_amount, status_id } of transactions) {
    const kind = statuses.get(status_id ?? -1)?.kind;
    sum.amount += amount;
    sum.received += moneyParts(
      { amount, reimbursed: reimbursed_amount, unpaid: unpaid_amount },
      kind
    ).received;
    sum.isReceived ||= isReceived(kind);
  }
  return sum;
}

function parseTime(date: string | undefined): number | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : time;
}
