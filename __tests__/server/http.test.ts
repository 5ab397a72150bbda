import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { DrizzleQueryError } from 'drizzle-orm/errors';

import { type Endpoint, endpoints } from '@/contract/endpoints';
import { EXTENSIONS } from '@/contract/extensions';

import { buildService } from '../../server/app';
import { createToken } from '../../server/auth/tokens';
import { loggable } from '../../server/http/problems';
import {
  type TestService,
  type TestSpace,
  bundleOf,
  startTestService,
  untilLockIsWaitedFor,
} from './harness';

describe('the service over HTTP', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  it('returns its name and extensions without a token', async () => {
    const { body, headers } = await service.call(null, 'GET', '/health');
    assert.deepEqual(body.data.extensions, [...EXTENSIONS]);
    assert.equal(headers['doorstep-extensions'], EXTENSIONS.join(', '));
    assert.equal((await service.call(null, 'GET', '/ready')).body.data.ready, true);
  });

  it('requires a token on every other endpoint, and names its scheme', async () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (!endpoint.auth) continue;
      const path = endpoint.path.replace(/:\w+/g, '1');
      const none = await service.call(null, endpoint.method, path);
      assert.deepEqual([none.status, none.headers['www-authenticate']], [401, 'Bearer'], name);
      const wrong = await service.call('not-a-token', endpoint.method, path);
      assert.deepEqual(
        [wrong.status, wrong.headers['www-authenticate']],
        [401, 'Bearer error="invalid_token"'],
        name
      );
      assert.equal(wrong.body.code, 'unauthenticated');
    }
    for (const authorization of [
      '',
      'Bearer',
      'Basic eDp5',
      `Token ${space.tokens.admin}`,
      `Bearer ${space.tokens.admin} x`,
    ]) {
      const { status } = await service.call(null, 'GET', '/users', { headers: { authorization } });
      assert.equal(status, 401, authorization);
    }
  });

  it('refuses a token immediately after it expires, is revoked, or its person is deactivated', async () => {
    const { userIds } = space;
    const make = (milliseconds: number) =>
      service.database.asOwner((tx) =>
        createToken(tx, {
          userId: userIds.newcomer,
          label: 'x',
          expiresAt: new Date(Date.now() + milliseconds),
        })
      );
    const status = async (token: string) => (await service.call(token, 'GET', '/users')).status;
    assert.equal(await status(await make(-1)), 401);
    const token = await make(60_000);
    assert.equal(await status(token), 200);
    await service.revokeToken(token);
    assert.equal(await status(token), 401);
    const [one, two] = [await make(60_000), await make(60_000)];
    assert.deepEqual([await status(one), await status(two)], [200, 200]);
    await service.database.asOwner(({ $client: client }) =>
      client.query('UPDATE users SET active = false WHERE id = $1', [userIds.newcomer])
    );
    assert.deepEqual([await status(one), await status(two)], [401, 401]);
  });

  it('stores tokens as hashes', async () => {
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query('SELECT access_tokens::text AS row FROM access_tokens')
    );
    for (const token of Object.values(space.tokens)) {
      assert.equal(
        rows.some(({ row }) => row.includes(token)),
        false
      );
    }
  });

  it('responds to invalid and unknown requests with the right problem, and writes nothing', async () => {
    const token = space.tokens.admin;
    const path = '/v1/transaction_bundles';
    const json = { 'content-type': 'application/json' };
    const cases: [string, Parameters<typeof service.call>, number, string][] = [
      ['not JSON', [token, 'POST', path, { body: '{"data":' }], 400, 'not_json'],
      ['nothing', [token, 'POST', path, { body: '', headers: json }], 400, 'not_json'],
      ['a prototype', [token, 'POST', path, { body: '{"__proto__": {"x": 1}}' }], 400, 'not_json'],
      [
        'text',
        [token, 'POST', path, { body: 'x', headers: { 'content-type': 'text/plain' } }],
        415,
        'unsupported_media_type',
      ],
      [
        'a form',
        [
          token,
          'POST',
          path,
          { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        ],
        415,
        'unsupported_media_type',
      ],
      [
        'too much',
        [token, 'POST', path, { body: `{"data":"${'x'.repeat(1024 * 1024)}"}` }],
        413,
        'too_large',
      ],
      ['no body', [token, 'POST', path], 422, 'invalid'],
      ['null', [token, 'POST', path, { body: 'null' }], 422, 'invalid'],
      ['a list', [token, 'POST', path, { body: '[]' }], 422, 'invalid'],
      ['no such path', [token, 'GET', '/nothing'], 404, 'not_found'],
      ['a bad address', [token, 'GET', '/users/%E0%A4%A'], 404, 'not_found'],
      ['a huge id', [token, 'GET', '/v1/contacts/99999999999999999999'], 422, 'invalid'],
      ['the largest id', [token, 'GET', '/v1/contacts/9007199254740991'], 404, 'not_found'],
      ['a huge offset', [token, 'GET', '/v1/contacts?offset=9007199254740991'], 200, ''],
    ];
    for (const [name, request, status, code] of cases) {
      const response = await service.call(...request);
      assert.equal(response.status, status, name);
      if (code !== '') assert.equal(response.body.code, code, name);
    }
    assert.equal((await service.call(token, 'GET', path)).body.total, 0);
  });

  it('lists the allowed methods of a path with 405', async () => {
    const wrong: [Parameters<typeof service.call>[1], string, string][] = [
      ['DELETE', '/users', 'GET, HEAD'],
      ['POST', '/users/role', 'PATCH'],
      ['DELETE', '/v1/transaction_bundles/1', 'GET, HEAD, PATCH'],
      ['DELETE', '/v1/contacts/1', 'GET, HEAD, PATCH'],
    ];
    for (const [method, path, allow] of wrong) {
      const response = await service.call(space.tokens.admin, method, path);
      assert.equal(response.status, 405, path);
      const allowed = (response.headers.allow ?? '').split(', ');
      assert.deepEqual(
        allow.split(', ').filter((each) => !allowed.includes(each)),
        [],
        `${path}: ${response.headers.allow}`
      );
    }
  });

  it('accepts a DELETE that declares JSON and has no body', async () => {
    const response = await service.call(space.tokens.manager, 'DELETE', `/teams/${space.hidingTeamId}`, {
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(response.status, 200);
  });

  it('adds the request id to every response, and compresses long ones', async () => {
    const one = await service.call(space.tokens.admin, 'GET', '/users');
    const two = await service.call(space.tokens.admin, 'GET', '/users');
    assert.match(one.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
    assert.notEqual(one.headers['x-request-id'], two.headers['x-request-id']);
    const packed = await service.app.inject({
      url: '/api/users',
      headers: { authorization: `Bearer ${space.tokens.admin}`, 'accept-encoding': 'gzip' },
    });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.headers['x-content-type-options'], 'nosniff');
  });

  it('sends HSTS only if the public address is https', async () => {
    const secure = await startTestService({ publicUrl: 'https://doorstep.example.org' });
    const kept = (await secure.call(null, 'GET', '/health')).headers['strict-transport-security'];
    await secure.close();
    assert.match(kept ?? '', /max-age=\d{8}/);
    assert.equal(
      (await service.call(null, 'GET', '/health')).headers['strict-transport-security'],
      undefined
    );
  });

  it('allows the web app of another origin (CORS)', async () => {
    const preflight = await service.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/transaction_bundles',
      headers: { origin: 'https://app.example.org', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.statusCode, 204);
    assert.equal(preflight.headers['access-control-allow-origin'], '*');
    const allowed = String(preflight.headers['access-control-allow-headers']);
    for (const name of ['Idempotency-Key', 'Doorstep-Replaces', 'Doorstep-If-Unpaid'])
      assert.ok(allowed.includes(name), name);
    const response = await service.app.inject({
      url: '/api/health',
      headers: { origin: 'https://app.example.org' },
    });
    const exposed = String(response.headers['access-control-expose-headers']);
    for (const name of ['ETag', 'Idempotency-Key', 'Doorstep-Position'])
      assert.ok(exposed.includes(name), name);
  });

  it('reveals no internals when it fails', async () => {
    const own = await startTestService();
    const at = await own.createSpace();
    await own.database.asOwner(({ $client: client }) =>
      client.query('ALTER TABLE donation_prices RENAME TO secret_name')
    );
    const response = await own.app.inject({
      url: '/api/v1/donation_prices',
      headers: { authorization: `Bearer ${at.tokens.admin}` },
    });
    await own.close();
    assert.equal(response.statusCode, 500);
    const { instance, ...body } = response.json();
    assert.match(instance, /^urn:doorstep:request:/);
    assert.deepEqual(body, {
      type: 'urn:doorstep:problem:internal',
      title: 'Something went wrong',
      status: 500,
      code: 'internal',
    });
  });

  it('logs a failed statement without its values, whatever the error', () => {
    const cause = new TypeError('lost while sending Secretname');
    const failure = loggable(new DrizzleQueryError('SELECT $1', ['Secretname\n    at Secretname'], cause));
    assert.equal(failure.message, 'TypeError');
    assert.ok(String(failure.stack).includes('http.test'), 'contains the stack');
    assert.ok(!JSON.stringify(failure).includes('Secretname'));
  });

  it('logs JSON without tokens, bodies, queries or personal data', async () => {
    const lines: string[] = [];
    const { config, database } = service;
    const app = await buildService({
      config,
      database,
      logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
    });
    const token = space.tokens.volunteer;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: unknown) =>
      app.inject({
        method,
        url: `/api${url}`,
        headers,
        ...(payload ? { payload: JSON.stringify(payload) } : {}),
      });
    await send('GET', '/v1/contacts?q=Secretname');
    await send(
      'POST',
      '/v1/transaction_bundles',
      bundleOf(space, { comment: 'Secretname', delivery_token: 'Secrettoken' })
    );
    await send(
      'POST',
      '/v1/transaction_bundles',
      bundleOf(space, { amount: 1, delivery_token: 'Secrettoken' })
    );
    await send('PATCH', `/users/${space.userIds.volunteer}`, {
      data: { mail: 'Secretname@example.org', surname: 'Secretname' },
    });
    await database.asOwner(({ $client: client }) =>
      client.query("ALTER TABLE teams ADD CONSTRAINT no CHECK (name <> 'Secretname')")
    );
    const failed = await app.inject({
      method: 'POST',
      url: '/api/teams',
      headers: { ...headers, authorization: `Bearer ${space.tokens.manager}` },
      payload: JSON.stringify({ data: { team: { name: 'Secretname' } } }),
    });
    assert.equal(failed.statusCode, 500);
    await app.close();
    const log = lines.join('');
    assert.ok(lines.length >= 10);
    for (const line of lines) assert.equal(typeof JSON.parse(line).time, 'number');
    assert.match(log, /unexpected failure/);
    assert.doesNotMatch(log, /secretname|secrettoken/i);
    assert.equal(log.includes(token), false);
  });

  it('finishes requests in progress before it stops', async () => {
    const own = await startTestService();
    const at = await own.createSpace();
    const url = await own.listen();
    const before = await own.call(at.tokens.admin, 'GET', '/v1/transaction_bundles');
    assert.equal(before.body.total, 0);
    const lock = await own.database.asOwner(async ({ $client: client }) => {
      await client.query('LOCK TABLE transaction_bundles IN EXCLUSIVE MODE');
      const posting = fetch(`${url}/api/v1/transaction_bundles`, {
        method: 'POST',
        headers: { authorization: `Bearer ${at.tokens.volunteer}`, 'content-type': 'application/json' },
        body: JSON.stringify(bundleOf(at)),
      });
      await untilLockIsWaitedFor(own.connectionString);
      const closing = own.app.close();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { posting, closing };
    });
    const response = await lock.posting;
    assert.equal(response.status, 200);
    await lock.closing;
    await own.close();
  });
});
