import { type Invitation } from '@/contract/invitation';
import { readProblem } from '@/contract/problem';

import type { FieldConflict } from './merge';

/** The raw result of a request. */
export type Exchange =
  /** The phone was offline; nothing was sent. */
  | { kind: 'offline' }
  /** No token, or the service refused it and a refresh cannot help. */
  | { kind: 'signed_out' }
  /** The token had expired and the token endpoint was not reached. */
  | { kind: 'refresh_failed' }
  /** The call started and got no response. */
  | { kind: 'failed'; cause: 'timeout' | 'network' | 'aborted' }
  | HttpResponse;

/** Any HTTP response, from the service or from something in between. */
export type HttpResponse = {
  kind: 'answered';
  status: number;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
  retryAfterMs: number | null;
  etag: string | null;
  /** The Date header of the response; null if absent. */
  sentAt: number | null;
};

/** Why the service refused: status and code for decisions, the rest for display. */
export type Refusal = { status: number } & ReturnType<typeof readProblem>;

/** Reads a refusal from any response. */
export function refusalOf(response: HttpResponse): Refusal {
  return { status: response.status, ...readProblem(response.body) };
}

/** Why the entire queue pauses. */
export type Pause = { kind: 'retry_after'; forMs: number } | { kind: 'login_page' };

/** What an exchange means for the row that was sent. */
export type Outcome =
  /** The service has it. `serverId` is null where the interface returns none. */
  | { kind: 'acked'; serverId: number | null; pause: null; answer?: Invitation[] }
  /** Certainly not stored. `countsAsAttempt` is false where nothing was sent. */
  | { kind: 'queued'; why: QueuedReason; countsAsAttempt: boolean; pause: Pause | null }
  /** Sent, and the result is unknown. */
  | { kind: 'unknown'; why: UnknownReason; pause: Pause | null }
  /** Refused for good: a person has to fix it. */
  | { kind: 'parked'; refusal: Refusal; pause: null }
  /** Signed out: waits until the same user signs in. */
  | { kind: 'blocked'; pause: null }
  /** Only a person can decide. */
  | { kind: 'needs_person'; question: Question; pause: null };

export type QueuedReason =
  | 'offline'
  | 'sign_in_unreachable'
  | 'too_many_requests'
  /** Something that must be read before sending could not be read. */
  | 'unreachable'
  /** The record changes faster than the edit can be merged. */
  | 'changing';
export type UnknownReason =
  | 'timeout'
  | 'network'
  | 'aborted'
  | 'server_error'
  | 'conflict'
  | 'login_page'
  | 'incomplete'
  /** A refusal that something between the phone and the service sent. */
  | 'not_the_service';

/** A bundle on the service that may be the one on the phone. */
export type Candidate = {
  id: number;
  amount: number | null;
  currency: string | null;
  date: string | null;
  contactId: number | null;
};

/** A person has to decide. */
export type Question =
  /** Two people changed the same fields of a team. */
  | { kind: 'team_conflict'; conflicts: FieldConflict[] }
  /**
   * Is the record one of these, or has it to be sent again? Without candidates: the service does not let this phone
   * check.
   */
  | { kind: 'is_it_there'; candidates: Candidate[] }
  /** This row replaces a refused one that had arrived after all, under this number. */
  | { kind: 'arrived_already'; serverId: number | null }
  /** The service confirmed the record and does not have it any more. */
  | { kind: 'vanished' };

/** Why a row is in its state, as stored and shown. */
export type RowProblem =
  | { kind: 'waiting'; why: QueuedReason }
  | { kind: 'checking'; why: UnknownReason }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'signed_out' }
  | { kind: 'question'; question: Question };

/**
 * Returns the acknowledged id, or null if the body is no acknowledgement. `answer` is data that no pull
 * repeats.
 */
export type AckReader = (body: unknown) => { serverId: number | null; answer?: Invitation[] } | null;

/** Maps an exchange to an outcome, by status and body shape, never by texts. */
export function outcomeOfWrite(exchange: Exchange, readAck: AckReader): Outcome {
  switch (exchange.kind) {
    case 'offline':
      return { kind: 'queued', why: 'offline', countsAsAttempt: false, pause: null };
    case 'refresh_failed':
      return { kind: 'queued', why: 'sign_in_unreachable', countsAsAttempt: true, pause: null };
    case 'signed_out':
      return { kind: 'blocked', pause: null };
    case 'failed':
      return { kind: 'unknown', why: exchange.cause, pause: null };
    case 'answered':
      return outcomeOfResponse(exchange, readAck);
  }
}

function outcomeOfResponse(response: HttpResponse, readAck: AckReader): Outcome {
  const { status } = response;
  const retryAfter: Pause | null =
    response.retryAfterMs === null ? null : { kind: 'retry_after', forMs: response.retryAfterMs };

  if (isCaptivePortal(response)) return { kind: 'unknown', why: 'login_page', pause: { kind: 'login_page' } };
  if (status >= 200 && status < 300) {
    const ack = readAck(response.body);
    return ack
      ? { kind: 'acked', ...ack, pause: null }
      : { kind: 'unknown', why: 'incomplete', pause: { kind: 'login_page' } };
  }
  switch (status) {
    case 401:
      return { kind: 'blocked', pause: null };
    case 408:
    case 425:
      return { kind: 'unknown', why: 'timeout', pause: null };
    case 409:
      return { kind: 'unknown', why: 'conflict', pause: retryAfter };
    case 429:
      return { kind: 'queued', why: 'too_many_requests', countsAsAttempt: true, pause: retryAfter };
  }
  if (status >= 400 && status < 500) return { kind: 'parked', refusal: refusalOf(response), pause: null };
  return { kind: 'unknown', why: 'server_error', pause: retryAfter };
}

/**
 * Whether something else responded in place of the service: a login page with 200, a redirect, a proxy. The
 * service itself sends JSON with every success except 204 and 304.
 */
export function isCaptivePortal(response: HttpResponse): boolean {
  const { status, body } = response;
  if (status === 511 || status === 407 || status < 200) return true;
  if (status >= 300 && status < 400) return status !== 304;
  return status < 300 && status !== 204 && body === undefined;
}
