import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { EXTENSION_HEADERS } from '@/contract/extensions';

import { hashToken } from '../auth/tokens';
import { type Caller, type Database, StaleCaller, query } from '../store/database';
import { isDeadlock, isDiskFull } from '../store/postgresErrors';
import { invalid, ProblemError } from './problems';
import { type RateLimiter, sourceOf } from './rateLimit';
import type { RequestLimits } from './sharedLimits';

/** After a deadlock the other transaction takes its lock first. */
const DEADLOCK_PAUSE_MS = 100;

const MAX_CALLERS = 10_000;
/** Long enough for a proxy to notice. Shorter than most failovers: the database after one has another disk. */
const DISK_FULL_MS = 5_000;

/** The first request in a space opens it. */
const OPEN = `UPDATE space_users SET opened_at = now() WHERE group_id = $1 AND user_id = $2 AND opened_at IS NULL`;

/**
 * Authenticates requests and caches the caller behind each token. The cache is safe because every transaction checks the caller
 * inside the database: after a change of role or space, or a revocation, it throws StaleCaller.
 */
export class Callers {
  private readonly cache = new Map<string, Caller>();
  private diskFullAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly limits: RequestLimits | null,
    /** Whether a request may name its space, which is an extension. */
    private readonly supportsSpaceHeader: boolean
  ) {}

  /** Finds the caller of a request and counts it against the rate limit. */
  async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const tokenHash = tokenHashOf(request);
    const space = this.supportsSpaceHeader ? readSpace(request.headers[EXTENSION_HEADERS.space]) : undefined;
    const cached = tokenHash === null ? undefined : this.cache.get(keyOf(tokenHash, space));
    const caller = cached ?? (await this.identify(request, reply, tokenHash, space));
    const { deviceId, userId } = caller;
    // The person first: the headers then show the limit of the device, which is reached earlier.
    this.count(reply, this.limits?.person, `person ${userId}`);
    this.count(reply, this.limits?.device, deviceId === null ? caller.tokenHash : `device ${deviceId}`);
    return caller;
  }

  /**
   * Looks up an unknown token. The attempt is counted by network address before the query, so that guessing tokens is slow and
   * costs the database nothing; a valid token gets its count back.
   */
  private async identify(
    request: FastifyRequest,
    reply: FastifyReply,
    tokenHash: string | null,
    space: number | undefined
  ): Promise<Caller> {
    const address = this.countAddress(request, reply);
    const caller = tokenHash === null ? null : await this.find(tokenHash, space);
    if (!caller) throw await this.refusal(tokenHash, space);
    this.limits?.device.refund(address);
    return caller;
  }

  /** Counts a request by its network address, and returns the key of the limit. */
  countAddress(request: FastifyRequest, reply: FastifyReply): string {
    const address = `address ${sourceOf(request.ip)}`;
    this.count(reply, this.limits?.device, address);
    return address;
  }

  /** Whether a request failed a short time ago because the disk of the database is full. */
  get isDiskFull(): boolean {
    return performance.now() - this.diskFullAt < DISK_FULL_MS;
  }

  /** Runs work for a caller. Retries once after a deadlock, or with the caller looked up again if they are stale. */
  async run<T>(caller: Caller, work: (caller: Caller) => Promise<T>): Promise<T> {
    try {
      return await work(caller);
    } catch (error) {
      if (isDiskFull(error)) this.diskFullAt = performance.now();
      if (isDeadlock(error)) {
        await sleep(DEADLOCK_PAUSE_MS);
        return work(caller);
      }
      if (!(error instanceof StaleCaller)) throw error;
    }
    const space = caller.namesSpace ? caller.groupId : undefined;
    this.cache.delete(keyOf(caller.tokenHash, space));
    const fresh = await this.find(caller.tokenHash, space);
    if (!fresh) throw await this.refusal(caller.tokenHash, space);
    return work(fresh);
  }

  private async find(tokenHash: string, space: number | undefined): Promise<Caller | null> {
    const key = keyOf(tokenHash, space);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const found = await this.database.findCaller(tokenHash, space);
    if (found) {
      await this.database.asOwner((tx) => query(tx, OPEN, [found.groupId, found.userId]));
      if (this.cache.size >= MAX_CALLERS) this.cache.clear();
      this.cache.set(key, found);
    }
    return found;
  }

  /** RFC 6750. A token that is not valid for the named space is refused: the request must not reach another space. */
  private async refusal(tokenHash: string | null, space: number | undefined): Promise<ProblemError> {
    const challenge = { 'www-authenticate': tokenHash === null ? 'Bearer' : 'Bearer error="invalid_token"' };
    const ended =
      tokenHash === null || !this.supportsSpaceHeader
        ? null
        : await this.database.findEndedMembership(tokenHash, space);
    if (ended !== null) return new ProblemError(`membership_${ended}`, {}, challenge);
    const occurrence =
      tokenHash !== null && space !== undefined
        ? { detail: `The token is not valid for space ${space}.` }
        : {};
    return new ProblemError('unauthenticated', occurrence, challenge);
  }

  private count(reply: FastifyReply, limiter: RateLimiter | undefined, key: string): void {
    const state = limiter?.count(key);
    if (!state) return;
    reply.headers({
      'x-ratelimit-limit': state.limit,
      'x-ratelimit-remaining': state.remaining,
      'x-ratelimit-reset': state.resetSeconds,
    });
    if (!state.allowed) {
      throw new ProblemError('too_many_requests', {}, { 'retry-after': String(state.waitSeconds) });
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

/** The space that a request names. */
function readSpace(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const space = /^\d{1,15}$/.test(String(header)) ? Number(header) : 0;
  if (space === 0) throw invalid(`headers/${EXTENSION_HEADERS.space}`, 'expected the id of a space');
  return space;
}
