import { insertMany, removeByIds, type BulkInsert } from '../bulk';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** A record that the service does not have is requested again after a day: it may exist by then. */
const retryAfterMs = 24 * 60 * 60_000;

/** Records that something refers to, that are not on the phone, and that can only be fetched one by one. */
export interface FetchQueue {
  /** Adds the ids that have no record on the phone. */
  add(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void>;
  list(reader: Reader, scope: Scope, window: { limit: number; now: number }): Promise<number[]>;
  markMissing(tx: Transaction, scope: Scope, id: number, at: number): Promise<void>;
  remove(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void>;
}

export function fetchQueue(table: 'contacts_to_fetch' | 'forms_to_fetch', records: string): FetchQueue {
  const insert: BulkInsert = {
    into: table,
    shared: ['scope_id'],
    columns: ['id'],
    onConflict: 'ON CONFLICT DO NOTHING',
  };
  return {
    add: async (tx, scope, ids) => {
      if (ids.length === 0) return;
      const absent = await tx.all<{ id: number }>(
        `SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (
           SELECT 1 FROM ${records} WHERE scope_id = ? AND id = value)`,
        [JSON.stringify([...new Set(ids)]), scope.id]
      );
      await insertMany(
        tx,
        insert,
        [scope.id],
        absent.map(({ id }) => [id])
      );
    },
    list: async (reader, scope, { limit, now }) => {
      const rows = await reader.all<{ id: number }>(
        `SELECT id FROM ${table} WHERE scope_id = ?
         AND (missing_at IS NULL OR missing_at <= ? OR missing_at > ?) ORDER BY id LIMIT ?`,
        [scope.id, now - retryAfterMs, now, limit]
      );
      return rows.map(({ id }) => id);
    },
    markMissing: async (tx, scope, id, at) => {
      await tx.run(
        `INSERT INTO ${table} (scope_id, id, missing_at) VALUES (?, ?, ?)
         ON CONFLICT (scope_id, id) DO UPDATE SET missing_at = excluded.missing_at`,
        [scope.id, id, at]
      );
    },
    remove: async (tx, scope, ids) => {
      await removeByIds(tx, table, scope, ids);
    },
  };
}
