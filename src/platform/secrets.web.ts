import { openBrowserDatabase, request } from './browserDatabase';
import { type Secrets } from './secrets';

/**
 * A browser has no keychain. Secrets are encrypted with a non-extractable AES key: a copied profile folder or a script
 * that reads storage gets ciphertext.
 */
const keyName = 'key';

async function getKey(database: IDBDatabase): Promise<CryptoKey> {
  const stored: unknown = await request(database.transaction('keys').objectStore('keys').get(keyName));
  if (stored instanceof CryptoKey) return stored;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await request(
    database.transaction('keys', 'readwrite', { durability: 'strict' }).objectStore('keys').put(made, keyName)
  );
  return made;
}

type Sealed = { vector: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'vector' in value && 'bytes' in value;
}

export async function openSecrets(): Promise<Secrets> {
  const database = await openBrowserDatabase();
  const key = await getKey(database);
  const sealedStore = (mode: IDBTransactionMode) =>
    database.transaction('sealed', mode, { durability: 'strict' }).objectStore('sealed');
  return {
    async get(name) {
      const stored: unknown = await request(sealedStore('readonly').get(name));
      if (!isSealed(stored)) return null;
      try {
        const open = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.vector }, key, stored.bytes);
        return new TextDecoder().decode(open);
      } catch {
        return null; // The key is missing: the person signs in again.
      }
    },
    async set(name, value) {
      const vector = crypto.getRandomValues(new Uint8Array(12));
      const bytes = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: vector },
        key,
        new TextEncoder().encode(value)
      );
      await request(sealedStore('readwrite').put({ vector, bytes } satisfies Sealed, name));
    },
    async remove(name) {
      await request(sealedStore('readwrite').delete(name));
    },
  };
}
