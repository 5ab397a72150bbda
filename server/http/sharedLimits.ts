import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

import { hashToken } from '../auth/tokens';
import type { RateLimit } from '../config';
import type { Database } from '../store/database';
import { loggable } from './problems';
import { RateLimiter, type Use } from './rateLimit';

/** The limits of requests with a token: per device, and per person over all their devices. */
export type RequestLimits = { readonly device: RateLimiter; readonly person: RateLimiter };

/** A person may use several devices together. */
const DEVICES = 4;

export function createRequestLimits(
  shared: SharedLimits,
  { capacity, refillPerSecond }: RateLimit
): RequestLimits {
  return {
    device: shared.create('request', { capacity, refillPerSecond }),
    person: shared.create('person', {
      capacity: capacity * DEVICES,
      refillPerSecond: refillPerSecond * DEVICES,
    }),
  };
}

const SETTLE_MS = 200;
const MOST_ROWS = 5_000;

/**
 * A bucket is the time at which it is full again. What several processes allow before they
 * settle may make that time later than an empty bucket: the next request waits longer, so that the rate is the same for any number
 * of processes.
 */
const SETTLE = `INSERT INTO request_limits AS l (key, full_at)
  SELECT used.key, now() + make_interval(secs => used.seconds)
    FROM unnest($1::bytea[], $2::float8[]) AS used (key, seconds) ORDER BY used.key
  ON CONFLICT (key) DO UPDATE SET full_at = greatest(l.full_at, now()) + (EXCLUDED.full_at - now())
  RETURNING encode(key, 'hex') AS hash, extract(epoch FROM full_at - now())::float8 AS seconds`;

type Row = { hash: string; seconds: number };
type SharedUse = Use & { readonly limiter: RateLimiter };

/**
 * Shares limits with the other processes through the database. A request is counted in memory and waits for nothing; at most five
 * times a second one statement settles what was counted. While the database is unavailable, each process limits alone.
 */
export class SharedLimits {
  private readonly limiters = new Map<string, RateLimiter>();
  private settling: Promise<void> | null = null;
  private readonly closing = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly log: FastifyBaseLogger
  ) {}

  /** Creates a limit under a name that is the same in every process. */
  create(name: string, limit: RateLimit): RateLimiter {
    const limiter = new RateLimiter(limit, () => this.settleSoon());
    this.limiters.set(name, limiter);
    return limiter;
  }

  /** Settles what is left, and stops. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.settling;
  }

  private settleSoon(): void {
    if (!this.closing.signal.aborted) this.settling ??= this.settleUntilDone();
  }

  private async settleUntilDone(): Promise<void> {
    for (;;) {
      // Closing ends the wait.
      await sleep(SETTLE_MS, undefined, { ref: false, signal: this.closing.signal }).catch(() => undefined);
      const uses = [...this.takeUses()];
      if (uses.length === 0) {
        this.settling = null;
        return;
      }
      for (let from = 0; from < uses.length; from += MOST_ROWS)
        await this.settle(new Map(uses.slice(from, from + MOST_ROWS)));
    }
  }

  /** By the hash of its key: keys contain network addresses. */
  private takeUses(): Map<string, SharedUse> {
    const uses = new Map<string, SharedUse>();
    for (const [name, limiter] of this.limiters) {
      for (const use of limiter.takeUses())
        uses.set(hashToken(`${name}:${use.key}`).toString('hex'), { ...use, limiter });
    }
    return uses;
  }

  private async settle(uses: ReadonlyMap<string, SharedUse>): Promise<void> {
    const keys = [...uses.keys()].map((hash) => Buffer.from(hash, 'hex'));
    const seconds = [...uses.values()].map((use) => use.seconds);
    try {
      for (const row of await this.database.queryAsOwner<Row>(SETTLE, [keys, seconds])) {
        const use = uses.get(row.hash);
        use?.limiter.settle(use.key, row.seconds);
      }
    } catch (error) {
      this.log.warn({ failure: error instanceof Error ? loggable(error) : {} }, 'limits could not be shared');
    }
  }
}
