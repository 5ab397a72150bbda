import { z } from 'zod';

import { envelope } from './envelope';
import { Amount, Count, Currency, Id, Name, Timestamp, text } from './primitives';
import { tolerant } from './tolerant';

/**
 * Shifts belong to the time at which they began, a payment in no count to its date. `until` is the first time after the chosen time;
 * `campaign` is the campaign code of the payments.
 */
export const ReconciliationQuery = z.object({
  from: Timestamp.optional(),
  until: Timestamp.optional(),
  campaign: Name.min(1).optional(),
});

/** Where the cash is: recorded + variance + difference = held + handed_over + banked. Less than zero: cash is missing. */
const cash = {
  currency: Currency,
  /** Captured, and at the service. */
  recorded: z.int(),
  /** What of it is in no count and not at the bank. */
  uncounted: z.int(),
  counted: z.int(),
  /** Counted minus expected, as the counts state it. */
  variance: z.int(),
  /** What the next holders counted, without what the person had received from others. */
  received: z.int(),
  /** With the person: not counted, or counted and not handed over. */
  held: z.int(),
  /** With whom the person gave it to, by the count of the receiver, and not at the bank. */
  handed_over: z.int(),
  /** The part of it that its last receiver has not confirmed. */
  unconfirmed: z.int(),
  banked: z.int(),
  difference: z.int(),
};

const person = { user_id: Id, name: Name.optional() };

/**
 * `missing`: counted records that have not arrived. `elsewhere`: another person received what was counted, such as a promise that two
 * people marked as paid. `hand_over`: the receiver counted another sum than the giver. `count`: a count that
 * expects another sum than its records have. `batch`: the bank counted another sum.
 */
export const RECONCILIATION_PROBLEMS = ['missing', 'elsewhere', 'hand_over', 'count', 'batch'] as const;

const ProblemSchema = z.object({
  kind: z.enum(RECONCILIATION_PROBLEMS),
  currency: Currency,
  expected: z.int(),
  found: z.int(),
  /** Whose cash it is; absent for a batch. */
  user_id: Id.optional(),
  name: Name.optional(),
  /** When the shift began, the hand-over was made, or the batch was made. */
  at: Timestamp,
  batch_id: Id.optional(),
  batch_number: Name.optional(),
  /** How many records have not arrived. */
  count: Count.optional(),
  /** Of `elsewhere`: the bundle that another person received. */
  bundle_id: Id.optional(),
});

const ShiftSchema = z.object({
  key: text(100),
  ...person,
  started_at: Timestamp,
  counted_at: Timestamp,
  captured: Count,
  held: Count,
  /** The places of the missing records in the shift, from 1. */
  missing: z.array(Count),
  /** Their receipt numbers, such as 3-17, where the service knows them. */
  receipts: z.array(Name),
  /** How many records were not sent when they were counted, and have arrived since. */
  late: Count,
  /** How often the cash was counted again. */
  recounts: Count,
});

export const ReconciliationSchema = z.object({
  people: z.array(z.object({ ...person, ...cash })),
  /** By currency. `bank_difference` is what the bank counted beside `banked`; `difference` contains it. `ledger` is what the ledger says today. */
  totals: z.array(z.object({ ...cash, bank_difference: z.int(), ledger: z.int() })),
  /**
   * With whom the handed-over cash is that is not at the bank, also after it was handed on; adds up to `handed_over`. Until a receiver has
   * confirmed it is whom the giver named; without `user_id` a name that the giver typed.
   */
  holders: z.array(
    z.object({
      user_id: Id.optional(),
      name: Name.optional(),
      currency: Currency,
      amount: z.int(),
      is_confirmed: z.boolean(),
    })
  ),
  problems: z.array(ProblemSchema),
  /** Late corrections: payments whose ledger amount is not the counted one any more. The first of them. */
  corrected: z.array(
    z.object({
      bundle_id: Id,
      ...person,
      currency: Currency,
      counted: Amount,
      ledger: z.int(),
      /** When the count was made that contains the payment; absent for a payment in no count. */
      counted_at: Timestamp.optional(),
    })
  ),
  /** Those with missing records first, then the latest. */
  shifts: z.array(ShiftSchema),
  shifts_total: Count,
  /** The campaign codes to choose from. */
  campaigns: z.array(Name),
});
export const ReconciliationRead = tolerant(ReconciliationSchema);
export type Reconciliation = z.output<typeof ReconciliationRead>;

export const ReconciliationResponse = envelope(z.object({ reconciliation: ReconciliationSchema }));
