/** What the engine of a phone requests, and how often; the times are those of its configuration. */
import { defaultConfig } from '@/sync/config';

export type RequestKind = 'health' | 'poll' | 'page' | 'gift' | 'board';

/** The requests of a phone, one after the other. `download` reads the feed from its start to its end. */
export type Step = Exclude<RequestKind, 'page'> | 'download';

const giftIntervalMs = 6 * 60_000;
export const unsentAfterRally = 3;

const perSecond = (everyMs: number) => 1_000 / everyMs;

/** How often a phone makes these requests. */
export type Visit = { steps: readonly Step[]; perPhoneSecond: number };

export type Scenario = {
  name: string;
  /** What happens, as a person says it. */
  text: string;
  visits: readonly Visit[];
};

const { pullIntervalMs, capabilitiesTtlMs, boardIntervalMs } = defaultConfig;
const keepsInTouch: readonly Visit[] = [
  { steps: ['poll'], perPhoneSecond: perSecond(pullIntervalMs.feed) },
  { steps: ['health'], perPhoneSecond: perSecond(capabilitiesTtlMs) },
  { steps: ['board'], perPhoneSecond: perSecond(boardIntervalMs) },
];

const reconnecting: readonly Step[] = [
  'health',
  ...Array.from({ length: unsentAfterRally }, () => 'gift' as const),
  'poll',
  'board',
];
export const requestsOfARound = reconnecting.length;

export const scenarios: readonly Scenario[] = [
  { name: 'idle', text: 'the app is open, nothing happens', visits: keepsInTouch },
  {
    name: 'afternoon',
    text: 'one gift in six minutes each',
    // After a gift the counts of the board have changed.
    visits: [...keepsInTouch, { steps: ['gift', 'board'], perPhoneSecond: perSecond(giftIntervalMs) }],
  },
  {
    name: 'morning',
    text: 'all download a turf of 2,000 contacts within ten minutes',
    visits: [{ steps: ['health', 'download', 'board'], perPhoneSecond: perSecond(10 * 60_000) }],
  },
  {
    name: 'evening',
    text: `all reconnect within a minute, with ${unsentAfterRally} gifts each`,
    visits: [{ steps: reconnecting, perPhoneSecond: perSecond(60_000) }],
  },
];

/** How many visits begin in a second for each phone. */
export const visitsPerPhoneSecond = ({ visits }: Scenario): number =>
  visits.reduce((sum, { perPhoneSecond }) => sum + perPhoneSecond, 0);
