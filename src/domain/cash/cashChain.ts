import type {
  CashCount,
  CashRecordContent,
  HandOver,
  HandOverReply,
  ReplySeen,
  TakeBack,
} from '@/contract/cashRecord';

import { type Money, sumByCurrency } from '../money';
import {
  absentCheques,
  differences,
  expectedCash,
  type Handed,
  isCash,
  isSameHanded,
  type Taken,
} from './cash';
import { readAnswer } from './handOverCode';
import { type Banked, followReceived, type HandOverContent, leftOf, type ReceivedCash } from './receivedCash';

/** `offered`: the receiver has not counted yet. */
export type HandOverState = 'offered' | 'received' | 'disputed' | 'taken_back';

/** What ends an offer: the receiver's count, what the giver's phone read of it, or the giver takes it back. */
export type HandOverAnswer = HandOverReply | ReplySeen | TakeBack;

/**
 * A hand-over with the reply to it. `counted` is null where a typed code did not carry it. `handedOn` is what the giver had received
 * and gave with it.
 */
export type FollowedHandOver = {
  handOver: HandOver;
  state: HandOverState;
  reply: HandOverReply | ReplySeen | null;
  counted: Handed | null;
  handedOn: ReceivedCash[];
};

/** The cash records of one person, as they follow from each other. */
export type CashChain = {
  /** The counts that stand, oldest first: one for each shift. */
  counts: CashCount[];
  /** The counts that a recount replaced, oldest first. */
  replaced: CashCount[];
  handOvers: FollowedHandOver[];
  /** The counts of which something is still with the person; `counted` and `records` are what is left. */
  kept: CashCount[];
  /** The counts that were handed over and not taken back. */
  given: CashCount[];
  /** What the person received from others, oldest first. */
  received: ReceivedCash[];
  /** The counts that can be counted again: nothing of them was handed over or taken to the bank. */
  recountable: CashCount[];
  /** The cheques that were not there when they were counted, and are not at the bank. */
  absent: CashCount['records'];
  /** Cash that the person handed over and that is not at the bank, and cash that is. */
  withOthers: Money[];
  banked: Money[];
};

type Written = { key: string; made_at: string };

/** Two of the same moment have the order of their keys, on every phone and at the service. */
const byTime = (one: Written, other: Written) =>
  Date.parse(one.made_at) - Date.parse(other.made_at) || (one.key < other.key ? -1 : 1);

/**
 * Joins counts, hand-overs and what answers these. `answers` are in the order in which the service stored them: the first to a
 * hand-over counts. The order of the other records does not matter. `banked` is the cash of each record
 * whose batch was taken to the bank. `contentOf` finds what is in a hand-over that the person received.
 */
export function followCash(
  records: readonly CashRecordContent[],
  answers: readonly HandOverAnswer[],
  banked: ReadonlyMap<string, Banked>,
  contentOf: (handOver: string) => HandOverContent | null = () => null
): CashChain {
  const all = records.filter((record): record is CashCount => record.kind === 'count').sort(byTime);
  const firstOf = findFirstCounts(all);
  const counts = standingCounts(all, firstOf);
  const offers = records.filter((record): record is HandOver => record.kind === 'hand_over').sort(byTime);
  const answersTo = new Map(offers.map(({ key }): [string, HandOverAnswer[]] => [key, []]));
  for (const answer of answers) answersTo.get(answer.hand_over)?.push(answer);
  const followed = offers.map((handOver) => followHandOver(handOver, answersTo.get(handOver.key) ?? []));
  const standing = followed.filter(({ state }) => state !== 'taken_back');
  const received = followReceived(
    records.filter((record): record is HandOverReply => record.kind === 'reply').sort(byTime),
    answers,
    standing.map(({ handOver }) => handOver),
    (reply) => leftOf(reply, contentOf(reply.hand_over), banked)
  );
  const handOvers = followed.map((each) => ({
    ...each,
    handedOn: received.filter(({ handedOnWith }) => handedOnWith === each.handOver.key),
  }));
  const given = new Set(
    standing.flatMap(({ handOver }) => handOver.counts.map((key) => firstOf.get(key) ?? key))
  );
  const atBank = new Set(counts.filter((count) => count.records.some(({ key }) => banked.has(key))));
  const left = (count: CashCount) => ({
    ...count,
    counted: differences(bankedOf(count, banked), count.counted),
    records: count.records.filter(({ key }) => !banked.has(key)),
  });
  // There is one pile of cash: a recount of a count that was handed over was handed over with it.
  const gone = counts.filter(({ key }) => given.has(firstOf.get(key) ?? key));
  return {
    counts,
    replaced: all.filter((count) => !counts.includes(count)),
    handOvers,
    given: gone,
    received,
    recountable: counts.filter((count) => !gone.includes(count) && !atBank.has(count)),
    kept: counts
      .filter((count) => !gone.includes(count))
      .map((count) => (atBank.has(count) ? left(count) : count))
      .filter(
        ({ counted, records: own }) => counted.length > 0 || own.some(({ is_there }) => is_there === true)
      ),
    absent: counts.flatMap(absentCheques).filter(({ key }) => !banked.has(key)),
    withOthers: sumByCurrency([
      ...gone.flatMap((count) => left(count).counted),
      ...received.flatMap(({ handedOnWith, left: { cash } }) => (handedOnWith === null ? [] : cash)),
    ]),
    banked: sumByCurrency([
      ...counts.flatMap((count) => bankedOf(count, banked)),
      ...received.flatMap(({ reply, state, left: { cash } }) =>
        state === 'taken_back' || state === 'elsewhere' ? [] : differences(cash, reply.counted)
      ),
    ]),
  };
}

/** What of the cash of a count is at the bank. */
function bankedOf({ records, counted }: CashCount, banked: ReadonlyMap<string, Banked>): Money[] {
  const cash = records.filter(({ payment_method_kind: kind }) => isCash(kind));
  const sums = sumByCurrency(
    cash.map(({ key, currency }) => ({ amount: banked.get(key)?.banked ?? 0, currency }))
  );
  // What a count did not find is not at the bank either: the bank's amount shows it.
  const found = new Map(sumByCurrency(counted).map((sum) => [sum.currency.toUpperCase(), sum.amount]));
  const most = (currency: string) => found.get(currency.toUpperCase()) ?? 0;
  const isAll = cash.every(({ key }) => banked.has(key));
  return sums
    .map(({ amount, currency }) => ({ amount: isAll ? Math.min(amount, most(currency)) : amount, currency }))
    .filter(({ amount }) => amount !== 0);
}

/** The first count of the same cash, by the key of each count: a recount leads to it, also to one that has not arrived. */
export function findFirstCounts(all: readonly CashCount[]): ReadonlyMap<string, string> {
  const replacedBy = new Map(all.map(({ key, replaces }) => [key, replaces]));
  return new Map(
    all.map(({ key }) => {
      const seen = new Set<string>();
      let first = key;
      // Counts that replace each other in a circle end where it closes.
      for (
        let next = replacedBy.get(key);
        next !== undefined && !seen.has(next);
        next = replacedBy.get(next)
      ) {
        seen.add(next);
        first = next;
      }
      return [key, first];
    })
  );
}

/** Of all counts of the same cash the last one that no other replaces. `all` is in the order of time. */
function standingCounts(all: readonly CashCount[], firstOf: ReadonlyMap<string, string>): CashCount[] {
  const replaced = new Set(all.map(({ replaces }) => replaces));
  const last = new Map<string, CashCount>();
  for (const count of all) if (!replaced.has(count.key)) last.set(firstOf.get(count.key) ?? count.key, count);
  const standing = new Set(last.values());
  return all.filter((count) => standing.has(count));
}

function followHandOver(
  handOver: HandOver,
  own: readonly HandOverAnswer[]
): Omit<FollowedHandOver, 'handedOn'> {
  // The service decides by replies and what is taken back; what the giver's phone read of a reply counts until it has one of these.
  const first = own.find(({ kind }) => kind !== 'reply_seen') ?? own[0];
  if (first === undefined) return { handOver, state: 'offered', reply: null, counted: null };
  if (first.kind === 'take_back') return { handOver, state: 'taken_back', reply: null, counted: null };
  // The receiver's own record says more than what the giver's phone read of it.
  const reply = own.find((answer): answer is HandOverReply => answer.kind === 'reply') ?? first;
  const counted = countedIn(reply);
  // Typed digits carry no cheques: the receiver may not have known that theirs differ.
  const isDisputed = reply.is_disputed || (counted !== null && !isSameHanded(handOver, counted));
  return { handOver, state: isDisputed ? 'disputed' : 'received', reply, counted };
}

function countedIn(reply: HandOverReply | ReplySeen): Handed | null {
  const answer = reply.kind === 'reply' ? reply : readAnswer(reply.answer ?? '')?.facts;
  return answer ? { cash: answer.counted, cheques: answer.cheques } : null;
}

/** The cash that a person holds: what they took since their last count, and what they counted or received and did not hand over. */
export function cashInHand(
  taken: readonly Taken[],
  { kept, received }: Pick<CashChain, 'kept' | 'received'>
): Money[] {
  return sumByCurrency([
    ...expectedCash(taken),
    ...kept.flatMap(({ counted }) => counted),
    ...received.flatMap(({ state, left }) => (state === 'kept' ? left.cash : [])),
  ]);
}
