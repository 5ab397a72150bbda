import { z } from 'zod';

import { envelope } from './envelope';
import { Amount, Count, Currency, Id, Name, ShortText, Timestamp, integerText } from './primitives';
import { tolerant } from './tolerant';

export const MONTH_STATES = ['open', 'closed'] as const;
export const MONTH_STEPS = ['close', 'reopen'] as const;

/** A month of UTC: 2026-10. */
export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'expected a month like 2026-10');

/** The month in a path: 202610. */
export const MonthParams = z.object({ id: integerText(0) });

/** A part of a payment that counts in another month than that of its date. Below zero where a correction takes away. */
export const CountedSchema = z.object({
  transaction_id: Id,
  month: Month,
  payment_method_kind: Name,
  currency: Currency,
  amount: z.int(),
});

/** What counts in a month, received by one method in one currency. A correction can make it less than nothing. */
const MonthSumSchema = z.object({
  payment_method_kind: Name,
  currency: Currency,
  count: Count,
  amount: z.int(),
  /** The part that is dated in another month. */
  late_count: Count,
  late_amount: z.int(),
});

export const MonthSchema = z.object({
  /** 202610. */
  id: Id,
  month: Month,
  state: z.enum(MONTH_STATES),
  /** What can be done with the month now. */
  next: z.enum(MONTH_STEPS).optional(),
  sums: z.array(MonthSumSchema),
});
export const MonthRead = tolerant(MonthSchema);
export type MonthSummary = z.output<typeof MonthRead>;

/** One month before it is closed: what it contains, and what may still arrive. */
export const MonthDetailSchema = MonthSchema.extend({
  /** Dated in another month, the latest first. */
  late: z.array(
    z.object({
      id: Id,
      bundle_id: Id,
      date: Timestamp,
      payment_method_kind: Name,
      currency: Currency,
      amount: z.int(),
    })
  ),
  late_total: Count,
  /** Phones that reported unsent records of this time. */
  unsent: z.array(
    z.object({
      user_id: Id,
      name: Name.optional(),
      received_at: Timestamp,
      oldest_at: Timestamp.optional(),
      count: Count,
      sums: z.array(z.object({ currency: Currency, amount: Amount })),
    })
  ),
  /** Open batches with payments of the month. */
  batches: z.array(z.object({ id: Id, number: Name, count: Count })),
  steps: z.array(
    z.object({
      id: Id,
      step: z.enum(MONTH_STEPS),
      at: Timestamp,
      user_id: Id,
      name: Name.optional(),
      reason: ShortText.optional(),
      sums: z.array(MonthSumSchema),
    })
  ),
});
export const MonthDetailRead = tolerant(MonthDetailSchema);
export type MonthDetail = z.output<typeof MonthDetailRead>;

export const MonthStepContentSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('close') }),
  z.strictObject({ step: z.literal('reopen'), reason: ShortText.trim().min(1) }),
]);
export type MonthStepContent = z.output<typeof MonthStepContentSchema>;
export const MonthUpdateRequest = z.strictObject({ data: z.strictObject({ month: MonthStepContentSchema }) });

/** The latest first. */
export const MonthListResponse = envelope(z.object({ months: z.array(MonthSchema) }));
export const MonthResponse = envelope(z.object({ month: MonthDetailSchema }));
