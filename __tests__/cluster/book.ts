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
    this.#lastAckAt = now;
    this.#gapMs = Math.max(this.#gapMs, gap);
    this.longestGapMs = Math.max(this.longestGapMs, gap);
  }

  /** The longest time without an acknowledged write since the last call. */
  takeGap(): number {
    const open = this.#lastAckAt === null ? 0 : performance.now() - this.#lastAckAt;
    const gap = Math.max(this.#gapMs, open);
    this.#gapMs = 0;
    return Math.round(gap);
  }
}
