import { z } from 'zod';

import { envelope } from './envelope';
import { DonationPriceSchema, MembershipPriceGroupSchema } from './price';
import { Amount, Currency, Id, Name, WrittenName } from './primitives';
import { TransactionStatusSchema } from './status';

/** What admins write into the catalogue: prices, statuses and settings. */

const name = WrittenName.min(1);
/** An ISO 8601 duration of one or more parts, such as P1Y. */
const Duration = Name.regex(/^P(\d+Y)?(\d+M)?(\d+W)?(\d+D)?$/, 'expected a duration such as P1Y').min(3);

const donationPrice = {
  name,
  amount: Amount,
  currency: Currency,
  allow_custom_amount: z.boolean(),
  hidden: z.boolean(),
  kind: Name.nullable(),
};
const membershipPrice = {
  ...donationPrice,
  rolling_period: z.enum(['calendar', 'rolling']).nullable(),
  duration: Duration.nullable(),
};
const priceGroup = { name, hidden: z.boolean() };
const status = {
  name,
  kind: Name.min(1),
  color: Name.regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #15803d').nullable(),
  archived: z.boolean(),
};

const DonationPriceUpdate = z.strictObject(donationPrice).partial();
const MembershipPriceUpdate = z.strictObject(membershipPrice).partial();
const PriceGroupUpdate = z.strictObject(priceGroup).partial();
const StatusUpdate = z.strictObject(status).partial();
const needed = { name, amount: Amount, currency: Currency };

/** A new record has the fields that it needs; a change has some, and null clears one. */
const request = <Data extends z.ZodObject>(data: Data) => z.strictObject({ data });
export const DonationPriceCreateRequest = request(DonationPriceUpdate.extend(needed));
export const DonationPriceUpdateRequest = request(DonationPriceUpdate);
/** A price stays in its group: memberships refer to it there. */
export const MembershipPriceCreateRequest = request(
  MembershipPriceUpdate.extend({ ...needed, membership_price_group_id: Id })
);
export const MembershipPriceUpdateRequest = request(MembershipPriceUpdate);
export const PriceGroupCreateRequest = request(PriceGroupUpdate.extend({ name }));
export const PriceGroupUpdateRequest = request(PriceGroupUpdate);
export const StatusCreateRequest = request(StatusUpdate.extend({ name, kind: status.kind }));
export const StatusUpdateRequest = request(StatusUpdate);

export const DonationPriceResponse = envelope(DonationPriceSchema);
/** A membership price is part of its group. */
export const PriceGroupResponse = envelope(MembershipPriceGroupSchema);
export const StatusResponse = envelope(TransactionStatusSchema);

/** Limits for captures, in minor units of the currency of the space; null is no limit. */
const RulesSchema = z.strictObject({
  largest_cash_gift: Amount.nullable().optional(),
  largest_per_person_year: Amount.nullable().optional(),
  most_cash_carried: Amount.nullable().optional(),
});

/** Where the space receives transfers; null removes it. */
const TransferSchema = z.strictObject({
  payee: name.max(70),
  iban: Name.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'expected an IBAN without spaces, in capitals'),
  bic: Name.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'expected a BIC').optional(),
});

const TransactionSettingsUpdateSchema = z
  .strictObject({
    currency: Currency,
    payment_method_kinds: z.array(name).min(1).max(30),
    max_batch_size: z.int().min(2).max(10_000),
    default_status_id: Id.nullable(),
    default_membership_price_id: Id.nullable(),
    default_donation_price_id: Id.nullable(),
    batch_prefix: Name.nullable(),
    membership_prefix: Name.nullable(),
    rules: RulesSchema,
    transfer: TransferSchema.nullable(),
  })
  .partial();
export type TransactionSettingsUpdate = z.output<typeof TransactionSettingsUpdateSchema>;
export const TransactionSettingsUpdateRequest = z.strictObject({ data: TransactionSettingsUpdateSchema });
