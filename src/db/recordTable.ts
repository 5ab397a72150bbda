import { insertMany, removeByIds, replaceWhereDifferent, type BulkInsert } from './bulk';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The operations of every cached list. */
export interface RecordTable<T> {
  /** Writes the records of a page; a record that has not changed costs no write. */
  apply(tx: Transaction, scope: Scope, records: readonly T[]): Promise<number>;
  remove(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<number>;
  get(reader: Reader, scope: Scope, id: number): Promise<T | null>;
  /** Every record in the order of the list. */
  list(reader: Reader, scope: Scope): Promise<T[]>;
}

/** Records with everything done to them that needs no database: run in a transaction, it writes them. */
export type PreparedRecords = (tx: Transaction, scope: Scope) => Promise<void>;

/** A stored body was checked by the contract before it was written. */
export function parseBody<T>(body: string): T {
  return JSON.parse(body) as T;
}

/** The table of a list that is short enough to be read completely: records by id, sorted by one key. */
export function recordTable<T>(
  table: string,
  { idOf, sortKey }: { idOf: (record: T) => number; sortKey: (record: T) => string }
): RecordTable<T> {
  const insert: BulkInsert = {
    into: table,
    shared: ['scope_id'],
    columns: ['id', 'sort_key', 'body'],
    onConflict: replaceWhereDifferent(['scope_id', 'id'], ['sort_key', 'body']),
  };
  return {
    apply: (tx, scope, records) =>
      insertMany(
        tx,
        insert,
        [scope.id],
        records.map((record) => [idOf(record), sortKey(record), JSON.stringify(record)])
      ),
    remove: (tx, scope, ids) => removeByIds(tx, table, scope, ids),
    get: async (reader, scope, id) => {
      const row = await reader.get<{ body: string }>(
        `SELECT body FROM ${table} WHERE scope_id = ? AND id = ?`,
        [scope.id, id]
      );
      return row ? parseBody<T>(row.body) : null;
    },
    list: async (reader, scope) => {
      const rows = await reader.all<{ body: string }>(
        `SELECT body FROM ${table} WHERE scope_id = ? ORDER BY sort_key, id`,
        [scope.id]
      );
      return rows.map((row) => parseBody<T>(row.body));
    },
  };
}
