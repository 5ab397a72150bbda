import { and, eq, sql } from 'drizzle-orm';

import { Currency, Name, WrittenName, text } from '@/contract/primitives';
import { isCurrency } from '@/domain/currencies';
import { digitsOf, parseAmount } from '@/domain/money';

import type { Tx } from '../../store/database';
import { membershipPriceGroups } from '../../store/schema';
import { booleanCell } from './cells';
import type { BadLine, Cells, Reading } from './csv';
import { type Counts, type ImportKind, findImported, noCounts, insertImportKeys } from './outcome';

export const priceColumns = {
  external_id: text(200),
  /** The name of the group; a price without one is a donation price. */
  membership_price_group: WrittenName.min(1),
  name: WrittenName.min(1),
  /** As people write it (12.50 or 12,50). */
  amount: text(50),
  currency: Currency.refine(isCurrency, 'is not a currency'),
  allow_custom_amount: booleanCell,
  hidden: booleanCell,
  kind: Name,
  rolling_period: Name,
  duration: Name,
};
type PriceCells = Cells<typeof priceColumns>;
/** A line with its amount in minor units. */
type PriceLine = { readonly cells: PriceCells; readonly amount: number };

/** Reads an amount into minor units, or says what is wrong with it. A file has no locale: `1.000` eur can be 1 or 1000. */
function readAmount(written: string, currency: string): number | string {
  const parsed = parseAmount(written, currency, 'en');
  const withComma = parseAmount(written, currency, 'de');
  const digits = digitsOf(currency);
  const code = currency.toUpperCase();
  if (JSON.stringify(parsed) !== JSON.stringify(withComma)) {
    return `"${written}" can be thousands or decimals; write thousands without a separator, and ${digits} decimals`;
  }
  switch (parsed.kind) {
    case 'amount':
      return parsed.amount;
    case 'too_many_decimals':
      return `"${written}" has too many decimals; ${code} has ${digits === 0 ? 'none' : digits}`;
    case 'too_large':
      return `"${written}" is too large`;
    default:
      return `"${written}" is not an amount such as ${(1250 / 10 ** digits).toFixed(digits)}`;
  }
}

/** Reads the amounts, in the decimals of their currency; a line with an unreadable one is bad. */
export function withAmounts(reading: Reading<typeof priceColumns>): { lines: PriceLine[]; bad: BadLine[] } {
  const lines: PriceLine[] = [];
  const bad = [...reading.bad];
  for (const { line, cells } of reading.lines) {
    const amount = readAmount(cells.amount ?? '', cells.currency ?? '');
    if (typeof amount === 'string') bad.push({ line, reason: `amount: ${amount}` });
    else lines.push({ cells, amount });
  }
  return { lines, bad };
}

/** The columns of both tables that every line fills. */
function columnsOf({ cells, amount }: PriceLine) {
  return { name: cells.name ?? '', amount, currency: cells.currency ?? '' };
}

/** The others that the file has: a column that is not in it changes nothing. */
function givenColumns(cells: PriceLine['cells']): Record<string, unknown> {
  const { allow_custom_amount: allowsCustom, hidden, kind, membership_price_group: group } = cells;
  const given = {
    allow_custom_amount: allowsCustom === null ? false : allowsCustom,
    hidden: hidden === null ? false : hidden,
    kind,
    ...(group ? { rolling_period: cells.rolling_period, duration: cells.duration } : {}),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Finds groups by name and creates missing ones. */
function groupFinder(tx: Tx, groupId: number) {
  const known = new Map<string, number>();
  return async (name: string): Promise<number> => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const { groupId: space, name: column, id } = membershipPriceGroups;
    const [found] = await tx
      .select({ id })
      .from(membershipPriceGroups)
      .where(and(eq(space, groupId), eq(column, name)));
    const [made] = found
      ? [found]
      : await tx.insert(membershipPriceGroups).values({ groupId, name }).returning({ id });
    if (!made) throw new Error('a price group was not added');
    known.set(name, made.id);
    return made.id;
  };
}

/** Adds a price or updates the one of an earlier import. */
async function putPrice(
  tx: Tx,
  groupId: number,
  kind: ImportKind,
  columns: Record<string, unknown>,
  id: number | undefined
): Promise<{ id: number; outcome: keyof Counts }> {
  const table = sql.identifier(`${kind}s`);
  const names = sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `
  );
  const values = sql.join(
    Object.values(columns).map((value) => sql`${value}`),
    sql`, `
  );
  if (id === undefined) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`INSERT INTO ${table} (group_id, ${names}) VALUES (${groupId}, ${values}) RETURNING id::text`
    );
    return { id: Number(rows[0]?.id), outcome: 'created' };
  }
  const { rows } = await tx.execute(sql`
    UPDATE ${table} SET (${names}, updated_at) = ROW (${values}, now())
    WHERE group_id = ${groupId} AND id = ${id} AND (${names}) IS DISTINCT FROM (${values}) RETURNING 1`);
  return { id, outcome: rows.length > 0 ? 'changed' : 'unchanged' };
}

/** A price without an external id is the one with the same name, amount and currency, in the same group. */
async function findSame(
  tx: Tx,
  groupId: number,
  kind: ImportKind,
  columns: ReturnType<typeof columnsOf> & { membership_price_group_id?: number }
): Promise<number | undefined> {
  const group = columns.membership_price_group_id;
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id::text FROM ${sql.identifier(`${kind}s`)}
    WHERE group_id = ${groupId} AND name = ${columns.name} AND amount = ${columns.amount}
      AND lower(currency) = lower(${columns.currency})
      ${group === undefined ? sql`` : sql`AND membership_price_group_id = ${group}`}
    ORDER BY id LIMIT 1`);
  return rows[0] === undefined ? undefined : Number(rows[0].id);
}

/** Adds prices: those with a group are membership prices, the others donation prices. */
export async function importPrices(tx: Tx, groupId: number, lines: readonly PriceLine[]): Promise<Counts> {
  const counts = noCounts();
  const findGroup = groupFinder(tx, groupId);
  const keys = lines.flatMap(({ cells }) => cells.external_id ?? []);
  const known = {
    membership_price: await findImported(tx, groupId, 'membership_price', keys),
    donation_price: await findImported(tx, groupId, 'donation_price', keys),
  };
  for (const line of lines) {
    const { cells } = line;
    const { external_id: externalId, membership_price_group: group } = cells;
    const kind: ImportKind = group ? 'membership_price' : 'donation_price';
    const columns = group
      ? { ...columnsOf(line), membership_price_group_id: await findGroup(group) }
      : columnsOf(line);
    const before = externalId ? known[kind].get(externalId) : await findSame(tx, groupId, kind, columns);
    const { id, outcome } = await putPrice(tx, groupId, kind, { ...columns, ...givenColumns(cells) }, before);
    counts[outcome] += 1;
    if (outcome === 'created' && externalId) await insertImportKeys(tx, groupId, kind, [{ externalId, id }]);
  }
  return counts;
}
