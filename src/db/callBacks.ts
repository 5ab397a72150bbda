import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The day to call back of a promise of this phone, by the id of its capture; undefined for any other record. */
export async function getCallBack(
  reader: Reader,
  scope: Scope,
  id: string
): Promise<string | null | undefined> {
  const row = await reader.get<{ day: string | null }>(
    'SELECT day FROM call_backs WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
  return row === null ? undefined : row.day;
}

/** The captures of this phone that were promises, the earliest day first. */
export async function listCallBackIds(reader: Reader, scope: Scope): Promise<string[]> {
  const rows = await reader.all<{ id: string }>(
    'SELECT id FROM call_backs WHERE scope_id = ? ORDER BY day, id',
    [scope.id]
  );
  return rows.map(({ id }) => id);
}

export async function setCallBack(
  tx: Transaction,
  scope: Scope,
  { id, day, now }: { id: string; day: string | null; now: number }
): Promise<void> {
  await tx.run('INSERT OR REPLACE INTO call_backs (scope_id, id, day, saved_at) VALUES (?, ?, ?, ?)', [
    scope.id,
    id,
    day,
    now,
  ]);
}

export async function removeCallBack(tx: Transaction, scope: Scope, id: string): Promise<void> {
  await tx.run('DELETE FROM call_backs WHERE scope_id = ? AND id = ?', [scope.id, id]);
}

export async function removeCallBacksBefore(tx: Transaction, scope: Scope, time: number): Promise<void> {
  await tx.run('DELETE FROM call_backs WHERE scope_id = ? AND saved_at < ?', [scope.id, time]);
}
