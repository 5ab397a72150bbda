import type { FastifyReply, FastifyRequest } from 'fastify';

import { hashToken } from '../auth/tokens';
import { type Caller, type Database, StaleCaller } from '../store/database';
import { ProblemError } from './problems';
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
    private readonly buckets: Buckets | null
  ) {}

  /** Reads the header, finds the caller and takes the request out of its bucket. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const tokenHash = tokenHashOf(request);
    const caller = tokenHash === null ? null : await this.find(tokenHash);
    // Who has no good token is counted by address, so that guessing is slow.
    this.count(reply, caller ? caller.tokenHash : `address ${request.ip}`);
    if (!caller) throw unauthenticated(tokenHash !== null);
    return caller;
  }

  /** Runs the work for a caller; once more for the same token when the caller turns out to have changed. */
  async run<T>(caller: Caller, work: (caller: Caller) => Promise<T>): Promise<T> {
    try {
      return await work(caller);
    } catch (error) {
      if (!(error instanceof StaleCaller)) throw error;
    }
    this.known.delete(caller.tokenHash);
    const fresh = await this.find(caller.tokenHash);
    if (!fresh) throw unauthenticated(true);
    return work(fresh);
  }

  private async find(tokenHash: string): Promise<Caller | null> {
    const known = this.known.get(tokenHash);
    if (known) return known;
    const found = await this.database.findCaller(tokenHash);
    if (found) {
      if (this.known.size >= MOST_CALLERS) this.known.clear();
      this.known.set(tokenHash, found);
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

/** After RFC 6750: a missing token is asked for, a wrong one is named as wrong. */
function unauthenticated(hadToken: boolean): ProblemError {
  const challenge = hadToken ? 'Bearer error="invalid_token"' : 'Bearer';
  return new ProblemError('unauthenticated', {}, { 'www-authenticate': challenge });
}
