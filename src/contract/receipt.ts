import { z } from 'zod';

import { envelope, envelopeWithTotal } from './envelope';
import { Count, Id, Name, Timestamp, integerText } from './primitives';
import { tolerant } from './tolerant';

/** A provisional receipt as one text: facts, public key and signature, see `domain/receipt.ts`. */
export const ReceiptCode = z
  .string()
  .max(1_000)
  .regex(/^[\w.-]+$/, 'expected the code of a receipt');

/** The most receipts of one book. */
export const MOST_RECEIPTS = 99_999;
const ReceiptNumber = z.int().min(1).max(MOST_RECEIPTS);
/** The most numbers of a kind that are listed. */
export const MOST_LISTED_NUMBERS = 1_000;
const Numbers = z.array(ReceiptNumber).max(MOST_LISTED_NUMBERS);

/**
 * What a count states about a receipt book: `first` is the first number of the counted records, all numbers up to `last` are given,
 * and those in `void` belong to no sent record.
 */
export const ReceiptStatement = z.strictObject({
  book: Id,
  first: ReceiptNumber.optional(),
  last: ReceiptNumber,
  void: Numbers,
});

/** 32 and 64 bytes in base64url. */
const PublicKey = z.string().regex(/^[\w-]{43}$/, 'expected an Ed25519 public key');
const Signature = z.string().regex(/^[\w-]{86}$/, 'expected an Ed25519 signature');

/** A receipt book: the numbers that one phone gives to the records of one person. Its id is the number of the book. */
export const ReceiptBookSchema = z.object({
  id: Id,
  user_id: Id,
  name: Name.optional(),
  public_key: PublicKey,
  created_at: Timestamp,
  /** The highest number that has arrived or that a count states; 0 without one. */
  last: Count,
  arrived: Count,
  /** Numbers up to the last that have not arrived and are not void. At most 1,000 of them. */
  missing: Numbers,
  void: Numbers,
  /** Numbers that a second record has. */
  twice: Numbers,
});
export const ReceiptBookRead = tolerant(ReceiptBookSchema);
export type ReceiptBook = z.output<typeof ReceiptBookRead>;

/** `key` is made by the phone: the same key again is the same book. */
export const ReceiptBookRequest = z.strictObject({
  data: z.strictObject({ receipt_book: z.strictObject({ key: z.uuid(), public_key: PublicKey }) }),
});
export const ReceiptBookResponse = envelope(z.object({ receipt_book: ReceiptBookSchema }));
export const ReceiptBookListResponse = envelopeWithTotal(ReceiptBookSchema);

/** What identifies a receipt, without its amount. */
export const ReceiptQuery = z.object({
  space: integerText(0),
  book: integerText(0),
  number: integerText(1, MOST_RECEIPTS),
  signature: Signature,
});
export const ReceiptArrivalSchema = z.object({ has_arrived: z.boolean() });
export const ReceiptArrivalResponse = envelope(ReceiptArrivalSchema);
