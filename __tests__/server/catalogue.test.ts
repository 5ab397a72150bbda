import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { sql } from 'drizzle-orm';

import { insertActions } from '../../server/demo/actions';
import { searchWords, sortKey } from '../../server/store/fold';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

describe('the catalogue of a space', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ contacts: 60 });
  });
  after(() => service.close());

  const get = async (path: string, who: 'volunteer' | 'manager' | 'newcomer' = 'volunteer') =>
    (await service.call(space.tokens[who], 'GET', path)).body;

  it('lists membership prices by group, including hidden ones, with the number of groups', async () => {
    const { data, total } = await get('/v1/membership_price_groups');
    assert.equal(total, 3);
    assert.deepEqual(
      data.map((group: { hidden: boolean; membership_prices: unknown[] }) => [
        group.hidden,
        group.membership_prices.length,
      ]),
      [
        [false, 4],
        [false, 2],
        [true, 0],
      ]
    );
    const [yearly] = data[0].membership_prices;
    assert.deepEqual(
      [yearly.amount, yearly.currency, yearly.duration, yearly.rolling_period],
      [2000, 'eur', 'P1Y', 'calendar']
    );
    assert.equal(yearly.membership_price_group_id, data[0].id);
    assert.ok(data[0].membership_prices.some((price: { hidden: boolean }) => price.hidden));
    const page = await get('/v1/membership_price_groups?limit=1&offset=1');
    assert.deepEqual([page.data.map(({ id }: { id: number }) => id), page.total], [[data[1].id], 3]);
  });

  it('lists donation prices and statuses page by page', async () => {
    for (const [path, count] of [
      ['/v1/donation_prices', 5],
      ['/v1/transaction_statuses', 7],
    ] as const) {
      const all = await get(path);
      assert.deepEqual([all.data.length, all.total], [count, count]);
      const page = await get(`${path}?limit=2&offset=3`);
      assert.deepEqual(page.data, all.data.slice(3, 5));
      assert.equal((await service.call(space.tokens.volunteer, 'GET', `${path}?limit=1001`)).status, 422);
    }
    const { data } = await get('/v1/transaction_statuses');
    assert.equal(data.filter(({ archived }: { archived: boolean }) => archived).length, 1);
  });

  it('returns the settings', async () => {
    const { data } = await get('/v1/transaction_settings');
    assert.deepEqual(data.payment_method_kinds, ['cash', 'cheque', 'card', 'transfer']);
    assert.equal(data.max_batch_size, 50);
    assert.equal(data.default_status_id, space.catalogue.statuses.valid);
  });

  it('returns a form with its values', async () => {
    const { data } = await get(`/forms/${space.forms.support.id}`);
    assert.deepEqual(
      data.refvalues.map(({ id }: { id: number }) => id),
      space.forms.support.levels
    );
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/forms/99999999')).status, 404);
  });

  it('returns a contact without an envelope', async () => {
    const contact = await get(`/v1/contacts/${space.contactIds[3]}`);
    assert.equal(contact.id, space.contactIds[3]);
    assert.equal('status' in contact, false);
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/v1/contacts/0')).status, 404);
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/v1/contacts/-1')).status, 422);
  });

  it('lists all contacts by name, whatever the page size', async () => {
    const read: { id: number }[] = [];
    for (let offset = 0; ; offset += 7) {
      const { data, total } = await get(`/v1/contacts?limit=7&offset=${offset}`);
      assert.equal(total, 60);
      if (data.length === 0) break;
      read.push(...data);
    }
    assert.deepEqual(new Set(read.map(({ id }) => id)), new Set(space.contactIds));
    assert.equal(read.length, 60);
  });

  it('lists contacts without a name last, and contacts without a surname by first name, as the phone does', async () => {
    const own = await service.createSpace({ contacts: 12 });
    const [nameless, blank, asa, ...others] = own.contactIds;
    const rename = (id: number | undefined, firstname: string, key: string) =>
      runSql(
        service.connectionString,
        "UPDATE contacts SET firstname = $2, surname = '', sort_key = $3 WHERE id = $1",
        [id, firstname, key]
      );
    const listed = async () => {
      const read: { id: number }[] = [];
      for (let offset = 0; offset < 12; offset += 5)
        read.push(
          ...(await service.call(own.tokens.volunteer, 'GET', `/v1/contacts?limit=5&offset=${offset}`)).body
            .data
        );
      return read.map(({ id }) => id);
    };
    await rename(nameless, '', sortKey({ firstname: '', surname: '' }));
    await rename(blank, ' ', sortKey({ firstname: ' ' }));
    await rename(asa, 'Åsa', sortKey({ firstname: 'Åsa' }));
    const order = await listed();
    assert.deepEqual(order.slice(-2), [nameless, blank]);
    assert.ok(order.indexOf(asa ?? 0) < 10);
    assert.deepEqual(new Set(order), new Set([nameless, blank, asa, ...others]));
  });

  it('finds contacts by word prefixes, without accents and case, in any order', async () => {
    const person = {
      firstname: 'Éléonore',
      surname: 'de La Tour-Müller',
      mail: 'eleo@example.org',
      mobile: '+33 6 39 98 11 22',
    };
    await service.database.asOwner(({ $client: client }) =>
      client.query('UPDATE contacts SET words = $1 WHERE id = $2', [
        searchWords(space.groupId, {
          ...person,
          address: { city: 'Valorme', street: 'Rue des Érables', house_number: '12 bis' },
        }),
        space.contactIds[0],
      ])
    );
    const find = async (search: string) =>
      (await get(`/v1/contacts?q=${encodeURIComponent(search)}`)).data.map(({ id }: { id: number }) => id);
    for (const search of [
      'eleonore',
      'ÉLÉO',
      'mull eleo',
      'tour-mül',
      'eleo@exam',
      '06 39 98 11 22',
      '+33639981',
      '0639',
      '12 rue des erables',
      'érables valorme',
    ]) {
      assert.ok((await find(search)).includes(space.contactIds[0]), search);
    }
    for (const search of ['13 rue des erables', 'eleonore zzzz', 'leonore', '&|!', "';--", '🙂']) {
      assert.equal((await find(search)).includes(space.contactIds[0]), false, search);
    }
    assert.equal((await get('/v1/contacts?q=')).total, 60);
  });

  it('lists actions with the counts of their visits', async () => {
    const own = await service.createSpace({ contacts: 20 });
    const { userIds } = own;
    const morning = new Date();
    morning.setUTCHours(5, 0, 0, 0);
    await service.database.asOwner((tx) =>
      insertActions(
        tx,
        own.groupId,
        {
          creator: userIds.manager,
          people: [userIds.volunteer, userIds.leader, userIds.newcomer],
          teams: [own.teamId, own.privateTeamId],
        },
        own.contactIds,
        { today: morning, forms: own.forms }
      )
    );
    // One in the future would stand against every mark of a newcomer.
    const { rows } = await service.database.asOwner((tx) =>
      tx.execute<{ late: string }>(
        sql`SELECT count(*) AS late FROM visits WHERE group_id = ${own.groupId} AND visited_at > ${morning}`
      )
    );
    assert.deepEqual(rows, [{ late: '0' }]);
    const list = async (query = '', who: 'volunteer' | 'newcomer' = 'volunteer') =>
      (await service.call(own.tokens[who], 'GET', `/actions${query}`)).body.data.ActionsAggreg;
    const all = await list();
    assert.equal(all.length, 6);
    assert.deepEqual(
      (await list('?limit=2&offset=1')).map((each: { Action: { id: number } }) => each.Action.id),
      [all[1].Action.id, all[2].Action.id]
    );
    const [first] = all;
    assert.equal(first.NbVisites, 240);
    assert.ok(first.NbContacts > 0 && first.NbContacts <= 20);
    assert.ok(first.NbVisitesDeclared > 0 && first.NbVisitesDeclared < 240);
    await service.database.asOwner(({ $client: client }) =>
      client.query('INSERT INTO visits (group_id, action_id, user_id, declared) VALUES ($1, $2, $3, true)', [
        own.groupId,
        first.Action.id,
        userIds.leader,
      ])
    );
    const [now] = await list();
    assert.deepEqual(
      [now.NbVisites, now.NbContacts, now.NbVisitesDeclared],
      [241, first.NbContacts, first.NbVisitesDeclared + 1]
    );
    assert.deepEqual(first.Action.Users[0].group_id, [own.groupId]);
    assert.equal(first.Action.created_by_detail.first_name, 'manager');
    // A private team is not shown inside an action either.
    assert.deepEqual(
      first.Action.Teams.map(({ id }: { id: number }) => id),
      [own.teamId]
    );
  });

  it('adds an ETag to every GET, and responds with 304 to a current If-None-Match', async () => {
    for (const path of [
      '/users',
      '/teams',
      '/teams/public',
      '/actions',
      '/v1/contacts',
      '/v1/transaction_bundles',
      '/v1/transaction_settings',
      '/roles',
      '/health',
      '/me',
    ]) {
      const first = await service.call(space.tokens.volunteer, 'GET', path);
      const etag = first.headers.etag ?? '';
      assert.match(etag, /^"[\w-]+"$/, path);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await service.call(space.tokens.volunteer, 'GET', path, {
          headers: { 'if-none-match': known },
        });
        assert.equal(again.status, 304, path);
        assert.equal(again.text, '');
        assert.equal(again.headers.etag, etag);
      }
      const changed = await service.call(space.tokens.volunteer, 'GET', path, {
        headers: { 'if-none-match': '"other"' },
      });
      assert.equal(changed.status, 200);
    }
  });
});
