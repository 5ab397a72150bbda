/** The engine's times and sizes. Tests shorten some of them; a phone runs the defaults. */
export type Policy = {
  /** How long a claimed row belongs to its claimant. Everything done for one row ends sooner. */
  leaseMs: number;
  /** How much sooner: the time that applying an outcome may take. */
  leaseMarginMs: number;
  /** How long a request that was sent may still be on its way. Twice this without a trace means it never arrived. */
  settleMs: number;
  /** How long to wait before asking again whether a login page still stands in the way. */
  loginPagePauseMs: number;
  /** How old a complete reading may be before a round reads again: by the feed, and by the plain lists. */
  pullEveryMs: { feed: number; lists: number };
  pageSize: number;
  /** How many contacts are asked for at once where the service gives them one by one. */
  contactsAtOnce: number;
  /** How often a list that changes under the reading is begun again before the next round takes it. */
  mostRestarts: number;
  /** How long what the service announced is believed. */
  capabilitiesForMs: number;
};

export const defaultPolicy: Policy = {
  leaseMs: 75_000,
  leaseMarginMs: 10_000,
  settleMs: 45_000,
  loginPagePauseMs: 30_000,
  pullEveryMs: { feed: 60_000, lists: 15 * 60_000 },
  pageSize: 500,
  contactsAtOnce: 4,
  mostRestarts: 3,
  capabilitiesForMs: 10 * 60_000,
};
