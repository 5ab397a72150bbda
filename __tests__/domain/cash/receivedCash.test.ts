import type { HandOver } from '@/contract/cashRecord';
import { cashInHand, followCash, type HandOverAnswer } from '@/domain/cash/cashChain';
import { type Banked, bankedBetween, handOverContents } from '@/domain/cash/receivedCash';

import { count, handOver, none, reply } from './samples';

const own = count('own', 700);
const first = reply('first', 'from Yann', false);
const second = reply('second', 'from Bo', true, '2026-11-14T19:20:00Z');
const next: HandOver = {
  ...handOver('next', ['own'], 5_700),
  made_at: '2026-11-14T20:00:00Z',
  received: ['from Yann'],
};
const back = {
  kind: 'take_back' as const,
  key: 'back',
  made_at: '',
  hand_over: 'next',
  to: { name: 'Amina' },
};
const sumOf = (sums: readonly { amount: number }[]) => sums.reduce((sum, { amount }) => sum + amount, 0);
const statesIn = (records: Parameters<typeof followCash>[0], answers: HandOverAnswer[]) =>
  followCash(records, answers, none).received.map(({ reply: { key }, state }) => [key, state]);

describe('received cash', () => {
  it('is in hand until it is handed on, and again when that is taken back', () => {
    const records = [own, second, first];
    expect(statesIn(records, [first, second])).toEqual([
      ['first', 'kept'],
      ['second', 'kept'],
    ]);
    expect(sumOf(cashInHand([], followCash(records, [first, second], none)))).toBe(10_700);
    const chain = followCash([...records, next], [first, second], none);
    expect(chain.received.map(({ state }) => state)).toEqual(['given', 'kept']);
    expect(chain.handOvers[0]?.handedOn.map(({ reply: { key } }) => key)).toEqual(['first']);
    expect([sumOf(cashInHand([], chain)), sumOf(chain.withOthers)]).toEqual([5_000, 5_700]);
    expect(statesIn([...records, next], [first, second, back])[0]).toEqual(['first', 'kept']);
  });

  it('goes with the first of two hand-overs that name it', () => {
    const later = { ...next, key: 'later', made_at: '2026-11-14T21:00:00Z' };
    const { handOvers } = followCash([later, next, first], [first], none);
    expect(handOvers.map(({ handedOn }) => handedOn.length)).toEqual([1, 0]);
  });

  it('is not the person’s where the giver took it back before, or another person confirmed it first', () => {
    const taken = { ...back, hand_over: 'from Yann' };
    const other = { ...first, key: 'other' };
    expect(statesIn([first], [taken, first])).toEqual([['first', 'taken_back']]);
    expect(statesIn([first], [other, first])).toEqual([['first', 'elsewhere']]);
    expect(statesIn([first], [first, taken])).toEqual([['first', 'kept']]);
  });
});

it('is nothing where nothing came, and is not at the bank', () => {
  const empty = { ...second, counted: [{ currency: 'eur', amount: 0 }] };
  expect(statesIn([empty], [empty])).toEqual([['second', 'nothing']]);
});

describe('received cash at the bank', () => {
  const record = (key: string, amount: number, more: object = {}) => ({
    key,
    amount,
    currency: 'eur',
    payment_method_kind: 'cash',
    ...more,
  });
  const cheque = { payment_method_kind: 'cheque', is_there: true };
  const counted = count('theirs', 5_000, {
    records: [record('a', 2_000), record('b', 3_000), record('c', 900, cheque)],
  });
  const given = { ...handOver('from Yann', ['theirs'], 5_000), cheques: 1 };
  const received = { ...first, cheques: 1 };
  const contentOf = handOverContents([counted, given]);
  const at = '2026-11-16T10:00:00Z';
  const follow = (banked: Record<string, Banked>) =>
    followCash([received], [received], new Map(Object.entries(banked)), contentOf);

  it('is no longer in hand, all of it or a part', () => {
    const part = follow({ a: { banked: 2_000, bankedAt: at } });
    expect(part.received[0]).toMatchObject({
      state: 'kept',
      left: { cash: [{ amount: 3_000 }], cheques: 1 },
    });
    expect(sumOf(cashInHand([], part)) + sumOf(part.banked)).toBe(5_000);
    const noCheque = follow({ c: { banked: 0, bankedAt: at } });
    expect(noCheque.received[0]?.left).toMatchObject({ cash: [{ amount: 5_000 }], cheques: 0 });
    const all = follow({
      a: { banked: 2_000, bankedAt: at },
      b: { banked: 3_000, bankedAt: at },
      c: { banked: 0, bankedAt: at },
    });
    expect(all.received[0]).toMatchObject({ state: 'banked', left: { cash: [], cheques: 0 } });
    expect([cashInHand([], all), sumOf(all.banked)]).toEqual([[], 5_000]);
  });

  it('is only a part while a count of the hand-over has not arrived', () => {
    const more = { ...given, counts: ['theirs', 'late'] };
    const banked = ['a', 'b', 'c'].map((key, index) => [
      key,
      { banked: [2_000, 3_000, 0][index] ?? 0, bankedAt: at },
    ]);
    const all = { ...received, counted: [{ currency: 'eur', amount: 5_700 }] };
    const known = new Map(banked as [string, Banked][]);
    const chain = followCash([all], [all], known, handOverContents([counted, more]));
    expect(chain.received[0]).toMatchObject({ state: 'kept', left: { cash: [{ amount: 700 }] } });
  });

  it('was no part of the hand-over if it was there before', () => {
    const before = follow({ a: { banked: 2_000, bankedAt: '2026-11-14T10:00:00Z' } });
    expect(before.received[0]?.left).toEqual({ cash: [{ amount: 5_000, currency: 'eur' }], cheques: 1 });
  });

  it('is found through earlier hand-overs, also where they contain each other', () => {
    const onward: HandOver = { ...next, counts: [], received: ['from Yann', 'next', 'unknown'] };
    const find = handOverContents([counted, given, onward]);
    expect(find('next')?.counts.map(({ key }) => key)).toEqual(['theirs']);
    expect(find('unknown')).toBeNull();
  });

  it('is left out of the next hand-over where it came there in between', () => {
    const arrived = (bankedAt: string) => (key: string) =>
      key === 'a' ? { banked: 2_000, bankedAt } : undefined;
    const between = (bankedAt: string) =>
      sumOf(bankedBetween(contentOf('from Yann'), next.made_at, arrived(bankedAt)));
    expect([
      between('2026-11-14T18:59:00Z'),
      between('2026-11-14T19:30:00Z'),
      between('2026-11-14T20:30:00Z'),
    ]).toEqual([0, 2_000, 0]);
    expect(bankedBetween(null, next.made_at, arrived(at))).toEqual([]);
  });
});
