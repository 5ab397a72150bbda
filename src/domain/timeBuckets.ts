/** The money of one period, named by its first day. */
export type PeriodAmount = { start: string; amount: number };

/** Of a day of this phone's calendar, the month of UTC, which can be another one at the first and the last hour of a month. */
type DatedAmount = PeriodAmount & { month: string };

const units = ['day', 'week', 'month', 'year'] as const;
export type CalendarUnit = (typeof units)[number];

const maxBuckets = 14;

/**
 * Groups amounts into the bars of a chart that fits a phone: by the finest unit that needs few enough bars. Periods
 * without money are bars of zero. More years than fit are cut to the latest.
 */
export function timeBuckets({
  periods,
  unit: finest,
}: {
  periods: readonly DatedAmount[];
  unit: CalendarUnit;
}): {
  unit: CalendarUnit;
  buckets: PeriodAmount[];
} {
  const dated = periods.filter(({ start }) => /^\d{4}-/.test(start));
  const [first, last] = [dated[0], dated[dated.length - 1]];
  if (first === undefined || last === undefined) return { unit: 'day', buckets: [] };
  for (const unit of units.slice(units.indexOf(finest))) {
    const starts = startsBetween(unit, dayIn(unit, first), dayIn(unit, last));
    if (starts.length > maxBuckets && unit !== 'year') continue;
    const sums = new Map(starts.map((start) => [start, 0]));
    for (const period of dated) {
      const start = startOf(unit, dayIn(unit, period));
      if (sums.has(start)) sums.set(start, (sums.get(start) ?? 0) + period.amount);
    }
    return { unit, buckets: [...sums].map(([start, amount]) => ({ start, amount })) };
  }
  return { unit: 'year', buckets: [] };
}

/** Months and years of money are those of UTC (`months.ts`), days and weeks those of this phone. */
const dayIn = (unit: CalendarUnit, { start, month }: DatedAmount) =>
  unit === 'month' || unit === 'year' ? `${month}-01` : start;

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date) => date.toISOString().slice(0, 10);

function startOf(unit: CalendarUnit, day: string): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  const date = asDate(day);
  // ISO 8601 weeks begin on Monday.
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return asDay(date);
}

function startsBetween(unit: CalendarUnit, first: string, last: string): string[] {
  const starts: string[] = [];
  const date = asDate(startOf(unit, last));
  const end = startOf(unit, first);
  while (asDay(date) >= end && starts.length <= maxBuckets) {
    starts.unshift(asDay(date));
    if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - 1);
    else if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - 1);
    else date.setUTCDate(date.getUTCDate() - (unit === 'week' ? 7 : 1));
  }
  return unit === 'year' ? starts.slice(-maxBuckets) : starts;
}
