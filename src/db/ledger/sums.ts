import { commonConditions, linesOf, valuesOf, whereOf, type LedgerFilter } from './ledger';
import { type Condition } from './ledgerSearch';
import { splitTimestamp } from '../timestamp';
import { type SqlValue } from '../port';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

export type LedgerUnit = 'day' | 'month';

/** The money of one day or one month, by one method, in one currency and one status. */
export type LedgerSum = {
  unit: LedgerUnit;
  /** The day, or the first day of the month; empty for what has no date. */
  start: string;
  /** The month of UTC, as those that are closed: a day of this phone can be part of two. */
  month: string;
  paymentMethodKind: string;
  currency: string;
  statusId: number | null;
  count: number;
  amount: number;
};

/** Longer periods are summed by month. */
const mostMonthsByDay = 5;

/** The sums have a number in every key column; this one means no status. */
const noStatus = -1;

/** Days of this phone's calendar, the last one not included. */
type Days = { first: string | null; end: string | null };

type Summing = { sql: string; values: SqlValue[] };

/**
 * Sums of the filtered transactions. The tables of sums serve complete days, at a cost that follows the
 * days of a few months or the months of all years. For a contact, a campaign, a recorder, a search or a part of
 * a day, which have few lines, the lines are added up.
 */
export async function sumLedger(reader: Reader, scope: Scope, filter: LedgerFilter): Promise<LedgerSum[]> {
  if (!isOfFullDays(filter)) return addUp(reader, 'day', linesCounted(scope, filter));
  const conditions = commonConditions(scope, filter);
  const days = { first: dayOf(filter.from), end: dayOf(filter.until) };
  const units = await unitsOf(reader, conditions, filter);
  const sums: LedgerSum[] = [];
  for (const { unit, currencies } of units) {
    const ofUnit = units.length === 1 ? conditions : [...conditions, inCurrencies(currencies)];
    const stored = unit === 'day' ? storedDays('day', ofUnit, days) : storedMonths(ofUnit, days);
    const leftOut = bundlesCounted(unit, ofUnit, days, filter.exceptBundleIds ?? []);
    sums.push(...(await addUp(reader, unit, [...stored, ...leftOut])));
  }
  return sums;
}

function isOfFullDays({ contactId, codeCampaign, recordedBy, search, from, until }: LedgerFilter): boolean {
  const isMidnight = (timestamp: string | undefined) =>
    timestamp === undefined || new Date(timestamp).getTime() === new Date(timestamp).setHours(0, 0, 0, 0);
  const hasFewLines = [contactId, codeCampaign, recordedBy, search].some((part) => part !== undefined);
  return !hasFewLines && isMidnight(from) && isMidnight(until);
}

const dayOf = (timestamp: string | undefined) =>
  timestamp === undefined ? null : splitTimestamp(timestamp).day;
/** Of a day, or of a timestamp in UTC. */
const monthOf = (day: string) => day.slice(0, 7);

const inCurrencies = (currencies: readonly string[]): Condition => [
  'line.currency IN (SELECT value FROM json_each(?))',
  JSON.stringify(currencies),
];

async function addUp(reader: Reader, unit: LedgerUnit, parts: readonly Summing[]): Promise<LedgerSum[]> {
  const sums = await reader.all<Omit<LedgerSum, 'unit'>>(
    `SELECT start, month, payment_method_kind AS paymentMethodKind, currency, nullif(status_id, ${noStatus}) AS statusId,
       sum(count) AS count, sum(amount) AS amount
     FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')})
     GROUP BY start, month, payment_method_kind, currency, status_id HAVING sum(count) > 0
     ORDER BY start, month, payment_method_kind, currency, status_id`,
    parts.flatMap(({ values }) => values)
  );
  return sums.map((sum) => ({ unit, ...sum }));
}

/** Which currencies are summed by day and which by month, by the period of each. */
async function unitsOf(
  reader: Reader,
  conditions: readonly Condition[],
  { from, until }: LedgerFilter
): Promise<{ unit: LedgerUnit; currencies: string[] }[]> {
  const within = [...conditions];
  if (from !== undefined) within.push(['line.month >= ?', monthOf(from)]);
  if (until !== undefined)
    within.push(['line.month <= ?', monthOf(new Date(Date.parse(until) - 1).toISOString())]);
  const spans = await reader.all<{ currency: string; earliest: string | null; latest: string | null }>(
    `SELECT currency, min(nullif(month, '')) AS earliest, max(nullif(month, '')) AS latest
     FROM ledger_months AS line WHERE ${whereOf(within)} GROUP BY currency`,
    valuesOf(within)
  );
  const found: Record<LedgerUnit, string[]> = { day: [], month: [] };
  for (const { currency, earliest, latest } of spans) {
    const isLong =
      earliest !== null && latest !== null && numberOf(latest) - numberOf(earliest) >= mostMonthsByDay;
    found[isLong ? 'month' : 'day'].push(currency);
  }
  return (['day', 'month'] as const)
    .map((unit) => ({ unit, currencies: found[unit] }))
    .filter(({ currencies }) => currencies.length > 0);
}

/** Months in the order of time, each one more than the last. */
const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

const startOfMonth = (of: string) => `CASE ${of} WHEN '' THEN '' ELSE ${of} || '-01' END`;
/** The start and the month, of a row of `ledger_days` and of a line. */
const periodsOf = (unit: LedgerUnit, month: string) =>
  `${unit === 'day' ? 'line.day' : startOfMonth(month)} AS start, ${month} AS month`;
const monthOfLine = 'substr(line.date, 1, 7)';
const storedColumns = 'line.payment_method_kind, line.currency, line.status_id, line.count, line.amount';
const lineColumns = `line.payment_method_kind, line.currency, coalesce(line.status_id, ${noStatus}) AS status_id`;

function onDays(conditions: readonly Condition[], { first, end }: Days): Condition[] {
  const within = [...conditions];
  if (first !== null) within.push(['line.day >= ?', first]);
  if (end !== null) within.push(['line.day < ?', end]);
  return within;
}

function storedDays(unit: LedgerUnit, conditions: readonly Condition[], days: Days): Summing[] {
  const within = onDays(conditions, days);
  return [
    {
      sql: `SELECT ${periodsOf(unit, 'line.month')}, ${storedColumns} FROM ledger_days AS line WHERE ${whereOf(within)}`,
      values: valuesOf(within),
    },
  ];
}

/**
 * The complete months, and the days of the first and the last month. A month of UTC begins and ends up to a day beside that
 * of this phone: the months of the first and of the last day are taken from the days.
 */
function storedMonths(conditions: readonly Condition[], { first, end }: Days): Summing[] {
  const months = [...conditions];
  const rest: Summing[] = [];
  if (first !== null) {
    const month = monthOf(first);
    months.push(['line.month > ?', month]);
    const ofMonth: Condition[] = [...conditions, ['line.month <= ?', month]];
    rest.push(...storedDays('month', ofMonth, { first, end: dayAfter(`${month}-28`, 6) }));
  }
  if (end !== null) {
    const month = monthOf(dayAfter(end, -1));
    months.push(['line.month < ?', month]);
    const ofMonth: Condition[] = [...conditions, ['line.month >= ?', month]];
    rest.push(...storedDays('month', ofMonth, { first: dayAfter(`${month}-01`, -1), end }));
  }
  return [
    {
      sql: `SELECT ${startOfMonth('line.month')} AS start, line.month, ${storedColumns} FROM ledger_months AS line
        WHERE ${whereOf(months)}`,
      values: valuesOf(months),
    },
    ...rest,
  ];
}

/** The day that is so many days later, or earlier. */
function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function linesCounted(scope: Scope, filter: LedgerFilter): Summing[] {
  const { from, conditions } = linesOf(scope, filter);
  return [
    {
      sql: `SELECT ${periodsOf('day', monthOfLine)}, ${lineColumns}, 1 AS count, line.amount FROM ${from}
        WHERE ${whereOf(conditions)}`,
      values: valuesOf(conditions),
    },
  ];
}

/** The excluded bundles, to be subtracted from the sums. */
function bundlesCounted(
  unit: LedgerUnit,
  conditions: readonly Condition[],
  days: Days,
  bundleIds: readonly number[]
): Summing[] {
  if (bundleIds.length === 0) return [];
  const within = onDays(conditions, days);
  return [
    {
      sql: `SELECT ${periodsOf(unit, monthOfLine)}, ${lineColumns}, -1, -line.amount
        FROM json_each(?) AS bundle CROSS JOIN bundle_transactions AS line ON line.bundle_id = bundle.value
        WHERE ${whereOf(within)}`,
      values: [JSON.stringify(bundleIds), ...valuesOf(within)],
    },
  ];
}
