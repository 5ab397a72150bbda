import { type BoardReport } from '@/contract/board';

/** What a phone reports on 14 November 2026 before anything has happened. */
export const emptyReport = (countedAt: string): BoardReport => ({
  day: '2026-11-14',
  counted_at: countedAt,
  doors: 0,
  talks: 0,
  taken: [],
  unsent: { count: 0, sums: [] },
  uncounted: [],
  kept: [],
});
