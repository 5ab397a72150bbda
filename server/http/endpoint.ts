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
import type { AtOnce, Caller, Database, Follow, Tx } from '../store/database';
import { refusedBy } from '../store/postgresErrors';
import type { Callers } from './callers';
import { hashRequest, readKey, writeOnce } from './idempotency';

type Row<Name extends EndpointName> = (typeof endpoints)[Name];

/** What a handler is given: the request, checked against the contract. */
export type Input<Name extends EndpointName> = {
  readonly params: ParamsOf<Name>;
  readonly query: Row<Name> extends { query: infer Query extends z.ZodType } ? z.output<Query> : undefined;
  readonly body: BodyOf<Name>;
  readonly headers: FastifyRequest['headers'];
  /** Tells this request from every other; equal for a repeat. */
  readonly hash: Buffer;
};

export type ReadWork<Name extends EndpointName, Reading> = (
  reading: Reading,
  caller: Caller,
  input: Input<Name>
) => Promise<ResponseOf<Name>>;

export type WriteWork<Name extends EndpointName> = (
  tx: Tx,
  caller: Caller,
  input: Input<Name>,
  follow: Follow,
  /** Something to do once the write is safe, and only if this request made it. Its failure is logged. */
  afterCommit: (task: () => Promise<void>) => void
) => Promise<ResponseOf<Name>>;

/** Looks at a write that a key or check refused, in a transaction of its own: gives the answer, or throws what to say. */
export type Rescue<Name extends EndpointName> = (
  tx: Tx,
  caller: Caller,
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
    /** Who asks; absent where an endpoint needs no token. */
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

function inputOf<Name extends EndpointName>(request: FastifyRequest, hash: Buffer): Input<Name> {
  // Fastify has checked all three against the endpoint's own schemas before it calls a handler.
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
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

const NO_HASH = Buffer.alloc(0);

/** Serves an endpoint that reads. */
export function serveRead<Name extends EndpointName>(
  service: Service,
  name: Name,
  work: ReadWork<Name, Tx>
): void {
  serveReading(service, name, (caller, input) =>
    service.database.read(caller, (tx) => work(tx, caller, input))
  );
}

/** Serves an endpoint that reads all it needs in one message. */
export function serveReadAtOnce<Name extends EndpointName>(
  service: Service,
  name: Name,
  work: ReadWork<Name, AtOnce>
): void {
  serveReading(service, name, (caller, input) =>
    service.database.readAtOnce(caller, (at) => work(at, caller, input))
  );
}

function serveReading<Name extends EndpointName>(
  { app, config, callers }: Service,
  name: Name,
  read: (caller: Caller, input: Input<Name>) => Promise<ResponseOf<Name>>
): void {
  const endpoint: Endpoint = endpoints[name];
  if (!isServed(config, endpoint)) return;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const input = inputOf<Name>(request, NO_HASH);
      const answer = await callers.run(callerOf(request), (caller) => read(caller, input));
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer));
    },
  });
}

/** Serves an endpoint that writes: in one transaction, once per Idempotency-Key. */
export function serveWrite<Name extends EndpointName>(
  service: Service,
  name: Name,
  work: WriteWork<Name>,
  rescue?: Rescue<Name>
): void {
  const { app, config, database, callers } = service;
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const hash = hashRequest(request.method, request.url, request.body ?? null);
      const key = config.extensions ? readKey(request.headers[EXTENSION_HEADERS.idempotencyKey]) : null;
      const input = inputOf<Name>(request, hash);
      let tasks: (() => Promise<void>)[] = [];
      const { text, replayed } = await callers.run(callerOf(request), async (caller) => {
        tasks = [];
        const afterCommit = (task: () => Promise<void>) => tasks.push(task);
        try {
          return await writeOnce(database, caller, { key, hash }, (tx, follow) =>
            work(tx, caller, input, follow, afterCommit)
          );
        } catch (error) {
          if (!rescue || refusedBy(error) === undefined) throw error;
          const answer = await database.read(caller, (tx) => rescue(tx, caller, input, error));
          return { text: JSON.stringify(answer), replayed: true };
        }
      });
      if (!replayed) {
        for (const task of tasks) {
          task().catch((error: unknown) =>
            request.log.error({ type: nameOf(error) }, 'a task after a write failed')
          );
        }
      }
      if (replayed) void reply.header('idempotency-replayed', 'true');
      return reply.header('content-type', JSON_TYPE).send(text);
    },
  });
}
