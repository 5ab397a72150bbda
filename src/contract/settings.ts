import { z } from 'zod';

import { envelope } from './envelope';
import { Count, Currency, Id, Name, OpaqueObject, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** The finance settings of a space: one record, without an id. */
export const TransactionSettingsSchema = z.object({
  payment_method_kinds: z.array(Name),
  /** The most transactions in one deposit batch. */
  max_batch_size: Count,
  default_status_id: Id.optional(),
  default_membership_price_id: Id.optional(),
  default_donation_price_id: Id.optional(),
  batch_prefix: Name.optional(),
  batch_serial_updated_at: Timestamp.optional(),
  batch_serial: Count.optional(),
  membership_serial: Count.optional(),
  membership_prefix: Name.optional(),
  additional_settings: OpaqueObject.optional(),
  currency: Currency,
  open_periods: OpaqueObject.optional(),
});
export const TransactionSettingsRead = tolerant(TransactionSettingsSchema, []);
export type TransactionSettings = z.output<typeof TransactionSettingsRead>;

export const TransactionSettingsResponse = envelope(TransactionSettingsSchema);
