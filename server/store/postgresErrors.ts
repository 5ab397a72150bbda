import pg from 'pg';

/** The database cannot be reached, or went away in the middle: the request may be tried again later. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('the database is away', { cause });
  }
}

/** What the database itself answered with, also where the query builder wrapped it. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : undefined;
}

const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';
/** Raised by doorstep_enter. */
const STALE_CALLER = 'DS001';

/** The name of the constraint that refused a row; a key or a check said no to what was asked for. */
export function refusedBy(error: unknown): string | undefined {
  const refusal = databaseError(error);
  return refusal?.code?.startsWith('23') ? (refusal.constraint ?? '') : undefined;
}

/** The unique constraint that a second row of the same kind ran into. */
export function repeatedIn(error: unknown): string | undefined {
  const refusal = databaseError(error);
  return refusal?.code === UNIQUE_VIOLATION ? (refusal.constraint ?? '') : undefined;
}

/** Waiting for another transaction took longer than lock_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return databaseError(error)?.code === LOCK_NOT_AVAILABLE;
}

/** Connection exceptions, too many connections, shutdown, starting up: none is the request's fault. */
export function meansAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  return /^(08|53300|57P0)/.test(databaseError(error)?.code ?? '');
}

/** The token does not stand, or no longer, for whom the service took it to. */
export function isStaleCaller(error: unknown): boolean {
  return databaseError(error)?.code === STALE_CALLER;
}
