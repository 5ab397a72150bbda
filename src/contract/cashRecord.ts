import { z } from 'zod';

import { envelope } from './envelope';
import { Amount, Count, Currency, Id, Name, OpaqueObject, ShortText, Timestamp, text } from './primitives';
import { ReceiptStatement } from './receipt';
import { tolerant } from './tolerant';

/**
 * What happens to cash after it was taken: counted, handed over, received or taken back. Each record is written once and never changed; a
 * later one refers to it.
 */
export const CASH_RECORD_KINDS = ['count', 'hand_over', 'reply', 'reply_seen', 'take_back'] as const;

/** The Idempotency-Key of a write. */
const Key = text(100).min(1);
const MOST_RECORDS = 5_000;
const MOST_PIECES = 50;
const MOST_CURRENCIES = 20;
const MOST_BOOKS = 20;

const sum = { currency: Currency, amount: Amount };

/** Cash of one currency, by pieces where they were counted one by one. */
const CountedSum = z.strictObject({
  ...sum,
  pieces: z
    .array(z.strictObject({ value: z.int().min(1), count: Count }))
    .max(MOST_PIECES)
    .optional(),
});

const writtenBy = { key: Key, made_at: Timestamp };

/** One capture of a shift. `key` is the Idempotency-Key of its bundle. */
const CountedRecord = z.strictObject({
  key: Key,
  /** The key of its first version, of a record that was fixed before it was counted: that version may be the one that arrived. */
  first_key: Key.optional(),
  ...sum,
  payment_method_kind: Name,
  /** Whether the cheque was there; absent for other methods. */
  is_there: z.boolean().optional(),
  /** Whether the phone had not sent it yet: it arrives after the count. Absent: it was sent. */
  is_unsent: z.boolean().optional(),
});

/** The count that closes a shift, or that repeats an earlier count. */
export const CountSchema = z.strictObject({
  kind: z.literal('count'),
  ...writtenBy,
  shift: z.strictObject({ key: Key, started_at: Timestamp }),
  /** The cash that the records add up to. */
  expected: z.array(z.strictObject(sum)).max(MOST_CURRENCIES),
  counted: z.array(CountedSum).max(MOST_CURRENCIES),
  /** Why the two differ. */
  reason: ShortText.optional(),
  /** The second person at the count. */
  witness: Name.optional(),
  records: z.array(CountedRecord).max(MOST_RECORDS),
  /** How many of the records the phone had not sent yet. */
  unsent: Count,
  /** The receipt books of this phone, so that missing numbers are noticed. */
  receipts: z.array(ReceiptStatement).max(MOST_BOOKS).optional(),
  /** The key of the count that this one replaces. */
  replaces: Key.optional(),
});

/** A code of a hand-over as one text: facts, public key and signature. */
const HandOverCode = z
  .string()
  .max(2_000)
  .regex(/^[\w.,%~!*'()-]+$/, 'expected the code of a hand-over');

/** The giver's record of a hand-over. The receiver's is a reply. */
export const HandOverSchema = z
  .strictObject({
    kind: z.literal('hand_over'),
    ...writtenBy,
    /** The giver's counts whose cash changes hands. */
    counts: z.array(Key).max(MOST_RECORDS),
    /** The hand-overs that the giver received from others and hands on. */
    received: z.array(Key).max(MOST_RECORDS),
    cash: z.array(z.strictObject(sum)).max(MOST_CURRENCIES),
    /** How many cheques go with it. */
    cheques: Count,
    to: z.strictObject({ user_id: Id.optional(), name: Name.min(1) }),
  })
  .refine(({ counts, received }) => counts.length + received.length > 0, {
    path: ['counts'],
    error: 'expected a count or a received hand-over',
  });

/** The receiver's own count of a hand-over. Another sum or other cheques than the giver's are a dispute, not an error. */
export const ReplySchema = z.strictObject({
  kind: z.literal('reply'),
  ...writtenBy,
  hand_over: Key,
  counted: z.array(CountedSum).max(MOST_CURRENCIES),
  /** How many cheques came. */
  cheques: Count,
  is_disputed: z.boolean(),
  note: ShortText.optional(),
  /** The code that the giver's phone showed and signed, see `domain/cash/handOverCode.ts`. */
  offer: HandOverCode.optional(),
});

/** The giver's phone read the receiver's answer before the service had the reply. */
export const ReplySeenSchema = z.strictObject({
  kind: z.literal('reply_seen'),
  ...writtenBy,
  hand_over: Key,
  /** The receiver. */
  by: Id,
  is_disputed: z.boolean(),
  /** The code that the receiver's phone showed and signed; absent if its short form was typed. */
  answer: HandOverCode.optional(),
});

/** The giver takes a hand-over back. It counts unless the service stored the receiver's reply before. */
export const TakeBackSchema = z.strictObject({
  kind: z.literal('take_back'),
  ...writtenBy,
  hand_over: Key,
  /** The receiver of the hand-over, who sees this record. */
  to: HandOverSchema.shape.to,
});

export const CashRecordContentSchema = z.discriminatedUnion('kind', [
  CountSchema,
  HandOverSchema,
  ReplySchema,
  ReplySeenSchema,
  TakeBackSchema,
]);
export type CashRecordContent = z.output<typeof CashRecordContentSchema>;
export type CashCount = z.output<typeof CountSchema>;
export type HandOver = z.output<typeof HandOverSchema>;
export type HandOverReply = z.output<typeof ReplySchema>;
export type ReplySeen = z.output<typeof ReplySeenSchema>;
export type TakeBack = z.output<typeof TakeBackSchema>;

/** `valid`: the other side's code in the record was signed with a key that the service has of that person. */
const CODE_SIGNATURES = ['valid', 'unknown_key'] as const;

/** A cash record as the service stores it. `content` is what the phone of `user_id` sent. */
export const CashRecordSchema = z.object({
  id: Id,
  key: Key,
  kind: z.enum(CASH_RECORD_KINDS),
  user_id: Id,
  received_at: Timestamp,
  content: OpaqueObject,
  /** What the service found about the signed code in the record; absent without one. */
  signature: z.enum(CODE_SIGNATURES).optional(),
});
export const CashRecordRead = tolerant(CashRecordSchema);
export type CashRecord = z.output<typeof CashRecordRead>;

export const CashRecordRequest = z.strictObject({
  data: z.strictObject({ cash_record: CashRecordContentSchema }),
});
export const CashRecordResponse = envelope(z.object({ cash_record: CashRecordSchema }));
