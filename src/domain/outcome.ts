import { z } from 'zod';

import { type Invitation } from '@/contract/invitation';
import { Id } from '@/contract/primitives';
import { isOurProblem, readProblem, type ProblemCode } from '@/contract/problem';

import type { FieldConflict } from './merge';
import type { CancelReason, OutboxState } from './outbox';

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
  /** The idempotency key that the service returned: the response is about that request, and the service gave it. */
  key: string | null;
  /** Where the write is in the feed of the service. */
  position: string | null;
};

/** Why the service refused: status and code for decisions, the rest for display. */
export type Refusal = { status: number } & ReturnType<typeof readProblem>;

/** Reads a refusal from any response. */
export function refusalOf(response: HttpResponse): Refusal {
  return { status: response.status, ...readProblem(response.body) };
}

/** Why the entire queue pauses. */
export type Pause =
  | { kind: 'retry_after'; forMs: number }
  /** Something else responds in place of the service: a captive portal, a firewall. */
  | { kind: 'login_page' }
  /** The service fails or is overloaded, without saying for how long. */
  | { kind: 'service_trouble' };

/** What an exchange means for the row that was sent. */
export type Outcome =
  /** The service has it. `serverId` is null where the interface returns none, or none that a number can hold. */
  | {
      kind: 'acked';
      serverId: number | null;
      position: string | null;
      pause: null;
      answer?: Invitation[];
    }
  /** Certainly not stored. `countsAsAttempt` is false where nothing was sent; then `waitMs` is until the next try. */
  | {
      kind: 'queued';
      why: QueuedReason;
      countsAsAttempt: boolean;
      waitMs?: number;
      pause: Pause | null;
    }
  /** Sent, and the result is unknown. */
  | { kind: 'unknown'; why: UnknownReason; pause: Pause | null }
  /**
   * A service without keys refused this request; the HTTP stack may have sent it twice, and stored is stored. Parked
   * only after a search.
   */
  | { kind: 'maybe_refused'; refusal: Refusal; pause: null }
  /** Refused for good: a person has to fix it. */
  | { kind: 'parked'; refusal: Refusal; pause: null }
  /** Signed out: waits until the same user signs in. */
  | { kind: 'blocked'; pause: null }
  /** The refused row that this one replaces has arrived; its id, where the service tells it. */
  | { kind: 'original_arrived'; originalId: string | null; serverId: number | null; pause: null }
  /** Only a person can decide. `wasSent` is false where this attempt sent nothing. */
  | { kind: 'needs_person'; question: Question; wasSent: boolean; pause: null };

export type QueuedReason =
  | 'offline'
  | 'sign_in_unreachable'
  | 'too_many_requests'
  /** Something that must be read before sending could not be read. */
  | 'unreachable'
  /** Whether the row that it replaces has arrived is not known yet. */
  | 'searching'
  /** The record changes faster than the edit can be merged. */
  | 'changing';
export type UnknownReason =
  | 'timeout'
  | 'network'
  | 'aborted'
  | 'server_error'
  | 'too_many_requests'
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
  | { kind: 'field_conflict'; conflicts: FieldConflict[] }
  /**
   * Is the record one of these, or has it to be sent again? Without candidates: the service does not let this phone
   * check.
   */
  | { kind: 'is_it_there'; candidates: Candidate[] }
  /** This row replaces a refused one that had arrived after all, under this number. */
  | { kind: 'arrived_already'; serverId: number | null }
  /** The service confirmed the record and does not have it any more. */
  | { kind: 'vanished' }
  /** The bundle has what a correction added twice: the network sent it twice, or another user added the same. */
  | { kind: 'added_twice'; serverId: number };

/** Why a row is in its state, as stored and shown. */
export type RowProblem =
  | { kind: 'waiting'; why: QueuedReason }
  | { kind: 'checking'; why: UnknownReason }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'signed_out' }
  | { kind: 'question'; question: Question }
  | { kind: 'cancelled'; reason: CancelReason };

/** Whether the service refused the payment of a promise because another one was there first. */
export const isPaidTwice = ({
  state,
  problem,
}: {
  state: OutboxState;
  problem: RowProblem | null;
}): boolean =>
  state === 'parked' &&
  problem?.kind === 'refused' &&
  problem.refusal.code === ('already_paid' satisfies ProblemCode);

/**
 * Returns the acknowledged id, or null if the body is no acknowledgement. `answer` is data that no pull
 * repeats.
 */
export type AckReader = (body: unknown) => { serverId: number | null; answer?: Invitation[] } | null;

/** What a write was sent with. */
export type SentWrite = {
  /** The key that the service must return; null where the service knows no keys. */
  key: string | null;
  readAck: AckReader;
};

/** Maps an exchange to an outcome, by status, key and body shape, never by texts. */
export function outcomeOfWrite(exchange: Exchange, sent: SentWrite): Outcome {
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
      return outcomeOfResponse(exchange, sent);
  }
}

const notTheService: Outcome = { kind: 'unknown', why: 'not_the_service', pause: { kind: 'login_page' } };

function outcomeOfResponse(response: HttpResponse, sent: SentWrite): Outcome {
  const { status } = response;
  if (isCaptivePortal(response)) return { kind: 'unknown', why: 'login_page', pause: { kind: 'login_page' } };
  if (status >= 200 && status < 300) {
    const ack = isAbout(response, sent.key) ? sent.readAck(response.body) : null;
    return ack
      ? { kind: 'acked', ...ack, position: response.position, pause: null }
      : { kind: 'unknown', why: 'incomplete', pause: { kind: 'login_page' } };
  }
  if (isTrouble(status)) {
    const { retryAfterMs } = response;
    const pause: Pause =
      retryAfterMs === null ? { kind: 'service_trouble' } : { kind: 'retry_after', forMs: retryAfterMs };
    return { kind: 'unknown', why: troubleOf(status), pause };
  }
  if (status < 400) return notTheService;
  return sent.key === null ? outcomeOfBareRefusal(response) : outcomeOfRefusal(response, sent.key);
}

/** Statuses that say nothing about the request, only that the service cannot work now. */
export function isTrouble(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function troubleOf(status: number): UnknownReason {
  if (status === 429) return 'too_many_requests';
  return status >= 500 ? 'server_error' : 'timeout';
}

/** A 4xx proves a refusal only if the service itself gives it, about this key: it has not stored the key then. */
function outcomeOfRefusal(response: HttpResponse, key: string): Outcome {
  const refusal = refusalOf(response);
  if (!isOurProblem(response.body)) return notTheService;
  if (refusal.code === ('in_flight' satisfies ProblemCode))
    return { kind: 'unknown', why: 'conflict', pause: null };
  if (!isAbout(response, key)) return notTheService;
  if (refusal.code === ('replaced_stored' satisfies ProblemCode))
    return { kind: 'original_arrived', ...readStored(response.body), pause: null };
  return { kind: 'parked', refusal, pause: null };
}

const StoredOriginal = z.object({
  stored: z.object({
    id: Id,
    transactions: z.array(z.object({ delivery_token: z.string().optional() })).catch([]),
  }),
});

/** The stored record that a replacement met: its id, and the marker that is the id of its row. */
function readStored(body: unknown): { serverId: number | null; originalId: string | null } {
  const { success, data } = StoredOriginal.safeParse(body);
  if (!success) return { serverId: null, originalId: null };
  const { id, transactions } = data.stored;
  return { serverId: id, originalId: transactions[0]?.delivery_token ?? null };
}

/** Without keys nothing proves a refusal. A body in JSON is taken for the service's own; anything else is not. */
function outcomeOfBareRefusal(response: HttpResponse): Outcome {
  // A 401 of the service itself ends the session in the transport.
  if (response.body === undefined || response.status === 401) return notTheService;
  return { kind: 'maybe_refused', refusal: refusalOf(response), pause: null };
}

/** Whether the response is about the request with this key. Without keys nothing tells, and everything may be. */
function isAbout(response: HttpResponse, key: string | null): boolean {
  return key === null || response.key === key;
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
