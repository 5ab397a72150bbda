/**
 * A position in the feed of the service: `epoch.number`. Numbers of one epoch are ordered; another epoch means that the
 * service was restored or replaced, and nothing is known about writes of the earlier one.
 */
export type FeedPassed = 'passed' | 'not_yet' | 'other_epoch';

/** Whether a feed that was read to its end, at `feed`, contains the write at `write`. */
export function feedPassed(write: string, feed: string): FeedPassed {
  const [there, here] = [split(write), split(feed)];
  if (there.epoch !== here.epoch) return 'other_epoch';
  return isBefore(there.number, here.number) ? 'passed' : 'not_yet';
}

/** The later of two positions that a phone has seen. */
export function laterPosition(one: string | null, other: string): string {
  if (one === null || split(one).epoch !== split(other).epoch) return other;
  return isBefore(split(one).number, split(other).number) ? other : one;
}

/** What a phone has seen that has read the feed to its end, at `feed`: everything before it. */
export function lastBefore(feed: string): string {
  const { epoch, number } = split(feed);
  return `${epoch}.${BigInt(number) - 1n}`;
}

function split(position: string): { epoch: string; number: string } {
  const dot = position.lastIndexOf('.');
  return { epoch: position.slice(0, dot), number: position.slice(dot + 1) };
}

/** Numbers of 64 bits do not fit a JavaScript number: decimal texts are compared by length, then by digits. */
function isBefore(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
