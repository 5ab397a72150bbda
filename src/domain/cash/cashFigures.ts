import { type CashCount } from '@/contract/cashRecord';

import { type Money } from '../money';
import { isCash } from './cash';
import { type CashChain, findFirstCounts } from './cashChain';
import type { Banked } from './receivedCash';

/**
 * Where the cash of one person in one currency is, as the service's reconciliation has it
 * (`server/store/migrations/0021-reconciliation.sql`): a system test compares both.
 */
export type CashFigures = {
  currency: string;
  /** Captured, and at the service. */
  recorded: number;
  /** What of it is in no count and not at the bank. */
  uncounted: number;
  counted: number;
  /** Counted minus expected, as the counts state it. */
  variance: number;
  /** What the next holders counted, without what the person had received from others. */
  received: number;
  banked: number;
  /** What no count and no correction explains: records that have not arrived, and hand-overs that were counted differently. */
  difference: number;
};

/** Cash in the ledger that is in no count. */
export type UncountedPayment = { currency: string; recorded: number; banked: number };

/**
 * `arrived`: the counted record with this key, if it has arrived. `bankedOf`: what of a hand-over that the person received was at the bank
 * before this time.
 */
export function cashFigures(
  chain: CashChain,
  arrived: (key: string) => Banked | undefined,
  uncounted: readonly UncountedPayment[],
  bankedOf: (handOver: string, until: string) => Money[] = () => []
): CashFigures[] {
  const found = new Map<string, CashFigures>();
  const sumIn = (currency: string): CashFigures => {
    const code = currency.toLowerCase();
    let sum = found.get(code);
    if (sum === undefined) found.set(code, (sum = { ...nothing, currency: code }));
    return sum;
  };
  const addAll = (money: readonly Money[], add: (sum: CashFigures, amount: number) => void) => {
    for (const { amount, currency } of money) add(sumIn(currency), amount);
  };
  const seen = new Set<string>();
  const bankedIn = new Map<CashCount, (Banked & { currency: string })[]>();
  for (const count of chain.counts) {
    const { records, expected, counted } = count;
    addAll(expected, (sum, amount) => {
      sum.variance -= amount;
      sum.difference += amount;
    });
    addAll(counted, (sum, amount) => {
      sum.counted += amount;
      sum.variance += amount;
    });
    const atBank: (Banked & { currency: string })[] = [];
    bankedIn.set(count, atBank);
    for (const { key, amount, currency, payment_method_kind: kind } of records) {
      if (!isCash(kind) || seen.has(key)) continue;
      seen.add(key);
      const bundle = arrived(key);
      // A count that expects what its records have differs only by those that have not arrived.
      if (bundle === undefined) continue;
      const sum = sumIn(currency);
      sum.recorded += amount;
      sum.banked += bundle.banked;
      sum.difference -= amount;
      if (bundle.banked !== 0) atBank.push({ banked: bundle.banked, bankedAt: bundle.bankedAt, currency });
    }
  }
  for (const { currency, recorded, banked } of uncounted) {
    const sum = sumIn(currency);
    sum.recorded += recorded;
    sum.banked += banked;
    sum.uncounted += recorded - banked;
  }
  for (const { handOver, reply, counts, handedOn } of standingHandOvers(chain)) {
    const received = reply?.kind === 'reply' ? reply.counted : null;
    addAll(received ?? [], (sum, amount) => (sum.received += amount));
    addAll(received ?? handOver.cash, (sum, amount) => (sum.difference += amount));
    for (const { reply: before } of handedOn) {
      if (received !== null) addAll(before.counted, (sum, amount) => (sum.received -= amount));
      addAll(before.counted, (sum, amount) => (sum.difference -= amount));
      addAll(bankedOf(before.hand_over, handOver.made_at), (sum, amount) => (sum.difference += amount));
    }
    for (const count of counts) {
      addAll(count.counted, (sum, amount) => (sum.difference -= amount));
      // What was at the bank before is not part of the hand-over.
      for (const { currency, banked, bankedAt } of bankedIn.get(count) ?? [])
        if (bankedAt !== null && Date.parse(bankedAt) < Date.parse(handOver.made_at))
          sumIn(currency).difference += banked;
    }
  }
  return [...found.values()].filter((sum) => amounts.some((name) => sum[name] !== 0));
}

const nothing = {
  recorded: 0,
  uncounted: 0,
  counted: 0,
  variance: 0,
  received: 0,
  banked: 0,
  difference: 0,
};
const amounts = Object.keys(nothing) as (keyof typeof nothing)[];

/** The hand-overs that stand and the counts that went with each: a count goes with the first of them. */
function standingHandOvers({ counts, replaced, given, handOvers }: CashChain) {
  const firstOf = findFirstCounts([...counts, ...replaced]);
  const first = (key: string) => firstOf.get(key) ?? key;
  const gone = new Set(given);
  return handOvers
    .filter(({ state }) => state !== 'taken_back')
    .map((followed) => {
      const keys = new Set(followed.handOver.counts.map(first));
      const own = [...gone].filter(({ key }) => keys.has(first(key)));
      for (const count of own) gone.delete(count);
      return { ...followed, counts: own };
    })
    .filter(({ counts: own, handedOn }) => own.length > 0 || handedOn.length > 0);
}
