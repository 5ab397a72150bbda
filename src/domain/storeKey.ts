/** What exists when the app opens: the key in the keychain, and encrypted files. */
export type StoreFound = { hasKey: boolean; hasFiles: boolean };

/**
 * - `open`: the key exists. A missing file is created with it.
 * - `make_key`: neither exists: the first start on this phone.
 * - `set_aside`: files without their key (a restored backup, a cleared keychain). They may contain unsent
 *   records, so they are renamed and the user is told.
 */
export type StorePlan = 'open' | 'make_key' | 'set_aside';

export function planStore({ hasKey, hasFiles }: StoreFound): StorePlan {
  if (hasKey) return 'open';
  return hasFiles ? 'set_aside' : 'make_key';
}
