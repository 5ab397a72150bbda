import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';

import { type Endpoint, endpoints } from '@/contract/endpoints';
import { PROBLEM_MEDIA_TYPE, ProblemSchema } from '@/contract/problem';

import { type ServiceOptions, buildService } from '../../server/app';
import { createToken, hashToken } from '../../server/auth/tokens';
import { type Config, type RateLimit, readConfig } from '../../server/config';
import { type DemoForms, insertContacts } from '../../server/demo/contacts';
import {
  type DemoCatalogue,
  type DemoRoles,
  type Visibility,
  insertCatalogue,
  insertForms,
  insertPerson,
  insertRoles,
  insertSpace,
  insertTeam,
} from '../../server/demo/space';
import { type Setup, createSetup } from '../../server/setup/setup';
import { type Database, openDatabase } from '../../server/store/database';
import { openPool } from '../../server/store/pool';
import { Standby } from '../../server/store/standby';
import { settleTurfs } from '../../server/store/turf';
import { createMigratedDatabase } from '../support/postgres';

/** Runs SQL outside the service, as the user of DATABASE_URL. Returns the result of the last statement. */
export async function runSql<Row extends pg.QueryResultRow = pg.QueryResult['rows'][number]>(
  connectionString: string,
  text: string,
  values: unknown[] = []
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // Several statements have an array of results, which the types of the driver do not say.
    const results: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await client.query<Row>(text, values);
    const last = [results].flat().at(-1);
    if (!last) throw new Error('no statement');
    return last;
  } finally {
    await client.end();
  }
}

/** Waits until a statement waits for a lock. Uses another connection, because a transaction sees one snapshot. */
export async function untilLockIsWaitedFor(connectionString: string): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  while ((await runSql(connectionString, waiting)).rows.length === 0) await sleep(20);
}

export type PersonName = 'superadmin' | 'admin' | 'manager' | 'leader' | 'volunteer' | 'newcomer';
const PERSON_ROLES = {
  superadmin: 'superadmin',
  admin: 'admin',
  manager: 'manager',
  leader: 'user',
  volunteer: 'user',
  newcomer: 'user',
} as const;

/** A small space per test, so that tests that share a service are independent. */
export type TestSpace = {
  readonly groupId: number;
  readonly roles: DemoRoles;
  readonly userIds: { readonly [Name in PersonName]: number };
  readonly tokens: { readonly [Name in PersonName]: string };
  /** Led by `leader`, with `volunteer` in it. */
  readonly teamId: number;
  /** Led by `manager`, with `leader` in it; `volunteer` and `newcomer` cannot see it. */
  readonly privateTeamId: number;
  /** hide_users, led by `manager`, with `volunteer` in it. */
  readonly hidingTeamId: number;
  readonly contactIds: readonly number[];
  readonly forms: DemoForms;
  readonly catalogue: DemoCatalogue;
};

export type TestResponse = {
  readonly status: number;
  // Tests read bodies without types; `call` has validated them against the contract.
  readonly body: ReturnType<typeof JSON.parse>;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

export type Call = (
  token: string | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options?: { body?: unknown; headers?: Record<string, string> }
) => Promise<TestResponse>;

export type TestService = {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly database: Database;
  readonly connectionString: string;
  readonly setup: Setup | undefined;
  /** Sends a request, and validates the response against the contract. */
  readonly call: Call;
  /** A new space with this number of contacts (default 10), visible to everyone unless it says otherwise. */
  createSpace(options?: { contacts?: number; visibility?: Visibility }): Promise<TestSpace>;
  createTokenFor(userId: number, groupId?: number): Promise<string>;
  /** Settles the turf of all actions, so that the feed contains what earlier writes changed in it. */
  untilShown(): Promise<void>;
  /** Revokes a token, as a sign-out does. */
  revokeToken(token: string): Promise<void>;
  /** Listens on a free local port and returns the URL, without /api. */
  listen(): Promise<string>;
  close(): Promise<void>;
};

export type TestServiceOptions = {
  /** The maximum number of connections to the database. */
  connections?: number;
  /** How long a connection to the database may be silent. */
  silenceMs?: number;
  preparedStatements?: boolean;
  nativeApps?: Config['nativeApps'];
  extensions?: boolean;
  rateLimit?: RateLimit;
  demo?: boolean;
  publicUrl?: string;
  smtpUrl?: string;
  webRoot?: string;
  /** Whether the first space can be created on a page; `setup.issueCode()` returns its code. */
  setup?: boolean;
  identityProvider?: Config['identityProvider'];
  trustedProxies?: readonly string[];
  requestTimeoutMs?: number;
  /** Another target for the log; `call` then cannot show why a request failed. */
  logger?: ServiceOptions['logger'];
  /** An existing database (for a second process or a restart), which is not dropped at the end. */
  connectionString?: string;
  /** A standby for reads. */
  standby?: string;
};

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '\\d+')}$`);
}

/** The endpoint of a request; fixed paths come before those with a parameter. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  const bare = path.split('?')[0] ?? path;
  const all = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.method === method);
  return (
    all.find((endpoint) => endpoint.path === bare) ??
    all.find((endpoint) => patternOf(endpoint.path).test(bare))
  );
}

/** Validates a response against the contract, without unknown fields; an error must be a problem. */
export function checkResponse(method: string, path: string, { status, body, headers }: TestResponse): void {
  if (status === 304 || status === 204) return;
  if (status === 200) {
    const endpoint = endpointOf(method, path);
    if (endpoint)
      assert.deepEqual(endpoint.response.parse(body), body, `${method} ${path} violates the contract`);
    return;
  }
  const [type] = (headers['content-type'] ?? '').split(';');
  assert.equal(type, PROBLEM_MEDIA_TYPE, `${method} ${path} returned ${status} without a problem`);
  assert.equal(ProblemSchema.parse(body).status, status);
}

const DAY_MS = 86_400_000;

/** Starts the service in this process on a new database. Requests are injected without a network unless you listen. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.connectionString === undefined ? await createMigratedDatabase() : null;
  const connectionString = options.connectionString ?? own?.connectionString ?? '';
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-test-'));
  const config: Config = {
    ...readConfig({}, { demo: false }),
    dataDir,
    databaseUrl: connectionString,
    extensions: options.extensions ?? true,
    rateLimit: options.rateLimit ?? null,
    demo: options.demo ?? false,
    publicUrl: options.publicUrl,
    smtpUrl: options.smtpUrl,
    identityProvider: options.identityProvider,
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
    ...(options.nativeApps ? { nativeApps: options.nativeApps } : {}),
  };
  const { connections, silenceMs, preparedStatements = true } = options;
  const database = await openDatabase({ connectionString, connections, silenceMs, preparedStatements });
  let failures = '';
  const stream = { write: (line: string) => void (failures += line) };
  const { requestTimeoutMs } = options;
  const logger = options.logger ?? { level: 'error', stream };
  const setup = options.setup ? createSetup(database) : undefined;
  const { webRoot } = options;
  const standby =
    options.standby === undefined
      ? undefined
      : new Standby(database, openPool({ connectionString: options.standby }), false);
  const app = await buildService({ config, database, standby, webRoot, setup, logger, requestTimeoutMs });
  await app.ready();

  const call: Call = async (token, method, url, { body, headers = {} } = {}) => {
    const request: InjectOptions = {
      method,
      url: `/api${url}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    };
    const isText = typeof body === 'string';
    if (body !== undefined) {
      request.payload = isText ? body : JSON.stringify(body);
      request.headers = { 'content-type': 'application/json', ...request.headers };
    }
    const response = await app.inject(request);
    const isJson = /json/.test(String(response.headers['content-type'] ?? ''));
    const result: TestResponse = {
      status: response.statusCode,
      text: response.body,
      body: isJson && response.body !== '' ? JSON.parse(response.body) : undefined,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      ),
    };
    assert.notEqual(result.status, 500, `${method} ${url} failed: ${failures}`);
    checkResponse(method, url, result);
    return result;
  };

  const createTokenFor = (userId: number, groupId?: number) =>
    database.asOwner((tx) =>
      createToken(tx, { userId, groupId, label: 'test', expiresAt: new Date(Date.now() + DAY_MS) })
    );

  let spaces = 0;
  return {
    app,
    config,
    database,
    connectionString,
    call,
    setup,
    createTokenFor,
    async revokeToken(token) {
      const text = 'UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1';
      await runSql(connectionString, text, [hashToken(token)]);
    },
    async createSpace({ contacts = 10, visibility = 'everyone' } = {}) {
      spaces += 1;
      const number = spaces;
      const space = await database.asOwner(async (tx) => {
        const groupId = await insertSpace(tx, `Space ${number}`, null, visibility);
        const roles = await insertRoles(tx, groupId);
        const userIds: Partial<Record<PersonName, number>> = {};
        for (const [index, [name, role]] of Object.entries(PERSON_ROLES).entries()) {
          const person = { firstname: name, surname: `Of${number}`, mail: `${name}.${groupId}@example.org` };
          userIds[name as PersonName] = await insertPerson(tx, groupId, roles[role], person, index);
        }
        const ids = userIds as Record<PersonName, number>;
        const forms = await insertForms(tx, groupId);
        const catalogue = await insertCatalogue(tx, groupId, `S${number}`);
        await insertContacts(tx, groupId, { seed: `space-${number}`, forms, from: 0, to: contacts });
        const { rows } = await tx.execute<{ id: string }>(
          sql`SELECT id FROM contacts WHERE group_id = ${groupId} ORDER BY id`
        );
        return {
          groupId,
          roles,
          userIds: ids,
          teamId: await insertTeam(tx, groupId, {
            name: 'Open',
            leaders: [ids.leader],
            members: [ids.volunteer],
          }),
          privateTeamId: await insertTeam(tx, groupId, {
            name: 'Closed',
            private: true,
            leaders: [ids.manager],
            members: [ids.leader],
          }),
          hidingTeamId: await insertTeam(tx, groupId, {
            name: 'Hiding',
            hideUsers: true,
            leaders: [ids.manager],
            members: [ids.volunteer],
          }),
          contactIds: rows.map(({ id }) => Number(id)),
          forms,
          catalogue,
        };
      });
      const tokens: Partial<Record<PersonName, string>> = {};
      for (const [name, id] of Object.entries(space.userIds))
        tokens[name as PersonName] = await createTokenFor(id);
      return { ...space, tokens: tokens as Record<PersonName, string> };
    },
    async untilShown() {
      // A turf is read again once the writers that may have missed it have ended.
      const waiting = 'SELECT 1 FROM turf_queue WHERE read_before IS NOT NULL';
      await settleTurfs(database);
      while ((await runSql(connectionString, waiting)).rows.length > 0) {
        await sleep(20);
        await settleTurfs(database);
      }
    },
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const address = app.server.address();
      if (address === null || typeof address === 'string') throw new Error('the service does not listen');
      return `http://127.0.0.1:${address.port}`;
    },
    async close() {
      await app.close();
      await standby?.close();
      await database.close();
      await own?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A capture as the app sends it. */
export function bundleOf(space: TestSpace, more: Record<string, unknown> = {}) {
  return {
    data: {
      transactions: [
        {
          amount: 2000,
          currency: 'EUR',
          payment_method_kind: 'cash',
          contact_id: space.contactIds[0],
          date: '2026-03-01T10:00:00.000Z',
          ...more,
        },
      ],
    },
  };
}
