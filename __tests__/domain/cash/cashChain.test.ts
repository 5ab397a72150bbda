import type { HandOverReply } from '@/contract/cashRecord';
import { cashInHand, followCash, type HandOverAnswer } from '@/domain/cash/cashChain';

import { count, handOver, none, reply, taken } from './samples';

describe('the way of the cash', () => {
  it('leaves a person with a hand-over, in whatever order the records arrive', () => {
    const one = count('one', 5_000);
    const two = count('two', 3_000);
    const given = handOver('given', ['one'], 5_000);
    for (const records of [
      [one, two, given],
      [given, two, one],
    ])
      expect(followCash(records, [], none).kept.map(({ key }) => key)).toEqual(['two']);
  });

  it('keeps a count that repeats one which was handed over out of the hand', () => {
    const again = count('again', 4_900, { replaces: 'one', made_at: '2026-11-14T20:00:00Z' });
    const { counts, kept } = followCash(
      [count('one', 5_000), handOver('given', ['one'], 5_000), again],
      [],
      none
    );
    expect(counts.map(({ key }) => key)).toEqual(['again']);
    expect(kept).toEqual([]);
  });

  it('takes the last of two recounts of the same count, and hands both over with it', () => {
    const first = count('one', 5_000);
    const here = count('here', 4_900, { replaces: 'one', made_at: '2026-11-14T20:00:00Z' });
    const there = count('there', 4_800, { replaces: 'one', made_at: '2026-11-14T20:05:00Z' });
    const chain = followCash([there, first, here], [], none);
    expect(chain.counts.map(({ key }) => key)).toEqual(['there']);
    expect(chain.replaced.map(({ key }) => key)).toEqual(['one', 'here']);
    expect(chain.recountable.map(({ key }) => key)).toEqual(['there']);
    // The first count has not arrived, or one of the recounts was handed over: it is the same cash.
    expect(followCash([there, here], [], none).counts.map(({ key }) => key)).toEqual(['there']);
    const given = followCash([first, here, there, handOver('given', ['here'], 4_900)], [], none);
    expect([given.kept, given.recountable]).toEqual([[], []]);
    expect(given.withOthers).toEqual([{ amount: 4_800, currency: 'eur' }]);
  });

  it('does not follow counts that replace each other in a circle', () => {
    const records = [
      count('one', 5_000, { replaces: 'two' }),
      count('two', 5_000, { replaces: 'one' }),
      count('three', 700, { replaces: 'one' }),
    ];
    expect(followCash(records, [], none).counts.map(({ key }) => key)).toEqual(['three']);
  });

  it('is offered until the receiver replies, and the first reply that was stored stands', () => {
    const records = [count('one', 5_000), handOver('given', ['one'], 5_000)];
    const stateOf = (replies: HandOverReply[]) => followCash(records, replies, none).handOvers[0]?.state;
    expect(stateOf([])).toBe('offered');
    expect(stateOf([reply('r', 'given', false)])).toBe('received');
    expect(stateOf([reply('r', 'another', false)])).toBe('offered');
    const late = reply('late', 'given', false, '2026-11-15T09:00:00Z');
    expect(stateOf([reply('first', 'given', true), late])).toBe('disputed');
  });

  it('is taken back unless a reply was stored before, and then is with the giver again', () => {
    const records = [count('one', 5_000), handOver('given', ['one'], 5_000)];
    const back = {
      kind: 'take_back' as const,
      key: 'b',
      made_at: '',
      hand_over: 'given',
      to: { name: 'Amina' },
    };
    const after = (...answers: HandOverAnswer[]) => followCash(records, answers, none);
    const taken = after(back, reply('r', 'given', false));
    expect([taken.handOvers[0]?.state, taken.kept.length, taken.withOthers]).toEqual(['taken_back', 1, []]);
    const received = after(reply('r', 'given', false), back);
    expect([received.handOvers[0]?.state, received.kept.length]).toEqual(['received', 0]);
    // One phone of the giver read the answer, another one took the hand-over back: the service decides by what it stored first.
    const seen = {
      kind: 'reply_seen' as const,
      key: 's',
      made_at: '',
      hand_over: 'given',
      by: 4,
      is_disputed: false,
    };
    expect(after(seen).handOvers[0]?.state).toBe('received');
    expect(after(seen, back, reply('r', 'given', false)).handOvers[0]?.state).toBe('taken_back');
    expect(after(seen, reply('r', 'given', false), back).handOvers[0]?.state).toBe('received');
  });

  it('adds what was taken since the last count to what was counted and not handed over', () => {
    const chain = followCash(
      [count('one', 5_000), count('two', 3_000), handOver('given', ['one'], 5_000)],
      [],
      none
    );
    expect(cashInHand([taken(1_000), taken(9_999, 'cheque')], chain)).toEqual([
      { amount: 4_000, currency: 'eur' },
    ]);
  });
});

describe('cash at the bank', () => {
  const record = (key: string, amount: number, kind = 'cash') => ({
    key,
    amount,
    currency: 'eur',
    payment_method_kind: kind,
  });
  const one = count('one', 5_100, { records: [record('a', 2_000), record('b', 3_000)] });
  const two = count('two', 1_000, { records: [record('c', 1_000)] });
  const amounts: Record<string, number> = { a: 2_000, b: 3_000, c: 1_000 };
  const atBank = (...keys: string[]) =>
    new Map(keys.map((key) => [key, { banked: amounts[key] ?? 0, bankedAt: null }]));
  const sumOf = (sums: readonly { amount: number }[]) => sums.reduce((sum, { amount }) => sum + amount, 0);

  it('has left the hand or the receiver, and a difference stays where it is', () => {
    const records = [one, two, handOver('given', ['one'], 5_100)];
    for (const banked of [[], ['a'], ['a', 'b'], ['c'], ['a', 'b', 'c'], ['another']]) {
      const chain = followCash(records, [], atBank(...banked));
      const inHand = sumOf(cashInHand([], chain));
      expect(inHand + sumOf(chain.withOthers) + sumOf(chain.banked)).toBe(6_100);
      expect(inHand).toBe(banked.includes('c') ? 0 : 1_000);
    }
    expect(followCash(records, [], atBank('a', 'b')).withOthers).toEqual([{ amount: 100, currency: 'eur' }]);
  });

  it('is not handed over: a count of which nothing is left is not offered', () => {
    expect(followCash([two], [], atBank('c')).kept).toEqual([]);
    const withCheque = {
      ...two,
      records: [...two.records, { ...record('d', 500, 'cheque'), is_there: true }],
    };
    expect(followCash([withCheque], [], atBank('c')).kept).toMatchObject([
      { key: 'two', counted: [], records: [{ key: 'd' }] },
    ]);
    // The cheque is at the bank too, or alone.
    expect(followCash([withCheque], [], atBank('c', 'd')).kept).toEqual([]);
    expect(followCash([withCheque], [], atBank('d')).kept).toMatchObject([
      { counted: [{ amount: 1_000 }], records: [{ key: 'c' }] },
    ]);
  });

  it('is at most what a count found: a shortage is not taken from the next hand-over', () => {
    const short = count('short', 950, { records: [record('c', 1_000)] });
    const chain = followCash([short], [], atBank('c'));
    expect([chain.kept, chain.banked]).toEqual([[], [{ amount: 950, currency: 'eur' }]]);
    // What a count found too much stays with the person.
    const more = count('more', 1_050, { records: [record('c', 1_000)] });
    expect(followCash([more], [], atBank('c')).kept[0]?.counted).toMatchObject([{ amount: 50 }]);
  });

  it('is what the batch has of a record that was corrected after the count', () => {
    const chain = followCash([two], [], new Map([['c', { banked: 900, bankedAt: null }]]));
    expect([chain.kept[0]?.counted, chain.banked]).toMatchObject([[{ amount: 100 }], [{ amount: 900 }]]);
  });
});
