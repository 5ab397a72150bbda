/** The steps of a pull. */
export const pullSteps = [
  'changes',
  'actions',
  'teams',
  'public_teams',
  'users',
  'roles',
  'membership_price_groups',
  'donation_prices',
  'transaction_statuses',
  'transaction_settings',
  'transaction_bundles',
  'contacts',
  'forms',
] as const;

export type PullStep = (typeof pullSteps)[number];

/** What the engine is doing. */
export type SyncPhase =
  | { kind: 'idle' }
  | { kind: 'pushing'; done: number; total: number }
  /** `total` is null until the service reports it. */
  | { kind: 'pulling'; step: PullStep; done: number; total: number | null }
  /** The service sent Retry-After, or reports failures (problem `service_trouble`). */
  | { kind: 'paused'; until: number }
  /** A captive portal intercepts requests. */
  | { kind: 'login_page'; until: number }
  | { kind: 'signed_out' };

/** Why the last round did not complete. */
export type SyncProblem =
  /** No response. */
  | 'unreachable'
  /** The service reported a failure. */
  | 'service_trouble'
  /** The service refused a list. */
  | 'refused'
  /** The response does not match the interface. */
  | 'unreadable'
  /** The token belongs to another space, and requests cannot name the space. */
  | 'other_space'
  /** The database of the phone failed. */
  | 'store';

/** The sync status for screens. Times are milliseconds since 1970. */
export type SyncStatus = {
  isOnline: boolean;
  /** When the service last responded. */
  lastContactAt: number | null;
  /** When the last complete pull ended. */
  lastPulledAt: number | null;
  /** How far the clock of the phone is ahead of the service (negative: behind); null if unknown. */
  clockAheadMs: number | null;
  phase: SyncPhase;
  problem: SyncProblem | null;
  /** A practice: nothing is ever sent. */
  isPractice?: true;
};

/** From here on a record may get a wrong day. */
const wrongFromMs = 60 * 60_000;

/** Whether the clock is so wrong that records get a wrong date. */
export const isClockWrong = ({ clockAheadMs }: SyncStatus): boolean =>
  clockAheadMs !== null && Math.abs(clockAheadMs) >= wrongFromMs;
