/** What exists when the app opens: the key in the keychain, and encrypted files. */
export type StoreFound = { hasKey: boolean; hasFiles: boolean };

/**
 * - `open`: the key exists. A missing file is created with it.
 * - `make_key`: neither exists: the first start on this phone.
 * - `quarantine`: files without their key (a restored backup, a cleared keychain). They may contain unsent
 *   records, so they are renamed and the app shows a message.
 */
export type StorePlan = 'open' | 'make_key' | 'quarantine';

export function planStore({ hasKey, hasFiles }: StoreFound): StorePlan {
  if (hasKey) return 'open';
  return hasFiles ? 'quarantine' : 'make_key';
}
