import type { SimResponse } from './httpTypes';
import type { NetworkFault } from './faults';
import type { Random } from './random';

/** Faults in which something between the phone and the service responds in its place. */
export type InterceptingFault = Exclude<
  NetworkFault,
  | 'request_lost'
  | 'answer_lost'
  | 'request_late'
  | 'answer_late'
  | 'resent_silently'
  | 'truncated_answer'
  | 'status_500_after'
>;

/** What a firewall, a gateway or a captive portal responds. */
export function interceptedResponse(fault: InterceptingFault, random: Random, hasKeys: boolean): SimResponse {
  switch (fault) {
    case 'login_page':
      return page(200, 'Sign in to the network');
    case 'firewall_page':
      return page(403, 'Request blocked');
    case 'firewall_json':
      return json(403, { status: 'error', message: 'Request blocked', support_id: 17 });
    case 'other_json':
      // A service without keys confirms with an id and nothing else, so a response with one is its own.
      return json(200, { status: 'success', data: { message: 'Welcome', ...(hasKeys ? { id: 1 } : {}) } });
    case 'empty_204':
      return { status: 204, headers: {}, text: '' };
    case 'status_302':
      return { status: 302, headers: { location: 'https://portal.test/' }, text: '' };
    case 'status_502':
      return page(502, 'Bad gateway');
    case 'status_504':
      return page(504, 'Gateway timeout');
    case 'status_401':
      return refusal(401, 'unauthenticated');
    case 'status_403':
      return refusal(403, 'forbidden');
    case 'status_404':
      return refusal(404, 'not_found');
    case 'status_409':
      return refusal(409, 'in_flight');
    case 'status_412':
      return refusal(412, 'precondition_failed');
    case 'status_413':
      return refusal(413, 'too_large');
    case 'status_422':
      return refusal(422, 'invalid');
    case 'status_425':
      return refusal(425, 'too_early');
    case 'status_429':
      return refusal(429, 'too_many_requests', random.is(0.5) ? random.between(1, 60) : undefined);
    case 'status_500_before':
      return refusal(500, 'internal');
    case 'status_503':
      return refusal(503, 'unavailable', random.is(0.5) ? random.between(1, 120) : undefined);
  }
}

function page(status: number, text: string): SimResponse {
  return { status, headers: { 'content-type': 'text/html' }, text: `<html>${text}</html>` };
}

function json(status: number, body: object): SimResponse {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

export function refusal(status: number, code: string, retryAfter?: number): SimResponse {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    text: JSON.stringify({ type: 'about:blank', title: code, status, code }),
  };
}
