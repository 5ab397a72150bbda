import type { Caller, Database } from './database';

/** The end of the feed as a caller read it. */
export type FeedEnd = {
  readonly cursor: string;
  readonly buckets: readonly string[];
  readonly epoch: string;
  /** Every change before it was in what the caller read. */
  readonly horizon: number;
};

/** Valid until what is known is forgotten. */
export type FeedMark = { readonly memory: number; readonly horizon: number | null };

type Remembered = FeedEnd & {
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
 * Answers polls with nothing new from memory. Before each answer the process asks the database once for the news since the last
 * time; polls that arrive meanwhile share the next question. So an answer is never older than its request, in any number of
 * processes, and whoever writes needs to tell nobody.
 */
export class FeedNews {
  private server = '';
  /** Raised whenever everything is forgotten. */
  private memory = 0;
  private horizon: number | null = null;
  /** The last change by space and bucket, and by `access` and group and user. */
  private readonly last = new Map<string, number>();
  private readonly remembered = new Map<string, Remembered>();
  private asking: Promise<void> | null = null;
  private asksNext: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** The end of the feed for a caller with this cursor, if nothing has changed since it was read. */
  async find(caller: Caller, cursor: string | undefined, hold?: readonly number[]): Promise<FeedEnd | null> {
    await this.refresh();
    const end = this.remembered.get(keyOf(caller));
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

  /** What is known now: to be taken before the feed is read, for `remember`. */
  mark(): FeedMark {
    return { memory: this.memory, horizon: this.horizon };
  }

  /** Remembers that the caller has read the feed to its end, after a mark. */
  remember(caller: Caller, end: FeedEnd, hold: readonly number[] | undefined, mark: FeedMark): void {
    if (this.remembered.size + this.last.size >= MAX_ENTRIES) this.forget();
    // What changed since the mark is unknown if it was forgotten meanwhile.
    if (mark.horizon === null || mark.memory !== this.memory) return;
    const validUntil = Math.min(Date.now() + MAX_AGE_MS, caller.expiresAt);
    this.remembered.set(keyOf(caller), {
      ...end,
      hold: holdOf(hold),
      accessHorizon: mark.horizon,
      validUntil,
    });
  }

  private isAfter(key: string, horizon: number): boolean {
    return (this.last.get(key) ?? 0) >= horizon;
  }

  private forget(): void {
    this.memory += 1;
    this.remembered.clear();
    this.last.clear();
    this.horizon = null;
  }

  /** Resolves when a question that was asked after this call is answered. */
  private refresh(): Promise<void> {
    if (!this.asking) return (this.asking = this.ask());
    this.asksNext ??= this.asking.then(() => {
      this.asksNext = null;
      return (this.asking = this.ask());
    });
    return this.asksNext;
  }

  private async ask(): Promise<void> {
    try {
      const rows = await this.database.ask<NewsRow>('SELECT * FROM doorstep_news($1)', [this.horizon]);
      const [news] = rows;
      if (!news) throw new Error('the feed has no epoch');
      // After a restart of the database, numbers that nobody used may be given again.
      if (news.server !== this.server) this.forget();
      this.server = news.server;
      this.horizon = news.horizon;
      for (const [group, bucket, last] of news.buckets ?? []) this.last.set(`${group} ${bucket}`, last);
      for (const [group, user, last] of news.access ?? []) this.last.set(`access ${group} ${user}`, last);
    } catch {
      // The request then reads the feed itself, and says what is wrong.
      this.forget();
    } finally {
      this.asking = null;
    }
  }
}
