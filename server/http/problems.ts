import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

import { PROBLEM_MEDIA_TYPE, type Problem, type ProblemCode, problem } from '@/contract/problem';

import { databaseError, isLockTimeout, meansAway } from '../store/postgresErrors';

/** A failure that the caller is told about, as it is. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly occurrence: Pick<Problem, 'detail' | 'errors'> = {},
    readonly headers: Readonly<Record<string, string>> = {}
  ) {
    super(code);
  }
}

/** A fault at one place of the request. */
export function invalid(location: string, message: string): ProblemError {
  return new ProblemError('invalid', { errors: [{ location, message }] });
}

/** How long a phone should wait for a database that went away. */
const AWAY_SECONDS = '5';
const IN_FLIGHT_SECONDS = '1';

/** The framework's own refusals, by their codes. */
const FRAMEWORK: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

function asProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
    const errors = error.validation.map(({ instancePath, message }) => ({
      location: `${place}${instancePath === '/' ? '' : instancePath}`,
      message: message ?? 'not valid',
    }));
    return new ProblemError('invalid', { errors });
  }
  if (meansAway(error)) return new ProblemError('unavailable', {}, { 'retry-after': AWAY_SECONDS });
  if (isLockTimeout(error)) return new ProblemError('in_flight', {}, { 'retry-after': IN_FLIGHT_SECONDS });
  const code = 'code' in error ? FRAMEWORK[error.code] : undefined;
  return new ProblemError(code ?? 'internal');
}

/**
 * What may be written down about an unexpected error. Messages of the database and of the query builder repeat
 * the values of the request, so of those only codes and names are kept.
 */
export function loggable(error: Error): Record<string, unknown> {
  const fromDatabase = databaseError(error);
  // Says the statement and its values first; what went wrong is the cause.
  const said = error instanceof DrizzleQueryError ? (error.cause?.name ?? '') : error.message;
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(fromDatabase
      ? { sqlState: fromDatabase.code, constraint: fromDatabase.constraint, routine: fromDatabase.routine }
      : { message: said }),
    stack: frames.join('\n'),
  };
}

/** Answers with a problem body. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  const body = problem(error.code, { ...error.occurrence, instance: `urn:doorstep:request:${request.id}` });
  return reply
    .code(body.status)
    .headers(error.headers)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(body));
}

/** The one place where an error becomes an answer. */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply
): FastifyReply {
  const answer = asProblem(error);
  if (answer.code === 'internal') request.log.error({ failure: loggable(error) }, 'unexpected failure');
  if (answer.code === 'unavailable') request.log.warn('the database is away');
  return sendProblem(request, reply, answer);
}
