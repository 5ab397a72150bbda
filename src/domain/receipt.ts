import { base64urlnopad } from '@scure/base';

import { MOST_RECEIPTS } from '@/contract/receipt';

/** What a provisional receipt certifies. */
export type ReceiptFacts = {
  space: number;
  book: number;
  number: number;
  /** In minor units. */
  amount: number;
  /** In small letters. */
  currency: string;
  /** Seconds since 1970. */
  time: number;
  method: string;
  /** 8 bytes of the hash of the receipt before it in the book, in base64url; zeros for the first. */
  previous: string;
};

/** A receipt that was read: the signed text, and what signs it. */
export type ReadReceipt = {
  facts: ReceiptFacts;
  signed: string;
  publicKey: Uint8Array;
  signature: Uint8Array;
};

/** Signs with the key of this device. */
export type ReceiptSigner = { publicKey: Uint8Array; sign: (text: string) => Uint8Array };

const version = '1';
/** Of the bytes in base64url. */
const lengths = { previous: 11, publicKey: 43, signature: 86 };
export const noPrevious = 'A'.repeat(lengths.previous);

export const encodeBytes = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);

/** The signed part of a code: the facts, separated by full stops. */
export function receiptText(facts: ReceiptFacts): string {
  const { space, book, number, amount, currency, time, method, previous } = facts;
  const word = encodeURIComponent(method).replaceAll('.', '%2E');
  return [version, space, book, number, amount, currency, time, word, previous].join('.');
}

/** The code of a receipt: what the QR code, the link and the service contain. */
export function makeReceipt(facts: ReceiptFacts, { publicKey, sign }: ReceiptSigner): string {
  const signed = receiptText(facts);
  return [signed, encodeBytes(publicKey), encodeBytes(sign(signed))].join('.');
}

const isCount = (text: string) => /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));

function bytesOf(text: string, length: number): Uint8Array | null {
  if (text.length !== length) return null;
  try {
    return base64urlnopad.decode(text);
  } catch {
    return null;
  }
}

/** Reads a code without checking its signature; null for any other text. */
export function readReceipt(code: string): ReadReceipt | null {
  const parts = code.split('.');
  const [given, space = '', book = '', number = '', amount = '', currency = '', time = ''] = parts;
  const [word = '', previous = '', key = '', signatureText = ''] = parts.slice(7);
  const publicKey = bytesOf(key, lengths.publicKey);
  const signature = bytesOf(signatureText, lengths.signature);
  if (parts.length !== 11 || given !== version || !publicKey || !signature) return null;
  if (![space, book, number, amount, time].every(isCount) || !/^[a-z]{3}$/.test(currency)) return null;
  if (!bytesOf(previous, lengths.previous) || Number(number) < 1 || Number(number) > MOST_RECEIPTS)
    return null;
  const method = decodeWord(word);
  if (method === null) return null;
  const facts = {
    space: Number(space),
    book: Number(book),
    number: Number(number),
    amount: Number(amount),
    currency,
    time: Number(time),
    method,
    previous,
  };
  const signed = parts.slice(0, 9).join('.');
  return receiptText(facts) === signed ? { facts, signed, publicKey, signature } : null;
}

/** The number of a receipt as people write it: book and number. Empty without a receipt. */
export function numberIn(code: string | null | undefined): string {
  const facts = readReceipt(code ?? '')?.facts;
  return facts ? `${facts.book}-${facts.number}` : '';
}

function decodeWord(word: string): string | null {
  try {
    return decodeURIComponent(word);
  } catch {
    return null;
  }
}
