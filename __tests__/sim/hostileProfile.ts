import type { Random } from './random';

/** A time span of the schedule, in virtual milliseconds since its start. */
export type Span = { from: number; to: number };

/** How one service behaves, drawn from the seed. Everything in it was seen in some service. */
export type HostileProfile = {
  /** The order of the bundle list. */
  order: 'oldest' | 'newest' | 'date' | 'shuffled';
  /** The most records of a page, whatever the request says. */
  pageCap: number;
  total: 'right' | 'wrong' | 'moving' | 'absent';
  markers: 'both' | 'token' | 'external' | 'dropped';
  dates: 'exact' | 'day';
  /** Whether `payment_method` of a payment is returned. */
  details: 'kept' | 'dropped';
  /** `large`: numbers above 2^53, which JavaScript cannot read. */
  ids: 'small' | 'large';
  /** A list shows a bundle this long after it was stored. */
  lagMs: number;
  /** While the list of bundles is forbidden. */
  forbidden: Span[];
  /** While every second bundle is not in the list. */
  hidden: Span[];
  /** While a service with extensions announces none and has none. */
  withoutExtensions: Span[];
  /** While an open transaction holds the feed back. */
  feedHeld: Span[];
};

const minute = 60_000;
const always: Span = { from: 0, to: Number.POSITIVE_INFINITY };

/** A service that behaves as documented. */
export const plainProfile: HostileProfile = {
  order: 'oldest',
  pageCap: 1_000,
  total: 'right',
  markers: 'both',
  dates: 'exact',
  details: 'kept',
  ids: 'small',
  lagMs: 0,
  forbidden: [],
  hidden: [],
  withoutExtensions: [],
  feedHeld: [],
};

/** Services with extensions are ours: only what can happen to ours is drawn for them. */
export function drawProfile(random: Random, hasExtensions: boolean): HostileProfile {
  const span = (): Span => {
    const from = random.between(0, 10 * minute);
    return { from, to: from + random.between(10_000, 10 * minute) };
  };
  const sometimes = (probability: number): Span[] => (random.is(probability) ? [span()] : []);
  if (hasExtensions)
    return {
      ...plainProfile,
      withoutExtensions: random.is(0.3) ? [random.is(0.5) ? { ...span(), from: 0 } : span()] : [],
      feedHeld: random.is(0.5) ? [span(), span()] : [],
      forbidden: sometimes(0.1),
    };
  return {
    ...plainProfile,
    order: random.pick(['oldest', 'newest', 'date', 'shuffled']),
    pageCap: random.pick([1_000, 500, 50, 7, 3]),
    total: random.pick(['right', 'right', 'wrong', 'moving', 'absent']),
    markers: random.pick(['both', 'both', 'token', 'external', 'dropped']),
    dates: random.pick(['exact', 'exact', 'day']),
    ids: random.is(0.15) ? 'large' : 'small',
    lagMs: random.pick([0, 0, 0, 5_000, 30_000, 5 * minute]),
    forbidden: random.is(0.1) ? [always] : sometimes(0.15),
    hidden: sometimes(0.1),
    details: random.pick(['kept', 'kept', 'dropped']),
  };
}

export function isWithin(spans: readonly Span[], at: number): boolean {
  return spans.some(({ from, to }) => at >= from && at < to);
}
