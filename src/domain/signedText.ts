import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';

/** A text that a device signed, with the key in it and the signature. */
export type SignedText = { signed: string; publicKey: Uint8Array; signature: Uint8Array };

/** Signs with the key of this device. */
export type DeviceSigner = { publicKey: Uint8Array; sign: (text: string) => Uint8Array };

/** Of the bytes in base64url. */
const lengths = { publicKey: 43, signature: 86 };

export const encodeBytes = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);

export function decodeBytes(text: string, length: number): Uint8Array | null {
  if (text.length !== length) return null;
  try {
    return base64urlnopad.decode(text);
  } catch {
    return null;
  }
}

/** A text without full stops, which separate the parts of a code, and without commas. */
export const encodeWord = (word: string): string => encodeURIComponent(word).replaceAll('.', '%2E');

export function decodeWord(word: string): string | null {
  try {
    return decodeURIComponent(word);
  } catch {
    return null;
  }
}

/** A name without percent signs, which an address may decode once too often. */
export const encodeName = (name: string): string => encodeBytes(utf8ToBytes(name));

export function decodeName(text: string): string | null {
  const bytes = decodeBytes(text, text.length);
  if (bytes === null) return null;
  return decodeWord(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}

export const isWholeNumber = (text: string): boolean =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));

/** The parts, separated by full stops, with the key and the signature of them behind. */
export function signParts(parts: readonly (string | number)[], { publicKey, sign }: DeviceSigner): string {
  const signed = parts.join('.');
  return [signed, encodeBytes(publicKey), encodeBytes(sign(signed))].join('.');
}

/** Splits a code without checking its signature; null unless it has this many parts, a key and a signature. */
export function splitSigned(code: string, count: number): (SignedText & { parts: string[] }) | null {
  const all = code.split('.');
  const parts = all.slice(0, count);
  const [key = '', signatureText = ''] = all.slice(count);
  const publicKey = decodeBytes(key, lengths.publicKey);
  const signature = decodeBytes(signatureText, lengths.signature);
  if (all.length !== count + 2 || !publicKey || !signature) return null;
  return { parts, signed: parts.join('.'), publicKey, signature };
}
