import { type LedgerGroup, type LedgerPart } from '@/db/ledger/breakdown';
import { type LedgerRefund } from '@/db/ledger/refunds';
import { receivedOf } from '@/domain/received';

import { type LedgerEntry } from './filters';

/** The money of one recorder, method or campaign in one currency. */
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
  recorder: ({ recordedBy }) => recordedBy,
  method: ({ paymentMethodKind }) => paymentMethodKind,
  campaign: ({ codeCampaign }) => codeCampaign,
};

const keyOfEntry: Record<LedgerGroup, (entry: LedgerEntry) => GroupSum['key']> = {
  recorder: ({ recordedBy }) => recordedBy,
  method: ({ method }) => method,
  campaign: ({ campaign }) => campaign,
};

/** The sums of each group, the most received first. Those of one currency add up to the sums of the ledger. */
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
  return [...sums.values()].sort((one, other) => other.received - one.received);
}
