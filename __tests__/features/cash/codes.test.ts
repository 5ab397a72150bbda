import { applyCashRecords, listCashRecords } from '@/db/cash/cashRecords';
import { insertDayEntry } from '@/db/dayTotals';
import { listOutbox } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { getOpenShift } from '@/db/cash/shifts';
import { dayOf } from '@/domain/day';
import { newHandOverKey } from '@/db/cash/handOverDigits';
import { makeAnswerCode, makeOfferCode } from '@/features/cash/codes/makeCodes';
import { readAnswerCode, readOfferCode } from '@/features/cash/codes/readCodes';
import { closeShift, handOver, replyTo, saveAnswer, takeBack } from '@/features/cash/mutations';
import type { Runtime } from '@/features/shared/runtime';
import { cashQueries } from '@/queries/cash';
import { cashByPersonQueries } from '@/queries/cashByPerson';

import { dayEntry } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';

const [giverId, receiverId, strangerId] = [6, 4, 9];

/** The phone of a person in a space, without any signal. */
async function phoneOf(userId: number, spaceId = 10) {
  const test = await createTestRuntime();
  const { service } = test.scope;
  const scope = await openScope(test.store, { service, userId, spaceId });
  const runtime: Runtime = { ...test.runtime, scope };
  return { runtime, fakes: test.fakes };
}

const myCash = (runtime: Runtime) => cashQueries.mine(runtime).queryFn();

/** A giver who has counted €50 and handed it over, and the code on the giver's screen. */
async function given({ to = receiverId as number | null, spaceId = 10 } = {}) {
  const { runtime, fakes } = await phoneOf(giverId, spaceId);
  const { store, scope } = runtime;
  const taken = { savedAt: saturday, takenOn: dayOf(saturday), paymentMethodKind: 'cash' };
  await store.write((tx) => insertDayEntry(tx, scope, dayEntry({ id: 'gift', amount: 5_000, ...taken })));
  const shiftId = (await getOpenShift(store, scope))?.id ?? '';
  const draft = { version: 1 as const, records: ['gift'], typed: {}, there: [], reason: '', witness: '' };
  const sums = [{ currency: 'EUR', amount: 5_000 }];
  await closeShift(runtime, { shiftId, draftKey: 'count', draft: { ...draft, key: 'count' }, sums });
  const key = newHandOverKey(spaceId, giverId, () => 0.31);
  const { chain } = await myCash(runtime);
  const receiver = to === null ? { name: 'Amina' } : { user_id: to, name: 'Amina' };
  await handOver(runtime, { key, toGive: chain, to: receiver, draftKey: 'hand-over' });
  return { runtime, fakes, key, ...(await shown(runtime)) };
}

async function shown(runtime: Runtime) {
  const { chain } = await myCash(runtime);
  const [followed] = chain.handOvers;
  const code = followed && (await makeOfferCode(runtime, followed.handOver, chain, 'eur'));
  if (!followed || !code) throw new Error('no code is shown');
  return { handOver: followed.handOver, code: code.code, digits: code.digits ?? '' };
}

/** Counts what a code offers, as the screen does, and returns the answer on the receiver's screen. */
async function count(runtime: Runtime, text: string, amount = 5_000) {
  const reading = await readOfferCode(runtime, text);
  if (reading.kind !== 'offer') throw new Error(`the code was ${JSON.stringify(reading)}`);
  const { key, signed } = reading.offer;
  const result = await replyTo(runtime, 'reply', {
    kind: 'reply',
    key: `reply to ${key}`,
    made_at: new Date(saturday).toISOString(),
    hand_over: key,
    counted: [{ currency: 'EUR', amount }],
    cheques: 0,
    is_disputed: amount !== 5_000,
    ...(signed ? { offer: signed.code } : {}),
  });
  const [received] = (await myCash(runtime)).received;
  if (!received) throw new Error('nothing was received');
  return { result, ...(await makeAnswerCode(runtime, received.reply)) };
}

/** Reads an answer on the giver's phone and saves it, as the screen does. */
async function readBack(giver: Awaited<ReturnType<typeof given>>, text: string) {
  const reading = await readAnswerCode(giver.runtime, giver.handOver, text);
  if (reading.kind !== 'answer') return reading;
  const { handOver: given } = giver;
  return saveAnswer(giver.runtime, { key: 'seen', handOver: given, answer: reading.answer });
}

const stateOf = async (runtime: Runtime) => (await myCash(runtime)).chain.handOvers[0];
const offerOf = async (userId: number, text: string, spaceId = 10) =>
  readOfferCode((await phoneOf(userId, spaceId)).runtime, text);

describe('a hand-over by two codes', () => {
  it('is received on both phones, offline, with one record each', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    const answer = await count(runtime, giver.code);
    expect(answer.result).toBe('saved');
    expect((await stateOf(giver.runtime))?.state).toBe('offered');
    expect(await readBack(giver, answer.code)).toBe('saved');
    expect(await stateOf(giver.runtime)).toMatchObject({
      state: 'received',
      counted: { cash: [{ currency: 'EUR', amount: 5_000 }], cheques: 0 },
    });
    const kinds = async (each: Runtime) =>
      (await listCashRecords(each.store, each.scope)).map(({ content }) => content.kind);
    expect(await kinds(giver.runtime)).toEqual(['count', 'hand_over', 'reply_seen']);
    // The receiver's phone knows the hand-over from its code.
    expect(await kinds(runtime)).toEqual(['reply', 'hand_over']);
    expect(await listOutbox(runtime.store, runtime.scope)).toHaveLength(1);
  });

  it('is disputed where the receiver counts another sum, and both phones show it', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    const answer = await count(runtime, giver.code, 4_000);
    await readBack(giver, answer.code);
    const followed = await stateOf(giver.runtime);
    expect(followed).toMatchObject({ state: 'disputed', counted: { cash: [{ amount: 4_000 }], cheques: 0 } });
    expect((await myCash(runtime)).received[0]?.reply.is_disputed).toBe(true);
  });

  it('by digits refers to the same records and carries no sum', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    // As an Arabic page shows them.
    const answer = await count(runtime, `\u2066${giver.digits}\u2069`, 4_000);
    expect((await myCash(runtime)).received[0]?.reply.hand_over).toBe(giver.key);
    expect(await readBack(giver, answer.digits ?? '')).toBe('saved');
    expect(await stateOf(giver.runtime)).toMatchObject({
      state: 'disputed',
      counted: null,
      reply: { kind: 'reply_seen', by: receiverId },
    });
  });

  it('has no digits in another currency than that of the space', async () => {
    const { runtime } = await given();
    const { chain } = await myCash(runtime);
    const [followed] = chain.handOvers;
    const code = followed && (await makeOfferCode(runtime, followed.handOver, chain, 'usd'));
    expect(code?.digits).toBeNull();
  });

  it('cannot be taken back after the answer was read', async () => {
    const giver = await given();
    const answer = await count((await phoneOf(receiverId)).runtime, giver.code);
    await readBack(giver, answer.code);
    expect(await takeBack(giver.runtime, { key: 'back', handOver: giver.handOver })).toBe('changed');
  });

  it('stays offered when the second code is never read, until the record of the receiver arrives', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    await count(runtime, giver.code);
    expect((await stateOf(giver.runtime))?.state).toBe('offered');
    const [reply] = (await listCashRecords(runtime.store, runtime.scope)).filter(
      ({ content }) => content.kind === 'reply'
    );
    const { store, scope } = giver.runtime;
    const content = { ...reply!.content };
    const record = { id: 1, key: content.key, kind: 'reply', user_id: receiverId, content };
    await store.write((tx) => applyCashRecords(tx, scope, [record]));
    expect((await stateOf(giver.runtime))?.state).toBe('received');
  });
});

describe('a code that is read twice', () => {
  it('is counted once by the receiver, who gets the first answer again', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    await count(runtime, giver.code);
    expect(await readOfferCode(runtime, giver.code)).toEqual({ kind: 'answered', key: giver.key });
    expect(await readOfferCode(runtime, giver.digits)).toEqual({ kind: 'answered', key: giver.key });
    // Two forms were open: the second one saves nothing.
    const [{ reply } = { reply: null }] = (await myCash(runtime)).received;
    expect(await replyTo(runtime, 'reply', { ...reply!, key: 'second' })).toBe('changed');
    expect((await myCash(runtime)).received).toHaveLength(1);
  });

  it('is saved once by the giver', async () => {
    const giver = await given();
    const answer = await count((await phoneOf(receiverId)).runtime, giver.code);
    const reading = await readAnswerCode(giver.runtime, giver.handOver, answer.code);
    if (reading.kind !== 'answer') throw new Error('the answer was not read');
    const save = (key: string) =>
      saveAnswer(giver.runtime, { key, handOver: giver.handOver, answer: reading.answer });
    expect([await save('first'), await save('second')]).toEqual(['saved', 'changed']);
    expect(await readBack(giver, answer.code)).toEqual({ kind: 'known' });
  });
});

describe('a code that is refused', () => {
  it('was altered', async () => {
    const giver = await given();
    const altered = giver.code.replace('eur-5000', 'eur-500');
    expect(await offerOf(receiverId, altered)).toEqual({ kind: 'refused', why: 'altered' });
    const answer = await count((await phoneOf(receiverId)).runtime, giver.code, 4_000);
    const refused = await readBack(giver, answer.code.replace('.d.', '.r.'));
    expect(refused).toEqual({ kind: 'refused', why: 'altered' });
    expect((await stateOf(giver.runtime))?.state).toBe('offered');
  });

  it('was read by the wrong phone, or by the giver', async () => {
    const { code, digits, handOver } = await given();
    expect(await offerOf(strangerId, code)).toEqual({ kind: 'refused', why: 'not_for_you' });
    expect(await offerOf(giverId, code)).toEqual({ kind: 'refused', why: 'own' });
    expect(await offerOf(giverId, digits)).toEqual({ kind: 'refused', why: 'own' });
    // A typed code names nobody; the hand-over does.
    const { runtime } = await phoneOf(strangerId);
    const record = { id: 1, key: handOver.key, kind: 'hand_over', user_id: giverId, content: handOver };
    await runtime.store.write((tx) => applyCashRecords(tx, runtime.scope, [record]));
    expect(await readOfferCode(runtime, digits)).toEqual({ kind: 'refused', why: 'not_for_you' });
    // A receiver who was typed as a name can be anybody but the giver.
    const unnamed = await given({ to: null });
    expect((await offerOf(strangerId, unnamed.code)).kind).toBe('offer');
  });

  it('belongs to another space', async () => {
    const { code, digits } = await given({ spaceId: 11 });
    expect(await offerOf(receiverId, code)).toEqual({ kind: 'refused', why: 'other_space' });
    expect(await offerOf(receiverId, digits)).toEqual({ kind: 'refused', why: 'mistyped' });
  });

  it('is old, until the giver’s phone shows it again', async () => {
    const giver = await given();
    const { runtime, fakes } = await phoneOf(receiverId);
    fakes.now = giver.fakes.now = saturday + 25 * 3_600_000;
    expect(await readOfferCode(runtime, giver.code)).toEqual({ kind: 'refused', why: 'old' });
    expect((await readOfferCode(runtime, (await shown(giver.runtime)).code)).kind).toBe('offer');
  });

  it('is the other of the two, or no code', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    const answer = await count(runtime, giver.code);
    expect(await readOfferCode(runtime, answer.code)).toEqual({ kind: 'refused', why: 'is_answer' });
    expect(await readBack(giver, giver.code)).toEqual({ kind: 'refused', why: 'is_offer' });
    expect(await readOfferCode(runtime, 'https://example.org')).toEqual({
      kind: 'refused',
      why: 'unreadable',
    });
    expect(await readBack(giver, '12345')).toEqual({ kind: 'refused', why: 'mistyped' });
  });

  it('answers another hand-over, or comes from another person', async () => {
    const giver = await given();
    const unnamed = await given({ to: null });
    const stranger = await count((await phoneOf(strangerId)).runtime, unnamed.code);
    expect(await readBack(giver, stranger.code)).toEqual({ kind: 'refused', why: 'wrong_person' });
    const other = { ...giver, handOver: { ...giver.handOver, key: 'other' } };
    expect(await readBack(other, stranger.code)).toEqual({ kind: 'refused', why: 'other_hand_over' });
  });

  it('was taken back, as far as the phone knows', async () => {
    const giver = await given();
    await takeBack(giver.runtime, { key: 'back', handOver: giver.handOver });
    const { runtime } = await phoneOf(receiverId);
    const answer = await count(runtime, giver.code);
    expect(await readBack(giver, answer.code)).toEqual({ kind: 'refused', why: 'taken_back' });
  });
});

describe('the key of the other phone', () => {
  it('is not known before the service has checked a code of it', async () => {
    const giver = await given();
    const { runtime } = await phoneOf(receiverId);
    const isKnown = async () => {
      const reading = await readOfferCode(runtime, giver.code);
      return reading.kind === 'offer' ? reading.offer.signed?.isKeyKnown : null;
    };
    expect(await isKnown()).toBe(false);
    const base = { key: 'earlier', made_at: new Date(saturday).toISOString(), hand_over: 'earlier' };
    const content = {
      ...base,
      kind: 'reply',
      counted: [],
      cheques: 0,
      is_disputed: false,
      offer: giver.code,
    };
    const record = { id: 1, key: 'earlier', kind: 'reply', user_id: receiverId, content };
    const pulled = (signature: string) =>
      runtime.store.write((tx) => applyCashRecords(tx, runtime.scope, [{ ...record, signature }]));
    await pulled('unknown_key');
    expect(await isKnown()).toBe(false);
    await pulled('valid');
    expect(await isKnown()).toBe(true);
  });

  it('decides whether others believe what a giver read', async () => {
    const giver = await given();
    const answer = await count((await phoneOf(receiverId)).runtime, giver.code);
    await readBack(giver, answer.code);
    const desk = await phoneOf(strangerId);
    const records = await listCashRecords(giver.runtime.store, giver.runtime.scope);
    const pulled = (signature?: string) =>
      desk.runtime.store.write((tx) =>
        applyCashRecords(
          tx,
          desk.runtime.scope,
          records.map(({ content }, id) => ({
            id,
            key: content.key,
            kind: content.kind,
            user_id: giverId,
            content: { ...content },
            ...(content.kind === 'reply_seen' ? { signature } : {}),
          }))
        )
      );
    const shownState = async () =>
      (await cashByPersonQueries.list(desk.runtime).queryFn())[0]?.chain.handOvers[0]?.state;
    for (const [signature, state] of [
      [undefined, 'offered'],
      ['unknown_key', 'offered'],
      ['valid', 'received'],
    ] as const) {
      await pulled(signature);
      expect(await shownState()).toBe(state);
    }
  });
});
