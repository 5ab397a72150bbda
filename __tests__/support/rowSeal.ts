import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { makeRowKey } from '@/db/sealing/makeRowKey';
import { type RowSeal } from '@/db/port';
import { type Scope } from '@/db/scopes';
import { applyTransactionSettings } from '@/db/settings';
import { type Store } from '@/db/store';
import { createRowSeal, type KeyShelf } from '@/platform/rowCipher';
import { sealTo } from '@/platform/seal';

/** A shelf of keys that can be wiped, as a browser whose IndexedDB was damaged wipes its own. */
export function createShelf(
  kept = new Map<string, CryptoKey>()
): KeyShelf & { kept: Map<string, CryptoKey> } {
  return {
    kept,
    list: () => Promise.resolve(new Map(kept)),
    put: (id, key) => Promise.resolve(void kept.set(id, key)),
    get: (id) => Promise.resolve(kept.get(id) ?? null),
  };
}

/** The seal of the web app over a shelf in memory. */
export const openTestSeal = (shelf: KeyShelf = createShelf()): RowSeal => createRowSeal(shelf);

/**
 * The same format without a wait: by Node's own cipher, so that a simulated process stands still while it seals. The
 * keys are the phone's and outlive its processes.
 */
export function createInstantSeal(keys = new Map<string, Uint8Array>()): RowSeal {
  const withKey = <T>(keyId: string, work: (key: Uint8Array) => T): Promise<T | null> => {
    const key = keys.get(keyId);
    return Promise.resolve(key === undefined ? null : work(key));
  };
  return {
    keep: (keyId, raw) => {
      keys.set(keyId, Uint8Array.from(raw));
      return Promise.resolve(true);
    },
    has: (keyId) => Promise.resolve(keys.has(keyId)),
    seal: (keyId, about, clear) =>
      withKey(keyId, (key) => {
        const vector = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', key, vector).setAAD(Buffer.from(about));
        const sealed = [vector, cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()];
        return Buffer.concat(sealed).toString('base64');
      }),
    open: (keyId, about, sealed) =>
      withKey(keyId, (key) => {
        const bytes = Buffer.from(sealed, 'base64');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16));
        return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
      }),
  };
}

/** The settings of a space whose treasurer has a key. */
export const settingsWith = (recipient: string) => ({
  payment_method_kinds: ['cash'],
  max_batch_size: 50,
  currency: 'eur',
  additional_settings: { treasurer_age_key: recipient },
});

let made = 0;

/** What the app does behind the screens: makes the key of the rows, where one is wanted. */
export function makeTestKey(
  store: Store,
  scope: Scope,
  changed: Partial<Parameters<typeof makeRowKey>[2]> = {}
): Promise<void> {
  return makeRowKey(store, scope, {
    newId: () => `row-key-${(made += 1)}`,
    randomBytes: (count) => randomBytes(count),
    sealTo: (recipient, bytes) => Promise.resolve(sealTo(recipient, bytes, (count) => randomBytes(count))),
    now: () => (made += 1),
    ...changed,
  });
}

/** A space whose treasurer has this key, and the key of its rows. */
export async function beginSealing(store: Store, scope: Scope, recipient: string): Promise<void> {
  await store.write((tx) => applyTransactionSettings(tx, scope, settingsWith(recipient)));
  await makeTestKey(store, scope);
}
