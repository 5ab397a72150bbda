import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

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
const ROUNDS = 50;

describe('a write that replaces another (Doorstep-Replaces)', () => {
  let service: TestService;
  let space: TestSpace;
  let url: string;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    url = await service.listen();
  });
  after(() => service.close());

  type Options = { replaces?: string; token?: string; amount?: number; deliveryToken?: string };
  const post = (
    key: string,
    { replaces, token = space.tokens.volunteer, amount = 1, deliveryToken }: Options = {}
  ) =>
    service.call(token, 'POST', PATH, {
      body: bundleOf(space, { amount, ...(deliveryToken ? { delivery_token: deliveryToken } : {}) }),
      headers: { 'idempotency-key': key, ...(replaces ? { 'doorstep-replaces': replaces } : {}) },
    });
  const total = async () =>
    Number((await service.call(space.tokens.admin, 'GET', `${PATH}?limit=1`)).body.total);
  const outcomeOf = ({ status, body }: TestResponse) => (status === 200 ? 'stored' : String(body.code));

  it('is refused if that one is stored, with the stored record and the key', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    const first = await post(original);
    const before = await total();
    const refused = await post(replacement, { replaces: original, amount: 2 });
    assert.deepEqual([refused.status, refused.body.code], [409, 'replaced_stored']);
    assert.deepEqual(refused.body.stored, first.body.data);
    assert.equal(refused.headers['idempotency-key'], replacement);
    assert.equal(await total(), before);
    assert.equal((await post(original)).text, first.text);
  });

  it('is stored if that one is not, and a late original is refused and never stored', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    const before = await total();
    const stored = await post(replacement, { replaces: original });
    assert.equal(stored.status, 200);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const late = await post(original);
      assert.deepEqual([late.status, late.body.code], [409, 'replaced']);
      assert.equal(late.headers['idempotency-key'], original);
    }
    assert.equal((await post(replacement, { replaces: original })).text, stored.text);
    assert.equal(await total(), before + 1);
  });

  it('reserves nothing if it is refused', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    const refused = await service.call(space.tokens.volunteer, 'POST', PATH, {
      body: bundleOf(space, { contact_id: 999999 }),
      headers: { 'idempotency-key': replacement, 'doorstep-replaces': original },
    });
    assert.equal(refused.status, 422);
    assert.equal((await post(original)).status, 200);
  });

  it('names all writes that it replaces: one that is stored refuses it', async () => {
    const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const stored = await post(two, { replaces: one });
    for (const replaces of [`${one},${two}`, `${two}, ${one}`, one]) {
      const refused = await post(three, { replaces });
      assert.deepEqual([refused.body.code, refused.body.stored], ['replaced_stored', stored.body.data]);
    }
    assert.equal((await post(three, { replaces: four })).status, 200);
  });

  it('is refused if that one is stored without its key, by its delivery token', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    const byTreasurer = await post(randomUUID(), { token: space.tokens.admin, deliveryToken: original });
    const refused = await post(replacement, { replaces: original });
    assert.deepEqual([refused.body.code, refused.body.stored], ['replaced_stored', byTreasurer.body.data]);
  });

  it('waits for that one while it is being stored', async () => {
    const [original, replacement] = [randomUUID(), randomUUID()];
    let response: Promise<TestResponse> | undefined;
    await service.database.asOwner(async (tx) => {
      const insert =
        'INSERT INTO idempotency_keys (group_id, key, user_id, response) VALUES ($1, $2, $3, $4)';
      const text = JSON.stringify({ status: 'success', data: { id: 77 } });
      await tx.$client.query(insert, [space.groupId, original, space.userIds.volunteer, text]);
      response = post(replacement, { replaces: original });
      await untilLockIsWaitedFor(service.connectionString);
    });
    assert.deepEqual((await response)?.body.stored, { id: 77 });
  });

  it(`and its original sent at the same moment: one of the two is stored, in ${ROUNDS} rounds`, async () => {
    const send = async (key: string, replaces?: string) => {
      const response = await fetch(`${url}/api${PATH}`, {
        method: 'POST',
        body: JSON.stringify(bundleOf(space)),
        headers: {
          authorization: `Bearer ${space.tokens.volunteer}`,
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(replaces ? { 'doorstep-replaces': replaces } : {}),
        },
      });
      const body = (await response.json()) as TestResponse['body'];
      return outcomeOf({ status: response.status, body, text: '', headers: {} });
    };
    const before = await total();
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [original, replacement] = [randomUUID(), randomUUID()];
      const requests = [() => send(original), () => send(replacement, original)];
      if (round % 2 === 1) requests.reverse();
      const outcomes = await Promise.all(requests.map((request) => request()));
      seen.add(outcomes.sort().join(' and '));
    }
    for (const outcomes of seen)
      assert.ok(['replaced and stored', 'replaced_stored and stored'].includes(outcomes), outcomes);
    assert.equal(await total(), before + ROUNDS);
  });

  it('and another one that wait for each other: one is stored, the other is tried again and replaced', async () => {
    const [held, one, two] = [`0-${randomUUID()}`, randomUUID(), randomUUID()];
    const waiting = `SELECT count(*) AS count FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    let responses: Promise<TestResponse[]> | undefined;
    const before = await total();
    const holding = service.database.asOwner(async (tx) => {
      const insert = 'INSERT INTO idempotency_keys (group_id, key, user_id) VALUES ($1, $2, $3)';
      await tx.$client.query(insert, [space.groupId, held, space.userIds.volunteer]);
      // Both have inserted their own key when they wait for this one.
      responses = Promise.all([
        post(one, { replaces: `${held},${two}` }),
        post(two, { replaces: `${held},${one}` }),
      ]);
      while (Number((await runSql(service.connectionString, waiting)).rows[0]?.count) < 2) await sleep(20);
      throw new Error('rolled back');
    });
    await assert.rejects(holding, /rolled back/);
    const outcomes = ((await responses) ?? []).map(outcomeOf).sort();
    assert.deepEqual(outcomes, ['replaced', 'stored']);
    assert.equal(await total(), before + 1);
  });

  it('learns nothing about the key of another person, and cannot reserve it', async () => {
    const { leader } = space.tokens;
    const [stored, unsent] = [randomUUID(), randomUUID()];
    const first = await post(stored);
    for (const key of [stored, unsent]) {
      const response = await post(randomUUID(), { replaces: key, token: leader });
      assert.equal(response.status, 200);
      assert.equal(response.body.stored, undefined);
    }
    assert.equal((await post(stored)).text, first.text);
    assert.equal((await post(unsent)).status, 200);
    // The key still belongs to one person.
    assert.equal((await post(unsent, { token: space.tokens.newcomer })).body.code, 'key_reused');
  });

  it('may be of any kind', async () => {
    const { tokens } = space;
    const bundle = (await post(randomUUID())).body.data;
    const [original, replacement] = [randomUUID(), randomUUID()];
    const add = (key: string, headers: Record<string, string> = {}) =>
      service.call(tokens.volunteer, 'PATCH', `${PATH}/${bundle.id}`, {
        body: { data: { id: bundle.id, donations: [{ amount: 3 }] } },
        headers: { 'idempotency-key': key, ...headers },
      });
    const first = await add(original);
    const refused = await add(replacement, { 'doorstep-replaces': original });
    assert.deepEqual([refused.body.code, refused.body.stored], ['replaced_stored', first.body.data]);

    const rename = (key: string, headers: Record<string, string> = {}) =>
      service.call(tokens.volunteer, 'PATCH', `/users/${space.userIds.volunteer}`, {
        body: { data: { mail: `volunteer.${space.groupId}@example.org`, city: 'Once' } },
        headers: { 'idempotency-key': key, ...headers },
      });
    const renamed = randomUUID();
    await rename(renamed);
    const again = await rename(randomUUID(), { 'doorstep-replaces': renamed });
    assert.equal(again.body.code, 'replaced_stored');
  });

  it('needs a key of its own, and names other keys', async () => {
    const key = randomUUID();
    const cases: Record<string, string>[] = [
      { 'doorstep-replaces': key },
      { 'idempotency-key': key, 'doorstep-replaces': key },
      { 'idempotency-key': key, 'doorstep-replaces': `${randomUUID()},` },
      { 'idempotency-key': key, 'doorstep-replaces': Array.from({ length: 101 }, randomUUID).join(',') },
    ];
    for (const headers of cases) {
      const response = await service.call(space.tokens.volunteer, 'POST', PATH, {
        body: bundleOf(space),
        headers,
      });
      const { status, body } = response;
      assert.equal(status, 422);
      assert.equal(response.headers['idempotency-key'], headers['idempotency-key']);
      assert.equal(body.errors[0].location, 'headers/doorstep-replaces');
    }
  });
});
