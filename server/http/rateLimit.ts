import type { RateLimit } from '../config';

/** The state of a bucket after a request. */
export type RateLimitState = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next request is allowed. */
  readonly waitSeconds: number;
};

type Bucket = { tokens: number; at: number };

const MAX_BUCKETS = 50_000;

/**
 * Token buckets in the memory of this process, one per key. A full bucket is the same as none, so the oldest can be dropped
 * when there are too many.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limit: RateLimit,
    private readonly now: () => number = () => performance.now()
  ) {}

  /** Counts one request. */
  count(key: string): RateLimitState {
    const { capacity, refillPerSecond } = this.limit;
    const at = this.now();
    const bucket = this.buckets.get(key) ?? { tokens: capacity, at };
    this.buckets.delete(key);
    const gained = (Math.max(0, at - bucket.at) / 1000) * refillPerSecond;
    const available = Math.min(capacity, bucket.tokens + gained);
    const allowed = available >= 1;
    const tokens = allowed ? available - 1 : available;
    this.buckets.set(key, { tokens, at });
    this.dropOldest();
    return {
      allowed,
      limit: capacity,
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((capacity - tokens) / refillPerSecond),
      waitSeconds: Math.max(1, Math.ceil((1 - tokens) / refillPerSecond)),
    };
  }

  /** Takes back one counted request. */
  refund(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.limit.capacity, bucket.tokens + 1);
  }

  private dropOldest(): void {
    if (this.buckets.size <= MAX_BUCKETS) return;
    const oldest = this.buckets.keys().next();
    if (!oldest.done) this.buckets.delete(oldest.value);
  }
}
