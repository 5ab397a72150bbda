import { type SqlValue } from './port';
import { type Scope } from './scopes';
import { type Transaction } from './store';

/**
 * Inserts many rows with one statement that gets all of them as one JSON text. On the web every statement is a message
 * to another thread and every bound value a call into SQLite: one statement per row takes twice as long.
 * The column `body` is JSON already. Nested in the JSON text, SQLite would parse and serialise each body again, so all
 * bodies are passed separately as one byte array, and each row has the range of its body.
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

const bodyColumn = 'body';

function statementFor({ into, shared, columns, onConflict }: BulkInsert): string {
  const [rows, bodies] = [`?${shared.length + 1}`, `?${shared.length + 2}`];
  const values = [
    ...shared.map((_, place) => `?${place + 1}`),
    ...columns.map((column, place) =>
      column === bodyColumn
        ? `CAST(substr(${bodies}, value ->> ${place}, value ->> ${columns.length}) AS TEXT)`
        : `value ->> ${place}`
    ),
  ];
  // WHERE true: without it the engine would take ON CONFLICT for a part of the FROM.
  return `INSERT INTO ${into} (${[...shared, ...columns].join(', ')})
    SELECT ${values.join(', ')} FROM json_each(${rows}) WHERE true ${onConflict}`;
}

/** The parameters of the statement. A body is replaced by its start in the byte array; its length is added at the end. */
function parametersFor({ columns }: BulkInsert, rows: readonly Values[]): SqlValue[] {
  const place = columns.indexOf(bodyColumn);
  if (place === -1) return [JSON.stringify(rows)];
  const bodies = rows.map((row) => String(row[place] ?? ''));
  const all = new TextEncoder().encode(bodies.join(''));
  const isPlain = all.length === bodies.reduce((length, body) => length + body.length, 0);
  let end = 0;
  const placed = rows.map((row, index) => {
    const body = bodies[index] ?? '';
    const length = isPlain ? body.length : countBytes(body);
    const begins = end + 1;
    end += length;
    return [...row.slice(0, place), begins, ...row.slice(place + 1), length];
  });
  return [JSON.stringify(placed), all];
}

/** The length of a text in UTF-8. A lone surrogate is three bytes, like the replacement character. */
function countBytes(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) count += 1;
    if (unit > 0x7ff) count += 1;
    // The two halves of a pair were counted as three bytes each and are four together.
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next < 0xe000) count -= 2;
    }
  }
  return count;
}

/** Rows with everything done to them that needs no database. */
export type PreparedRows = { sql: string; values: Values };

/** Makes rows ready ahead of their transaction, so that in it the engine waits for nothing but itself. */
export function prepareMany(insert: BulkInsert, rows: readonly Values[]): PreparedRows {
  return { sql: statementFor(insert), values: rows.length === 0 ? [] : parametersFor(insert, rows) };
}

/** Inserts them with their shared values and returns how many were written. */
export async function insertPrepared(
  tx: Transaction,
  { sql, values }: PreparedRows,
  shared: Values
): Promise<number> {
  if (values.length === 0) return 0;
  const { changes } = await tx.run(sql, [...shared, ...values]);
  return changes;
}

/** The same for an insert that ends with `RETURNING id`: returns the ids of the rows that were written. */
export async function insertPreparedReturningIds(
  tx: Transaction,
  { sql, values }: PreparedRows,
  shared: Values
): Promise<Set<number>> {
  if (values.length === 0) return new Set();
  const written = await tx.all<{ id: number }>(sql, [...shared, ...values]);
  return new Set(written.map(({ id }) => id));
}

/** Inserts the rows, a value per column each, and returns how many were written. */
export function insertMany(
  tx: Transaction,
  insert: BulkInsert,
  shared: Values,
  rows: readonly Values[]
): Promise<number> {
  return insertPrepared(tx, prepareMany(insert, rows), shared);
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
