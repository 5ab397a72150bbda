import type { FastifyReply, FastifyRequest } from 'fastify';

import { EXTENSION_HEADERS } from '@/contract/extensions';

import { hashToken } from '../auth/tokens';
import { type Caller, type Database, StaleCaller } from '../store/database';
import { invalid, ProblemError } from './problems';
import type { Buckets } from './rateLimit';

const MOST_CALLERS = 10_000;

/**
 * Who stands behind a token. Remembered, because every transaction checks inside the database that it still
 * holds: a token that was revoked, or whose person has another role or space by now, is found out there
 * (StaleCaller) and looked up anew.
 */
export class Callers {
  private readonly known = new Map<string, Caller>();

  constructor(
    private readonly database: Database,
    private readonly buckets: Buckets | null,
    /** Whether a request may name its space; the bare interface does not know of it. */
    private readonly heedsSpace: boolean
  ) {}

  /** Reads the header, finds the caller and takes the request out of its bucket. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const tokenHash = tokenHashOf(request);
    const space = this.heedsSpace ? readSpace(request.headers[EXTENSION_HEADERS.space]) : undefined;
    const known = tokenHash === null ? undefined : this.known.get(keyOf(tokenHash, space));
    const caller = known ?? (await this.meet(request, reply, tokenHash, space));
    this.count(reply, caller.tokenHash);
    return caller;
  }

  /**
   * Finds out who stands behind a token that was not seen before. It is counted by address before the database is asked, so
   * that guessing is slow and a flood of guesses costs the database nothing; whoever has a good token gets theirs back.
   */
  private async meet(
    request: FastifyRequest,
    reply: FastifyReply,
    tokenHash: string | null,
    space: number | undefined
  ): Promise<Caller> {
    const address = `address ${request.ip}`;
    this.count(reply, address);
    const caller = tokenHash === null ? null : await this.find(tokenHash, space);
    if (!caller) throw unauthenticated(tokenHash !== null, space);
    this.buckets?.giveBack(address);
    return caller;
  }

  /** Runs the work for a caller; once more for the same token when the caller turns out to have changed. */
  async run<T>(caller: Caller, work: (caller: Caller) => Promise<T>): Promise<T> {
    try {
      return await work(caller);
    } catch (error) {
      if (!(error instanceof StaleCaller)) throw error;
    }
    const space = caller.isNamed ? caller.groupId : undefined;
    this.known.delete(keyOf(caller.tokenHash, space));
    const fresh = await this.find(caller.tokenHash, space);
    if (!fresh) throw unauthenticated(true, space);
    return work(fresh);
  }

  private async find(tokenHash: string, space: number | undefined): Promise<Caller | null> {
    const key = keyOf(tokenHash, space);
    const known = this.known.get(key);
    if (known) return known;
    const found = await this.database.findCaller(tokenHash, space);
    if (found) {
      if (this.known.size >= MOST_CALLERS) this.known.clear();
      this.known.set(key, found);
    }
    return found;
  }

  private count(reply: FastifyReply, key: string): void {
    const allowance = this.buckets?.take(key);
    if (!allowance) return;
    reply.headers({
      'x-ratelimit-limit': allowance.limit,
      'x-ratelimit-remaining': allowance.remaining,
      'x-ratelimit-reset': allowance.resetSeconds,
    });
    if (!allowance.allowed) {
      throw new ProblemError('too_many_requests', {}, { 'retry-after': String(allowance.waitSeconds) });
    }
  }
}

function tokenHashOf(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w\-.~+/]+=*) *$/i.exec(request.headers.authorization ?? '');
  return match?.[1] === undefined ? null : hashToken(match[1]).toString('hex');
}

function keyOf(tokenHash: string, space: number | undefined): string {
  return space === undefined ? tokenHash : `${tokenHash} ${space}`;
}

/** The space that a request is meant for, where it says so. */
function readSpace(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const space = /^\d{1,15}$/.test(String(header)) ? Number(header) : 0;
  if (space === 0) throw invalid(`headers/${EXTENSION_HEADERS.space}`, 'the number of a space is due');
  return space;
}

/**
 * After RFC 6750: a missing token is asked for, a wrong one is named as wrong. A token that does not stand for the
 * named space is a wrong one here: what was meant for that space must not be taken for another.
 */
function unauthenticated(hadToken: boolean, space: number | undefined): ProblemError {
  const challenge = hadToken ? 'Bearer error="invalid_token"' : 'Bearer';
  const occurrence =
    hadToken && space !== undefined ? { detail: `The token does not stand for space ${space}.` } : {};
  return new ProblemError('unauthenticated', occurrence, { 'www-authenticate': challenge });
}
