import type { Fetch, FetchResponse } from '@/sync/ports';

import type { RequestHandler, SimResponse, SimRequest } from './httpTypes';
import { pickNetworkFault, type FaultLog } from './faults';
import { interceptedResponse, refusal } from './intercepted';
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
  /** Whether the service proves with every response that it is its own. */
  hasKeys: boolean;
  /** The fraction of writes that arrive later than the settle time. */
  veryLate: number;
  onSent: (request: SimRequest) => void;
  /** The network sent a write twice, and the service stored both. */
  onStoredTwice: (request: SimRequest) => void;
  onVeryLate: (request: SimRequest) => void;
};

/** Longer than any timeout, and shorter than the settle time. */
const lateMs = [21_000, 40_000] as const;
/** Longer than the settle time. */
const veryLateMs = [120_000, 900_000] as const;

/** What the phone receives for a request that the network stack sent again. */
const secondResponses = [
  'service',
  'service',
  'firewall_page',
  'firewall_json',
  'status_422',
  'status_429',
  'lost',
] as const;

export type SimNetwork = { fetch: Fetch; inFlight: () => number };

/** A network that loses, delays and repeats requests, and responds in place of the service. */
export function createNetwork(options: NetworkOptions): SimNetwork {
  const { clock, random, log, handle, intensity } = options;
  const travel = () => random.between(10, 900);
  let inFlight = 0;

  const fetch: Fetch = (url, init) =>
    new Promise<FetchResponse>((resolve, reject) => {
      const request: SimRequest = {
        method: init.method,
        url,
        headers: init.headers,
        ...(init.body === undefined ? {} : { body: init.body }),
      };
      options.onSent(request);
      const fault = pickNetworkFault(random, intensity(), init.method !== 'GET' && url !== tokenUrl);
      if (fault) log.count(fault === 'answer_lost' && url === tokenUrl ? 'refresh_answer_lost' : fault);
      const respond = (given: SimResponse) => resolve(toFetchResponse(given));
      const fail = () => reject(new TypeError('network request failed'));
      init.signal.addEventListener('abort', fail);

      const stored: string[] = [];
      /** The request arrives after `ms`; `then` receives the response. */
      const arrive = (ms: number, then: (given: SimResponse) => void) => {
        inFlight += 1;
        clock.after(ms, async () => {
          inFlight -= 1;
          const given = await handle(request);
          if (request.method !== 'GET' && given.status === 200) stored.push(given.text);
          // A service that recognises a repeat returns the first response.
          if (stored.length > 1 && stored[0] !== stored[1]) options.onStoredTwice(request);
          then(given);
        });
      };
      const later = (ms: number, run: () => void) => {
        inFlight += 1;
        clock.after(ms, () => {
          inFlight -= 1;
          run();
        });
      };
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
          if (request.method !== 'GET' && random.is(options.veryLate)) {
            options.onVeryLate(request);
            arrive(random.between(...veryLateMs), ignore);
          } else arrive(random.between(...lateMs), ignore);
          return;
        case 'answer_late':
          arrive(travel(), (given) => later(random.between(...lateMs), () => respond(given)));
          return;
        case 'resent_silently': {
          // The reused connection dies, and the network stack sends the request again on a new one.
          arrive(random.is(0.3) ? random.between(...lateMs) : travel(), ignore);
          const second = random.pick(secondResponses);
          if (second === 'service') arrive(1_000, (given) => later(travel(), () => respond(given)));
          else if (second === 'lost') later(1_000, fail);
          else later(1_000, () => respond(interceptedResponse(second, random, options.hasKeys)));
          return;
        }
        case 'truncated_answer':
          arrive(travel(), (given) =>
            later(travel(), () => respond({ ...given, text: given.text.slice(0, given.text.length / 2) }))
          );
          return;
        case 'status_500_after':
          arrive(travel(), () => later(travel(), () => respond(refusal(500, 'internal'))));
          return;
        default:
          later(travel(), () => respond(interceptedResponse(fault, random, options.hasKeys)));
      }
    });
  return { fetch, inFlight: () => inFlight };
}

function toFetchResponse({ status, headers, text }: SimResponse): FetchResponse {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    headers: { get: (name) => byName.get(name.toLowerCase()) ?? null },
    text: () => Promise.resolve(text),
  };
}
