import { MOST_RECEIPTS } from '@/contract/receipt';

import {
  decodeBytes,
  decodeName,
  encodeName,
  isWholeNumber,
  signParts,
  splitSigned,
  type DeviceSigner,
  type SignedText,
} from './signedText';

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
  /** The name of the space as the phone had it; may be empty or cut. */
  organisation: string;
  /** 8 bytes of the hash of the receipt before it in the book, in base64url; zeros for the first. */
  previous: string;
};

/** A receipt that was read: the signed text, and what signs it. */
export type ReadReceipt = SignedText & { facts: ReceiptFacts };

const version = '1';
/** Of the bytes in base64url. */
const previousLength = 11;
export const noPrevious = 'A'.repeat(previousLength);

/** The signed part of a code: the facts. */
function receiptParts(facts: ReceiptFacts): (string | number)[] {
  const { space, book, number, amount, currency, time, method, organisation, previous } = facts;
  const words = [encodeName(method), encodeName(organisation)];
  return [version, space, book, number, amount, currency, time, ...words, previous];
}

/** Of the encoded name: a code must fit into a QR code that a phone can read. */
const longestName = 240;

/** The name of a space as a receipt contains it. */
export function organisationOf(name: string | null | undefined): string {
  let kept = '';
  for (const sign of (name ?? '').trim()) {
    if (encodeName(kept + sign).length > longestName) break;
    kept += sign;
  }
  return kept;
}

/** The code of a receipt: what the QR code, the link and the service contain. */
export const makeReceipt = (facts: ReceiptFacts, signer: DeviceSigner): string =>
  signParts(receiptParts(facts), signer);

/** Reads a code without checking its signature; null for any other text. */
export function readReceipt(code: string): ReadReceipt | null {
  const read = splitSigned(code, 10);
  if (!read) return null;
  const { parts, ...signedText } = read;
  const [given, space = '', book = '', number = '', amount = '', currency = '', time = ''] = parts;
  const [word = '', name = '', previous = ''] = parts.slice(7);
  if (given !== version || !/^[a-z]{3}$/.test(currency)) return null;
  if (![space, book, number, amount, time].every(isWholeNumber)) return null;
  if (!decodeBytes(previous, previousLength) || Number(number) < 1 || Number(number) > MOST_RECEIPTS)
    return null;
  const method = decodeName(word);
  const organisation = decodeName(name);
  if (method === null || organisation === null) return null;
  const facts = {
    space: Number(space),
    book: Number(book),
    number: Number(number),
    amount: Number(amount),
    currency,
    time: Number(time),
    method,
    organisation,
    previous,
  };
  return receiptParts(facts).join('.') === read.signed ? { facts, ...signedText } : null;
}

/** The number of a receipt as people write it: book and number. Empty without a receipt. */
export function numberIn(code: string | null | undefined): string {
  const facts = readReceipt(code ?? '')?.facts;
  return facts ? `${facts.book}-${facts.number}` : '';
}

/** What the code of a receipt begins with, by its number as people write it, such as 12-17; null for any other text. */
export function receiptPrefix(space: number, typed: string): string | null {
  const [, book, number] = /^(\d{1,15})-(\d{1,15})$/.exec(typed) ?? [];
  return book === undefined ? null : `${version}.${space}.${book}.${number}.`;
}
