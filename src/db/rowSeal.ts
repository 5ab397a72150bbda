import { getSealingKeyId } from './rowKeys';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** A text as it stands on the disk: sealed, or, without a key, as it is. */
export type KeptText = { text: string; sealedWith: string | null };

/** Seals a text where this space can: in a browser, once a key stands that the treasurer has a copy of. */
export async function sealText(
  tx: Transaction,
  scope: Scope,
  about: string,
  clear: string
): Promise<KeptText> {
  const keyId = await getSealingKeyId(tx, scope);
  const sealed = keyId === null ? null : await tx.rowSeal?.seal(keyId, about, clear);
  return typeof sealed === 'string' ? { text: sealed, sealedWith: keyId } : { text: clear, sealedWith: null };
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
