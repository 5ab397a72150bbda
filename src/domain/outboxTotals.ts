import { sumByCurrency, type Money } from './money';
import { unsentParts, unsentStates, type OutboxState, type UnsentPart } from './outbox';

/** Records of one state; `currency` is null for what carries no money. */
export type StateCount = { state: OutboxState; count: number; amount: number; currency: string | null };

export type Total = { count: number; sums: Money[] };

export interface OutboxTotals {
  /** What is on this phone: the sum of the parts. */
  unsent: Total;
  /** Those that have records; each record is in one of them. */
  parts: (Total & { name: UnsentPart })[];
  sent: Total;
}

/** What Home and the Outbox show as counts. */
export function outboxTotals(counts: readonly StateCount[]): OutboxTotals {
  const names = Object.keys(unsentParts) as UnsentPart[];
  return {
    unsent: totalOf(counts, unsentStates),
    parts: names
      .map((name) => ({ name, ...totalOf(counts, unsentParts[name]) }))
      .filter(({ count }) => count > 0),
    sent: totalOf(counts, ['acked']),
  };
}

/** Records without money count, and money is never added across currencies; the largest sum first. */
function totalOf(counts: readonly StateCount[], states: readonly OutboxState[]): Total {
  const ofStates = counts.filter(({ state }) => states.includes(state));
  return {
    count: ofStates.reduce((sum, { count }) => sum + count, 0),
    sums: sumByCurrency(
      ofStates.flatMap(({ amount, currency }) => (currency === null ? [] : [{ amount, currency }]))
    ).sort((one, other) => other.amount - one.amount),
  };
}
