import { z } from 'zod';

import { envelopeWithTotal } from './envelope';
import { Amount, Currency, Id, Name, Timestamp } from './primitives';
import { tolerant } from './tolerant';

const priceShape = {
  id: Id,
  CreatedAt: Timestamp,
  UpdatedAt: Timestamp,
  amount: Amount,
  currency: Currency,
  allow_custom_amount: z.boolean(),
  name: Name,
  hidden: z.boolean(),
  kind: Name.optional(),
};

/** `rolling_period` is calendar or rolling, `duration` an ISO 8601 duration such as P1Y. */
export const MembershipPriceSchema = z.object({
  ...priceShape,
  membership_price_group_id: Id,
  rolling_period: Name.optional(),
  duration: Name.optional(),
});
export type MembershipPrice = NonNullable<MembershipPriceGroup['membership_prices']>[number];

export const MembershipPriceGroupSchema = z.object({
  id: Id,
  CreatedAt: Timestamp,
  UpdatedAt: Timestamp,
  name: Name,
  hidden: z.boolean(),
  membership_prices: z.array(MembershipPriceSchema),
});
export const MembershipPriceGroupRead = tolerant(MembershipPriceGroupSchema);
export type MembershipPriceGroup = z.output<typeof MembershipPriceGroupRead>;

export const DonationPriceSchema = z.object(priceShape);
export const DonationPriceRead = tolerant(DonationPriceSchema);
export type DonationPrice = z.output<typeof DonationPriceRead>;

export const MembershipPriceGroupListResponse = envelopeWithTotal(MembershipPriceGroupSchema);
export const DonationPriceListResponse = envelopeWithTotal(DonationPriceSchema);
