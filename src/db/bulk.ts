import { type SqlValue } from './port';
import { type Scope } from './scopes';
import { type Transaction } from './store';

/**
 * An insert of many rows, in one statement that takes all of them as one JSON text. On the web every statement is a
 * message to another thread and every bound value a call into the engine: one by one they took twice as long there.
 */
export type BulkInsert = {
  into: string;
  /** Columns with one value for all rows, bound once. */
  shared: readonly string[];
  /** Columns with a value per row. */
  columns: readonly string[];
  onConflict: string;
};

type Values = readonly SqlValue[];

function statementFor({ into, shared, columns, onConflict }: BulkInsert): string {
  const values = [
    ...shared.map((_, place) => `?${place + 1}`),
    ...columns.map((_, place) => `value ->> ${place}`),
  ];
  // WHERE true: without it the engine would take ON CONFLICT for a part of the FROM.
  return `INSERT INTO ${into} (${[...shared, ...columns].join(', ')})
    SELECT ${values.join(', ')} FROM json_each(?${shared.length + 1}) WHERE true ${onConflict}`;
}

/** Inserts the rows, each a value per column, and answers how many were written. */
export async function insertMany(
  tx: Transaction,
  insert: BulkInsert,
  shared: Values,
  rows: readonly Values[]
): Promise<number> {
  if (rows.length === 0) return 0;
  const { changes } = await tx.run(statementFor(insert), [...shared, JSON.stringify(rows)]);
  return changes;
}

/** The same for an insert that ends with `RETURNING id`: answers the ids of the rows that were written. */
export async function insertManyReturningIds(
  tx: Transaction,
  insert: BulkInsert,
  shared: Values,
  rows: readonly Values[]
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const written = await tx.all<{ id: number }>(statementFor(insert), [...shared, JSON.stringify(rows)]);
  return new Set(written.map(({ id }) => id));
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
