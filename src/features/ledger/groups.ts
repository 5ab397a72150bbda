import { type LedgerGroup, type LedgerPart } from '@/db/ledger/breakdown';
import { type LedgerRefund } from '@/db/ledger/refunds';
import { moneyParts, type MoneyParts } from '@/domain/moneyParts';
import { monthOf } from '@/domain/months';

import { type LedgerEntry } from './filters';
import { recordedIn, sumParts, type KindOf } from './sums';

/** What a chart can split the money by, in the order of the choices. */
export const chartGroups = ['month', 'team', 'recorder', 'campaign', 'method'] as const;
export type ChartGroup = (typeof chartGroups)[number];

/** The money of one month, team, recorder, method or campaign in one currency. */
export type GroupSum = MoneyParts & {
  key: string | number | null;
  currency: string;
  count: number;
};

interface Parts {
  parts: readonly LedgerPart[];
  refunds: readonly LedgerRefund[];
  /** What is on this phone only, or corrected on it. */
  entries: readonly LedgerEntry[];
  kindOf: KindOf;
}

const keyOfRefund: Record<LedgerGroup, (refund: LedgerRefund) => GroupSum['key']> = {
  month: ({ month }) => month,
  recorder: ({ recordedBy }) => recordedBy,
  method: ({ paymentMethodKind }) => paymentMethodKind,
  campaign: ({ codeCampaign }) => codeCampaign,
};

const keyOfEntry: Record<LedgerGroup, (entry: LedgerEntry) => GroupSum['key']> = {
  month: ({ date }) => monthOf(date),
  recorder: ({ recordedBy }) => recordedBy,
  method: ({ method }) => method,
  campaign: ({ campaign }) => campaign,
};

/** The sums of each group, the most received first, months in the order of time. Those of one currency add up to the sums of the ledger. */
export function groupUp(group: LedgerGroup, { parts, refunds, entries, kindOf }: Parts): GroupSum[] {
  const all = [
    ...parts,
    ...refunds.map((refund) => ({ ...refund, key: keyOfRefund[group](refund), count: 0 })),
    ...entries.map((entry) => ({
      ...recordedIn(entry),
      key: keyOfEntry[group](entry),
      currency: entry.currency,
      statusId: entry.statusId,
      count: 1,
    })),
  ];
  return inOrder(
    group,
    addUp(
      all.map(({ key, currency, count, statusId, ...money }) => ({
        key,
        currency,
        count,
        ...moneyParts(money, kindOf(statusId)),
      }))
    )
  );
}

/** One sum for each key and currency. */
function addUp(parts: readonly GroupSum[]): GroupSum[] {
  const sums = new Map<string, GroupSum>();
  for (const part of parts) {
    const { key, currency } = part;
    const id = JSON.stringify([currency, key]);
    const sum = sums.get(id);
    sums.set(
      id,
      sum === undefined ? part : { key, currency, count: sum.count + part.count, ...sumParts([sum, part]) }
    );
  }
  return [...sums.values()];
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
  const parts = recorders.map((sum) => {
    const teams = teamsOf(sum.key);
    return { ...sum, key: teams.length === 0 ? null : teams.join(', ') };
  });
  return inOrder('recorder', addUp(parts));
}
