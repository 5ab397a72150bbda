import type { CashCount, CashRecordContent, HandOver, HandOverReply } from '@/contract/cashRecord';

import { type Money, sumByCurrency } from '../money';
import { differences, type Handed, isCheque } from './cash';

/** What of the cash of a record is at the bank, 0 for a cheque, and since when. */
export type Banked = { banked: number; bankedAt: string | null };

/**
 * The counts whose cash was in a hand-over, also through earlier hand-overs, and when it was made. Not complete where the phone lacks one of
 * them.
 */
export type HandOverContent = { counts: CashCount[]; isComplete: boolean; madeAt: string };

/**
 * What a person received from another and where it is: still with them, handed on, all of it at the bank, or `nothing` came. It is not
 * theirs if the giver took it back before, or if it was confirmed `elsewhere` before.
 */
export type ReceivedCash = {
  reply: HandOverReply;
  state: 'kept' | 'given' | 'banked' | 'nothing' | 'taken_back' | 'elsewhere';
  /** The key of the hand-over that it was handed on with. */
  handedOnWith: string | null;
  /** What is not at the bank. */
  left: Handed;
};

/**
 * `answers` are in the order of the service: the first reply to a hand-over counts, unless it was taken back before. `given` are the
 * person's own hand-overs that stand, oldest first: what was received goes with the first of them that names it.
 */
export function followReceived(
  replies: readonly HandOverReply[],
  answers: readonly { kind: string; key: string; hand_over: string }[],
  given: readonly HandOver[],
  leftIn: (reply: HandOverReply) => Handed
): ReceivedCash[] {
  const first = new Map<string, { kind: string; key: string }>();
  for (const answer of replies.length === 0 ? [] : answers)
    if (answer.kind !== 'reply_seen' && !first.has(answer.hand_over)) first.set(answer.hand_over, answer);
  return replies.map((reply) => {
    const decided = first.get(reply.hand_over);
    if (decided?.key !== reply.key) {
      const state = decided?.kind === 'take_back' ? 'taken_back' : 'elsewhere';
      return { reply, state, handedOnWith: null, left: nothing };
    }
    const left = leftIn(reply);
    const handedOnWith = given.find(({ received }) => received.includes(reply.hand_over))?.key ?? null;
    const isEmpty = reply.cheques === 0 && reply.counted.every(({ amount }) => amount === 0);
    const isLeft = left.cheques > 0 || left.cash.length > 0;
    const state = handedOnWith !== null ? 'given' : isLeft ? 'kept' : isEmpty ? 'nothing' : 'banked';
    return { reply, state, handedOnWith, left };
  });
}

const nothing: Handed = { cash: [], cheques: 0 };

/** What of a received hand-over is not at the bank. What was there before it was made is not part of it. */
export function leftOf(
  { counted, cheques }: HandOverReply,
  content: HandOverContent | null,
  banked: ReadonlyMap<string, Banked>
): Handed {
  const all = { cash: sumByCurrency(counted).filter(({ amount }) => amount !== 0), cheques };
  if (content === null) return all;
  const records = content.counts
    .flatMap((count) => count.records)
    .filter(({ is_there: isThere }) => isThere !== false)
    .filter(({ key }) => !isBefore(banked.get(key), content.madeAt));
  const atBank = records.filter(({ key }) => banked.has(key));
  if (atBank.length === 0) return all;
  // A difference between the two counts is not with the receiver when everything else is at the bank.
  if (content.isComplete && atBank.length === records.length) return nothing;
  const sums = atBank.map(({ key, currency }) => ({ amount: banked.get(key)?.banked ?? 0, currency }));
  const gone = atBank.filter(({ payment_method_kind: kind }) => isCheque(kind)).length;
  return {
    cash: differences(sums, counted).filter(({ amount }) => amount > 0),
    cheques: Math.max(0, cheques - gone),
  };
}

/** What of these records came to the bank between two hand-overs. */
export function bankedBetween(
  content: HandOverContent | null,
  until: string,
  arrived: (key: string) => Banked | undefined
): Money[] {
  if (content === null) return [];
  return content.counts
    .flatMap((count) => count.records)
    .flatMap(({ key, currency }) => {
      const bundle = arrived(key);
      const isBetween = isBefore(bundle, until) && !isBefore(bundle, content.madeAt);
      return bundle && isBetween && bundle.banked !== 0 ? [{ amount: bundle.banked, currency }] : [];
    });
}

const isBefore = (bundle: Banked | undefined, time: string): boolean =>
  bundle !== undefined && bundle.bankedAt !== null && Date.parse(bundle.bankedAt) < Date.parse(time);

/** Finds the content of a hand-over among the records of a phone; null for one that it does not have. */
export function handOverContents(
  records: readonly CashRecordContent[]
): (handOver: string) => HandOverContent | null {
  const counts = new Map<string, CashCount>();
  const handOvers = new Map<string, HandOver>();
  for (const record of records) {
    if (record.kind === 'count') counts.set(record.key, record);
    if (record.kind === 'hand_over') handOvers.set(record.key, record);
  }
  /** Null for each one that the phone lacks. */
  const countsIn = (key: string, seen: Set<string>): (CashCount | null)[] => {
    // Hand-overs that contain each other end where the circle closes.
    if (seen.has(key)) return [];
    seen.add(key);
    const handOver = handOvers.get(key);
    if (handOver === undefined) return [null];
    return [
      ...handOver.counts.map((count) => counts.get(count) ?? null),
      ...handOver.received.flatMap((received) => countsIn(received, seen)),
    ];
  };
  return (key) => {
    const handOver = handOvers.get(key);
    if (handOver === undefined) return null;
    const found = countsIn(key, new Set());
    const known = found.filter((count) => count !== null);
    return { counts: known, isComplete: known.length === found.length, madeAt: handOver.made_at };
  };
}
