/** How long the code of a leader is accepted, and how long a person counts as here. */
export const checkInMs = 12 * 60 * 60_000;

/** Whether a person who checked in then still counts as here. */
export const isCheckedIn = (at: number, now: number): boolean => Math.abs(now - at) < checkInMs;
