import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import type { Callers } from './callers';
import { type WriteAnswer, type WriteRequest, hashRequest, readKey, writeOnce } from './idempotency';

type Row<Name extends EndpointName> = (typeof endpoints)[Name];

/** The request, validated against the contract. */
export type Input<Name extends EndpointName> = {
  readonly params: ParamsOf<Name>;
  readonly query: Row<Name> extends { query: infer Query extends z.ZodType } ? z.output<Query> : undefined;
  readonly body: BodyOf<Name>;
  readonly headers: FastifyRequest['headers'];
  /** The Idempotency-Key, if one was sent and the service supports it. */
  readonly key: string | null;
  /** Hash of method, URL and body: equal for a repeat. */
  readonly hash: Buffer;
};

export type ReadWork<Name extends EndpointName> = (
  tx: Tx,
  caller: Caller,
  input: Input<Name>
) => Promise<ResponseOf<Name>>;

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
  readonly callers: Callers;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent for an endpoint without a token. */
    caller?: Caller;
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

function inputOf<Name extends EndpointName>(
  request: FastifyRequest,
  { key, hash }: WriteRequest
): Input<Name> {
  // Fastify has validated all three against the schemas of the endpoint.
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
    key,
    hash,
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

const NO_WRITE: WriteRequest = { key: null, hash: Buffer.alloc(0) };

/** Serves an endpoint that reads. */
export function serveRead<Name extends EndpointName>(
  { app, config, callers, database }: Service,
  name: Name,
  work: ReadWork<Name>
): void {
  const endpoint: Endpoint = endpoints[name];
  if (!isServed(config, endpoint)) return;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const input = inputOf<Name>(request, NO_WRITE);
      const response = await callers.run(callerOf(request), (caller) =>
        database.read(caller, (tx) => work(tx, caller, input))
      );
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(response));
    },
  });
}

/** Serves an endpoint that writes: in one transaction, once per Idempotency-Key. */
export function serveWrite<Name extends EndpointName>(
  { app, config, callers, database }: Service,
  name: Name,
  work: WriteWork<Name>,
  onViolation?: OnViolation<Name>
): void {
  const endpoint: Endpoint = endpoints[name];

  async function write(caller: Caller, input: Input<Name>): Promise<WriteAnswer & { tasks: Task[] }> {
    const tasks: Task[] = [];
    try {
      const written = await writeOnce(database, caller, input, (tx) =>
        work(tx, caller, input, (task) => tasks.push(task))
      );
      return { ...written, tasks };
    } catch (error) {
      if (!onViolation || violatedConstraint(error) === undefined) throw error;
      const response = await database.read(caller, (tx) => onViolation(tx, input, error));
      return { text: JSON.stringify(response), replayed: true, tasks: [] };
    }
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const hash = hashRequest(request.method, request.url, request.body ?? null);
      const key = config.extensions ? readKey(request.headers[EXTENSION_HEADERS.idempotencyKey]) : null;
      const input = inputOf<Name>(request, { key, hash });
      const { text, replayed, tasks } = await callers.run(callerOf(request), (caller) =>
        write(caller, input)
      );
      for (const task of replayed ? [] : tasks) {
        task().catch((error: unknown) =>
          request.log.error({ type: nameOf(error) }, 'a task after a write failed')
        );
      }
      if (replayed) void reply.header('idempotency-replayed', 'true');
      return reply.header('content-type', JSON_TYPE).send(text);
    },
  });
}
