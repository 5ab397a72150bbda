import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { removeExpired } from '../../server/auth/cleanup';
import { readFeed } from './feedReader';
import {
  type PersonName,
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
} from './harness';

let service: TestService;
let space: TestSpace;
let strangers: readonly number[];

const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

before(async () => {
  service = await startTestService();
  space = await service.createSpace({ contacts: 3, visibility: 'assigned' });
  strangers = space.contactIds;
  await sql(
    `UPDATE contacts SET firstname = 'Rosa', mail = 'rosa@example.org', address = '{"city": "Lyon"}',
      words = array_to_tsvector(ARRAY[$2]) WHERE group_id = $1`,
    [space.groupId, `${space.groupId}/rosa`]
  );
});
after(() => service.close());

const search = (name: PersonName, words = 'rosa') =>
  service.call(space.tokens[name], 'GET', `/v1/contacts/everyone?q=${words}`);
const lookUp = (name: PersonName, id: number) =>
  service.call(space.tokens[name], 'POST', `/v1/contacts/${id}/look_up`, { body: { data: {} } });
const read = async (name: PersonName, id: number) =>
  (await service.call(space.tokens[name], 'GET', `/v1/contacts/${id}`)).status;
const held = async (name: PersonName) =>
  (await readFeed(service, space.tokens[name])).changes
    .filter(({ kind, deleted }) => kind === 'contact' && !deleted)
    .map(({ id }) => id);

describe('people beyond what one sees', () => {
  it('are found by managers and leaders, by name and town only, and by nobody else', async () => {
    for (const name of ['manager', 'leader'] as const) {
      const { body } = await search(name);
      assert.deepEqual(body.data.map(({ id }: { id: number }) => id).sort(), [...strangers].sort());
      assert.deepEqual(Object.keys(body.data[0]).sort(), ['city', 'firstname', 'id', 'surname']);
      assert.deepEqual((await search(name, 'nobody')).body.data, []);
    }
    assert.equal((await search('volunteer')).status, 403);
    assert.equal((await search('leader', '')).status, 422);
  });

  it('are seen by whoever looked them up, and the audit log shows it', async () => {
    const [one = 0, two = 0] = strangers;
    assert.equal(await read('leader', one), 404);
    assert.equal((await lookUp('leader', one)).body.data.mail, 'rosa@example.org');
    assert.equal(await read('leader', one), 200);
    assert.equal(await read('leader', two), 404);
    assert.deepEqual(await held('leader'), [one]);
    const { body } = await service.call(space.tokens.admin, 'GET', '/v1/audit?kind=data');
    const [entry] = body.data.entries;
    assert.deepEqual(
      [entry.event, entry.record_kind, entry.record_id, entry.actor.id],
      ['looked_up', 'contact', one, space.userIds.leader]
    );
  });

  it('cannot be looked up by a volunteer, and a number that nobody has is not found', async () => {
    const [one = 0] = strangers;
    assert.equal((await lookUp('volunteer', one)).status, 404);
    assert.equal(await read('volunteer', one), 404);
    assert.equal((await lookUp('leader', 999_999_999)).status, 404);
  });

  it('are found by managers only, where the space decides so', async () => {
    const decide = (search_everyone: string) =>
      service.call(space.tokens.admin, 'PATCH', '/v1/space', { body: { data: { search_everyone } } });
    assert.equal((await decide('managers')).body.data.search_everyone, 'managers');
    assert.equal((await search('leader')).status, 403);
    assert.equal((await lookUp('leader', strangers[1] ?? 0)).status, 404);
    assert.equal((await search('manager')).status, 200);
    assert.equal((await decide('everybody')).status, 422);
    await decide('leaders');
  });

  it('leave after thirty days, but not those with a gift of the person', async () => {
    const [one = 0, two = 0] = strangers;
    for (const id of [one, two]) await lookUp('leader', id);
    await service.call(space.tokens.leader, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space, { contact_id: two }),
    });
    await sql("UPDATE looked_up SET at = at - interval '29 days'");
    await removeExpired(service.database);
    assert.deepEqual((await held('leader')).sort(), [one, two].sort());
    await sql("UPDATE looked_up SET at = at - interval '2 days'");
    await removeExpired(service.database);
    assert.deepEqual([await read('leader', one), await read('leader', two)], [404, 200]);
    assert.deepEqual(await held('leader'), [two]);
  });
});
