import type { RateLimit } from '../config';

/** The limits of requests with a token: per device, and per person over all their devices. */
export type RequestLimits = { readonly device: RateLimiter; readonly person: RateLimiter };

/** A person may use several devices together. */
const DEVICES = 4;

export function createRequestLimits({ capacity, refillPerSecond }: RateLimit): RequestLimits {
  return {
    device: new RateLimiter({ capacity, refillPerSecond }),
    person: new RateLimiter({ capacity: capacity * DEVICES, refillPerSecond: refillPerSecond * DEVICES }),
  };
}

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
