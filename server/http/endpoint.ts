import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import {
  type BodyOf,
  type Endpoint,
  type EndpointName,
  type ParamsOf,
  type ResponseOf,
  endpoints,
} from '@/contract/endpoints';
import { EXTENSION_HEADERS } from '@/contract/extensions';

import type { Config } from '../config';
import type { Caller, Database, Tx } from '../store/database';
import { violatedConstraint } from '../store/postgresErrors';
import type { Standby } from '../store/standby';
import type { Callers } from './callers';
import {
  type WriteResponse,
  type WriteRequest,
  findFirstResponse,
  getLastPosition,
  hashRequest,
  isRefusal,
  readKey,
  readReplaced,
  waitForStandby,
  writeOnce,
} from './idempotency';
import { asProblem, handleError } from './problems';

type Row<Name extends EndpointName> = (typeof endpoints)[Name];

/** The request, validated against the contract. */
export type Input<Name extends EndpointName> = {
  readonly params: ParamsOf<Name>;
  readonly query: Row<Name> extends { query: infer Query extends z.ZodType } ? z.output<Query> : undefined;
  readonly body: BodyOf<Name>;
  readonly headers: FastifyRequest['headers'];
} & WriteRequest;

/** A response that the work has written as JSON itself: part by part, because a large one would stop the process for others. */
export class JsonText {
  constructor(readonly text: string) {}
}

export type ReadWork<Name extends EndpointName> = (
  tx: Tx,
  caller: Caller,
  input: Input<Name>
) => Promise<ResponseOf<Name> | JsonText>;

/** Reads the response in a transaction. */
type ReadAnswer<Name extends EndpointName> = (
  caller: Caller,
  input: Input<Name>
) => ReturnType<ReadWork<Name>>;

export type FindResponse<Name extends EndpointName> = (
  caller: Caller,
  input: Input<Name>
) => Promise<ResponseOf<Name> | null>;

export type WriteWork<Name extends EndpointName> = (
  tx: Tx,
  caller: Caller,
  input: Input<Name>,
  /** Runs a task after the commit; a repeat does not run it again. Its failure is logged. */
  afterCommit: (task: () => Promise<void>) => void
) => Promise<ResponseOf<Name>>;

/**
 * Explains a write that violated a constraint, in a separate transaction: returns the response for a repeat, or throws
 * the problem.
 */
export type OnViolation<Name extends EndpointName> = (
  tx: Tx,
  input: Input<Name>,
  error: unknown
) => Promise<ResponseOf<Name>>;

/** What every route needs. */
export type Service = {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly database: Database;
  readonly standby?: Standby;
  readonly callers: Callers;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent for an endpoint without a token. */
    caller?: Caller;
    /** Absent for an endpoint that reads, and for a request with an invalid key. */
    write?: WriteRequest;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

function schemaOf({ params, query, body, response }: Endpoint): Record<string, unknown> {
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { 200: response },
  };
}

/** Whether an endpoint is served at all: extensions can be switched off. */
export function isServed(config: Config, endpoint: Endpoint): boolean {
  return config.extensions || endpoint.extension === undefined;
}

function inputOf<Name extends EndpointName>(request: FastifyRequest): Input<Name> {
  // Fastify has validated all three against the schemas of the endpoint.
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
    ...(request.write ?? NO_WRITE),
  } as Input<Name>;
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the endpoint has no caller');
  return request.caller;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

type Task = () => Promise<void>;

const NO_WRITE: WriteRequest = { key: null, hash: Buffer.alloc(0), replaced: [] };

/** Serves an endpoint that reads. A standby may answer a caller who says what they have seen. */
export function serveRead<Name extends EndpointName>(
  service: Service,
  name: Name,
  work: ReadWork<Name>
): void {
  const { database, standby } = service;
  const transactionOf = ({ headers }: FastifyRequest): Database['read'] => {
    const seen = headers[EXTENSION_HEADERS.position];
    if (!standby || typeof seen !== 'string') return database.read;
    return (caller, read) => standby.read(caller, seen, read);
  };
  serveAnswer(
    service,
    name,
    (request) => (caller, input) => transactionOf(request)(caller, (tx) => work(tx, caller, input))
  );
}

/**
 * Serves an endpoint that reads changes: those before a number, of which none can come later. `mark` is called before that number
 * is read, for what remembers the changes from it on. `find` may know the response without a transaction.
 */
export function serveSettled<Name extends EndpointName, Mark>(
  service: Service,
  name: Name,
  mark: () => Mark,
  work: (
    tx: Tx,
    caller: Caller,
    input: Input<Name>,
    settled: { horizon: number; mark: Mark }
  ) => ReturnType<ReadWork<Name>>,
  find: FindResponse<Name>
): void {
  const { database } = service;
  const read = (caller: Caller, input: Input<Name>) => {
    const before = mark();
    return database.readSettled(caller, (tx, horizon) => work(tx, caller, input, { horizon, mark: before }));
  };
  serveAnswer(service, name, () => read, find);
}

/**
 * Serves an endpoint in a transaction that writes, whose response is not stored under a key: a read that the audit log records, or a
 * response with a secret.
 */
export function serveUnstored<Name extends EndpointName>(
  service: Service,
  name: Name,
  work: ReadWork<Name>
): void {
  const { database } = service;
  serveAnswer(
    service,
    name,
    () => (caller, input) => database.write(caller, (tx) => work(tx, caller, input))
  );
}

function serveAnswer<Name extends EndpointName>(
  { app, config, callers }: Service,
  name: Name,
  readerOf: (request: FastifyRequest) => ReadAnswer<Name>,
  find?: FindResponse<Name>
): void {
  const endpoint: Endpoint = endpoints[name];
  if (!isServed(config, endpoint)) return;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const input = inputOf<Name>(request);
      const known = await find?.(callerOf(request), input);
      const response =
        known ?? (await callers.run(callerOf(request), (caller) => readerOf(request)(caller, input)));
      const text = response instanceof JsonText ? response.text : JSON.stringify(response);
      return reply.header('content-type', JSON_TYPE).send(text);
    },
  });
}

function headersOf(key: string | null, { replayed, position }: WriteResponse): Record<string, string> {
  return {
    ...(key === null ? {} : { [EXTENSION_HEADERS.idempotencyKey]: key }),
    ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
    [EXTENSION_HEADERS.position]: position,
  };
}

/**
 * Serves an endpoint that writes: in one transaction, once per Idempotency-Key. The key is returned with every success and
 * every refusal, so that the app can tell a refusal of the service from the error of a proxy.
 */
export function serveWrite<Name extends EndpointName>(
  { app, config, callers, database }: Service,
  name: Name,
  work: WriteWork<Name>,
  onViolation?: OnViolation<Name>
): void {
  const endpoint: Endpoint = endpoints[name];

  function sendResponse(reply: FastifyReply, key: string | null, response: WriteResponse): FastifyReply {
    if (config.extensions) void reply.headers(headersOf(key, response));
    return reply.header('content-type', JSON_TYPE).send(response.text);
  }

  async function write(caller: Caller, input: Input<Name>): Promise<WriteResponse & { tasks: Task[] }> {
    const tasks: Task[] = [];
    try {
      const written = await writeOnce(database, caller, input, (tx) =>
        work(tx, caller, input, (task) => tasks.push(task))
      );
      return { ...written, tasks };
    } catch (error) {
      if (!onViolation || violatedConstraint(error) === undefined) throw error;
      return database.write(caller, async (tx) => {
        waitForStandby(tx);
        const response = await onViolation(tx, input, error);
        const position = await getLastPosition(tx);
        return { text: JSON.stringify(response), replayed: true, position, tasks: [] };
      });
    }
  }

  /** A refusal must be certain: an earlier try with the same key may have been stored, and gets its first response. */
  async function handleFailure(
    error: FastifyError | Error,
    request: FastifyRequest,
    reply: FastifyReply
  ): Promise<FastifyReply> {
    const { caller, write: { key, ...rest } = NO_WRITE } = request;
    if (!caller || key === null || !isRefusal(asProblem(error).code))
      return handleError(error, request, reply);
    let failure = error;
    try {
      const first = await callers.run(caller, (fresh) =>
        findFirstResponse(database, fresh, { key, ...rest })
      );
      if (first) return sendResponse(reply, key, first);
    } catch (thrown) {
      failure = thrown as Error;
    }
    const { code } = asProblem(failure);
    // A body that could not be read may be the stored one: that is no statement about it.
    const isUndecided = code === 'key_reused' && rest.hash.length === 0;
    if (isRefusal(code) && !isUndecided) void reply.header(EXTENSION_HEADERS.idempotencyKey, key);
    return handleError(failure, request, reply);
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    onRequest: (request, _reply, done) => {
      if (config.extensions) {
        const key = readKey(request.headers[EXTENSION_HEADERS.idempotencyKey]);
        request.write = { ...NO_WRITE, key };
        const replaced = readReplaced(request.headers[EXTENSION_HEADERS.replaces], key);
        request.write = { ...NO_WRITE, key, replaced };
      }
      done();
    },
    preValidation: (request, _reply, done) => {
      const hash = hashRequest(request.method, request.url, request.body ?? null);
      request.write = { ...(request.write ?? NO_WRITE), hash };
      done();
    },
    handler: async (request, reply) => {
      const input = inputOf<Name>(request);
      const { tasks, ...response } = await callers.run(callerOf(request), (caller) => write(caller, input));
      for (const task of response.replayed ? [] : tasks) {
        task().catch((error: unknown) =>
          request.log.error({ type: nameOf(error) }, 'a task after a write failed')
        );
      }
      return sendResponse(reply, input.key, response);
    },
    errorHandler: (error, request, reply) => void handleFailure(error, request, reply),
  });
}
