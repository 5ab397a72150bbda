import { z } from 'zod';

import { envelopeWithTotal } from './envelope';
import { Id, Name, Timestamp } from './primitives';
import { tolerant } from './tolerant';

/** The kinds that the app supports; any other is shown as it is. */
export const STATUS_KINDS = ['valid', 'unpaid', 'reimbursed', 'bank_error', 'cancel', 'other'] as const;

export const TransactionStatusSchema = z.object({
  id: Id,
  CreatedAt: Timestamp,
  UpdatedAt: Timestamp,
  name: Name,
  color: Name.optional(),
  kind: Name,
  archived: z.boolean(),
});
export const TransactionStatusRead = tolerant(TransactionStatusSchema);
export type TransactionStatus = z.output<typeof TransactionStatusRead>;

export const TransactionStatusListResponse = envelopeWithTotal(TransactionStatusSchema);
