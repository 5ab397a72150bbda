import type { Fetch, FetchResponse } from '@/sync/ports';

import type { RequestHandler, SimResponse, SimRequest } from './httpTypes';
import { pickNetworkFault, type FaultLog, type NetworkFault } from './faults';
import type { Random } from './random';
import { tokenUrl } from './service';
import type { VirtualClock } from './virtualClock';

export type NetworkOptions = {
  clock: VirtualClock;
  random: Random;
  log: FaultLog;
  handle: RequestHandler;
  /** The fraction of requests with a fault; 0 once the faults are over. */
  intensity: () => number;
  hasKeys: boolean;
};

/** Longer than any timeout, and shorter than the settle time. */
const lateMs = [21_000, 40_000] as const;

/** A network that loses, delays and repeats requests, and responds in place of the service. */
export function createNetwork({ clock, random, log, handle, intensity, hasKeys }: NetworkOptions): Fetch {
  const travel = () => random.between(10, 900);

  return (url, init) =>
    new Promise<FetchResponse>((resolve, reject) => {
      const request: SimRequest = {
        method: init.method,
        url,
        headers: init.headers,
        ...(init.body === undefined ? {} : { body: init.body }),
      };
      const fault = pickNetworkFault(random, intensity(), hasKeys);
      if (fault) log.count(fault === 'answer_lost' && url === tokenUrl ? 'refresh_answer_lost' : fault);
      const respond = (given: SimResponse) => resolve(toFetchResponse(given));
      const fail = () => reject(new TypeError('network request failed'));
      init.signal.addEventListener('abort', fail);

      /** The request arrives after `ms`; `then` receives the response. */
      const arrive = (ms: number, then: (given: SimResponse) => void) =>
        clock.after(ms, async () => then(await handle(request)));
      const later = (ms: number, run: () => void) => clock.after(ms, run);
      const ignore = () => undefined;

      switch (fault) {
        case null:
          arrive(travel(), (given) => later(travel(), () => respond(given)));
          return;
        case 'request_lost':
          if (random.is(0.5)) later(travel(), fail);
          return;
        case 'answer_lost':
          arrive(travel(), random.is(0.5) ? () => later(travel(), fail) : ignore);
          return;
        case 'request_late':
          arrive(random.between(...lateMs), ignore);
          return;
        case 'answer_late':
          arrive(travel(), (given) => later(random.between(...lateMs), () => respond(given)));
          return;
        case 'delivered_twice':
          arrive(travel(), (given) => later(travel(), () => respond(given)));
          arrive(random.between(0, lateMs[1]), ignore);
          return;
        case 'truncated_answer':
          arrive(travel(), (given) =>
            later(travel(), () => respond({ ...given, text: given.text.slice(0, given.text.length / 2) }))
          );
          return;
        case 'status_500_after':
          arrive(travel(), () => later(travel(), () => respond(refusal(500, 'internal'))));
          return;
        default:
          later(travel(), () => respond(interceptedResponse(fault, random)));
      }
    });
}

type InterceptingFault = Exclude<
  NetworkFault,
  | 'request_lost'
  | 'answer_lost'
  | 'request_late'
  | 'answer_late'
  | 'delivered_twice'
  | 'truncated_answer'
  | 'status_500_after'
>;

function interceptedResponse(fault: InterceptingFault, random: Random): SimResponse {
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
      return refusal(429, 'too_many_requests', random.between(1, 60));
    case 'status_500_before':
      return refusal(500, 'internal');
    case 'status_503':
      return refusal(503, 'unavailable', random.between(1, 120));
  }
}

function refusal(status: number, code: string, retryAfter?: number): SimResponse {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    text: JSON.stringify({ type: 'about:blank', title: code, status, code }),
  };
}

function toFetchResponse({ status, headers, text }: SimResponse): FetchResponse {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    headers: { get: (name) => byName.get(name.toLowerCase()) ?? null },
    text: () => Promise.resolve(text),
  };
}
