import { outboxStates, unsentStates } from '@/domain/outbox';
import { outboxTotals } from '@/domain/outboxTotals';

const one = { count: 1, amount: 1000, currency: 'eur' };

test('each unsent record is in exactly one part, and Home shows the sum of the parts', () => {
  for (const state of outboxStates) {
    const { unsent, parts, sent } = outboxTotals([{ ...one, state }]);
    const isUnsent = unsentStates.includes(state);
    expect([state, parts.length, unsent.count, sent.count]).toEqual([
      state,
      isUnsent ? 1 : 0,
      isUnsent ? 1 : 0,
      state === 'acked' ? 1 : 0,
    ]);
  }
  const { unsent, parts } = outboxTotals(outboxStates.map((state) => ({ ...one, state })));
  expect(parts.map(({ name, count }) => [name, count])).toEqual([
    ['person', 2],
    ['signIn', 1],
    ['checking', 1],
    ['toSend', 2],
  ]);
  expect(unsent).toEqual({ count: 6, sums: [{ currency: 'eur', amount: 6000 }] });
});

test('what has no money counts, and money is never added across currencies', () => {
  const { unsent } = outboxTotals([
    { state: 'queued', currency: 'CHF', count: 1, amount: 1000 },
    { state: 'queued', currency: 'EUR', count: 2, amount: 4500 },
    { state: 'parked', currency: 'eur', count: 1, amount: 2000 },
    { state: 'queued', currency: null, count: 1, amount: 0 },
    { state: 'acked', currency: 'EUR', count: 6, amount: 16000 },
  ]);
  expect(unsent).toEqual({
    count: 5,
    sums: [
      { currency: 'EUR', amount: 6500 },
      { currency: 'CHF', amount: 1000 },
    ],
  });
});
