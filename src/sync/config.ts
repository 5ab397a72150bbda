/** Timings and sizes of the engine. Tests shorten some of them; the app uses the defaults. */
export type SyncConfig = {
  /** How long a claim is valid. All work for one row ends before. */
  leaseMs: number;
  /** How much earlier that work ends: the time to apply an outcome. */
  leaseMarginMs: number;
  /** How long a sent request may still be in flight. Absent in a list read after it means that it never arrived. */
  settleMs: number;
  /** How long to wait before checking whether a captive portal still intercepts requests. */
  loginPagePauseMs: number;
  /** How old a complete pull may be before a round pulls again: by the feed, and by lists. */
  pullIntervalMs: { feed: number; lists: number };
  pageSize: number;
  /** How many missing contacts or forms are requested in parallel. */
  parallelFetches: number;
  /** How often a list that changes during a reading is restarted within one round. */
  maxRestarts: number;
  /** How often a phone reports to the board although its counts have not changed: the time of its last contact. */
  boardIntervalMs: number;
  /** How long the announced capabilities of the service are cached. */
  capabilitiesTtlMs: number;
};

export const defaultConfig: SyncConfig = {
  leaseMs: 75_000,
  leaseMarginMs: 10_000,
  settleMs: 90_000,
  loginPagePauseMs: 30_000,
  pullIntervalMs: { feed: 60_000, lists: 15 * 60_000 },
  pageSize: 500,
  parallelFetches: 4,
  maxRestarts: 3,
  boardIntervalMs: 5 * 60_000,
  capabilitiesTtlMs: 10 * 60_000,
};
