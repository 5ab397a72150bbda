import { endpoints, type AnswerOf, type EndpointName } from '@/contract/endpoints';
import { standsInTheWay, type Exchange } from '@/domain/outcome';

import type { Call, Transport } from './transport';

/** Why a reading ended before it had what it asked for. The round ends with it. */
export type Stop =
  | { kind: 'aborted' }
  | { kind: 'offline' }
  | { kind: 'signed_out' }
  | { kind: 'login_page' }
  | { kind: 'wait'; forMs: number }
  | { kind: 'unreachable' }
  | { kind: 'service_trouble' };

/** What asking for a resource gives. */
export type Asked<T> =
  | { kind: 'read'; value: T; etag: string | null }
  /** 304: what the phone has is what the service has. */
  | { kind: 'unchanged' }
  /** 404 or 410. */
  | { kind: 'missing' }
  /** Another 4xx: asking again the same way will not help. */
  | { kind: 'refused'; status: number }
  /** The service answered, and not with this resource. */
  | { kind: 'unreadable' }
  | { kind: 'stopped'; stop: Stop };

/** Asks for a resource and reads the answer by the contract, record by record where it is a list. */
export async function ask<Name extends EndpointName>(
  transport: Transport,
  call: Call<Name>
): Promise<Asked<AnswerOf<Name>>> {
  const exchange = await transport.send(call);
  if (exchange.kind !== 'answered') return { kind: 'stopped', stop: stopOf(exchange) };
  if (standsInTheWay(exchange)) return { kind: 'stopped', stop: { kind: 'login_page' } };

  const { status, retryAfterMs } = exchange;
  if (status >= 200 && status < 300) {
    const reading = endpoints[call.endpoint].read(exchange.body);
    if (!reading.ok) return { kind: 'unreadable' };
    // Each row of the table pairs a name with its own reader; TypeScript loses that pairing on a union of rows.
    return { kind: 'read', value: reading.value as AnswerOf<Name>, etag: exchange.etag };
  }
  if (status === 304) return { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'missing' };
  if (status === 429 || status === 503)
    return { kind: 'stopped', stop: { kind: 'wait', forMs: retryAfterMs ?? 10_000 } };
  if (status === 408 || status >= 500) return { kind: 'stopped', stop: { kind: 'service_trouble' } };
  return { kind: 'refused', status };
}

function stopOf(exchange: Exclude<Exchange, { kind: 'answered' }>): Stop {
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
