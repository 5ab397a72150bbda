import type { Fetch, FetchAnswer } from '@/sync/ports';

import type { Door, WireAnswer, WireRequest } from './exchange';
import { drawWireFault, type FaultLog, type WireFault } from './faults';
import type { Chance } from './random';
import { tokenUrl } from './service';
import type { VirtualClock } from './virtualClock';

export type WireOptions = {
  clock: VirtualClock;
  chance: Chance;
  log: FaultLog;
  door: Door;
  /** How many of a hundred requests meet a fault, as a fraction; 0 once the storm is over. */
  intensity: () => number;
  hasKeys: boolean;
};

/** Longer than any call waits for its answer, and shorter than a request may be on its way before it is looked for. */
const lateMs = [21_000, 40_000] as const;

/** A network that loses, delays, repeats and answers in the service's place. Each request draws its own fate. */
export function createWire({ clock, chance, log, door, intensity, hasKeys }: WireOptions): Fetch {
  const travel = () => chance.between(10, 900);

  return (url, init) =>
    new Promise<FetchAnswer>((resolve, reject) => {
      const request: WireRequest = {
        method: init.method,
        url,
        headers: init.headers,
        ...(init.body === undefined ? {} : { body: init.body }),
      };
      const fault = drawWireFault(chance, intensity(), hasKeys);
      if (fault) log.note(fault === 'answer_lost' && url === tokenUrl ? 'refresh_answer_lost' : fault);
      const answer = (given: WireAnswer) => resolve(toFetchAnswer(given));
      const fail = () => reject(new TypeError('network request failed'));
      init.signal.addEventListener('abort', fail);

      /** The request arrives after `ms`; what the service says goes to `then`. */
      const arrive = (ms: number, then: (given: WireAnswer) => void) =>
        clock.after(ms, async () => then(await door(request)));
      const later = (ms: number, run: () => void) => clock.after(ms, run);
      const ignore = () => undefined;

      switch (fault) {
        case null:
          arrive(travel(), (given) => later(travel(), () => answer(given)));
          return;
        case 'request_lost':
          if (chance.is(0.5)) later(travel(), fail);
          return;
        case 'answer_lost':
          arrive(travel(), chance.is(0.5) ? () => later(travel(), fail) : ignore);
          return;
        case 'request_late':
          arrive(chance.between(...lateMs), ignore);
          return;
        case 'answer_late':
          arrive(travel(), (given) => later(chance.between(...lateMs), () => answer(given)));
          return;
        case 'delivered_twice':
          arrive(travel(), (given) => later(travel(), () => answer(given)));
          arrive(chance.between(0, lateMs[1]), ignore);
          return;
        case 'truncated_answer':
          arrive(travel(), (given) =>
            later(travel(), () => answer({ ...given, text: given.text.slice(0, given.text.length / 2) }))
          );
          return;
        case 'status_500_after':
          arrive(travel(), () => later(travel(), () => answer(refusal(500, 'internal'))));
          return;
        default:
          later(travel(), () => answer(inPlaceOfTheService(fault, chance)));
      }
    });
}

type Impostor = Exclude<
  WireFault,
  | 'request_lost'
  | 'answer_lost'
  | 'request_late'
  | 'answer_late'
  | 'delivered_twice'
  | 'truncated_answer'
  | 'status_500_after'
>;

function inPlaceOfTheService(fault: Impostor, chance: Chance): WireAnswer {
  switch (fault) {
    case 'login_page':
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        text: '<html>Sign in to the network</html>',
      };
    case 'status_401':
      return refusal(401, 'unauthenticated');
    case 'status_403':
      return refusal(403, 'forbidden');
    case 'status_409':
      return refusal(409, 'in_flight');
    case 'status_413':
      return refusal(413, 'too_large');
    case 'status_422':
      return refusal(422, 'invalid');
    case 'status_429':
      return refusal(429, 'too_many_requests', chance.between(1, 60));
    case 'status_500_before':
      return refusal(500, 'internal');
    case 'status_503':
      return refusal(503, 'unavailable', chance.between(1, 120));
  }
}

function refusal(status: number, code: string, retryAfter?: number): WireAnswer {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    text: JSON.stringify({ type: 'about:blank', title: code, status, code }),
  };
}

function toFetchAnswer({ status, headers, text }: WireAnswer): FetchAnswer {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    headers: { get: (name) => byName.get(name.toLowerCase()) ?? null },
    text: () => Promise.resolve(text),
  };
}
