/** The period of a membership in calendar days, both ends included. */
export type MembershipPeriod = { start_date: string; end_date: string; rolling_year: boolean };

type Duration = { months: number; days: number };

/**
 * Computes the period of a membership from the `duration` (ISO 8601, like P1Y) and `rolling_period` of its
 * price. Rolling runs its full length from the day; calendar runs to the end of the calendar year or month.
 * Null when either is unreadable: the form then has a field for the end.
 */
export function membershipPeriod(
  price: { duration?: string | null | undefined; rolling_period?: string | null | undefined },
  day: { year: number; month: number; day: number }
): MembershipPeriod | null {
  const parts = readDuration(price.duration);
  if (!parts) return null;
  const duration = monthsAndDays(parts);
  const start = utcDay(day.year, day.month, day.day);
  switch (price.rolling_period?.trim().toLowerCase()) {
    case 'rolling':
      return period(start, lastRollingDay(day, duration), true);
    case 'calendar': {
      const end = lastCalendarDay(day, duration);
      return end && period(start, end, false);
    }
    default:
      return null;
  }
}

function period(start: Date, end: Date, rolling: boolean): MembershipPeriod {
  const lastInstant = new Date(end.getTime() + 86_400_000 - 1_000);
  return { start_date: start.toISOString(), end_date: lastInstant.toISOString(), rolling_year: rolling };
}

const durationUnits = ['years', 'months', 'weeks', 'days'] as const;
export type DurationPart = { unit: (typeof durationUnits)[number]; count: number };

/** Parses an ISO 8601 duration of days and more (P1Y, P6M, P2W, P30D and their sums); null for anything else. */
export function readDuration(text: string | null | undefined): DurationPart[] | null {
  const pattern = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/i;
  const match = pattern.exec(text?.trim() ?? '');
  if (!match) return null;
  const parts = durationUnits
    .map((unit, index) => ({ unit, count: Number(match[index + 1] ?? 0) }))
    .filter(({ count }) => count > 0);
  return parts.length > 0 ? parts : null;
}

/** A duration in the two units that calendar arithmetic needs. */
function monthsAndDays(parts: readonly DurationPart[]): Duration {
  const countOf = (unit: DurationPart['unit']) => parts.find((part) => part.unit === unit)?.count ?? 0;
  return { months: countOf('years') * 12 + countOf('months'), days: countOf('weeks') * 7 + countOf('days') };
}

function lastRollingDay(from: { year: number; month: number; day: number }, duration: Duration): Date {
  const monthIndex = from.month - 1 + duration.months;
  const daysInMonth = utcDay(from.year, monthIndex + 2, 0).getUTCDate();
  const anniversary = utcDay(from.year, monthIndex + 1, Math.min(from.day, daysInMonth));
  // A membership taken on the 31st ends on the last day of a shorter month, not the day before.
  const wasClipped = from.day > daysInMonth;
  const end = duration.days + (wasClipped ? 0 : -1);
  return new Date(anniversary.getTime() + end * 86_400_000);
}

/** Full years end with December, full months with their month; weeks and days have no calendar period. */
function lastCalendarDay(from: { year: number; month: number }, duration: Duration): Date | null {
  if (duration.days > 0) return null;
  if (duration.months % 12 === 0) return utcDay(from.year + duration.months / 12 - 1, 12, 31);
  return utcDay(from.year, from.month + duration.months, 0);
}

/** Months count from one; day 0 is the last of the previous month; months above twelve roll over. */
function utcDay(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
}
