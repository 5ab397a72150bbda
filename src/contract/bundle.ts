import { z } from 'zod';

import { BundleBatchSchema } from './batch';
import { envelope, envelopeWithTotal } from './envelope';
import { CountedSchema } from './month';
import {
  Amount,
  Count,
  Currency,
  Id,
  LongText,
  Name,
  OpaqueObject,
  StorableObject,
  Timestamp,
} from './primitives';
import { ReceiptCode } from './receipt';
import { tolerant } from './tolerant';

/** A day of money. A clock that shows another century is wrong. */
const MoneyTime = Timestamp.regex(/^(?:19[7-9]|20|21)/, 'expected a year from 1970 to 2199');

/** contact_id is the payer. delivery_token and external_transaction_id are the markers of a capture. */
const transactionShape = (Time: typeof Timestamp) => ({
  amount: Amount,
  currency: Currency,
  payment_method_kind: Name.min(1),
  payment_method: StorableObject.optional(),
  contact_id: Id.optional(),
  date: Time,
  code_campaign: Name.optional(),
  delivered_at: Time.optional(),
  delivery_token: Name.optional(),
  comment: LongText.optional(),
  comment_date: Time.optional(),
  reimbursed_amount: Amount.optional(),
  unpaid_amount: Amount.optional(),
  external_transaction_id: z.int().min(0).optional(),
  status_id: Id.optional(),
});

/** contact_id is the beneficiary. */
const membershipShape = (Time: typeof Timestamp) => ({
  contact_id: Id.optional(),
  start_date: Time.optional(),
  end_date: Time.optional(),
  membership_price_id: Id.optional(),
  amount: Amount.optional(),
  amount_initial: Amount.optional(),
  currency: Currency.optional(),
  comment: LongText.optional(),
  rolling_year: z.boolean().optional(),
});

/** contact_id is the beneficiary. Here it is `initial_amount`; a membership has `amount_initial`. */
const donationShape = (Time: typeof Timestamp) => ({
  contact_id: Id.optional(),
  date: Time.optional(),
  amount: Amount.optional(),
  initial_amount: Amount.optional(),
  currency: Currency.optional(),
  donation_price_id: Id.optional(),
  affectation: Name.optional(),
  comment: LongText.optional(),
});

export const TransactionSchema = z.object({ id: Id, ...transactionShape(Timestamp) });
export const MembershipSchema = z.object({ id: Id, ...membershipShape(Timestamp) });
export const DonationSchema = z.object({ id: Id, ...donationShape(Timestamp) });

/** Money that belongs to one payment event. The summary is computed by the service. */
export const TransactionBundleSchema = z.object({
  id: Id,
  transactions: z.array(TransactionSchema),
  memberships: z.array(MembershipSchema),
  donations: z.array(DonationSchema),
  summary: z.object({ transactions_count: Count, memberships_count: Count, donations_count: Count }),
  /** Of our service: who recorded it. */
  created_by: Id.optional(),
  /** Of our service: who received money that was unpaid before, where that is not who recorded it. */
  received_by: Id.optional(),
  /** Of our service, for managers: the deposit batches of the transactions. */
  batches: z.array(BundleBatchSchema).optional(),
  /** Of our service: what counts in another month than that of its date, because that one was closed. */
  counted: z.array(CountedSchema).optional(),
  /** Of our service: the provisional receipt that the phone gave. */
  receipt: ReceiptCode.optional(),
});
export const TransactionBundleRead = tolerant(TransactionBundleSchema);
export type TransactionBundle = z.output<typeof TransactionBundleRead>;
export type Transaction = NonNullable<TransactionBundle['transactions']>[number];
export type Membership = NonNullable<TransactionBundle['memberships']>[number];
export type Donation = NonNullable<TransactionBundle['donations']>[number];

/** The most items of one kind in a body. */
const MOST_ITEMS = 1_000;

const TransactionCreateSchema = z.strictObject(transactionShape(MoneyTime));
const MembershipCreateSchema = z.strictObject(membershipShape(MoneyTime));
const DonationCreateSchema = z.strictObject(donationShape(MoneyTime));
export type MembershipCreate = z.output<typeof MembershipCreateSchema>;
export type DonationCreate = z.output<typeof DonationCreateSchema>;

/** A new bundle: at least one transaction; no ids, no summary. */
export const BundleCreateSchema = z.strictObject({
  transactions: z.array(TransactionCreateSchema).min(1).max(MOST_ITEMS),
  memberships: z.array(MembershipCreateSchema).max(MOST_ITEMS).optional(),
  donations: z.array(DonationCreateSchema).max(MOST_ITEMS).optional(),
  /** Only for a service with receipts. */
  receipt: ReceiptCode.optional(),
});
export type BundleCreate = z.output<typeof BundleCreateSchema>;
export const BundleCreateRequest = z.strictObject({ data: BundleCreateSchema });

const NO_ID = { id: z.never().optional() };
const ADDED_OR_CHANGED = 'an item with its id and the fields to change, or a whole item without an id';

/** Items with an id are changed field by field, items without are added, the rest stays. */
export const BundleUpdateSchema = z.strictObject({
  id: Id,
  transactions: z
    .array(
      z.union(
        [TransactionCreateSchema.partial().extend({ id: Id }), TransactionCreateSchema.extend(NO_ID)],
        ADDED_OR_CHANGED
      )
    )
    .max(MOST_ITEMS)
    .optional(),
  memberships: z
    .array(
      z.union(
        [MembershipCreateSchema.extend({ id: Id }), MembershipCreateSchema.extend(NO_ID)],
        ADDED_OR_CHANGED
      )
    )
    .max(MOST_ITEMS)
    .optional(),
  donations: z
    .array(
      z.union([DonationCreateSchema.extend({ id: Id }), DonationCreateSchema.extend(NO_ID)], ADDED_OR_CHANGED)
    )
    .max(MOST_ITEMS)
    .optional(),
  /** Of a promise that is paid. Only for a service with receipts. */
  receipt: ReceiptCode.optional(),
});
export type BundleUpdate = z.output<typeof BundleUpdateSchema>;
export const BundleUpdateRequest = z.strictObject({ data: BundleUpdateSchema });

export const HISTORY_KINDS = ['transaction', 'transaction_status', 'donation', 'membership'] as const;

/** One change of one item of a bundle: `old` is null for a creation, `new` for a deletion. */
export const BundleHistoryEntrySchema = z.object({
  id: Id,
  CreatedAt: Timestamp,
  transaction_bundle_id: Id,
  kind: z.enum(HISTORY_KINDS),
  target_id: Id,
  old: OpaqueObject.nullable(),
  new: OpaqueObject.nullable(),
  /** Of our service: who made the change. */
  user_id: Id.optional(),
});
export const BundleHistoryEntryRead = tolerant(BundleHistoryEntrySchema);
export type BundleHistoryEntry = z.output<typeof BundleHistoryEntryRead>;

export const BundleResponse = envelope(TransactionBundleSchema);
export const BundleListResponse = envelopeWithTotal(TransactionBundleSchema);

/** Oldest first. */
export const BundleHistoryResponse = envelope(z.array(BundleHistoryEntrySchema));
