import { dayOf, isDay, readDay, readMoment } from '@/domain/day';

it('parses days of the calendar and nothing else', () => {
  expect(readDay('2026-12-31')).toBe(Date.UTC(2026, 11, 31));
  expect(readDay(' 2026-2-3 ')).toBe(Date.UTC(2026, 1, 3));
  for (const text of ['', '31/12/2026', '2026-13-01', '2026-02-29', '0026-01-01', '0202-01-01', 'tomorrow'])
    expect(readDay(text)).toBeNull();
});

it('accepts a day only with all its digits', () => {
  expect([isDay('2026-02-03'), isDay('2026-2-3'), isDay('2026-02-30')]).toEqual([true, false, false]);
});

it('returns the day of a timestamp in the local calendar, up to midnight', () => {
  const late = new Date(2026, 10, 14, 23, 30);
  expect(dayOf(late.getTime())).toBe('2026-11-14');
  expect(dayOf(late.toISOString())).toBe('2026-11-14');
  expect(dayOf(new Date(2026, 10, 15).getTime())).toBe('2026-11-15');
  expect(dayOf('')).toBe('');
});

it('reads a typed day and time as a local time, and nothing that a clock does not show', () => {
  expect(readMoment('2026-11-15', '18:05')).toBe(new Date(2026, 10, 15, 18, 5).getTime());
  expect(readMoment(' 2026-11-15 ', ' 9:30 ')).toBe(new Date(2026, 10, 15, 9, 30).getTime());
  expect(readMoment('2026-11-15', '١٨:٠٥')).toBe(new Date(2026, 10, 15, 18, 5).getTime());
  for (const time of ['', '24:00', '12:60', '18', 'six']) expect(readMoment('2026-11-15', time)).toBeNull();
  expect(readMoment('2026-11-31', '18:05')).toBeNull();
});
