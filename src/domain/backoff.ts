/** A number in [0, 1). */
export type RandomUnit = () => number;

const shortestWait = 2_000;
const longestWait = 5 * 60_000;
const outageSpread = 30_000;
/** What a service may ask for at most; a wrong header must not silence a phone for a day. */
const longestAskedWait = 60 * 60_000;

/** The longest time that a row's next try may lie ahead. Farther than this, the clock was set back. */
export const maxRetryDelay = longestWait + outageSpread;

/**
 * How long to wait before the next try: full jitter under a doubling ceiling, 2 s to 5 min.
 * `attempts` is how many tries have failed so far, at least one.
 */
export function backoffDelay(attempts: number, random: RandomUnit): number {
  const ceiling = Math.min(longestWait, shortestWait * 2 ** Math.min(attempts, 20));
  return Math.round(shortestWait + random() * (ceiling - shortestWait));
}

/** A random 0–30 s on top, after an outage of the service, so that a thousand phones do not return at once. */
export function outageJitter(random: RandomUnit): number {
  return Math.round(random() * outageSpread);
}

/** What Retry-After asked for, bounded, and spread as after any outage. */
export function retryAfterDelay(retryAfterMs: number, random: RandomUnit): number {
  return Math.min(Math.max(retryAfterMs, 0), longestAskedWait) + outageJitter(random);
}
