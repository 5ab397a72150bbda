/** What a pull reads, one step after the other. */
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
  /** `total` is null while the service has not said how many there are. */
  | { kind: 'pulling'; step: PullStep; done: number; total: number | null }
  /** The service asked everybody to wait. */
  | { kind: 'paused'; until: number }
  /** Something answers in the service's place: a login page of the network. */
  | { kind: 'login_page'; until: number }
  | { kind: 'signed_out' };

/** Why the last round did not reach its end. */
export type SyncProblem =
  /** Nobody answered. */
  | 'unreachable'
  /** The service answered that it is in trouble. */
  | 'service_trouble'
  /** The service refused a list. */
  | 'refused'
  /** The service answered something that is not this interface. */
  | 'unreadable'
  /** The token stands for another space by now, and the service cannot be told which one is meant. */
  | 'other_space'
  /** The phone's own store failed. */
  | 'store'
  /** Another tab or worker is at it. */
  | 'elsewhere';

/** What a screen can say about sync at any moment. Times are milliseconds since 1970. */
export type SyncStatus = {
  isOnline: boolean;
  /** When the service itself last answered. */
  lastContactAt: number | null;
  /** When everything was last read to the end. */
  lastPulledAt: number | null;
  /** How far the phone's clock is ahead of the service's (behind it, below zero), by the last answer; null if unknown. */
  clockAheadMs: number | null;
  phase: SyncPhase;
  problem: SyncProblem | null;
};

/** From here on a clock is not a little off but wrong: what is recorded may get another day. */
const wrongFromMs = 60 * 60_000;

/** Whether the phone's clock is so far off that what is recorded by it gets a wrong date. */
export const isClockWrong = ({ clockAheadMs }: SyncStatus): boolean =>
  clockAheadMs !== null && Math.abs(clockAheadMs) >= wrongFromMs;
