/** What waits on a phone, of everybody and in every space; `oldestAt` is null when nothing does. */
export type Waiting = { count: number; oldestAt: number | null };

const day = 24 * 3_600_000;

/**
 * When to remind the owner of a phone that records wait on it: a day after the oldest was saved, and once a day from
 * then on. A function of that moment alone, so that another try or another record never puts it off.
 */
export function reminderAt({ oldestAt }: Waiting, now: number): number | null {
  if (oldestAt === null) return null;
  // Saved "tomorrow" by a clock that was wrong: a day from now is late enough.
  const due = Math.min(oldestAt, now) + day;
  if (due > now) return due;
  return due + Math.ceil((now - due + 1) / day) * day;
}
