import type { RateLimit } from '../config';

/** What a request was told about its bucket. */
export type Allowance = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next request is allowed. */
  readonly waitSeconds: number;
};

type Bucket = { tokens: number; at: number };

const MOST_BUCKETS = 50_000;

/**
 * Token buckets, one for each key, in the memory of this process. A full bucket is the same as none, so the
 * oldest buckets can be forgotten when there are too many.
 */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limit: RateLimit,
    private readonly now: () => number = () => performance.now()
  ) {}

  /** Takes one request out of a bucket. */
  take(key: string): Allowance {
    const { capacity, refillPerSecond } = this.limit;
    const at = this.now();
    const bucket = this.buckets.get(key) ?? { tokens: capacity, at };
    this.buckets.delete(key);
    const gained = (Math.max(0, at - bucket.at) / 1000) * refillPerSecond;
    const available = Math.min(capacity, bucket.tokens + gained);
    const allowed = available >= 1;
    const tokens = allowed ? available - 1 : available;
    this.buckets.set(key, { tokens, at });
    this.forgetOldest();
    return {
      allowed,
      limit: capacity,
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((capacity - tokens) / refillPerSecond),
      waitSeconds: Math.max(1, Math.ceil((1 - tokens) / refillPerSecond)),
    };
  }

  /** Puts one back that should not have been counted. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.limit.capacity, bucket.tokens + 1);
  }

  private forgetOldest(): void {
    if (this.buckets.size <= MOST_BUCKETS) return;
    const oldest = this.buckets.keys().next();
    if (!oldest.done) this.buckets.delete(oldest.value);
  }
}
