import type { HandOver, HandOverReply } from '@/contract/cashRecord';
import type { CashChain } from '@/domain/cash/cashChain';
import { MOST_COUNTS_IN_CODE, makeAnswer, makeOffer } from '@/domain/cash/handOverCode';
import { answerDigits, offerDigits } from '@/db/cash/handOverDigits';
import type { Runtime } from '@/features/shared/runtime';

/** A code for a camera, and its short form to type; null where the code has none. */
export type ShownCode = { code: string; digits: string | null };

const seconds = (ms: number) => Math.floor(ms / 1000);

/** The giver's code, signed now; null if a code cannot list so many counts. */
export async function makeOfferCode(
  { scope, receipts, now }: Runtime,
  handOver: HandOver,
  { counts }: Pick<CashChain, 'counts'>,
  spaceCurrency: string | undefined
): Promise<ShownCode | null> {
  if (handOver.counts.length > MOST_COUNTS_IN_CODE) return null;
  const last = counts.filter(({ key }) => handOver.counts.includes(key)).at(-1);
  const { spaceId: space, userId: giver } = scope;
  const facts = {
    space,
    giver,
    key: handOver.key,
    time: seconds(now()),
    to: handOver.to.user_id ?? null,
    cheques: handOver.cheques,
    cash: handOver.cash,
    shift: last?.shift.key ?? '',
    counts: handOver.counts,
  };
  // Who types the short form counts in the currency of the space.
  const isUsualCurrency = handOver.cash.every(
    ({ currency }) => currency.toUpperCase() === spaceCurrency?.toUpperCase()
  );
  return {
    code: makeOffer(facts, await receipts.ensureSigner()),
    digits: isUsualCurrency ? offerDigits(space, giver, handOver) : null,
  };
}

/** The receiver's code, signed now. */
export async function makeAnswerCode(
  { scope, receipts, now }: Runtime,
  reply: HandOverReply
): Promise<ShownCode> {
  const { spaceId: space, userId: receiver } = scope;
  const { hand_over: key, key: replyKey, is_disputed: isDisputed, counted, cheques } = reply;
  const facts = { space, receiver, key, time: seconds(now()), reply: replyKey, isDisputed, counted, cheques };
  return {
    code: makeAnswer(facts, await receipts.ensureSigner()),
    digits: answerDigits(space, key, { receiver, isDisputed }),
  };
}
