import { type SqlValue } from './port';
import { type Scope } from './scopes';
import { type Transaction } from './store';

/**
 * An insert of many rows. Several rows go into one statement, because on the web every statement is a message to
 * another thread; bound values, because giving the engine JSON to take apart again took half as long again. A few
 * fixed sizes keep the statements few enough to stay prepared.
 */
export type BulkInsert = {
  into: string;
  /** Columns with one value for all rows, bound once. */
  shared: readonly string[];
  /** Columns with a value per row. */
  columns: readonly string[];
  onConflict: string;
};

const sizes = [128, 16, 1];
const statements = new Map<BulkInsert, Map<number, string>>();

function statementFor(insert: BulkInsert, size: number): string {
  let bySize = statements.get(insert);
  if (!bySize) statements.set(insert, (bySize = new Map()));
  let sql = bySize.get(size);
  if (!sql) {
    // ?1 is the first shared value in every row; each bare ? takes the next free number.
    const { into, shared, columns, onConflict } = insert;
    const row = [...shared.map((_, index) => `?${index + 1}`), ...columns.map(() => '?')].join(', ');
    const rows = Array.from({ length: size }, () => `(${row})`).join(', ');
    sql = `INSERT INTO ${into} (${[...shared, ...columns].join(', ')}) VALUES ${rows} ${onConflict}`;
    bySize.set(size, sql);
  }
  return sql;
}

type Values = readonly SqlValue[];

function* batchesOf(
  shared: Values,
  rows: readonly Values[]
): Generator<{ size: number; values: SqlValue[] }> {
  let next = 0;
  for (const size of sizes) {
    for (; next + size <= rows.length; next += size) {
      const values = [...shared];
      for (let index = next; index < next + size; index += 1) values.push(...(rows[index] ?? []));
      yield { size, values };
    }
  }
}

/** Inserts the rows, each a value per column, and answers how many were written. */
export async function insertMany(
  tx: Transaction,
  insert: BulkInsert,
  shared: Values,
  rows: readonly Values[]
): Promise<number> {
  let written = 0;
  for (const { size, values } of batchesOf(shared, rows)) {
    const { changes } = await tx.run(statementFor(insert, size), values);
    written += changes;
  }
  return written;
}

/** The same for an insert that ends with `RETURNING id`: answers the ids of the rows that were written. */
export async function insertManyReturningIds(
  tx: Transaction,
  insert: BulkInsert,
  shared: Values,
  rows: readonly Values[]
): Promise<Set<number>> {
  const written = new Set<number>();
  for (const { size, values } of batchesOf(shared, rows)) {
    for (const { id } of await tx.all<{ id: number }>(statementFor(insert, size), values)) written.add(id);
  }
  return written;
}

/** `ON CONFLICT` for a cached record: a row is written, and announced, only where something changed. */
export function replaceWhereDifferent(key: readonly string[], columns: readonly string[]): string {
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  const differs = columns.map((column) => `${column} IS NOT excluded.${column}`).join(' OR ');
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set} WHERE ${differs}`;
}

/** A page that names a record twice means the later one. */
export function lastOfEachId<T extends { id: number }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** Removes records by id, however many. */
export async function removeByIds(
  tx: Transaction,
  table: string,
  scope: Scope,
  ids: readonly number[],
  column = 'id'
): Promise<number> {
  if (ids.length === 0) return 0;
  const { changes } = await tx.run(
    `DELETE FROM ${table} WHERE scope_id = ? AND ${column} IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(ids)]
  );
  return changes;
}
