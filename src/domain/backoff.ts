/** A number in [0, 1). */
export type RandomUnit = () => number;

const minDelay = 2_000;
const maxDelay = 5 * 60_000;
const maxOutageJitter = 30_000;
const maxNetworkJitter = 2_000;
/** Upper limit for Retry-After: a wrong header must not silence a phone for a day. */
const maxRetryAfter = 60 * 60_000;

/** The longest delay of a row. A later attempt means that the clock was set back. */
export const maxRetryDelay = maxDelay + maxOutageJitter;

/**
 * The delay before the next attempt: full jitter below a doubling ceiling of 2 s to 5 min. `attempts` counts
 * the failed ones, at least one.
 */
export function backoffDelay(attempts: number, random: RandomUnit): number {
  const ceiling = Math.min(maxDelay, minDelay * 2 ** Math.min(attempts, 20));
  return Math.round(minDelay + random() * (ceiling - minDelay));
}

/** A random 0–30 s after an outage, so that phones do not return together. */
export function outageJitter(random: RandomUnit): number {
  return Math.round(random() * maxOutageJitter);
}

/** A random 0–2 s after the network returns. */
export function networkJitter(random: RandomUnit): number {
  return Math.round(random() * maxNetworkJitter);
}

/** The delay of Retry-After, limited and with jitter. */
export function retryAfterDelay(retryAfterMs: number, random: RandomUnit): number {
  return Math.min(Math.max(retryAfterMs, 0), maxRetryAfter) + outageJitter(random);
}
