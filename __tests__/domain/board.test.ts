import type { BoardEntry } from '@/contract/board';
import { checkInsOf, countsByPerson, totalsOf } from '@/domain/board';

import { emptyReport } from '../support/board';

const entry = (
  deviceId: number,
  receivedAt: string,
  more: Partial<BoardEntry['report']> = {}
): BoardEntry => ({
  user_id: 4,
  device_id: deviceId,
  received_at: receivedAt,
  report: { ...emptyReport(receivedAt), ...more },
});

const eur = (amount: number) => ({ currency: 'EUR', amount });
const cash = (amount: number) => ({ payment_method_kind: 'cash', ...eur(amount), count: 1 });

test('two phones of a person: what each counts for itself is added, what it counts for the person is the latest', () => {
  const counts = countsByPerson(
    [
      entry(1, '2026-11-14T14:00:00.000Z', {
        doors: 5,
        talks: 1,
        taken: [cash(1_000)],
        unsent: { count: 1, oldest_at: '2026-11-14T13:50:00.000Z', sums: [eur(1_000)] },
        uncounted: [eur(1_000)],
        kept: [eur(300)],
      }),
      entry(2, '2026-11-14T14:10:00.000Z', {
        doors: 7,
        talks: 2,
        taken: [cash(500), { ...cash(200), payment_method_kind: 'cheque' }],
        unsent: { count: 2, oldest_at: '2026-11-14T14:05:00.000Z', sums: [eur(500)] },
        uncounted: [eur(500)],
        kept: [eur(300)],
      }),
    ],
    '2026-11-14'
  ).get(4);
  expect(counts).toEqual({
    doors: 7,
    talks: 2,
    taken: [
      { ...eur(1_500), count: 1, paymentMethodKind: 'cash' },
      { ...eur(200), count: 1, paymentMethodKind: 'cheque' },
    ].map(({ count: _count, ...sum }) => sum),
    unsent: { count: 3, sums: [eur(1_500)], oldestAt: Date.parse('2026-11-14T13:50:00.000Z') },
    cash: [eur(1_800)],
    lastContactAt: Date.parse('2026-11-14T14:10:00.000Z'),
  });
});

test('a report of yesterday has nothing of today, but its unsent records and its cash count', () => {
  const report = { day: '2026-11-13', doors: 9, taken: [cash(1_000)], uncounted: [eur(1_000)] };
  const unsent = { count: 1, sums: [eur(1_000)] };
  const counts = countsByPerson([entry(1, '2026-11-13T20:00:00.000Z', { ...report, unsent })], '2026-11-14');
  expect(counts.get(4)).toMatchObject({ doors: 0, taken: [], unsent: { count: 1 }, cash: [eur(1_000)] });
});

test('the age of what is unsent does not depend on the clock of the phone', () => {
  const wrong = entry(1, '2026-11-14T14:00:00.000Z', {
    counted_at: '2031-01-01T00:30:00.000Z',
    unsent: { count: 1, oldest_at: '2031-01-01T00:00:00.000Z', sums: [] },
  });
  const { unsent } = totalsOf([...countsByPerson([wrong], '2026-11-14').values()]);
  expect(unsent.oldestAt).toBe(Date.parse('2026-11-14T13:30:00.000Z'));
});

test('who checked in at a team, by the clock of the service, and not who checked in at another one', () => {
  const at = (team_id: number, time: string) => ({ checked_in: { team_id, at: time } });
  const entries = [
    { ...entry(1, '2026-11-14T14:10:00.000Z', at(7, '2026-11-14T14:05:00.000Z')), user_id: 5 },
    // The clock of this phone is two hours ahead.
    entry(1, '2026-11-14T14:10:00.000Z', {
      counted_at: '2026-11-14T16:10:00.000Z',
      ...at(7, '2026-11-14T16:02:00.000Z'),
    }),
    { ...entry(1, '2026-11-14T14:10:00.000Z', at(8, '2026-11-14T14:00:00.000Z')), user_id: 6 },
    { ...entry(1, '2026-11-14T14:10:00.000Z'), user_id: 9 },
  ];
  expect(checkInsOf(entries, 7)).toEqual([
    { userId: 4, at: Date.parse('2026-11-14T14:02:00.000Z') },
    { userId: 5, at: Date.parse('2026-11-14T14:05:00.000Z') },
  ]);
});
