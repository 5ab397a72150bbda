import type { Caller, Database } from './database';

/** The end of the feed as a caller read it. */
export type FeedEnd = {
  readonly cursor: string;
  readonly buckets: readonly string[];
  readonly epoch: string;
  /** Every change before it was in what the caller read. */
  readonly horizon: number;
};

/** Valid until the memory is cleared. */
export type FeedMark = { readonly generation: number; readonly horizon: number | null };

type CachedEnd = FeedEnd & {
  readonly hold: string;
  /** Changes of access from this number on count as later. */
  readonly accessHorizon: number;
  readonly validUntil: number;
};

type NewsRow = {
  server: string;
  horizon: number;
  buckets: [group: number, bucket: string, last: number][] | null;
  access: [group: number, user: number, last: number][] | null;
};

/** Buckets change with the time too, when an action begins or ends. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_ENTRIES = 100_000;

const holdOf = (hold: readonly number[] | undefined) => (hold === undefined ? 'all' : hold.join());
const keyOf = ({ tokenHash, groupId }: Caller) => `${tokenHash} ${groupId}`;

/**
 * Responds to polls with nothing new from memory. Before each response the process reads from the database once what has changed
 * since the last time; polls that arrive meanwhile share the next read. So a response is never older than its request, in any
 * number of processes, and no writer has to notify them.
 */
export class FeedNews {
  private server = '';
  /** Raised whenever the memory is cleared. */
  private generation = 0;
  private horizon: number | null = null;
  /** The last change by space and bucket, and by `access` and group and user. */
  private readonly last = new Map<string, number>();
  private readonly ends = new Map<string, CachedEnd>();
  private reading: Promise<void> | null = null;
  private nextReading: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** The end of the feed for a caller with this cursor, if nothing has changed since it was read. */
  async find(caller: Caller, cursor: string | undefined, hold?: readonly number[]): Promise<FeedEnd | null> {
    await this.refresh();
    const end = this.ends.get(keyOf(caller));
    if (!end || end.cursor !== cursor || end.hold !== holdOf(hold) || end.validUntil < Date.now())
      return null;
    const { groupId, userId } = caller;
    const hasChanged =
      end.buckets.some((bucket) => this.isAfter(`${groupId} ${bucket}`, end.horizon)) ||
      this.isAfter(`access 0 ${userId}`, end.accessHorizon) ||
      this.isAfter(`access ${groupId} 0`, end.accessHorizon);
    if (hasChanged) return null;
    return { ...end, horizon: Math.max(end.horizon, this.horizon ?? 0) };
  }

  /** The state of the memory: to be taken before the feed is read, for `store`. */
  mark(): FeedMark {
    return { generation: this.generation, horizon: this.horizon };
  }

  /** Stores that the caller has read the feed to its end, after a mark. */
  store(caller: Caller, end: FeedEnd, hold: readonly number[] | undefined, mark: FeedMark): void {
    if (this.ends.size + this.last.size >= MAX_ENTRIES) this.clear();
    // What changed since the mark is unknown if the memory was cleared meanwhile.
    if (mark.horizon === null || mark.generation !== this.generation) return;
    const validUntil = Math.min(Date.now() + MAX_AGE_MS, caller.expiresAt);
    this.ends.set(keyOf(caller), {
      ...end,
      hold: holdOf(hold),
      accessHorizon: mark.horizon,
      validUntil,
    });
  }

  private isAfter(key: string, horizon: number): boolean {
    return (this.last.get(key) ?? 0) >= horizon;
  }

  private clear(): void {
    this.generation += 1;
    this.ends.clear();
    this.last.clear();
    this.horizon = null;
  }

  /** Resolves when a read that began after this call has ended. */
  private refresh(): Promise<void> {
    if (!this.reading) return (this.reading = this.readNews());
    this.nextReading ??= this.reading.then(() => {
      this.nextReading = null;
      return (this.reading = this.readNews());
    });
    return this.nextReading;
  }

  private async readNews(): Promise<void> {
    try {
      const rows = await this.database.queryAsOwner<NewsRow>('SELECT * FROM doorstep_news($1)', [
        this.horizon,
      ]);
      const [news] = rows;
      if (!news) throw new Error('the feed has no epoch');
      // After a restart of the database, numbers that nobody used may be assigned again.
      if (news.server !== this.server) this.clear();
      this.server = news.server;
      this.horizon = news.horizon;
      for (const [group, bucket, last] of news.buckets ?? []) this.last.set(`${group} ${bucket}`, last);
      for (const [group, user, last] of news.access ?? []) this.last.set(`access ${group} ${user}`, last);
    } catch {
      // The request then reads the feed itself, and returns the error.
      this.clear();
    } finally {
      this.reading = null;
    }
  }
}
