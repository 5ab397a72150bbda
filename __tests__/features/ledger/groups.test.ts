import { groupByTeams, groupUp } from '@/features/ledger/groups';
import { sumUp } from '@/features/ledger/sums';

import { entry } from '../support/ledgerSamples';

const kindOf = (statusId: number | null) => (statusId === 4 ? 'cancel' : 'valid');
const refund = {
  currency: 'EUR',
  day: '2026-11-14',
  month: '2026-11',
  paymentMethodKind: 'cash',
  codeCampaign: 'NORTH',
  statusId: 3,
  unpaid: 0,
  promised: 0,
};
const refunds = [
  { ...refund, recordedBy: 4, reimbursed: 500 },
  { ...refund, recordedBy: 5, reimbursed: 100 },
];
const parts = [
  { key: 4, currency: 'EUR', statusId: 3, count: 2, amount: 3000 },
  { key: 5, currency: 'EUR', statusId: 3, count: 1, amount: 5000 },
  { key: 5, currency: 'EUR', statusId: 4, count: 1, amount: 700 },
  { key: null, currency: 'EUR', statusId: null, count: 1, amount: 10 },
];

test('each recorder has what was received of their records, the most first, with those of this phone', () => {
  const sums = groupUp('recorder', { parts, refunds, entries: [{ ...entry, unpaidAmount: 50 }], kindOf });
  expect(sums).toEqual([
    { key: 5, currency: 'EUR', count: 2, received: 4900, promised: 0, refunded: 100, cancelled: 700 },
    { key: 4, currency: 'EUR', count: 3, received: 4500, promised: 0, refunded: 500, cancelled: 50 },
    { key: null, currency: 'EUR', count: 1, received: 10, promised: 0, refunded: 0, cancelled: 0 },
  ]);
});

test('the groups of a currency add up to its sum', () => {
  const sums = groupUp('recorder', { parts, refunds, entries: [entry], kindOf });
  const stored = parts.map((part) => ({
    ...part,
    unit: 'day' as const,
    start: '2026-11-14',
    month: '2026-11',
    paymentMethodKind: 'cash',
  }));
  const [euros] = sumUp({ sums: stored, refunds, counted: [], kindOf }, [entry]);
  expect(sums.reduce((sum, { received }) => sum + received, 0)).toBe(euros?.received);
  expect(euros?.methods.reduce((sum, { amount }) => sum + amount, 0)).toBe(euros?.received);
});

test('months are in the order of time, and contain their refunds', () => {
  const byMonth = [
    { key: '2026-11', currency: 'EUR', statusId: 3, count: 2, amount: 3000 },
    { key: '2026-09', currency: 'EUR', statusId: 3, count: 1, amount: 100 },
  ];
  const sums = groupUp('month', { parts: byMonth, refunds, entries: [], kindOf });
  expect(sums.map(({ key, received }) => [key, received])).toEqual([
    ['2026-09', 100],
    ['2026-11', 2400],
  ]);
});

test('each recorder is in one group of teams, so that the groups add up', () => {
  const recorders = groupUp('recorder', { parts, refunds, entries: [], kindOf });
  const teams = new Map<unknown, string[]>([
    [4, ['North', 'South']],
    [5, ['North']],
  ]);
  const sums = groupByTeams(recorders, (key) => teams.get(key) ?? []);
  expect(sums.map(({ key, received, count }) => [key, received, count])).toEqual([
    ['North', 4900, 2],
    ['North, South', 2500, 2],
    [null, 10, 1],
  ]);
});
