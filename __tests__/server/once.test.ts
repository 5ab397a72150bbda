import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type EmbeddedPostgres } from '../../server/store/embedded';
import { startTestServer } from '../support/postgres';
import { type Call, type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

const PATH = '/v1/transaction_bundles';

async function totalOf(call: Call, space: TestSpace): Promise<number> {
  return (await call(space.tokens.admin, 'GET', `${PATH}?limit=1`)).body.total;
}

describe('a write under an Idempotency-Key', () => {
  let service: TestService;
  let space: TestSpace;
  let url: string;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    url = await service.listen();
  });
  after(() => service.close());

  const post = (key: string, body: unknown, token = space.tokens.volunteer) =>
    service.call(token, 'POST', PATH, { body, headers: { 'idempotency-key': key } });

  it('that is repeated gets the first response, byte for byte, and writes nothing', async () => {
    const key = randomUUID();
    const first = await post(key, bundleOf(space));
    const before = await totalOf(service.call, space);
    for (const sent of [key, `"${key}"`]) {
      const again = await post(sent, bundleOf(space));
      assert.equal(again.status, 200);
      assert.equal(again.text, first.text);
      assert.equal(again.headers['idempotency-replayed'], 'true');
    }
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.equal(await totalOf(service.call, space), before);
  });

  it('sent fifty times concurrently over the network is one bundle and fifty equal responses', async () => {
    const before = await totalOf(service.call, space);
    const key = randomUUID();
    const body = JSON.stringify(bundleOf(space, { delivery_token: key, external_transaction_id: 77 }));
    const responses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(`${url}/api${PATH}`, {
          method: 'POST',
          body,
          headers: {
            authorization: `Bearer ${space.tokens.volunteer}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
        });
        return `${response.status} ${await response.text()}`;
      })
    );
    assert.equal(new Set(responses).size, 1);
    assert.match(responses[0] ?? '', /^200 /);
    assert.equal(await totalOf(service.call, space), before + 1);
  });

  it('sent fifty times concurrently with only its delivery token is one bundle and fifty equal responses', async () => {
    const before = await totalOf(service.call, space);
    const body = bundleOf(space, { delivery_token: randomUUID() });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => service.call(space.tokens.volunteer, 'POST', PATH, { body }))
    );
    assert.deepEqual(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(await totalOf(service.call, space), before + 1);
  });

  it('with another body is refused and changes nothing', async () => {
    const key = randomUUID();
    const first = await post(key, bundleOf(space));
    const other = await post(key, bundleOf(space, { amount: 1 }));
    assert.equal(other.status, 422);
    assert.equal(other.body.code, 'key_reused');
    assert.equal((await post(key, bundleOf(space))).text, first.text);
  });

  it('is the same request whatever the order of its fields', async () => {
    const key = randomUUID();
    const { data } = bundleOf(space);
    const first = await post(key, { data });
    const turned = data.transactions.map((item) => Object.fromEntries(Object.entries(item).reverse()));
    assert.equal((await post(key, { data: { transactions: turned } })).text, first.text);
  });

  it('cannot be repeated by another person', async () => {
    const key = randomUUID();
    await post(key, bundleOf(space));
    const stolen = await post(key, bundleOf(space), space.tokens.leader);
    assert.equal(stolen.status, 422);
    assert.equal(stolen.body.code, 'key_reused');
  });

  it('is independent of the same key in another space', async () => {
    const other = await service.createSpace();
    const key = randomUUID();
    await post(key, bundleOf(space));
    const elsewhere = await post(key, bundleOf(other), other.tokens.volunteer);
    assert.equal(elsewhere.headers['idempotency-replayed'], undefined);
    assert.equal(elsewhere.status, 200);
  });

  it('that was refused leaves the key free for the fixed request', async () => {
    const key = randomUUID();
    assert.equal((await post(key, bundleOf(space, { contact_id: 99999999 }))).status, 422);
    assert.equal((await post(key, bundleOf(space))).status, 200);
  });

  it('waits for the first request, and gets 409 when that takes too long', async () => {
    const key = randomUUID();
    const held = service.database.asOwner(async ({ $client: client }) => {
      await client.query(
        `INSERT INTO idempotency_keys (group_id, key, user_id, request_hash) VALUES ($1, $2, $3, '')`,
        [space.groupId, key, space.userIds.volunteer]
      );
      const late = await post(key, bundleOf(space));
      assert.equal(late.status, 409);
      assert.equal(late.body.code, 'in_flight');
      assert.ok(late.headers['retry-after']);
      throw new Error('rolled back');
    });
    await assert.rejects(held, /rolled back/);
    assert.equal((await post(key, bundleOf(space))).status, 200);
  });

  it('is supported by every endpoint that writes', async () => {
    const { tokens, userIds, roles, groupId, teamId } = space;
    const bundle = (await post(randomUUID(), bundleOf(space))).body.data;
    const writes: ['POST' | 'PATCH' | 'DELETE', string, unknown][] = [
      ['POST', '/teams', { data: { team: { name: 'Once' } } }],
      ['PATCH', '/teams', { data: { team: { id: teamId, name: 'Once more' } } }],
      ['PATCH', `/users/${userIds.admin}`, { data: { mail: `admin.${groupId}@example.org`, city: 'Once' } }],
      ['PATCH', '/users/role', { data: { user_id: userIds.newcomer, role_id: roles.manager } }],
      ['POST', '/users/invitation', { data: { invitations: [{ email: 'once@example.org' }] } }],
      ['PATCH', `${PATH}/${bundle.id}`, { data: { id: bundle.id, donations: [{ amount: 3 }] } }],
      ['DELETE', `/teams/${space.hidingTeamId}`, undefined],
    ];
    for (const [method, path, body] of writes) {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await service.call(tokens.admin, method, path, { body, headers });
      const again = await service.call(tokens.admin, method, path, { body, headers });
      assert.equal(first.status, 200, path);
      assert.equal(again.text, first.text, path);
      assert.equal(again.headers['idempotency-replayed'], 'true', path);
    }
    const { body } = await service.call(tokens.admin, 'GET', `${PATH}/${bundle.id}`);
    assert.equal(body.data.summary.donations_count, 1);
  });

  it('is refused if the key is not one word', async () => {
    for (const key of ['', 'two words', 'x'.repeat(256)]) {
      const { status, body } = await post(key, bundleOf(space));
      assert.equal(status, 422);
      assert.equal(body.errors[0].location, 'headers/idempotency-key');
    }
  });
});

describe('a token of a capture', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const post = (body: unknown, token = space.tokens.volunteer) => service.call(token, 'POST', PATH, { body });

  it('that exists already gets its bundle, if the request is the same', async () => {
    const capture = bundleOf(space, { delivery_token: randomUUID(), external_transaction_id: 12345 });
    const first = await post(capture);
    const again = await post(capture);
    assert.deepEqual(again.body, first.body);
    assert.equal(await totalOf(service.call, space), 1);
  });

  it('that exists already is refused for any other request, in either of its two fields', async () => {
    const ids = { delivery_token: randomUUID(), external_transaction_id: 54321 };
    await post(bundleOf(space, ids));
    for (const field of ['delivery_token', 'external_transaction_id'] as const) {
      const { status, body } = await post(bundleOf(space, { amount: 1, [field]: ids[field] }));
      assert.equal(status, 422);
      assert.equal(body.code, 'key_reused');
    }
  });

  it('occurs once in a bundle, and an update cannot use the token of another', async () => {
    const token = randomUUID();
    const [transaction] = bundleOf(space, { delivery_token: token }).data.transactions;
    const twice = await post({ data: { transactions: [transaction, transaction] } });
    assert.equal(twice.body.errors[0].location, 'body/data/transactions/1/delivery_token');
    await post({ data: { transactions: [transaction] } });
    const { id, transactions } = (await post(bundleOf(space))).body.data;
    const taken = await service.call(space.tokens.volunteer, 'PATCH', `${PATH}/${id}`, {
      body: { data: { id, transactions: [{ id: transactions[0].id, delivery_token: token }] } },
    });
    assert.equal(taken.status, 409);
  });

  it('is independent of the same token in another space', async () => {
    const other = await service.createSpace();
    const ids = { delivery_token: 'shared', external_transaction_id: 9 };
    const one = await post(bundleOf(space, ids));
    const two = await post(bundleOf(other, ids), other.tokens.volunteer);
    assert.equal(two.status, 200);
    assert.notEqual(two.body.data.id, one.body.data.id);
  });
});

describe('the interface without extensions (EXTENSIONS=off)', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService({ extensions: false });
    space = await service.createSpace();
  });
  after(() => service.close());

  it('announces no extensions', async () => {
    const { body, headers } = await service.call(null, 'GET', '/health');
    assert.deepEqual(body.data.extensions, []);
    assert.equal(headers['doorstep-extensions'], '');
  });

  it('ignores Idempotency-Key and accepts a repeated token as a new bundle', async () => {
    const body = bundleOf(space, { delivery_token: 'same', external_transaction_id: 5 });
    const headers = { 'idempotency-key': 'same' };
    const responses = [1, 2].map(() => service.call(space.tokens.volunteer, 'POST', PATH, { body, headers }));
    const [one, two] = await Promise.all(responses);
    assert.equal(one?.status, 200);
    assert.notEqual(one?.body.data.id, two?.body.data.id);
    assert.equal(await totalOf(service.call, space), 2);
  });

  it('has no ETags and ignores If-Match', async () => {
    const read = await service.call(space.tokens.admin, 'GET', '/actions', {
      headers: { 'if-none-match': '*' },
    });
    assert.equal(read.status, 200);
    assert.equal(read.headers.etag, undefined);
    const replaced = await service.call(space.tokens.admin, 'PATCH', '/teams', {
      body: { data: { team: { id: space.teamId } } },
      headers: { 'if-match': '"no"' },
    });
    assert.equal(replaced.status, 200);
  });

  it('serves all endpoints but the extensions', async () => {
    const { tokens, contactIds, userIds, teamId } = space;
    const bundle = (await service.call(tokens.volunteer, 'POST', PATH, { body: bundleOf(space) })).body.data;
    const absent = ['/v1/contacts', '/roles', '/v1/changes', '/me', `/forms/${space.forms.consent.id}`];
    for (const path of absent)
      assert.equal((await service.call(tokens.admin, 'GET', path)).status, 404, path);
    // The path exists for the update, so reading it gives 405 instead of 404.
    const one = await service.call(tokens.admin, 'GET', `${PATH}/${bundle.id}`);
    assert.deepEqual([one.status, one.headers.allow], [405, 'PATCH']);
    const served = [
      '/users',
      `/users/${userIds.admin}`,
      '/teams',
      '/teams/public',
      `/teams/${teamId}`,
      '/actions',
    ];
    const finance = [
      'membership_price_groups',
      'donation_prices',
      'transaction_bundles',
      'transaction_statuses',
      'transaction_settings',
      `contacts/${contactIds[0]}`,
      `transaction_bundles/${bundle.id}/history`,
    ];
    for (const path of [...served, ...finance.map((name) => `/v1/${name}`)]) {
      assert.equal((await service.call(tokens.admin, 'GET', path)).status, 200, path);
    }
    const updated = await service.call(tokens.volunteer, 'PATCH', `${PATH}/${bundle.id}`, {
      body: { data: { id: bundle.id, donations: [{ amount: 1 }] } },
    });
    assert.equal(updated.body.data.summary.donations_count, 1);
  });
});

describe('a repeat while the synchronous standby is away is not answered: the first write may be lost with the primary', () => {
  let server: EmbeddedPostgres;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    server = await startTestServer();
    service = await startTestService({ connectionString: server.connectionString });
    space = await service.createSpace();
  });
  after(async () => {
    await service.close();
    await server.stop();
  });

  async function setStandby(name: string): Promise<void> {
    await runSql(server.connectionString, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await runSql(server.connectionString, 'SELECT pg_reload_conf()');
    const shown = async () =>
      (await runSql(server.connectionString, 'SHOW synchronous_standby_names')).rows[0]
        ?.synchronous_standby_names as string;
    while ((await shown()) !== name) await sleep(20);
  }

  type Fields = { headers?: Record<string, string>; amount?: number; token?: string };
  const post = ({ headers, amount = 1, token }: Fields) =>
    service.call(space.tokens.volunteer, 'POST', PATH, {
      body: bundleOf(space, { amount, ...(token === undefined ? {} : { delivery_token: token }) }),
      headers,
    });

  /** The response of a request that is sent while the standby is away. */
  async function sendWithoutStandby(fields: Fields) {
    await setStandby('nobody');
    const again = post(fields);
    const early = await Promise.race([again, sleep(2_000, 'waits')]);
    await setStandby('');
    assert.equal(early, 'waits');
    return again;
  }

  it('under its key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post({ headers });
    assert.equal((await sendWithoutStandby({ headers })).text, first.text);
  });

  it('with only its delivery token', async () => {
    const token = randomUUID();
    const first = await post({ token });
    assert.equal((await sendWithoutStandby({ token })).body.data.id, first.body.data.id);
  });

  it('that replaces it, under another key', async () => {
    const [original, key] = [randomUUID(), randomUUID()];
    const first = await post({ headers: { 'idempotency-key': original } });
    const headers = { 'idempotency-key': key, 'doorstep-replaces': original };
    const { body } = await sendWithoutStandby({ headers, amount: 2 });
    assert.deepEqual([body.code, body.stored], ['replaced_stored', first.body.data]);
  });
});
