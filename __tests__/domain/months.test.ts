import { countedParts, lateMonths, monthOf, openFrom } from '@/domain/months';

const settings = { open_periods: { membership: { opens: '01-01' }, money: { from: '2026-11' } } };

it('reads the first open month, whatever else the settings contain', () => {
  expect(openFrom(settings)).toBe('2026-11');
  for (const open_periods of [undefined, {}, { money: 'x' }, { money: null }, { money: { from: 11 } }])
    expect(openFrom({ open_periods })).toBeNull();
  expect(openFrom(null)).toBeNull();
});

it('finds the closed month of a record and the month it will count in', () => {
  expect(lateMonths('2026-10-31T23:30:00+01:00', settings)).toEqual({ dated: '2026-10', counted: '2026-11' });
  // Months are those of UTC.
  expect(lateMonths('2026-11-01T00:30:00+01:00', settings)).toEqual({ dated: '2026-10', counted: '2026-11' });
  expect(lateMonths('2026-11-01T00:30:00Z', settings)).toBeNull();
  expect(lateMonths('2026-10-31T23:30:00Z', null)).toBeNull();
  expect(lateMonths(undefined, settings)).toBeNull();
  expect(monthOf('never')).toBe('');
});

it('lists the parts of a bundle or of one payment', () => {
  const counted = [
    { transaction_id: 1, month: '2026-11', currency: 'eur', amount: 5 },
    { transaction_id: 2, month: '2026-12', currency: 'eur', amount: -5 },
  ];
  expect(countedParts(counted).map(({ month }) => month)).toEqual(['2026-11', '2026-12']);
  expect(countedParts(counted, 2)).toEqual([{ month: '2026-12', amount: -5, currency: 'EUR' }]);
  expect(countedParts(undefined)).toEqual([]);
});
