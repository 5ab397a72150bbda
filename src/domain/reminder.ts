/** Unsent records on a phone, of all users and spaces; `oldestAt` is null for none. */
export type Waiting = { count: number; oldestAt: number | null };

const day = 24 * 3_600_000;

/**
 * When to remind that records wait: a day after the oldest was saved, then once a day. Depends on that time
 * alone, so that another attempt or record never delays it.
 */
export function reminderAt({ oldestAt }: Waiting, now: number): number | null {
  if (oldestAt === null) return null;
  // Saved in the future by a wrong clock: a day from now.
  const due = Math.min(oldestAt, now) + day;
  if (due > now) return due;
  return due + Math.ceil((now - due + 1) / day) * day;
}
