/** What a phone finds when the app opens: the key in its keychain, and files that only that key opens. */
export type StoreFound = { hasKey: boolean; hasFiles: boolean };

/**
 * - `open`: the key is there. A file that is not there yet is made with it.
 * - `make_key`: nothing is there: the first opening on this phone.
 * - `set_aside`: files without their key. A phone restored from a copy, or a keychain that was cleared. Nobody can read
 *   them any more here, and they may hold records that were never sent: they are kept under another name and a person
 *   is told. An empty store in their place, without a word, would look like everything had arrived.
 */
export type StorePlan = 'open' | 'make_key' | 'set_aside';

export function planStore({ hasKey, hasFiles }: StoreFound): StorePlan {
  if (hasKey) return 'open';
  return hasFiles ? 'set_aside' : 'make_key';
}
