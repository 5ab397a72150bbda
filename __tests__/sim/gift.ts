/** A gift that the phone reported as saved. Fixing a refused one adds the id of its replacement. */
export type Gift = {
  /** The row and its replacements; the last one is shown. */
  ids: string[];
  owner: number;
  amounts: Map<string, number>;
  savedAt: number;
  /** The service no longer has it or does not show it, for a reason outside of the phone. */
  mayBeAbsent: boolean;
  /** A person decided which version counts: the day may count either. */
  isDecided: boolean;
  /** A person accepted that the service does not have it any more. */
  isAccepted: boolean;
  /** The amounts that its maker set after it was saved, by the row of the correction; the last one counts. */
  corrections: Map<string, number>;
  /** The day that the last correction gave it; null for the day on which it was saved. */
  takenOn: string | null;
  /** `never`: it must not arrive. `there`: it may have arrived, and the correction with this row cancels it. */
  cancelled: null | { how: 'never' } | { how: 'there'; rowId: string };
  /** A restore may have undone its corrections. */
  mayBeUncorrected: boolean;
  /** Of a gift that was promised: `null` until it is paid, then the row of the correction that pays it. */
  promise?: { paidBy: string | null };
};

/** Whether nothing of a gift was received. */
export const isPromised = ({ promise }: Pick<Gift, 'promise'>): boolean => promise?.paidBy === null;

/** What the totals count of a gift. */
export function countedAmount(gift: Gift): number {
  const { ids, amounts, corrections, cancelled } = gift;
  if (cancelled !== null || isPromised(gift)) return 0;
  return [...corrections.values()].at(-1) ?? amounts.get(ids.at(-1) ?? '') ?? 0;
}

/** A donation that was added to a gift; its amount is unique in the schedule. */
export type Addition = { gift: Gift; owner: number; amount: number };
