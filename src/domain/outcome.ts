import { type Invitation } from '@/contract/invitation';
import { readProblem } from '@/contract/problem';

import type { FieldConflict } from './merge';

/** What happened on the wire, before anyone has judged it. */
export type Exchange =
  /** The phone knew that it was offline; nothing left it. */
  | { kind: 'offline' }
  /** There is no token to send with, or the service refused it and no refresh can help. */
  | { kind: 'signed_out' }
  /** The token had run out and the sign-in service could not be reached: nothing was accepted, nobody was refused. */
  | { kind: 'refresh_failed' }
  /** The call began and ended without an answer. */
  | { kind: 'failed'; cause: 'timeout' | 'network' | 'aborted' }
  | Answered;

/** An answer of whatever kind, from the service or from something in between. */
export type Answered = {
  kind: 'answered';
  status: number;
  /** The parsed body; undefined when it was not JSON. */
  body: unknown;
  retryAfterMs: number | null;
  etag: string | null;
  /** When it was sent, by the clock of whoever sent it; null where that is not said. */
  sentAt: number | null;
};

/** Why the service refused: status and code to decide by, the rest to show. */
export type Refusal = { status: number } & ReturnType<typeof readProblem>;

/** Reads a refusal from any answer; a body that is no problem leaves the status alone. */
export function refusalOf(answer: Answered): Refusal {
  return { status: answer.status, ...readProblem(answer.body) };
}

/** Why the whole queue stops for a while. */
export type Pause = { kind: 'asked'; forMs: number } | { kind: 'login_page' };

/** What an exchange means for the row that was sent. */
export type Outcome =
  /** The service has it. `serverId` is null where the interface answers without one. */
  | { kind: 'acked'; serverId: number | null; pause: null; answer?: Invitation[] }
  /** Certainly not taken: stays in the queue. `countsAsAttempt` is false where nothing was tried. */
  | { kind: 'queued'; why: QueuedReason; countsAsAttempt: boolean; pause: Pause | null }
  /** Bytes left and nobody can say what became of them. */
  | { kind: 'unknown'; why: UnknownReason; pause: Pause | null }
  /** Refused for good: a person has to mend it. */
  | { kind: 'parked'; refusal: Refusal; pause: null }
  /** The sign-in ended: kept until the same user is back. */
  | { kind: 'blocked'; pause: null }
  /** Only a person can say how to go on. */
  | { kind: 'needs_person'; question: Question; pause: null };

export type QueuedReason =
  | 'offline'
  | 'sign_in_unreachable'
  | 'too_many_requests'
  /** What had to be read before sending could not be. */
  | 'unreachable'
  /** What the edit is based on changes faster than it can be merged. */
  | 'changing';
export type UnknownReason =
  'timeout' | 'network' | 'aborted' | 'server_error' | 'conflict' | 'login_page' | 'incomplete';

/** A bundle in the service that may be the one on the phone. */
export type Candidate = {
  id: number;
  amount: number | null;
  currency: string | null;
  date: string | null;
  contactId: number | null;
};

/** What a person is asked when the phone cannot know. */
export type Question =
  /** Two people changed the same fields of a team. */
  | { kind: 'team_conflict'; conflicts: FieldConflict[] }
  /** It may be one of these, or none: is it there already, or to be sent again? */
  | { kind: 'is_it_there'; candidates: Candidate[] };

/** Why a row is where it is, as the outbox keeps it and the screens read it. */
export type RowProblem =
  | { kind: 'waiting'; why: QueuedReason }
  | { kind: 'checking'; why: UnknownReason }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'signed_out' }
  | { kind: 'question'; question: Question };

/**
 * Says whether a body proves that the service has the record, and under which id. `answer` is what the service said
 * that no pull will say again.
 */
export type ReadProof = (body: unknown) => { serverId: number | null; answer?: Invitation[] } | null;

/** The table of "what came back": one exchange in, its meaning out. Decides by status and shape, never by words. */
export function judgeWrite(exchange: Exchange, readProof: ReadProof): Outcome {
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
      return judgeAnswer(exchange, readProof);
  }
}

function judgeAnswer(answer: Answered, readProof: ReadProof): Outcome {
  const { status } = answer;
  const asked: Pause | null =
    answer.retryAfterMs === null ? null : { kind: 'asked', forMs: answer.retryAfterMs };

  if (standsInTheWay(answer)) return { kind: 'unknown', why: 'login_page', pause: { kind: 'login_page' } };
  if (status >= 200 && status < 300) {
    const proof = readProof(answer.body);
    return proof
      ? { kind: 'acked', ...proof, pause: null }
      : { kind: 'unknown', why: 'incomplete', pause: { kind: 'login_page' } };
  }
  switch (status) {
    case 401:
      return { kind: 'blocked', pause: null };
    case 408:
    case 425:
      return { kind: 'unknown', why: 'timeout', pause: null };
    case 409:
      return { kind: 'unknown', why: 'conflict', pause: asked };
    case 429:
      return { kind: 'queued', why: 'too_many_requests', countsAsAttempt: true, pause: asked };
  }
  if (status >= 400 && status < 500) return { kind: 'parked', refusal: refusalOf(answer), pause: null };
  return { kind: 'unknown', why: 'server_error', pause: asked };
}

/**
 * Whether something between the phone and the service answered in its place: a login page that says 200, a redirect,
 * a proxy that wants a password. The service itself answers every success with JSON, except 204 and 304.
 */
export function standsInTheWay(answer: Answered): boolean {
  const { status, body } = answer;
  if (status === 511 || status === 407 || status < 200) return true;
  if (status >= 300 && status < 400) return status !== 304;
  return status < 300 && status !== 204 && body === undefined;
}
