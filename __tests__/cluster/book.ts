/** What the phones saved, what the service acknowledged, and how the feeds went. */
export class Book {
  /** By idempotency key, which is the id of the row and the delivery token of the bundle. */
  readonly saved = new Set<string>();
  readonly acked = new Set<string>();
  /** The last acknowledged surname of each contact. */
  readonly surnames = new Map<number, string>();
  restartedFeeds = 0;
  longestGapMs = 0;
  #lastAckAt: number | null = null;
  #gapMs = 0;
  #takenAt = 0;

  ack(key: string): void {
    this.acked.add(key);
    this.#countGap();
  }

  ackSurname(contactId: number, surname: string): void {
    this.surnames.set(contactId, surname);
    this.#countGap();
  }

  #countGap(): void {
    const now = performance.now();
    const gap = this.#lastAckAt === null ? 0 : now - this.#lastAckAt;
    this.#gapMs = this.#gapSince(now);
    this.#lastAckAt = now;
    this.longestGapMs = Math.max(this.longestGapMs, gap);
  }

  #gapSince(now: number): number {
    return this.#lastAckAt === null
      ? 0
      : Math.max(this.#gapMs, now - Math.max(this.#lastAckAt, this.#takenAt));
  }

  /** The longest time without an acknowledged write since the last call; what was before it does not count. */
  takeGap(): number {
    const now = performance.now();
    const gap = this.#gapSince(now);
    [this.#gapMs, this.#takenAt] = [0, now];
    return Math.round(gap);
  }
}
