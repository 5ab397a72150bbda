import { getSealingKeyId } from './rowKeys';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** A text as it stands on the disk: sealed, or, without a key, as it is. */
export type KeptText = { text: string; sealedWith: string | null };

/** Makes of a text about one thing what may stand on the disk. */
export type Seal = (about: string, clear: string) => Promise<KeptText>;

/**
 * The seal of a space: in a browser, once a key stands that the treasurer has a copy of. Null elsewhere, where texts stay
 * as they are.
 */
export async function findSeal(reader: Reader, scope: Scope): Promise<Seal | null> {
  const { rowSeal } = reader;
  const keyId = await getSealingKeyId(reader, scope);
  if (rowSeal === null || keyId === null) return null;
  return async (about, clear) => {
    const sealed = await rowSeal.seal(keyId, about, clear);
    return sealed === null ? asItIs(clear) : { text: sealed, sealedWith: keyId };
  };
}

const asItIs = (text: string): KeptText => ({ text, sealedWith: null });

/** A text as it is to be kept. */
export async function keepText(seal: Seal | null, about: string, clear: string): Promise<KeptText> {
  return seal === null ? asItIs(clear) : seal(about, clear);
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
