import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

import { PROBLEM_MEDIA_TYPE, type ProblemCode, type ProblemDetails, problem } from '@/contract/problem';

import {
  databaseError,
  isLastAdmin,
  isLockTimeout,
  isNotAllowed,
  isUnavailable,
} from '../store/postgresErrors';

/** An error that is sent to the caller. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly details: ProblemDetails = {},
    readonly headers: Readonly<Record<string, string>> = {}
  ) {
    super(code);
  }
}

/** An error at one location of the request. */
export function invalid(location: string, message: string): ProblemError {
  return new ProblemError('invalid', { errors: [{ location, message }] });
}

/** Retry-After for an unavailable database. */
const UNAVAILABLE_SECONDS = '5';
const IN_FLIGHT_SECONDS = '1';

/** Fastify's error codes. */
const FRAMEWORK: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

/** The problem of an error. */
export function asProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const part = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
    const errors = error.validation.map(({ instancePath, message }) => ({
      location: `${part}${instancePath === '/' ? '' : instancePath}`,
      message: message ?? 'not valid',
    }));
    return new ProblemError('invalid', { errors });
  }
  if (isUnavailable(error))
    return new ProblemError('unavailable', {}, { 'retry-after': UNAVAILABLE_SECONDS });
  if (isLastAdmin(error)) return new ProblemError('last_admin');
  if (isNotAllowed(error)) return new ProblemError('forbidden');
  if (isLockTimeout(error)) return new ProblemError('in_flight', {}, { 'retry-after': IN_FLIGHT_SECONDS });
  const code = 'code' in error ? FRAMEWORK[error.code] : undefined;
  return new ProblemError(code ?? 'internal');
}

/**
 * The loggable part of an unexpected error. Messages of the database and the query builder repeat values of the request: only
 * codes and names of those are logged.
 */
export function loggable(error: Error): Record<string, unknown> {
  const fromDatabase = databaseError(error);
  // Its message contains the statement and its values.
  const message = error instanceof DrizzleQueryError ? (error.cause?.name ?? '') : error.message;
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(fromDatabase
      ? { sqlState: fromDatabase.code, constraint: fromDatabase.constraint, routine: fromDatabase.routine }
      : { message }),
    stack: frames.join('\n'),
  };
}

/** Sends a problem as the response. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  const body = problem(error.code, { ...error.details, instance: `urn:doorstep:request:${request.id}` });
  return reply
    .code(body.status)
    .headers(error.headers)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(body));
}

/** Converts every error into a response. */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply
): FastifyReply {
  const problemError = asProblem(error);
  if (problemError.code === 'internal') request.log.error({ failure: loggable(error) }, 'unexpected failure');
  if (problemError.code === 'unavailable') request.log.warn('the database is unavailable');
  return sendProblem(request, reply, problemError);
}
