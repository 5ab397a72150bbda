import { type RowSeal } from '@/db/port';
import { openBrowserDatabase, request } from './browserDatabase';
import { createRowSeal, type KeyShelf } from './rowCipher';

/** Row keys lie beside the key of the secrets, under names that begin so. */
const prefix = 'row:';

function openShelf(): KeyShelf {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () =>
    (opening ??= openBrowserDatabase().catch((failure: unknown) => {
      opening = null; // Asked again the next time.
      throw failure;
    }));
  const reading = (database: IDBDatabase) => database.transaction('keys').objectStore('keys');
  const get = async (name: IDBValidKey): Promise<CryptoKey | null> => {
    const kept: unknown = await request(reading(await open()).get(name));
    return kept instanceof CryptoKey ? kept : null;
  };
  return {
    list: async () => {
      const keys = new Map<string, CryptoKey>();
      for (const name of await request(reading(await open()).getAllKeys())) {
        const key = await get(name);
        if (key !== null && typeof name === 'string' && name.startsWith(prefix))
          keys.set(name.slice(prefix.length), key);
      }
      return keys;
    },
    put: async (id, key) => {
      const transaction = (await open()).transaction('keys', 'readwrite', { durability: 'strict' });
      // A put that was answered may still be undone; only the end of its transaction means the disk.
      await new Promise<void>((done, fail) => {
        transaction.oncomplete = () => done();
        transaction.onabort = () => fail(transaction.error ?? new Error('The key was not kept.'));
        transaction.objectStore('keys').put(key, `${prefix}${id}`);
      });
    },
    get: (id) => get(`${prefix}${id}`),
  };
}

/** In a browser the file is as it is; what is personal in unsent rows is sealed with keys that cannot be read out. */
export const openRowSeal = (): RowSeal | null => createRowSeal(openShelf());
