import { z } from 'zod';

import { envelope, envelopeWithTotal } from './envelope';
import { Amount, Count, Currency, Id, Name, OpaqueObject, ShortText, Timestamp } from './primitives';
import { ReceiptCode } from './receipt';
import { tolerant } from './tolerant';

/** The way of a deposit batch to the bank. From closed on it can be reopened; an open one can be dissolved, which ends it. */
export const BATCH_STATES = ['open', 'closed', 'deposited', 'reconciled', 'dissolved'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const BATCH_STEPS = [
  'make',
  'take_out',
  'close',
  'deposit',
  'reconcile',
  'reopen',
  'dissolve',
] as const;

/** A calendar day, as on the bank's slip. */
const Day = z.iso.date().regex(/^(?:19[7-9]|20|21)/, 'expected a year from 1970 to 2199');

const MOST_TRANSACTIONS = 1_000;

/** The batch of a payment, as a bundle shows it to managers. */
export const BundleBatchSchema = z.object({
  id: Id,
  number: Name,
  state: z.enum(BATCH_STATES),
  transaction_id: Id,
  /** What of the payment is in the batch; absent while the batch is open. */
  amount: Amount.optional(),
  /** When the batch was taken to the bank; absent before. */
  deposited_at: Timestamp.optional(),
});

/** Payments of one method and one currency that go to the bank together. */
export const BatchSchema = z.object({
  id: Id,
  number: Name,
  payment_method_kind: Name,
  currency: Currency,
  state: z.enum(BATCH_STATES),
  /** How many payments, and what they add up to. Closing fixes both. */
  count: Count,
  amount: Amount,
  slip_number: Name.optional(),
  deposited_on: z.string().optional(),
  /** What the bank booked, and why it differs from `amount`. */
  bank_amount: Amount.optional(),
  reason: ShortText.optional(),
  created_at: Timestamp,
});
export const BatchRead = tolerant(BatchSchema);
export type Batch = z.output<typeof BatchRead>;

const payment = {
  id: Id,
  bundle_id: Id,
  date: Timestamp,
  /** What was received of the payment. */
  amount: Amount,
  /** Who recorded it. */
  user_id: Id,
  recorder: Name.optional(),
  contact_id: Id.optional(),
  /** The payer, if the caller may see the contact. */
  name: Name.optional(),
  payment_method: OpaqueObject.optional(),
  /** The code of the provisional receipt. */
  receipt: ReceiptCode.optional(),
};

/** A payment that is in no batch and can be put into one. */
export const BatchablePaymentSchema = z.object({
  ...payment,
  payment_method_kind: Name,
  currency: Currency,
  /** Cash of a hand-over of which its receiver, or a later one, counted another sum; a cheque of one of which they counted another number. */
  is_disputed: z.boolean().optional(),
  /** With whom the cash is, by the hand-overs; absent if it is with a manager. */
  held_by: z.object({ user_id: Id, name: Name.optional() }).optional(),
  /** A cheque that was not there when its person counted. */
  is_absent: z.boolean().optional(),
});
export const BatchablePaymentRead = tolerant(BatchablePaymentSchema);
export type BatchablePayment = z.output<typeof BatchablePaymentRead>;

const BatchPaymentSchema = z.object({
  ...payment,
  /** What the ledger shows, where it was corrected after the batch was closed. */
  amount_since: Amount.optional(),
});

const BatchStepSchema = z.object({
  id: Id,
  step: z.enum(BATCH_STEPS),
  at: Timestamp,
  user_id: Id,
  name: Name.optional(),
  reason: ShortText.optional(),
  slip_number: Name.optional(),
  bank_amount: Amount.optional(),
  /** What the batch added up to at this step. */
  amount: Amount,
});

/** One batch with its payments and what happened to it, oldest first. */
export const BatchDetailSchema = BatchSchema.extend({
  transactions: z.array(BatchPaymentSchema),
  steps: z.array(BatchStepSchema),
});
export const BatchDetailRead = tolerant(BatchDetailSchema);
export type BatchDetail = z.output<typeof BatchDetailRead>;

/** More than max_batch_size payments become consecutive batches. */
export const BatchCreateRequest = z.strictObject({
  data: z.strictObject({
    batch: z.strictObject({
      payment_method_kind: Name.min(1),
      currency: Currency,
      transactions: z.array(Id).min(1).max(MOST_TRANSACTIONS),
    }),
  }),
});

const reason = ShortText.trim().min(1);

export const BatchStepContentSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('take_out'), transactions: z.array(Id).min(1).max(MOST_TRANSACTIONS) }),
  z.strictObject({ step: z.literal('close') }),
  /** Takes all payments out. The number is not given again. */
  z.strictObject({ step: z.literal('dissolve') }),
  z.strictObject({ step: z.literal('deposit'), slip_number: Name.trim().min(1), deposited_on: Day }),
  /** A reason is needed where the bank's amount differs. */
  z.strictObject({ step: z.literal('reconcile'), bank_amount: Amount, reason: reason.optional() }),
  z.strictObject({ step: z.literal('reopen'), reason }),
]);
export type BatchStepContent = z.output<typeof BatchStepContentSchema>;
export const BatchUpdateRequest = z.strictObject({ data: z.strictObject({ batch: BatchStepContentSchema }) });

export const BatchListResponse = envelopeWithTotal(BatchSchema);
export const BatchesResponse = envelope(z.object({ batches: z.array(BatchSchema) }));
export const BatchResponse = envelope(z.object({ batch: BatchDetailSchema }));
export const BatchableResponse = envelopeWithTotal(BatchablePaymentSchema);
