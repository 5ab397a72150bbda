import { getSealingKeyId } from './rowKeys';
import { type Scope } from './scopes';
import { type Reader } from './store';

/** A text as it stands on the disk: sealed, or, without a key, as it is. */
export type KeptText = { text: string; sealedWith: string | null };

/** Makes of a text about one thing what may stand on the disk. */
export type Seal = (about: string, clear: string) => Promise<KeptText>;

/** The seal of a space: in a browser, once a key stands that the treasurer has a copy of. Elsewhere texts stay as they are. */
export async function findSeal(reader: Reader, scope: Scope): Promise<Seal> {
  const keyId = await getSealingKeyId(reader, scope);
  return async (about, clear) => {
    const sealed = keyId === null ? null : await reader.rowSeal?.seal(keyId, about, clear);
    return typeof sealed === 'string'
      ? { text: sealed, sealedWith: keyId }
      : { text: clear, sealedWith: null };
  };
}

/** The text again; null where this device no longer has its key. */
export async function openText(
  reader: Reader,
  about: string,
  { text, sealedWith }: KeptText
): Promise<string | null> {
  if (sealedWith === null) return text;
  return (await reader.rowSeal?.open(sealedWith, about, text)) ?? null;
}
