import { endpoints, type AnswerOf, type EndpointName } from '@/contract/endpoints';
import { isCaptivePortal, isTrouble, type Exchange, type HttpResponse, type Pause } from '@/domain/outcome';

import type { Call, Transport } from './transport';

/** Why a request ended without a result. It ends the round too. */
export type StopReason =
  | { kind: 'aborted' }
  | { kind: 'offline' }
  | { kind: 'signed_out' }
  | { kind: 'login_page' }
  /** Overloaded; null where it does not say for how long. */
  | { kind: 'wait'; forMs: number | null }
  | { kind: 'unreachable' }
  | { kind: 'service_trouble' };

/** The result of reading a resource. */
export type ReadResult<T> =
  | { kind: 'read'; value: T; etag: string | null }
  /** 304: the phone has the current version. */
  | { kind: 'unchanged' }
  /** 404 or 410. */
  | { kind: 'missing'; response: HttpResponse }
  /** Another 4xx: the same request would fail again. */
  | { kind: 'refused'; status: number; response: HttpResponse }
  /** The service responded with something that is not this resource. */
  | { kind: 'unreadable' }
  | { kind: 'stopped'; stop: StopReason };

/** Requests a resource and parses the response by the contract; a list is parsed record by record. */
export async function readResource<Name extends EndpointName>(
  transport: Transport,
  call: Call<Name>
): Promise<ReadResult<AnswerOf<Name>>> {
  const exchange = await transport.send(call);
  if (exchange.kind !== 'answered') return { kind: 'stopped', stop: stopReasonOf(exchange) };
  // A 401 that the transport passes on is not of the service: that one ends the session.
  const isIntercepted = exchange.status === 401 && endpoints[call.endpoint].auth;
  if (isCaptivePortal(exchange) || isIntercepted) return { kind: 'stopped', stop: { kind: 'login_page' } };

  const { status, retryAfterMs } = exchange;
  if (status >= 200 && status < 300) {
    const reading = endpoints[call.endpoint].read(exchange.body);
    if (!reading.ok) return { kind: 'unreadable' };
    // Each table entry pairs a name with its own reader; TypeScript loses the pairing on a union of
    // entries.
    return { kind: 'read', value: reading.value as AnswerOf<Name>, etag: exchange.etag };
  }
  if (status === 304) return { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'missing', response: exchange };
  if (status === 429 || status === 503)
    return { kind: 'stopped', stop: { kind: 'wait', forMs: retryAfterMs } };
  if (isTrouble(status)) return { kind: 'stopped', stop: { kind: 'service_trouble' } };
  return { kind: 'refused', status, response: exchange };
}

function stopReasonOf(exchange: Exclude<Exchange, { kind: 'answered' }>): StopReason {
  switch (exchange.kind) {
    case 'failed':
      return { kind: exchange.cause === 'aborted' ? 'aborted' : 'unreachable' };
    case 'refresh_failed':
      return { kind: 'unreachable' };
    case 'offline':
    case 'signed_out':
      return { kind: exchange.kind };
  }
}

/** The pause of the entire queue that an overloaded service requires. */
export function pauseOf({ forMs }: Extract<StopReason, { kind: 'wait' }>): Pause {
  return forMs === null ? { kind: 'service_trouble' } : { kind: 'retry_after', forMs };
}
