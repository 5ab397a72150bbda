import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { query } from '../../server/store/database';
import { type PersonName, type TestService, type TestSpace, runSql, startTestService } from './harness';
import { readFeed } from './feedReader';

describe('contacts that people add and change', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ contacts: 4, visibility: 'assigned' });
  });
  after(() => service.close());

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
  const create = (person: PersonName, data: object, key: string = randomUUID()) =>
    service.call(space.tokens[person], 'POST', '/v1/contacts', {
      body: { data: { uuid: randomUUID(), ...data } },
      headers: { 'idempotency-key': key },
    });
  const patch = (person: PersonName, id: number, data: object, headers: Record<string, string> = {}) =>
    service.call(space.tokens[person], 'PATCH', `/v1/contacts/${id}`, { body: { data }, headers });
  const read = (person: PersonName, id: number) =>
    service.call(space.tokens[person], 'GET', `/v1/contacts/${id}`);

  it('are added by a volunteer, who sees them from then on; another volunteer does not', async () => {
    const address = { house_number: '8', street: 'Rue des Lilas', city: 'Lyon' };
    const { status, body } = await create('volunteer', {
      firstname: 'Nora',
      surname: 'Blum',
      mail: 'nora@example.org',
      address,
      tags: [{ name: 'market' }],
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.data.surname, body.data.address, body.data.tags],
      ['Blum', address, [{ name: 'market' }]]
    );
    const { id } = body.data;
    assert.equal((await read('volunteer', id)).status, 200);
    assert.equal((await read('newcomer', id)).status, 404);
    assert.equal((await read('manager', id)).status, 200);
    const found = await service.call(space.tokens.volunteer, 'GET', '/v1/contacts?q=nora');
    assert.deepEqual(
      found.body.data.map((each: { id: number }) => each.id),
      [id]
    );
    const feed = await readFeed(service, space.tokens.volunteer);
    assert.ok(feed.changes.some((change) => change.kind === 'contact' && change.id === id));
    const other = await readFeed(service, space.tokens.newcomer);
    assert.ok(!other.changes.some((change) => change.kind === 'contact' && change.id === id));
  });

  it('are one contact under one uuid, also under another key', async () => {
    const data = { uuid: randomUUID(), surname: 'Once' };
    const first = await create('volunteer', data);
    const second = await create('volunteer', data);
    assert.equal(second.status, 200);
    assert.equal(second.body.data.id, first.body.data.id);
    const others = await create('newcomer', data);
    assert.equal(others.status, 422);
    const { rows } = await sql(`SELECT 1 FROM contacts WHERE surname = 'Once'`);
    assert.equal(rows.length, 1);
  });

  it('below a manager change by mail, phone, address and opt-out only, where they are visible', async () => {
    const { body } = await create('volunteer', { surname: 'Mine', mail: 'mine@example.org' });
    const { id } = body.data;
    const changed = await patch('volunteer', id, { mail: null, mobile: '0611223344', black_list: true });
    assert.equal(changed.status, 200);
    assert.deepEqual(
      [changed.body.data.mail, changed.body.data.mobile, changed.body.data.black_list],
      [undefined, '0611223344', true]
    );
    const refused: [PersonName, object, number][] = [
      ['volunteer', { surname: 'Other' }, 403],
      ['volunteer', { tags: [{ name: 'x' }] }, 403],
      ['volunteer', { black_list: false }, 403],
      ['newcomer', { mail: 'x@example.org' }, 404],
    ];
    for (const [person, data, status] of refused)
      assert.equal((await patch(person, id, data)).status, status, JSON.stringify(data));
    const managed = await patch('manager', id, { surname: 'Other', black_list: false });
    assert.equal(managed.status, 200);
    assert.deepEqual([managed.body.data.surname, managed.body.data.black_list], ['Other', false]);
    const found = await service.call(space.tokens.volunteer, 'GET', '/v1/contacts?q=other');
    assert.equal(found.body.total, 1);
  });

  it('are guarded by the database, whatever the handler does', async () => {
    const { body } = await create('volunteer', { surname: 'Guarded' });
    const caller = await service.database.findCaller(
      hashToken(space.tokens.volunteer).toString('hex'),
      space.groupId
    );
    assert.ok(caller);
    const attempt = (text: string, values: unknown[]) =>
      service.database.write(caller, (tx) => query(tx, text, values));
    const refused = /only for managers|row-level security|permission denied/;
    const messageOf = async (work: Promise<unknown>) => {
      try {
        await work;
      } catch (error) {
        const { message, cause } = error as Error;
        return `${message} ${cause instanceof Error ? cause.message : ''}`;
      }
      return 'nothing was refused';
    };
    const { groupId, userIds } = space;
    assert.match(
      await messageOf(attempt(`UPDATE contacts SET surname = 'x' WHERE id = $1`, [body.data.id])),
      refused
    );
    assert.match(
      await messageOf(
        attempt('INSERT INTO contacts (group_id, surname, created_by) VALUES ($1, $2, $3)', [
          groupId,
          'x',
          userIds.manager,
        ])
      ),
      refused
    );
    assert.match(await messageOf(attempt('DELETE FROM contacts WHERE id = $1', [body.data.id])), refused);
  });

  it('refuse a change of what has changed since it was read', async () => {
    const { body } = await create('manager', { surname: 'Etag' });
    const { id } = body.data;
    const etag = String((await read('manager', id)).headers.etag);
    assert.equal((await patch('manager', id, { mail: 'a@example.org' })).status, 200);
    assert.equal((await patch('manager', id, { mail: 'b@example.org' }, { 'if-match': etag })).status, 412);
  });

  it('follow the turf of an action when their address changes', async () => {
    const { rows } = await sql(
      `INSERT INTO actions (group_id, name, scope) VALUES ($1, 'Turf', $2) RETURNING id`,
      [
        space.groupId,
        JSON.stringify({ address_included: JSON.stringify([{ street: 'Turf street', city: 'Lyon' }]) }),
      ]
    );
    await sql('INSERT INTO action_users VALUES ($1, $2, $3)', [
      space.groupId,
      rows[0].id,
      space.userIds.newcomer,
    ]);
    await service.untilShown();
    const { body } = await create('manager', { surname: 'Mover', address: { street: 'Elsewhere' } });
    const { id } = body.data;
    assert.equal((await read('newcomer', id)).status, 404);
    const address = { house_number: '3', street: 'Turf street', city: 'Lyon' };
    await patch('manager', id, { address });
    assert.equal((await read('newcomer', id)).status, 200);
    // Below a manager too, who thereby stops seeing the contact.
    const moved = await patch('newcomer', id, { address: { street: 'Far' } });
    assert.equal(moved.status, 200);
    assert.equal(moved.body.data.address.street, 'Far');
    assert.equal((await read('newcomer', id)).status, 404);
  });

  it('refuse bad fields in words, and store nothing', async () => {
    const before = await sql('SELECT count(*) FROM contacts');
    for (const data of [
      { mail: 'no address' },
      { formdatas: [{ form_id: 999_999 }] },
      { surname: 'x'.repeat(201) },
    ])
      assert.equal((await create('volunteer', data)).status, 422, JSON.stringify(data));
    assert.deepEqual((await sql('SELECT count(*) FROM contacts')).rows, before.rows);
  });

  it('are not written with a token that only reads', async () => {
    const token = await service.createTokenFor(space.userIds.admin);
    await sql(`UPDATE access_tokens SET rights = '{read}', group_id = $2 WHERE token_hash = $1`, [
      hashToken(token),
      space.groupId,
    ]);
    const { status } = await service.call(token, 'POST', '/v1/contacts', {
      body: { data: { uuid: randomUUID(), surname: 'Script' } },
    });
    assert.equal(status, 403);
  });
});
