import { getSealingKeyId } from './rowKeys';
import { type Scope } from '../scopes';
import { getTreasurerKeyOfSpace } from '../settings';
import { type Store } from '../store';

type KeyMaking = {
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
