import { type Scope } from './scopes';
import { getTreasurerKeyOfSpace } from './settings';
import { type Reader, type Store } from './store';

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

export type KeyMaking = {
  newId: () => string;
  randomBytes: (count: number) => Uint8Array;
  /** Seals bytes to the holder of an age key. */
  sealTo: (recipient: string, bytes: Uint8Array) => Promise<string>;
  now: () => number;
};

/**
 * Makes the key of a space's rows, where one is wanted and missing. The order is the promise: rows are sealed only with
 * a key of which both halves are on the disk, the device's own and the treasurer's copy. Whatever fails on the way
 * leaves rows unsealed, and the next time tries again.
 */
export async function makeRowKey(store: Store, scope: Scope, making: KeyMaking): Promise<void> {
  const { rowSeal } = store;
  if (rowSeal === null) return;
  const recipient = await getTreasurerKeyOfSpace(store, scope);
  if (recipient === null || (await getSealingKeyId(store, scope)) !== null) return;
  const id = making.newId();
  const raw = making.randomBytes(32);
  try {
    const copy = await making.sealTo(recipient, raw);
    if (!(await rowSeal.keep(id, raw))) return;
    await store.write((tx) =>
      tx.run('INSERT INTO row_keys (id, scope_id, recipient, copy, made_at) VALUES (?, ?, ?, ?, ?)', [
        id,
        scope.id,
        recipient,
        copy,
        making.now(),
      ])
    );
  } finally {
    raw.fill(0);
  }
}
