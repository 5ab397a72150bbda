import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** A form in progress, written at every letter so that a kill loses none. `key` names the form. */
export async function setDraft(
  tx: Transaction,
  scope: Scope,
  key: string,
  draft: unknown,
  now: number
): Promise<void> {
  await tx.run(
    `INSERT INTO drafts (scope_id, key, body, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope_id, key) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
    [scope.id, key, JSON.stringify(draft), now]
  );
}

export async function getDraft<T>(
  reader: Reader,
  scope: Scope,
  key: string
): Promise<{ draft: T; updatedAt: number } | null> {
  const row = await reader.get<{ body: string; updatedAt: number }>(
    'SELECT body, updated_at AS updatedAt FROM drafts WHERE scope_id = ? AND key = ?',
    [scope.id, key]
  );
  return row && { draft: parseBody<T>(row.body), updatedAt: row.updatedAt };
}

/** The drafts whose keys begin with a prefix, the latest first. */
export async function listDrafts<T>(
  reader: Reader,
  scope: Scope,
  prefix: string
): Promise<{ key: string; draft: T; updatedAt: number }[]> {
  const rows = await reader.all<{ key: string; body: string; updatedAt: number }>(
    `SELECT key, body, updated_at AS updatedAt FROM drafts WHERE scope_id = ? AND substr(key, 1, ?) = ?
     ORDER BY updated_at DESC, key`,
    [scope.id, prefix.length, prefix]
  );
  return rows.map(({ key, body, updatedAt }) => ({ key, draft: parseBody<T>(body), updatedAt }));
}

/** The draft of another version of a saved gift. */
export const keyOfFix = (id: string): string => `capture:fix:${id}`;

/** Deletes the drafts that were not changed since a time: they name people. */
export async function removeDraftsBefore(tx: Transaction, scope: Scope, time: number): Promise<void> {
  await tx.run('DELETE FROM drafts WHERE scope_id = ? AND updated_at < ?', [scope.id, time]);
}

/** Belongs into the transaction that saves the record made from the draft. */
export async function removeDraft(tx: Transaction, scope: Scope, key: string): Promise<void> {
  await tx.run('DELETE FROM drafts WHERE scope_id = ? AND key = ?', [scope.id, key]);
}
