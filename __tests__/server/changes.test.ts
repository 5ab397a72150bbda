import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { CHANGE_KINDS, changeRecords } from '@/contract/changes';

import pg from 'pg';

import { hashToken } from '../../server/auth/tokens';
import { type Change, readFeed } from './feedReader';
import { type TestService, bundleOf, runSql, startTestService } from './harness';

type Page = { changes: Change[]; cursor: string; more: boolean; total?: number };

describe('the feed of changes', () => {
  let service: TestService;

  before(async () => (service = await startTestService()));
  after(() => service.close());

  async function page(token: string, cursor?: string, limit = 1000): Promise<Page> {
    const query = `?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    return (await service.call(token, 'GET', `/v1/changes${query}`)).body.data;
  }

  const readAll = (token: string, from?: string) => readFeed(service, token, from, { waits: false });
  /** The changes for a reader, after all older transactions have ended. */
  const settled = (token: string, from?: string, limit?: number) => readFeed(service, token, from, { limit });

  const namesOf = ({ changes }: Pick<Page, 'changes'>) => changes.map(({ kind, id }) => `${kind} ${id}`);

  it('returns the total on the first page only', async () => {
    const space = await service.createSpace({ contacts: 25 });
    const token = space.tokens.volunteer;
    const all = await settled(token);
    const first = await page(token, undefined, 7);
    assert.equal(first.total, all.changes.length);
    assert.equal((await page(token, first.cursor, 7)).total, undefined);
  });

  it('starts with all records, page by page, in the order of their references', async () => {
    const space = await service.createSpace({ contacts: 25 });
    await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) });
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query('SELECT enum_range(NULL::change_kind)::text[] AS kinds')
    );
    assert.deepEqual(rows[0].kinds, CHANGE_KINDS);

    const { changes: all } = await settled(space.tokens.manager, undefined, 7);
    const counts = new Map<string, number>();
    for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    assert.deepEqual(Object.fromEntries(counts), {
      role: 4,
      user: 6,
      team: 3,
      form: 3,
      contact: 25,
      membership_price_group: 3,
      donation_price: 5,
      transaction_status: 7,
      transaction_settings: 1,
      transaction_bundle: 1,
    });
    const places = all.map(({ kind }) => CHANGE_KINDS.indexOf(kind));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b)
    );
    for (const { kind, record } of all) assert.ok(changeRecords[kind].safeParse(record).success, kind);
    const contact = all.find(({ kind }) => kind === 'contact');
    const same = await service.call(space.tokens.manager, 'GET', `/v1/contacts/${contact?.id}`);
    assert.deepEqual(contact?.record, same.body);
  });

  it('then returns only what changed', async () => {
    const space = await service.createSpace();
    const { cursor } = await settled(space.tokens.volunteer);
    const { tokens, teamId, userIds, groupId } = space;
    await service.call(tokens.manager, 'PATCH', '/teams', {
      body: { data: { team: { id: teamId, name: 'New name' } } },
    });
    const after = await settled(tokens.volunteer, cursor);
    assert.deepEqual(
      after.changes.map(({ kind, id, record }) => [kind, id, record?.name]),
      [['team', teamId, 'New name']]
    );
    await service.call(tokens.volunteer, 'PATCH', `/users/${userIds.volunteer}`, {
      body: { data: { mail: `volunteer.${groupId}@example.org`, firstname: 'Renamed' } },
    });
    const renamed = await settled(tokens.volunteer, after.cursor);
    // The teams that contain this person have their id only.
    assert.deepEqual(namesOf(renamed), [`user ${userIds.volunteer}`]);
    assert.deepEqual((await readAll(tokens.volunteer, renamed.cursor)).changes, []);
  });

  it('resends one person when a phone number changes, not the actions and teams with five thousand people', async () => {
    const space = await service.createSpace();
    const { tokens, userIds, groupId, teamId, roles } = space;
    await runSql(
      service.connectionString,
      `WITH person AS (
         INSERT INTO users (mail, firstname, surname, phone, group_id)
         SELECT 'many' || n || '.${groupId}@example.org', 'Many', 'Of ' || n, '+49 30 123456', ${groupId} FROM generate_series(1, 5000) n
         RETURNING id
       ), member AS (
         INSERT INTO space_users (group_id, user_id, role_id) SELECT ${groupId}, id, ${roles.user} FROM person RETURNING user_id
       ), action AS (
         INSERT INTO actions (group_id, name, created_by) VALUES (${groupId}, 'Large', ${userIds.manager}) RETURNING id
       ), takes_part AS (
         INSERT INTO action_users (group_id, action_id, user_id)
         SELECT ${groupId}, action.id, user_id FROM member, action UNION ALL SELECT ${groupId}, id, ${userIds.volunteer} FROM action
       ), with_team AS (
         INSERT INTO action_teams (group_id, action_id, team_id) SELECT ${groupId}, id, ${teamId} FROM action
       )
       INSERT INTO team_users (group_id, team_id, user_id, leader, position)
       SELECT ${groupId}, ${teamId}, user_id, false, row_number() OVER () + 10 FROM member`
    );
    const first = await settled(tokens.leader);
    const action = first.changes.find(({ kind }) => kind === 'action');
    assert.equal((action?.record?.Action as { Users: unknown[] }).Users.length, 5001);
    assert.ok(JSON.stringify(action).length < 250_000, `${JSON.stringify(action).length} bytes`);

    await service.call(tokens.volunteer, 'PATCH', `/users/${userIds.volunteer}`, {
      body: { data: { mail: `volunteer.${groupId}@example.org`, phone: '+49 30 999' } },
    });
    const after = await settled(tokens.leader, first.cursor);
    assert.deepEqual(namesOf(after), [`user ${userIds.volunteer}`]);
    assert.equal(after.changes[0]?.record?.phone, '+49 30 999');
    assert.ok(JSON.stringify(after.changes).length < 2_000, `${JSON.stringify(after.changes).length} bytes`);

    // What the ids say about a person changes with the person: who is inactive, and who left.
    await runSql(
      service.connectionString,
      `UPDATE users SET active = false WHERE mail = 'many1.${groupId}@example.org'`
    );
    const suspended = await settled(tokens.leader, after.cursor);
    assert.deepEqual(
      suspended.changes.map(({ kind }) => kind),
      ['user', 'team', 'action']
    );
    const inactive = (suspended.changes[2]?.record?.Action as { Users: { active?: boolean }[] }).Users;
    assert.equal(inactive.filter(({ active }) => active === false).length, 1);
    await runSql(service.connectionString, `SELECT doorstep_remove(${groupId}, ${userIds.volunteer})`);
    const left = await settled(tokens.leader, suspended.cursor);
    assert.deepEqual(
      left.changes.map(({ kind, deleted }) => [kind, deleted]),
      [
        ['user', true],
        ['team', undefined],
        ['team', undefined],
        ['action', undefined],
      ]
    );
  });

  it('contains every kind of write', async () => {
    const space = await service.createSpace();
    const { tokens, userIds, roles } = space;
    let { cursor } = await settled(space.tokens.volunteer);
    const expectChange = async (kind: string, id: number) => {
      const next = await settled(tokens.volunteer, cursor);
      assert.ok(
        namesOf(next).includes(`${kind} ${id}`),
        `${kind} ${id} is not among ${namesOf(next).join()}`
      );
      ({ cursor } = next);
    };
    const bundle = (
      await service.call(tokens.volunteer, 'POST', '/v1/transaction_bundles', { body: bundleOf(space) })
    ).body.data;
    await expectChange('transaction_bundle', bundle.id);
    await service.call(tokens.volunteer, 'PATCH', `/v1/transaction_bundles/${bundle.id}`, {
      body: { data: { id: bundle.id, donations: [{ amount: 1 }] } },
    });
    await expectChange('transaction_bundle', bundle.id);
    await service.call(tokens.admin, 'PATCH', '/users/role', {
      body: { data: { user_id: userIds.leader, role_id: roles.manager } },
    });
    await expectChange('user', userIds.leader);
    const { team } = (
      await service.call(tokens.manager, 'POST', '/teams', { body: { data: { team: { name: 'Fresh' } } } })
    ).body.data;
    await expectChange('team', team.id);
    const statements: [string, number, string][] = [
      [
        'contact',
        space.contactIds[0] ?? 0,
        `UPDATE contacts SET firstname = 'X' WHERE id = ${space.contactIds[0]}`,
      ],
      [
        'donation_price',
        space.catalogue.donationPrices[0] ?? 0,
        `UPDATE donation_prices SET amount = 1 WHERE id = ${space.catalogue.donationPrices[0]}`,
      ],
      [
        'transaction_settings',
        0,
        `UPDATE transaction_settings SET max_batch_size = 9 WHERE group_id = ${space.groupId}`,
      ],
      ['transaction_settings', 0, `INSERT INTO payment_methods VALUES (${space.groupId}, 'barter', 9)`],
      [
        'form',
        space.forms.consent.id,
        `DELETE FROM form_refvalues WHERE form_id = ${space.forms.consent.id}`,
      ],
    ];
    for (const [kind, id, statement] of statements) {
      await runSql(service.connectionString, statement);
      await expectChange(kind, id);
    }
  });

  it('contains deleted records and records that the reader may not see any more', async () => {
    const space = await service.createSpace();
    const { tokens, teamId, hidingTeamId, catalogue } = space;
    const { cursor } = await settled(tokens.newcomer);
    await service.call(tokens.manager, 'DELETE', `/teams/${teamId}`);
    await service.call(tokens.manager, 'PATCH', '/teams', {
      body: { data: { team: { id: hidingTeamId, private: true } } },
    });
    await runSql(
      service.connectionString,
      `DELETE FROM donation_prices WHERE id = ${catalogue.donationPrices[4]}`
    );
    const after = await settled(tokens.newcomer, cursor);
    assert.deepEqual(
      after.changes.map(({ kind, id, deleted, record }) => [kind, id, deleted, record]),
      [
        ['team', teamId, true, undefined],
        ['team', hidingTeamId, true, undefined],
        ['donation_price', catalogue.donationPrices[4], true, undefined],
      ]
    );
    const manager = await readAll(tokens.manager);
    assert.ok(
      manager.changes.some(({ kind, id, record }) => kind === 'team' && id === hidingTeamId && record)
    );
  });

  it('starts over for a reader whose permissions have changed', async () => {
    const space = await service.createSpace();
    const { tokens, userIds, roles, privateTeamId } = space;
    const { cursor } = await settled(tokens.newcomer);
    await service.call(tokens.admin, 'PATCH', '/users/role', {
      body: { data: { user_id: userIds.newcomer, role_id: roles.manager } },
    });
    const after = await readAll(tokens.newcomer, cursor);
    assert.ok(
      after.changes.some(({ kind, id, record }) => kind === 'team' && id === privateTeamId && record)
    );
  });

  it('refuses an invalid cursor', async () => {
    const space = await service.createSpace();
    for (const cursor of [
      'x',
      'e30',
      Buffer.from('{"xid":"1"}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ]) {
      const { status, body } = await service.call(
        space.tokens.volunteer,
        'GET',
        `/v1/changes?cursor=${cursor}`
      );
      assert.equal(status, 422);
      assert.equal(body.errors[0].location, 'query/cursor');
    }
    assert.equal((await service.call(space.tokens.volunteer, 'GET', '/v1/changes?limit=1001')).status, 422);
  });

  it('skips no late commit: it waits for a slow writer', async () => {
    const space = await service.createSpace();
    const { tokens, contactIds } = space;
    const [slow, quick] = contactIds;
    const { cursor } = await settled(space.tokens.volunteer);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let began = () => undefined as void;
    const hasBegun = new Promise<void>((resolve) => (began = resolve));
    const writing = service.database.asOwner(async ({ $client: client }) => {
      await client.query("UPDATE contacts SET firstname = 'slow' WHERE id = $1", [slow]);
      began();
      await held;
    });
    await hasBegun;
    await runSql(service.connectionString, "UPDATE contacts SET firstname = 'quick' WHERE id = $1", [quick]);
    // The fast write is committed. Returning it before the slow one would skip the slow one.
    const during = await readAll(tokens.volunteer, cursor).finally(release);
    await writing;
    assert.deepEqual(during.changes, []);
    const after = await settled(tokens.volunteer, during.cursor);
    assert.deepEqual(new Set(after.changes.map(({ id }) => id)), new Set([slow, quick]));
  });

  it('does not wait for a transaction of another database, and tells how long it waits for its own', async () => {
    const space = await service.createSpace();
    const { tokens, contactIds } = space;
    const { cursor } = await settled(tokens.volunteer);
    const address = new URL(service.connectionString);
    address.pathname = '/postgres';
    const stranger = new pg.Client({ connectionString: address.toString() });
    await stranger.connect();
    const metrics = async () => {
      const { body } = await service.app.inject({ method: 'GET', url: '/metrics' });
      return Number(/^doorstep_feed_lag_seconds (\S+)$/m.exec(body)?.[1]);
    };
    try {
      await stranger.query('BEGIN');
      await stranger.query('SELECT pg_current_xact_id()');
      await runSql(service.connectionString, "UPDATE contacts SET firstname = 'X' WHERE id = $1", [
        contactIds[0],
      ]);
      assert.deepEqual(namesOf(await readAll(tokens.volunteer, cursor)), [`contact ${contactIds[0]}`]);
      assert.equal(await metrics(), 0);
    } finally {
      await stranger.end();
    }
    await service.database.asOwner(async ({ $client: client }) => {
      await client.query('SELECT doorstep_number($1), pg_sleep(0.1)', [space.groupId]);
      assert.ok((await metrics()) >= 0.1);
    });
  });

  it('skips no row of concurrent writers for a continuous reader', async () => {
    const space = await service.createSpace({ contacts: 120 });
    const { tokens, contactIds } = space;
    const start = await settled(space.tokens.volunteer);
    const caller = await service.database.findCaller(hashToken(tokens.volunteer).toString('hex'));
    assert.ok(caller);
    let writing = true;
    const version = new Map<number, number>();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; turn < 15; turn += 1) {
        const id = contactIds[writer * 15 + turn] ?? 0;
        await service.database.asOwner(async ({ $client: client }) => {
          await client.query('SELECT pg_current_xact_id()');
          await client.query('SELECT pg_sleep($1)', [Math.random() / 50]);
          await client.query('UPDATE contacts SET age_category = $2 WHERE id = $1', [id, turn]);
          await client.query('SELECT pg_sleep($1)', [Math.random() / 50]);
        });
        version.set(id, turn);
      }
    });
    const seen = new Map<number, unknown>();
    const reading = (async () => {
      let cursor = start.cursor;
      for (let last = false; ;) {
        const next = await page(tokens.volunteer, cursor, 3);
        for (const { id, record } of next.changes) seen.set(id, record?.age_category);
        cursor = next.cursor;
        if (next.changes.length > 0) continue;
        if (last && seen.size >= version.size) return;
        last = !writing;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    await Promise.all(writers);
    writing = false;
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 600_000).unref())]);
    assert.equal(version.size, 120);
    assert.deepEqual(new Map([...seen].sort()), new Map([...version].sort()));
  });

  it('starts a new epoch when the database runs in another cluster', async () => {
    const space = await service.createSpace();
    const { cursor } = await settled(space.tokens.volunteer);
    await runSql(service.connectionString, "UPDATE change_epoch SET cluster = 'restored from elsewhere'");
    await runSql(service.connectionString, 'UPDATE change_log SET number = 9223372036854775807');
    const again = await startTestService({ connectionString: service.connectionString });
    await again.untilShown();
    const restored = await again.call(
      space.tokens.volunteer,
      'GET',
      `/v1/changes?cursor=${cursor}&limit=1000`
    );
    await again.close();
    assert.ok(restored.body.data.changes.length > 30);
    // An old cursor starts over; a new one continues.
    assert.deepEqual(restored.body.data.restarted, restored.body.data.buckets);
    assert.equal(restored.body.data.total, restored.body.data.changes.length);
    const next = await service.call(
      space.tokens.volunteer,
      'GET',
      `/v1/changes?cursor=${restored.body.data.cursor}`
    );
    assert.deepEqual(next.body.data.restarted, []);
  });
});
