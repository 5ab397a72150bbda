import { z } from 'zod';

import { envelope } from './envelope';
import { Amount, Count, Currency, Id, Name, Timestamp } from './primitives';

const MOST_SUMS = 100;

const Sum = z.strictObject({ currency: Currency, amount: Amount });

/**
 * What one phone counted for the board of a leader. Counts and sums only, and nobody who gave. It is not a record: the next one
 * replaces it.
 */
export const BoardReportSchema = z.strictObject({
  /** The day that "today" means on the phone. */
  day: z.iso.date(),
  counted_at: Timestamp,
  /** Of the person, on all their phones. */
  doors: Count,
  talks: Count,
  /** Captured today on this phone, by payment method. */
  taken: z.array(z.strictObject({ payment_method_kind: Name, ...Sum.shape, count: Count })).max(MOST_SUMS),
  /** What the service may not have yet. */
  unsent: z.strictObject({
    count: Count,
    oldest_at: Timestamp.optional(),
    sums: z.array(Sum).max(MOST_SUMS),
  }),
  /** Cash of this phone that nobody counted yet. */
  uncounted: z.array(Sum).max(MOST_SUMS),
  /** Cash that the person counted on any phone and did not hand over. Below zero where more is at the bank than was counted. */
  kept: z.array(z.strictObject({ currency: Currency, amount: z.int() })).max(MOST_SUMS),
  /** The team whose leader's code the person scanned, for the board of this team only. */
  checked_in: z.strictObject({ team_id: Id, at: Timestamp }).optional(),
});
export type BoardReport = z.output<typeof BoardReportSchema>;

/** The last report of one phone of a person. */
export const BoardEntrySchema = z.object({
  user_id: Id,
  /** 0 for a token without a device. */
  device_id: Id,
  received_at: Timestamp,
  report: z.object(BoardReportSchema.shape),
});
export type BoardEntry = z.output<typeof BoardEntrySchema>;

export const BoardReportRequest = z.strictObject({ data: z.strictObject({ report: BoardReportSchema }) });
export const BoardReceivedSchema = z.object({ received_at: Timestamp });
export const BoardReportResponse = envelope(BoardReceivedSchema);

/** The people of a team who reported within the last week. */
export const TeamBoardResponse = envelope(z.object({ board: z.array(BoardEntrySchema) }));
