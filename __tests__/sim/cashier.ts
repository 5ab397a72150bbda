import { expectedCash } from '@/domain/cash/cash';
import { answerDigits, newHandOverKey } from '@/db/cash/handOverDigits';
import { makeAnswer, makeOffer } from '@/domain/cash/handOverCode';
import { hasCashToGive } from '@/db/cash/myCash';
import { makeOfferCode } from '@/features/cash/codes/makeCodes';
import { readAnswerCode, readOfferCode } from '@/features/cash/codes/readCodes';
import { closeShift, handOver, recount, replyTo, saveAnswer, takeBack } from '@/features/cash/mutations';
import { createSigner } from '@/platform/signing';
import { cashQueries } from '@/queries/cash';

import type { Random } from './random';
import type { Treasurer } from './treasurer';
import type { World } from './world';

const draftKey = 'cash';
/** The key of Eve's phone. */
const eveSigner = createSigner(new Uint8Array(32).fill(9));
const draftOf = (key: string, records: string[]) => ({
  version: 1 as const,
  key,
  records,
  typed: {},
  there: [],
  reason: '',
  witness: '',
});

/**
 * Counts and closes the open shift, with a difference at times; without one, hands over what is counted, or takes an offer
 * back.
 */
export async function handleCash({ phone, random, oracle }: World): Promise<void> {
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const { shift, entries, chain } = await cashQueries.mine(runtime).queryFn();
  const key = random.uuid();
  const intend = (counted: number, isShown = true) =>
    oracle.intend(key, () => oracle.cash.save(key, { owner, counted, isShown }));
  const offered = chain.handOvers.find(({ state }) => state === 'offered');
  let result;
  if (shift !== null) {
    const amount = (expectedCash(entries)[0]?.amount ?? 0) + random.pick([0, 0, 100]);
    const records = entries.map(({ id }) => id);
    intend(amount);
    const sums = [{ currency: 'eur', amount }];
    result = await closeShift(runtime, { shiftId: shift.id, draftKey, draft: draftOf(key, records), sums });
  } else if (hasCashToGive({ chain })) {
    intend(0);
    result = await handOver(runtime, { key, toGive: chain, to: { name: 'Amina' }, draftKey });
  } else if (offered) {
    intend(0, false);
    result = await takeBack(runtime, { key, handOver: offered.handOver });
  }
  if (result !== 'saved') return;
  oracle.adopt(key);
  phone.requestRound('write');
}

/** Counts the cash of a count again that is still with the person, and finds another sum. */
export async function countAgain({ phone, oracle, log }: World, random: Random): Promise<void> {
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const { chain } = await cashQueries.mine(runtime).queryFn();
  const [before] = chain.recountable;
  if (before === undefined) return;
  const key = random.uuid();
  const counted = before.counted[0]?.amount ?? 0;
  const amount = Math.max(0, counted + random.pick([-100, 100, 300]));
  oracle.intend(key, () => oracle.cash.save(key, { owner, counted: amount - counted, isShown: true }));
  const records = before.records.map((record) => record.key);
  const sums = [{ currency: 'eur', amount }];
  const draft = draftOf(key, records);
  if ((await recount(runtime, { countKey: before.key, draftKey, draft, sums })) !== 'saved') return;
  oracle.adopt(key);
  log.count('counted_again');
  phone.requestRound('write');
}

/**
 * Hands over by two codes, without signal: Eve scans the code of the hand-over and counts, at times another sum; the phone reads
 * her answer, or somebody types it. Her own record reaches the service when she acts, before or after those of the phone.
 */
export async function handOverByCode(world: World, treasurer: Treasurer, random: Random): Promise<void> {
  const { phone, oracle, space, clock, log } = world;
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const { eve } = space.people;
  const findOffered = async () => {
    const { chain } = await cashQueries.mine(runtime).queryFn();
    return { chain, given: chain.handOvers.find(({ state }) => state === 'offered')?.handOver };
  };
  // The shift is counted, and its cash is offered.
  for (let steps = 0; steps < 2 && !(await findOffered()).given; steps += 1)
    await handleCash({ ...world, random });
  const { chain, given } = await findOffered();
  const offer = given && (await makeOfferCode(runtime, given, chain, 'eur'));
  if (!given || !offer) return;
  const isDisputed = random.is(0.3);
  const counted = given.cash.map(({ amount, currency }) => ({
    amount: amount + (isDisputed ? 100 : 0),
    currency,
  }));
  const reply = treasurer.scan(given.key, { offer: offer.code, counted, isDisputed });
  const time = Math.floor(clock.now() / 1000);
  const facts = {
    space: space.spaceId,
    receiver: eve,
    key: given.key,
    time,
    reply,
    isDisputed,
    counted,
    cheques: given.cheques,
  };
  const answer = random.is(0.3)
    ? answerDigits(space.spaceId, given.key, { receiver: eve, isDisputed })
    : makeAnswer(facts, eveSigner);
  // At times the answer is never read.
  if (random.is(0.2)) return;
  const reading = await readAnswerCode(runtime, given, answer);
  if (reading.kind !== 'answer') return;
  const key = random.uuid();
  oracle.intend(key, () => oracle.cash.save(key, { owner, counted: 0, isShown: false }));
  const result = await saveAnswer(runtime, { key, handOver: given, answer: reading.answer });
  if (result !== 'saved') return;
  oracle.adopt(key);
  log.count('code_read');
  phone.requestRound('write');
}

/** Takes cash from Eve by her code, without signal, and counts another sum at times. It is handed on with the next hand-over. */
export async function receiveByCode(world: World, treasurer: Treasurer, random: Random): Promise<void> {
  const { phone, oracle, space, clock, log } = world;
  const runtime = phone.runtime();
  if (!runtime) return;
  const owner = phone.userId;
  const { spaceId, people } = space;
  const given = random.pick([500, 1_000, 2_500]);
  const handedOver = {
    key: newHandOverKey(spaceId, people.eve, random.unit),
    counts: [random.uuid()],
    cash: [{ currency: 'EUR', amount: given }],
    cheques: 0,
  };
  const made_at = new Date(clock.now()).toISOString();
  const to = { user_id: owner, name: 'Ana' };
  treasurer.give({ kind: 'hand_over', ...handedOver, made_at, received: [], to });
  const time = Math.floor(clock.now() / 1000);
  const facts = { space: spaceId, giver: people.eve, time, to: owner, shift: '', ...handedOver };
  const reading = await readOfferCode(runtime, makeOffer(facts, eveSigner));
  if (reading.kind !== 'offer') return;
  const key = random.uuid();
  const amount = given + random.pick([0, 0, 100]);
  oracle.intend(key, () => oracle.cash.save(key, { owner, counted: amount, isShown: true }));
  const result = await replyTo(runtime, draftKey, {
    kind: 'reply',
    key,
    made_at,
    hand_over: handedOver.key,
    counted: [{ currency: 'EUR', amount }],
    cheques: 0,
    is_disputed: amount !== given,
    offer: reading.offer.signed?.code,
  });
  if (result !== 'saved') return;
  oracle.adopt(key);
  log.count('cash_received');
  phone.requestRound('write');
}
