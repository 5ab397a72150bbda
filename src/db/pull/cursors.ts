import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** The position in a list. Written in the transaction of its page, so that a kill loses both or neither. */
export async function getCursor<T>(reader: Reader, scope: Scope, list: string): Promise<T | null> {
  const row = await reader.get<{ value: string }>(
    'SELECT value FROM sync_cursors WHERE scope_id = ? AND list = ?',
    [scope.id, list]
  );
  return row ? parseBody<T>(row.value) : null;
}

export async function setCursor(tx: Transaction, scope: Scope, list: string, value: unknown): Promise<void> {
  await tx.run(
    `INSERT INTO sync_cursors (scope_id, list, value) VALUES (?, ?, ?)
     ON CONFLICT (scope_id, list) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
    [scope.id, list, JSON.stringify(value)]
  );
}

export async function removeCursor(tx: Transaction, scope: Scope, list: string): Promise<void> {
  await tx.run('DELETE FROM sync_cursors WHERE scope_id = ? AND list = ?', [scope.id, list]);
}
