import { bech32 } from '@scure/base';

/** A public key of age is Bech32 (BIP 173) with this prefix. */
const prefix = 'age';

/**
 * The 32 bytes of a public key such as `age1…`, or null for anything else, also with one mistyped letter: text that is
 * encrypted for a wrong key cannot be decrypted.
 */
export function readAgeKey(text: string): Uint8Array | null {
  const decoded = bech32.decodeUnsafe(text.trim());
  if (!decoded || decoded.prefix !== prefix) return null;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes instanceof Uint8Array && bytes.length === 32 ? bytes : null;
}

/** The secret keys in a text, such as the file of age-keygen: one on each line, between comments. Damaged ones are left out. */
export function readAgeSecrets(text: string): Uint8Array[] {
  return (text.match(/AGE-SECRET-KEY-1[0-9A-Z]+/gi) ?? []).flatMap((found) => {
    const decoded = bech32.decodeUnsafe(found);
    const bytes = decoded?.prefix === 'age-secret-key-' ? bech32.fromWordsUnsafe(decoded.words) : null;
    return bytes instanceof Uint8Array && bytes.length === 32 ? [bytes] : [];
  });
}

/** The additional setting of a space that contains the public key of its treasurer. */
export const treasurerKeyName = 'treasurer_age_key';

/** A key as it is written down: without space around it, in small letters. Null where it is none. */
export function tidyAgeKey(text: unknown): string | null {
  return typeof text === 'string' && readAgeKey(text) !== null ? text.trim().toLowerCase() : null;
}
