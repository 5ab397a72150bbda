import { type Scope } from '../scopes';
import { getTreasurerKeyOfSpace } from '../settings';
import { type Reader } from '../store';

/** A key of sealed rows as the store knows it: never the key itself, only a copy that the treasurer can open. */
export type RowKey = {
  id: string;
  /** The treasurer's public key that the copy is sealed to. */
  recipient: string;
  /** An age file; the thirty-two bytes of the key are in it. */
  copy: string;
};

/**
 * The key that new texts are sealed with; null where there is none to use. A key whose copy is for an earlier treasurer
 * is none: the secret that opens it may be lost by now.
 */
export async function getSealingKeyId(reader: Reader, scope: Scope): Promise<string | null> {
  if (reader.rowSeal === null) return null;
  const recipient = await getTreasurerKeyOfSpace(reader, scope);
  if (recipient === null) return null;
  const keys = await reader.all<{ id: string }>(
    'SELECT id FROM row_keys WHERE scope_id = ? AND recipient = ? ORDER BY made_at DESC',
    [scope.id, recipient]
  );
  for (const { id } of keys) if (await reader.rowSeal.has(id)) return id;
  return null;
}

/** The keys of some rows, for whoever hands those rows out. */
export function listRowKeys(reader: Reader, scope: Scope, ids: readonly string[]): Promise<RowKey[]> {
  return reader.all<RowKey>(
    `SELECT id, recipient, copy FROM row_keys WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))
     ORDER BY made_at, id`,
    [scope.id, JSON.stringify(ids)]
  );
}
