import type { RateLimit } from '../config';

/** What counts as one source: a network address, or the network of an IPv6 address, all of which belongs to one customer. */
export function sourceOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail = ''] = address.split('::');
  const parts = head.split(':').filter(Boolean);
  const missing = 8 - parts.length - tail.split(':').filter(Boolean).length;
  if (address.includes('::')) parts.push(...Array.from({ length: missing }, () => '0'), ...tail.split(':'));
  return parts.slice(0, 4).join(':');
}

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

/** What this process took from one bucket since it was last settled: seconds of refill. */
export type Use = { readonly key: string; readonly seconds: number };

type Bucket = {
  /** When the bucket is full again. */
  fullAt: number;
  /** Taken and not yet settled, in seconds of refill. */
  unsettled: number;
};

const MAX_BUCKETS = 50_000;

/**
 * Token buckets, one per key, in the memory of this process. What is taken from them is settled with the other processes
 * (sharedLimits.ts). A full bucket is the same as none, so the oldest can be dropped when there are too many.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private readonly used = new Set<string>();

  constructor(
    private readonly limit: RateLimit,
    private readonly onUse: () => void = () => undefined,
    private readonly now: () => number = () => performance.now()
  ) {}

  /** Counts one request. */
  count(key: string): RateLimitState {
    const { capacity, refillPerSecond } = this.limit;
    const bucket = this.buckets.get(key) ?? { fullAt: 0, unsettled: 0 };
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const allowed = this.tokensIn(bucket) >= 1;
    if (allowed) this.take(key, bucket, 1);
    this.dropOldest();
    const tokens = this.tokensIn(bucket);
    return {
      allowed,
      limit: capacity,
      remaining: Math.max(0, Math.floor(tokens)),
      resetSeconds: Math.ceil((capacity - tokens) / refillPerSecond),
      waitSeconds: Math.max(1, Math.ceil((1 - tokens) / refillPerSecond)),
    };
  }

  /** Takes back one counted request. */
  refund(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket) this.take(key, bucket, -1);
  }

  /** What was taken since the last call. */
  takeUses(): Use[] {
    const uses: Use[] = [];
    for (const key of this.used) {
      const bucket = this.buckets.get(key);
      if (!bucket) continue;
      if (bucket.unsettled !== 0) uses.push({ key, seconds: bucket.unsettled });
      bucket.unsettled = 0;
    }
    this.used.clear();
    return uses;
  }

  /** Sets a bucket to what all processes left in it; what this process took meanwhile is not part of that. */
  settle(key: string, secondsUntilFull: number): void {
    const bucket = this.buckets.get(key);
    if (bucket) bucket.fullAt = this.now() + (secondsUntilFull + bucket.unsettled) * 1000;
  }

  private tokensIn({ fullAt }: Bucket): number {
    const missingSeconds = Math.max(0, fullAt - this.now()) / 1000;
    // Rounded: the time that a number of tokens takes is not exact in binary.
    return Math.round((this.limit.capacity - missingSeconds * this.limit.refillPerSecond) * 1e6) / 1e6;
  }

  private take(key: string, bucket: Bucket, tokens: number): void {
    const seconds = tokens / this.limit.refillPerSecond;
    bucket.fullAt = Math.max(bucket.fullAt, this.now()) + seconds * 1000;
    bucket.unsettled += seconds;
    this.used.add(key);
    this.onUse();
  }

  private dropOldest(): void {
    if (this.buckets.size <= MAX_BUCKETS) return;
    const oldest = this.buckets.keys().next();
    if (!oldest.done) this.buckets.delete(oldest.value);
  }
}
