import { type LedgerGroup, type LedgerPart } from '@/db/ledger/breakdown';
import { type LedgerRefund } from '@/db/ledger/refunds';
import { dayOf } from '@/domain/day';
import { receivedOf } from '@/domain/received';

import { type LedgerEntry } from './filters';

/** What a chart can split the money by, in the order of the choices. */
export const chartGroups = ['month', 'team', 'recorder', 'campaign', 'method'] as const;
export type ChartGroup = (typeof chartGroups)[number];

/** The money of one month, team, recorder, method or campaign in one currency. */
export type GroupSum = {
  key: string | number | null;
  currency: string;
  count: number;
  amount: number;
  received: number;
};

interface Parts {
  parts: readonly LedgerPart[];
  refunds: readonly LedgerRefund[];
  /** What is on this phone only, or corrected on it. */
  entries: readonly LedgerEntry[];
  isReceived: (statusId: number | null) => boolean;
}

const keyOfRefund: Record<LedgerGroup, (refund: LedgerRefund) => GroupSum['key']> = {
  month: ({ month }) => month,
  recorder: ({ recordedBy }) => recordedBy,
  method: ({ paymentMethodKind }) => paymentMethodKind,
  campaign: ({ codeCampaign }) => codeCampaign,
};

const keyOfEntry: Record<LedgerGroup, (entry: LedgerEntry) => GroupSum['key']> = {
  month: ({ date }) => dayOf(date).slice(0, 7),
  recorder: ({ recordedBy }) => recordedBy,
  method: ({ method }) => method,
  campaign: ({ campaign }) => campaign,
};

/** The sums of each group, the most received first, months in the order of time. Those of one currency add up to the sums of the ledger. */
export function groupUp(group: LedgerGroup, { parts, refunds, entries, isReceived }: Parts): GroupSum[] {
  const all = [
    ...parts,
    ...refunds.map((refund) => ({ ...refund, key: keyOfRefund[group](refund), count: 0, amount: 0 })),
    ...entries.map((entry) => ({
      key: keyOfEntry[group](entry),
      currency: entry.currency,
      statusId: entry.statusId,
      count: 1,
      amount: entry.amount,
      reimbursed: entry.reimbursedAmount,
      unpaid: entry.unpaidAmount,
    })),
  ];
  const sums = new Map<string, GroupSum>();
  for (const part of all) {
    const id = JSON.stringify([part.currency, part.key]);
    const sum = sums.get(id) ?? { key: part.key, currency: part.currency, count: 0, amount: 0, received: 0 };
    sum.count += part.count;
    sum.amount += part.amount;
    sum.received += receivedOf(part, isReceived(part.statusId));
    sums.set(id, sum);
  }
  return inOrder(group, [...sums.values()]);
}

const inOrder = (group: LedgerGroup, sums: GroupSum[]) =>
  sums.sort((one, other) =>
    group === 'month'
      ? String(one.key ?? '').localeCompare(String(other.key ?? ''))
      : other.received - one.received
  );

/**
 * The sums of recorders by their teams. Whoever is in several counts in a group of these teams together, so that no money is in two
 * groups. `teamsOf` returns the names; none is the group without a key.
 */
export function groupByTeams(
  recorders: readonly GroupSum[],
  teamsOf: (recorder: GroupSum['key']) => readonly string[]
): GroupSum[] {
  const sums = new Map<string, GroupSum>();
  for (const { key: recorder, currency, count, amount, received } of recorders) {
    const teams = teamsOf(recorder);
    const key = teams.length === 0 ? null : teams.join(', ');
    const id = JSON.stringify([currency, key]);
    const sum = sums.get(id) ?? { key, currency, count: 0, amount: 0, received: 0 };
    sum.count += count;
    sum.amount += amount;
    sum.received += received;
    sums.set(id, sum);
  }
  return inOrder('recorder', [...sums.values()]);
}
