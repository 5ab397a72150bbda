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
import type { AtOnce, Caller, Database, Tx } from '../store/database';
import { refusedBy } from '../store/postgresErrors';
import type { Callers } from './callers';
import {
  type WriteAnswer,
  type WriteRequest,
  hashRequest,
  readKey,
  writeOnce,
  writeOnceAtOnce,
} from './idempotency';

type Row<Name extends EndpointName> = (typeof endpoints)[Name];

/** What a handler is given: the request, checked against the contract. */
export type Input<Name extends EndpointName> = {
  readonly params: ParamsOf<Name>;
  readonly query: Row<Name> extends { query: infer Query extends z.ZodType } ? z.output<Query> : undefined;
  readonly body: BodyOf<Name>;
  readonly headers: FastifyRequest['headers'];
  /** The Idempotency-Key, where one was sent and the service heeds it. */
  readonly key: string | null;
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
  /** Something to do once the write is safe, and only if this request made it. Its failure is logged. */
  afterCommit: (task: () => Promise<void>) => void
) => Promise<ResponseOf<Name>>;

/** Writes all it has to in one message, once for the key of its input, and gives the answer; null for what it refuses. */
export type WriteAtOnceWork<Name extends EndpointName> = (
  at: AtOnce,
  caller: Caller,
  input: Input<Name>
) => Promise<string | null>;

/**
 * Looks at a write that was refused, in a transaction of its own: gives the answer, or throws what to say. The error is
 * that of a key or check; null where the work itself refused.
 */
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

function inputOf<Name extends EndpointName>(
  request: FastifyRequest,
  { key, hash }: WriteRequest
): Input<Name> {
  // Fastify has checked all three against the endpoint's own schemas before it calls a handler.
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

const NO_WRITE: WriteRequest = { key: null, hash: Buffer.alloc(0) };

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
      const input = inputOf<Name>(request, NO_WRITE);
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
  const { database } = service;
  serveWriting(
    service,
    name,
    async (caller, input) => {
      const tasks: Task[] = [];
      const written = await writeOnce(database, caller, input, (tx) =>
        work(tx, caller, input, (task) => tasks.push(task))
      );
      return { ...written, tasks };
    },
    rescue
  );
}

/** The same for an endpoint whose whole transaction is one message. */
export function serveWriteAtOnce<Name extends EndpointName>(
  service: Service,
  name: Name,
  work: WriteAtOnceWork<Name>,
  rescue: Rescue<Name>
): void {
  const { database } = service;
  serveWriting(
    service,
    name,
    async (caller, input) => {
      const written = await writeOnceAtOnce(database, caller, input, (at) => work(at, caller, input));
      if (written !== null) return { ...written, tasks: [] };
      return rescued(service, caller, input, null, rescue);
    },
    rescue
  );
}

type Task = () => Promise<void>;
type Written = WriteAnswer & { readonly tasks: readonly Task[] };

async function rescued<Name extends EndpointName>(
  { database }: Service,
  caller: Caller,
  input: Input<Name>,
  error: unknown,
  rescue: Rescue<Name>
): Promise<Written> {
  const answer = await database.read(caller, (tx) => rescue(tx, caller, input, error));
  return { text: JSON.stringify(answer), replayed: true, tasks: [] };
}

function serveWriting<Name extends EndpointName>(
  service: Service,
  name: Name,
  write: (caller: Caller, input: Input<Name>) => Promise<Written>,
  rescue?: Rescue<Name>
): void {
  const { app, config, callers } = service;
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      const hash = hashRequest(request.method, request.url, request.body ?? null);
      const key = config.extensions ? readKey(request.headers[EXTENSION_HEADERS.idempotencyKey]) : null;
      const input = inputOf<Name>(request, { key, hash });
      const { text, replayed, tasks } = await callers.run(callerOf(request), (caller) =>
        write(caller, input).catch((error: unknown) => {
          if (!rescue || refusedBy(error) === undefined) throw error;
          return rescued(service, caller, input, error, rescue);
        })
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
