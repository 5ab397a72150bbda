import pg from 'pg';

/** The database cannot be reached or the connection was lost: the request may be retried later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause });
  }
}

/** The error of the database, also inside an error of the query builder. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : undefined;
}

const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
/** Raised by doorstep_enter. */
const STALE_CALLER = 'DS001';

/** Raised by the trigger on memberships. */
const LAST_ADMIN = 'DS002';
/** Raised by functions that check the role of the caller. */
const NOT_ALLOWED = 'DS003';

/** The name of the violated constraint, of any kind. */
export function violatedConstraint(error: unknown): string | undefined {
  const refused = databaseError(error);
  return refused?.code?.startsWith('23') ? (refused.constraint ?? '') : undefined;
}

/** The name of the violated unique constraint. */
export function violatedUnique(error: unknown): string | undefined {
  const refused = databaseError(error);
  return refused?.code === UNIQUE_VIOLATION ? (refused.constraint ?? '') : undefined;
}

/** Another transaction held a lock longer than lock_timeout, or two waited for each other. */
export function isLockTimeout(error: unknown): boolean {
  const code = databaseError(error)?.code;
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
}

const DISK_FULL = '53100';
const READ_ONLY = '25006';

/** PostgreSQL ended one of two transactions that waited for each other: the same work succeeds when it runs again. */
export function isDeadlock(error: unknown): boolean {
  return databaseError(error)?.code === DEADLOCK_DETECTED;
}

/** The disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return databaseError(error)?.code === DISK_FULL;
}

/**
 * Connection errors, too many connections, no disk space or memory, a statement that took too long, shutdown, start: the
 * request may be retried.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return /^(08|53|57P0|57014)/.test(databaseError(error)?.code ?? '');
}

/** The transaction may not write: the token only reads, or the server is a standby. */
export function isReadOnly(error: unknown): boolean {
  return databaseError(error)?.code === READ_ONLY;
}

/** The change would leave a space without anybody who could undo it. */
export function isLastAdmin(error: unknown): boolean {
  return databaseError(error)?.code === LAST_ADMIN;
}

/** The database refused what the role of the caller does not allow. */
export function isNotAllowed(error: unknown): boolean {
  return databaseError(error)?.code === NOT_ALLOWED;
}

/** doorstep_enter refused the caller. */
export function isStaleCaller(error: unknown): boolean {
  return databaseError(error)?.code === STALE_CALLER;
}
