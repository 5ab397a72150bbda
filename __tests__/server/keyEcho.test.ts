import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { hashRequest } from '../../server/http/idempotency';
import {
  type TestResponse,
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
  untilLockIsWaitedFor,
} from './harness';

const PATH = '/v1/transaction_bundles';
const KEY = 'idempotency-key';

describe('the Idempotency-Key of a response', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  type Options = {
    body?: unknown;
    method?: 'POST' | 'PATCH' | 'DELETE';
    path?: string;
    token?: string | null;
  };
  const send = (
    key: string,
    { body = bundleOf(space), method = 'POST', path = PATH, token = space.tokens.volunteer }: Options,
    headers: Record<string, string> = {}
  ) => service.call(token, method, path, { body, headers: { [KEY]: key, ...headers } });

  /** Stores a bundle, then makes its request another one: an earlier version of the service accepted that one. */
  async function storeAs(key: string, body: unknown): Promise<TestResponse> {
    const stored = await send(key, {});
    const update = 'UPDATE idempotency_keys SET request_hash = $2 WHERE key = $1';
    await runSql(service.connectionString, update, [key, hashRequest('POST', `/api${PATH}`, body)]);
    return stored;
  }

  it('is the key of the request on a first response and on a repeat', async () => {
    const key = randomUUID();
    for (const sent of [key, key, `"${key}"`]) assert.equal((await send(sent, {})).headers[KEY], key);
    const unkeyed = await service.call(space.tokens.volunteer, 'POST', PATH, { body: bundleOf(space) });
    assert.equal(unkeyed.headers[KEY], undefined);
  });

  it('is on every refusal', async () => {
    const { tokens, userIds, roles } = space;
    const bundle = (await send(randomUUID(), {})).body.data;
    const cases: [number, string, Options, Record<string, string>?][] = [
      [400, 'not_json', { body: '{' }],
      [
        403,
        'forbidden',
        {
          path: '/users/role',
          method: 'PATCH',
          body: { data: { user_id: userIds.admin, role_id: roles.user } },
        },
      ],
      [
        403,
        'forbidden',
        {
          path: `${PATH}/${bundle.id}`,
          method: 'PATCH',
          token: tokens.newcomer,
          body: { data: { id: bundle.id } },
        },
      ],
      [404, 'not_found', { path: `${PATH}/999999`, method: 'PATCH', body: { data: { id: 999999 } } }],
      [
        412,
        'precondition_failed',
        {
          path: '/teams',
          method: 'PATCH',
          token: tokens.admin,
          body: { data: { team: { id: space.teamId } } },
        },
        { 'if-match': '"no"' },
      ],
      [413, 'too_large', { body: 'x'.repeat(1024 * 1024 + 1) }],
      [415, 'unsupported_media_type', {}, { 'content-type': 'text/plain' }],
      [422, 'invalid', { body: {} }],
      [422, 'invalid', { path: '/teams/none', method: 'DELETE', body: undefined }],
      [422, 'invalid', { body: bundleOf(space, { contact_id: 999999 }) }],
    ];
    for (const [status, code, options, headers] of cases) {
      const key = randomUUID();
      const response = await send(key, options, headers);
      assert.deepEqual([response.status, response.body.code], [status, code]);
      assert.equal(response.headers[KEY], key, code);
    }
    const key = randomUUID();
    await send(key, {});
    const reused = await send(key, { body: bundleOf(space, { amount: 1 }) });
    assert.deepEqual([reused.body.code, reused.headers[KEY]], ['key_reused', key]);
    const [token, other] = [randomUUID(), randomUUID()];
    await send(token, { body: bundleOf(space, { delivery_token: token }) });
    const repeated = await send(other, { body: bundleOf(space, { delivery_token: token, amount: 1 }) });
    assert.deepEqual([repeated.body.code, repeated.headers[KEY]], ['key_reused', other]);
  });

  it('is missing where the service decides nothing: 401, 409 in_flight', async () => {
    const key = randomUUID();
    const unauthenticated = await send(key, { token: 'no' });
    assert.deepEqual([unauthenticated.status, unauthenticated.headers[KEY]], [401, undefined]);
    const held = service.database.asOwner(async (tx) => {
      const insert = `INSERT INTO idempotency_keys (group_id, key, user_id) VALUES ($1, $2, $3)`;
      await tx.$client.query(insert, [space.groupId, key, space.userIds.volunteer]);
      for (const body of [bundleOf(space), {}]) {
        const late = await send(key, { body });
        assert.deepEqual([late.body.code, late.headers[KEY]], ['in_flight', undefined]);
      }
      throw new Error('rolled back');
    });
    await assert.rejects(held, /rolled back/);
  });

  it('is missing on 429', async () => {
    const { connectionString } = service;
    const limited = await startTestService({
      connectionString,
      rateLimit: { capacity: 1, refillPerSecond: 0.01 },
    });
    const call = () =>
      limited.call(space.tokens.volunteer, 'POST', PATH, { body: {}, headers: { [KEY]: randomUUID() } });
    assert.equal((await call()).status, 422);
    const { status, headers } = await call();
    assert.deepEqual([status, headers[KEY]], [429, undefined]);
    await limited.close();
  });

  it('is missing without extensions', async () => {
    const { connectionString } = service;
    const bare = await startTestService({ connectionString, extensions: false });
    for (const body of [bundleOf(space), {}]) {
      const { headers } = await bare.call(space.tokens.volunteer, 'POST', PATH, {
        body,
        headers: { [KEY]: randomUUID(), 'doorstep-replaces': 'x' },
      });
      assert.deepEqual([headers[KEY], headers['doorstep-position']], [undefined, undefined]);
    }
    await bare.close();
  });

  it('comes with the first response, if a stricter version of the service would refuse the repeat', async () => {
    const refused = { data: { transactions: [{ amount: -1 }] } };
    const key = randomUUID();
    const first = await storeAs(key, refused);
    const again = await send(key, { body: refused });
    assert.equal(again.status, 200);
    assert.equal(again.text, first.text);
    assert.deepEqual([again.headers[KEY], again.headers['idempotency-replayed']], [key, 'true']);
  });

  it('is the same request whatever the service adds or removes when it validates', async () => {
    const key = randomUUID();
    const [transaction] = bundleOf(space).data.transactions;
    const body = { data: { transactions: [{ ...transaction, unknown_field: 1 }] } };
    await storeAs(key, body);
    assert.equal((await send(key, { body })).status, 200);
  });

  it('comes with the first response, if the caller has lost the right', async () => {
    const { tokens, userIds, roles } = await service.createSpace();
    const body = { data: { team: { name: 'Once' } } };
    const key = randomUUID();
    const options = { path: '/teams', body, token: tokens.manager };
    const first = await send(key, options);
    const demoted = await service.call(tokens.admin, 'PATCH', '/users/role', {
      body: { data: { user_id: userIds.manager, role_id: roles.user } },
    });
    assert.equal(demoted.status, 200);
    assert.equal((await send(randomUUID(), options)).status, 403);
    const again = await send(key, options);
    assert.deepEqual([again.status, again.text], [200, first.text]);
  });

  it('is not returned, if the key is stored and the body cannot be read', async () => {
    const key = randomUUID();
    await send(key, {});
    for (const body of ['{', 'x'.repeat(1024 * 1024 + 1)]) {
      const { headers, body: problem } = await send(key, { body });
      assert.deepEqual([problem.code, headers[KEY]], ['key_reused', undefined]);
    }
  });

  it('waits for the first request, if that is still running when the repeat is refused', async () => {
    const key = randomUUID();
    const refused = {};
    let response: Promise<TestResponse> | undefined;
    await service.database.asOwner(async (tx) => {
      const insert =
        'INSERT INTO idempotency_keys (group_id, key, user_id, request_hash, response) VALUES ($1, $2, $3, $4, $5)';
      const hash = hashRequest('POST', `/api${PATH}`, refused);
      const text = JSON.stringify((await send(randomUUID(), {})).body);
      await tx.$client.query(insert, [space.groupId, key, space.userIds.volunteer, hash, text]);
      response = send(key, { body: refused });
      await untilLockIsWaitedFor(service.connectionString);
    });
    assert.equal((await response)?.status, 200);
  });
});

describe('the position of a write', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    service.call(space.tokens.volunteer, 'POST', PATH, { body, headers });
  const positionOf = ({ headers }: TestResponse) => {
    const [epoch, number = ''] = String(headers['doorstep-position']).split('.');
    return { epoch, number: BigInt(number) };
  };
  const numberOfBundle = async (id: number) => {
    const select = `SELECT number::text AS number FROM change_log WHERE kind = 'transaction_bundle' AND id = $1`;
    return BigInt((await runSql(service.connectionString, select, [id])).rows[0]?.number);
  };

  it('is the transaction that stored it, in the epoch of the feed', async () => {
    const stored = await runSql(service.connectionString, 'SELECT epoch FROM change_epoch');
    const epoch: string = stored.rows[0]?.epoch;
    for (const headers of [{}, { [KEY]: randomUUID() }] as Record<string, string>[]) {
      const response = await post(bundleOf(space), headers);
      assert.deepEqual(positionOf(response), { epoch, number: await numberOfBundle(response.body.data.id) });
    }
    const page = await service.call(space.tokens.admin, 'GET', '/v1/changes');
    assert.equal(page.body.data.position.split('.')[0], epoch);
  });

  it('of a repeat is not before the stored write, and the feed passes it without another write', async () => {
    const key = { [KEY]: randomUUID() };
    const token = { delivery_token: randomUUID() };
    const first = await post(bundleOf(space, token), key);
    const stored = await numberOfBundle(first.body.data.id);
    for (const headers of [key, {}] as Record<string, string>[]) {
      const again = await post(bundleOf(space, token), headers);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.ok(positionOf(again).number >= stored);
      // Reading gets no transaction number, so the feed must pass without a write that moves it.
      const passed = 'SELECT $1::bigint < doorstep_horizon(NULL) AS passed';
      const hasPassed = async () =>
        (await runSql(service.connectionString, passed, [String(positionOf(again).number)])).rows[0]?.passed;
      const end = Date.now() + 5_000;
      while (!(await hasPassed())) assert.ok(Date.now() < end, 'the feed does not pass the position');
    }
  });

  it('of a repeat is in the current epoch, also if the backup of another cluster was restored', async () => {
    const key = { [KEY]: randomUUID() };
    const first = await post(bundleOf(space), key);
    await runSql(service.connectionString, `UPDATE change_epoch SET cluster = 'another'`);
    const restored = await startTestService({ connectionString: service.connectionString });
    const again = await restored.call(space.tokens.volunteer, 'POST', PATH, {
      body: bundleOf(space),
      headers: key,
    });
    const { body } = await restored.call(space.tokens.admin, 'GET', '/v1/changes');
    assert.equal(again.text, first.text);
    assert.notEqual(positionOf(again).epoch, positionOf(first).epoch);
    assert.equal(positionOf(again).epoch, body.data.position.split('.')[0]);
    await restored.close();
  });
});
