import { membershipPeriod } from '@/domain/membershipPeriod';

const on = (year: number, month: number, day: number) => ({ year, month, day });
const days = (period: ReturnType<typeof membershipPeriod>) =>
  period && [period.start_date.slice(0, 10), period.end_date.slice(0, 10)];

test.each([
  ['P1Y', 'rolling', on(2026, 3, 15), ['2026-03-15', '2027-03-14']],
  ['P1M', 'rolling', on(2026, 1, 31), ['2026-01-31', '2026-02-28']],
  ['P1Y', 'rolling', on(2024, 2, 29), ['2024-02-29', '2025-02-28']],
  ['P2W', 'rolling', on(2026, 12, 25), ['2026-12-25', '2027-01-07']],
  ['P1Y6M', 'rolling', on(2026, 9, 1), ['2026-09-01', '2028-02-29']],
  ['P1Y', 'calendar', on(2026, 3, 15), ['2026-03-15', '2026-12-31']],
  ['P2Y', 'calendar', on(2026, 3, 15), ['2026-03-15', '2027-12-31']],
  ['P1M', 'calendar', on(2026, 2, 10), ['2026-02-10', '2026-02-28']],
  ['P6M', 'calendar', on(2026, 10, 1), ['2026-10-01', '2027-03-31']],
  ['p1y', ' Calendar ', on(2026, 12, 31), ['2026-12-31', '2026-12-31']],
])('%s %s from %o', (duration, rolling_period, day, expected) => {
  expect(days(membershipPeriod({ duration, rolling_period }, day))).toEqual(expected);
});

test.each([
  ['one year', 'rolling'],
  ['P0Y', 'rolling'],
  ['PT5H', 'rolling'],
  ['P30D', 'calendar'],
  ['P1Y', 'whenever'],
  [undefined, 'rolling'],
  ['P1Y', undefined],
])(
  'an unreadable duration or period (%s, %s) is null, so that the form has a field for the end',
  (duration, rolling_period) => {
    expect(membershipPeriod({ duration, rolling_period }, on(2026, 1, 1))).toBeNull();
  }
);
