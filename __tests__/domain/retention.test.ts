import { retentionAfterActionMs, streetsToPrune } from '@/domain/retention';

const now = Date.parse('2026-11-14T14:00:00Z');
const longAgo = new Date(now - retentionAfterActionMs - 1).toISOString();
const lately = new Date(now - retentionAfterActionMs + 1000).toISOString();
const at = (...streets: string[]) => streets.map((street) => ({ street, city: 'Lyon' }));

it('the streets of an action that ended long ago expire', () => {
  const streets = streetsToPrune([{ end: longAgo, Addresses: at('Rue A', 'Rue B') }], now);
  expect(streets).toEqual(new Set(['rue a|lyon', 'rue b|lyon']));
});

it.each([
  ['runs', { end: new Date(now + 1).toISOString() }],
  ['has no end', {}],
  ['has ended lately', { end: lately }],
])('a street where another action %s stays', (_, time) => {
  const actions = [
    { end: longAgo, Addresses: at('Rue A', 'Rue B') },
    { ...time, Addresses: at('rue a') },
  ];
  expect(streetsToPrune(actions, now)).toEqual(new Set(['rue b|lyon']));
});

it('without actions, or without their streets, nothing expires', () => {
  expect(streetsToPrune([], now).size).toBe(0);
  expect(streetsToPrune([{ end: longAgo, Addresses: [{ city: 'Lyon' }] }], now).size).toBe(0);
});
