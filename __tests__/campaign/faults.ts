/** What a network can do to a request, and the weather of a cycle: which of it happens, and how often. */
import type { Random } from '../sim/random';

export type Fate =
  | { kind: 'pass' }
  /** The connection dies: before the service gets the request, after it has answered, or within the answer. */
  | { kind: 'cut'; when: 'before' | 'after' | 'within'; reset: boolean }
  | { kind: 'delay'; beforeMs: number; afterMs: number }
  /** No answer ever; the service may have got the request. */
  | { kind: 'silence'; isForwarded: boolean }
  /** The answer ends early, with a length that says it is complete. */
  | { kind: 'truncate' }
  /** Something in between answers; the service never gets the request. */
  | { kind: 'answer'; name: string; status: number; headers?: Record<string, string>; body?: string };

export const pass: Fate = { kind: 'pass' };

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = (text: string) => `<!doctype html><html><body><h1>${text}</h1></body></html>`;
const answer = (
  name: string,
  status: number,
  headers: Record<string, string> = html,
  body = page(name)
): Fate => ({ kind: 'answer', name, status, headers, body });

const firewall = answer('firewall 403', 403);
const proxyLogin = answer('firewall 401', 401);
const portal = answer('portal 200', 200);
const redirect = answer('portal 302', 302, { location: 'http://portal.invalid/login' }, '');
const strangeJson = answer('foreign 200 JSON', 200, { 'content-type': 'application/json' }, '{"ok":true}');
const strangeRefusal = answer(
  'foreign 403 JSON',
  403,
  { 'content-type': 'application/json' },
  '{"message":"blocked"}'
);
const badGateway = answer('502', 502);
const unavailable = answer('503', 503);
const unavailableUntil = answer('503 Retry-After', 503, { ...html, 'retry-after': '5' });
const tooMany = answer('429', 429);
const tooManyUntil = answer('429 Retry-After', 429, { ...html, 'retry-after': '5' });

const cutBefore: Fate = { kind: 'cut', when: 'before', reset: false };
const resetBefore: Fate = { kind: 'cut', when: 'before', reset: true };
const cutAfter: Fate = { kind: 'cut', when: 'after', reset: false };
const resetAfter: Fate = { kind: 'cut', when: 'after', reset: true };
const cutWithin: Fate = { kind: 'cut', when: 'within', reset: false };
const truncate: Fate = { kind: 'truncate' };
const slow: Fate = { kind: 'delay', beforeMs: 300, afterMs: 900 };
const late: Fate = { kind: 'delay', beforeMs: 5_000, afterMs: 0 };
const lost: Fate = { kind: 'silence', isForwarded: false };
const lostAnswer: Fate = { kind: 'silence', isForwarded: true };

/** `rate`: how many of a hundred writes meet one of the fates; a third as many reads, or nothing would be sent. */
type Weather = { rate: number; writes: readonly Fate[]; reads: readonly Fate[] };

export const weathers = {
  calm: { rate: 0, writes: [], reads: [] },
  cuts: {
    rate: 60,
    writes: [cutBefore, resetBefore, cutAfter, cutAfter, resetAfter, resetAfter, cutWithin],
    reads: [cutBefore, resetAfter, cutWithin],
  },
  // A silent resend of the browser meets the firewall too.
  firewall: {
    rate: 80,
    writes: [firewall, firewall, cutAfter, resetAfter, strangeRefusal, proxyLogin],
    reads: [firewall],
  },
  portal: { rate: 70, writes: [portal, redirect, cutAfter], reads: [portal, redirect] },
  trouble: {
    rate: 60,
    writes: [badGateway, unavailable, unavailableUntil, tooMany, tooManyUntil, lostAnswer],
    reads: [badGateway, unavailable, tooMany],
  },
  slow: { rate: 80, writes: [slow, late, lost, lostAnswer], reads: [slow, slow, lost] },
  broken: {
    rate: 60,
    writes: [truncate, cutWithin, strangeJson],
    reads: [truncate, cutWithin, strangeJson],
  },
} as const satisfies Record<string, Weather>;

export type WeatherName = keyof typeof weathers;
export const weatherNames = Object.keys(weathers) as WeatherName[];

export function chooseFate(random: Random, name: WeatherName, isWrite: boolean): Fate {
  const { rate, writes, reads }: Weather = weathers[name];
  if (!random.is(rate / (isWrite ? 100 : 300))) return pass;
  return random.pick(isWrite ? writes : reads);
}
