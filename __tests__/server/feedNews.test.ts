import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import pg from 'pg';

import { query } from '../../server/store/database';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

type Page = { changes: { kind: string; id: number }[]; cursor: string; buckets: string[]; position: string };

describe('polls of the feed with two processes on one database', () => {
  let one: TestService;
  let other: TestService;

  before(async () => {
    one = await startTestService();
    other = await startTestService({ connectionString: one.connectionString });
  });
  after(async () => {
    await other.close();
    await one.close();
  });

  const get = async (service: TestService, token: string, cursor: string, hold = '') =>
    service.call(token, 'GET', `/v1/changes?limit=1000&cursor=${cursor}${hold}`);
  const poll = async (service: TestService, token: string, cursor: string): Promise<Page> =>
    (await get(service, token, cursor)).body.data;
  const namesOf = ({ changes }: Page) => changes.map(({ kind, id }) => `${kind} ${id}`);

  /** How many polls this process has answered from memory. */
  async function fromMemory(service: TestService): Promise<number> {
    const { body } = await service.app.inject({ method: 'GET', url: '/metrics' });
    return Number(/^doorstep_feed_polls_total\{from="memory"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  }

  /** The cursor at the end of the feed, after a poll that was answered from memory. */
  async function upToDate(service: TestService, token: string): Promise<string> {
    await one.untilShown();
    const first = (await service.call(token, 'GET', '/v1/changes?limit=1000')).body.data as Page;
    const before = await fromMemory(service);
    const again = await poll(service, token, first.cursor);
    assert.deepEqual(again.changes, []);
    assert.equal(again.cursor, first.cursor);
    assert.deepEqual(again.buckets, first.buckets);
    assert.equal(await fromMemory(service), before + 1);
    return first.cursor;
  }

  const rename = (id: number | undefined, name = 'X') =>
    runSql(one.connectionString, 'UPDATE contacts SET firstname = $2 WHERE id = $1', [id, name]);

  it('from memory equal those from the database', async () => {
    const { tokens } = await one.createSpace();
    const cursor = await upToDate(one, tokens.volunteer);
    const fromOther = await poll(other, tokens.volunteer, cursor);
    const { position, ...page } = await poll(one, tokens.volunteer, cursor);
    assert.deepEqual({ ...page, position: fromOther.position }, fromOther);
    assert.ok(position.split('.')[0] === fromOther.position.split('.')[0]);
    const answered = await fromMemory(one);
    for (let round = 0; round < 20; round += 1) await poll(one, tokens.volunteer, cursor);
    assert.equal(await fromMemory(one), answered + 20);
  });

  it('contain what another process wrote', async () => {
    const space = await one.createSpace();
    const { tokens } = space;
    const cursor = await upToDate(one, tokens.manager);
    const created = await other.call(tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space),
    });
    const page = await poll(one, tokens.manager, cursor);
    assert.deepEqual(namesOf(page), [`transaction_bundle ${created.body.data.id}`]);
  });

  it('pass the position of a write that changes nothing for the reader', async () => {
    const { tokens, teamId } = await one.createSpace();
    const cursor = await upToDate(one, tokens.volunteer);
    const written = await other.call(tokens.manager, 'PATCH', '/teams', {
      body: { data: { team: { id: teamId } } },
    });
    const page = await poll(one, tokens.volunteer, cursor);
    const numberOf = (position = '') => Number(position.split('.')[1]);
    assert.ok(numberOf(page.position) > numberOf(written.headers['doorstep-position']));
  });

  it('skip no change of a transaction that was running when they were stored', async () => {
    const { tokens, contactIds } = await one.createSpace();
    const cursor = await upToDate(one, tokens.volunteer);
    const slow = new pg.Client({ connectionString: one.connectionString });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query("UPDATE contacts SET firstname = 'slow' WHERE id = $1", [contactIds[0]]);
    const before = await fromMemory(one);
    assert.deepEqual((await poll(one, tokens.volunteer, cursor)).changes, []);
    assert.equal(await fromMemory(one), before + 1);
    await slow.query('COMMIT');
    await slow.end();
    const page = await poll(one, tokens.volunteer, cursor);
    assert.deepEqual(namesOf(page), [`contact ${contactIds[0]}`]);
  });

  it('skip no change while the memory was cleared during the read', async () => {
    const { tokens, contactIds } = await one.createSpace();
    const { database } = one;
    const { readSettled, queryAsOwner } = database;
    database.readSettled = (caller, work) => {
      database.readSettled = readSettled;
      return readSettled(caller, async (tx, horizon) => {
        await query(tx, 'SELECT 1');
        // The snapshot is taken. Now the memory is lost, and begins again after a change.
        database.queryAsOwner = () => {
          database.queryAsOwner = queryAsOwner;
          return Promise.reject(new Error('lost'));
        };
        await poll(one, tokens.manager, 'e30');
        await rename(contactIds[0]);
        await upToDate(one, tokens.manager);
        return work(tx, horizon);
      });
    };
    const { cursor } = (await one.call(tokens.volunteer, 'GET', '/v1/changes?limit=1000')).body.data as Page;
    assert.deepEqual(namesOf(await poll(one, tokens.volunteer, cursor)), [`contact ${contactIds[0]}`]);
  });

  it('do not wait for a long import of another space', async () => {
    const [mine, theirs] = [await one.createSpace(), await one.createSpace()];
    const cursor = await upToDate(one, mine.tokens.volunteer);
    const importing = new pg.Client({ connectionString: one.connectionString });
    await importing.connect();
    await importing.query('BEGIN');
    await importing.query('UPDATE contacts SET firstname = $2 WHERE group_id = $1', [theirs.groupId, 'X']);
    await rename(mine.contactIds[0]);
    const page = await poll(one, mine.tokens.volunteer, cursor);
    assert.deepEqual(namesOf(page), [`contact ${mine.contactIds[0]}`]);
    // From memory too, meanwhile.
    const before = await fromMemory(one);
    assert.deepEqual((await poll(one, mine.tokens.volunteer, page.cursor)).changes, []);
    assert.equal(await fromMemory(one), before + 1);
    await importing.query('COMMIT');
    await importing.end();
  });

  it('contain a person whom a transaction of another space changed late', async () => {
    const [mine, theirs] = [await one.createSpace(), await one.createSpace()];
    const { volunteer } = mine.userIds;
    await runSql(
      one.connectionString,
      'INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)',
      [theirs.groupId, volunteer, theirs.roles.user]
    );
    const cursor = await upToDate(one, mine.tokens.manager);
    const writing = new pg.Client({ connectionString: one.connectionString });
    await writing.connect();
    await writing.query('BEGIN');
    await writing.query('UPDATE contacts SET firstname = $2 WHERE group_id = $1', [theirs.groupId, 'X']);
    await rename(mine.contactIds[0]);
    const page = await poll(one, mine.tokens.manager, cursor);
    assert.deepEqual(namesOf(page), [`contact ${mine.contactIds[0]}`]);
    await writing.query("UPDATE users SET phone = '1' WHERE id = $1", [volunteer]);
    await writing.query('COMMIT');
    await writing.end();
    assert.deepEqual(namesOf(await poll(one, mine.tokens.manager, page.cursor)), [`user ${volunteer}`]);
  });

  it('are refused as soon as another process ends the sign-in, the membership or the space', async () => {
    const endings: [string, (space: TestSpace) => Promise<unknown>][] = [
      ['token', ({ tokens }) => other.revokeToken(tokens.volunteer)],
      [
        'tokens',
        ({ userIds }) =>
          runSql(one.connectionString, `DELETE FROM access_tokens WHERE user_id = ${userIds.volunteer}`),
      ],
      [
        'member',
        ({ groupId, userIds }) =>
          runSql(one.connectionString, `SELECT doorstep_remove(${groupId}, ${userIds.volunteer})`),
      ],
      [
        'person',
        ({ userIds }) =>
          runSql(one.connectionString, `UPDATE users SET active = false WHERE id = ${userIds.volunteer}`),
      ],
      [
        'space',
        ({ groupId }) =>
          runSql(one.connectionString, `UPDATE spaces SET archived_at = now() WHERE group_id = ${groupId}`),
      ],
    ];
    for (const [name, end] of endings) {
      const space = await one.createSpace();
      const cursor = await upToDate(one, space.tokens.volunteer);
      await end(space);
      assert.equal((await get(one, space.tokens.volunteer, cursor)).status, 401, name);
    }
  });

  it('contain a bucket that is new for the reader', async () => {
    const space = await one.createSpace({ visibility: 'assigned' });
    const cursor = await upToDate(one, space.tokens.newcomer);
    await runSql(
      one.connectionString,
      'INSERT INTO team_users (group_id, team_id, user_id, leader, position) VALUES ($1, $2, $3, false, 9)',
      [space.groupId, space.teamId, space.userIds.newcomer]
    );
    const joined = await poll(one, space.tokens.newcomer, cursor);
    assert.ok(joined.buckets.includes(`team:${space.teamId}`));
    const again = await upToDate(one, space.tokens.newcomer);
    const sql = `UPDATE spaces SET visibility = 'everyone' WHERE group_id = ${space.groupId}`;
    await runSql(one.connectionString, sql);
    assert.deepEqual((await poll(one, space.tokens.newcomer, again)).buckets, ['all', 'contacts', 'space']);
  });

  it('end with the token, without any write', async () => {
    const { tokens, userIds } = await one.createSpace();
    await runSql(
      one.connectionString,
      `UPDATE access_tokens SET expires_at = now() + interval '3 seconds' WHERE user_id = ${userIds.volunteer}`
    );
    const { cursor } = (await one.call(tokens.volunteer, 'GET', '/v1/changes?limit=1000')).body.data;
    for (;;) {
      const { status } = await get(one, tokens.volunteer, cursor);
      if (status === 401) break;
      assert.equal(status, 200);
      const left = `SELECT expires_at > now() - interval '1 second' AS left FROM access_tokens WHERE user_id = ${userIds.volunteer}`;
      assert.ok((await runSql(one.connectionString, left)).rows[0]?.left, 'the token is used after its end');
    }
  });

  it('of another choice of actions are read', async () => {
    const { tokens, groupId, userIds } = await one.createSpace();
    const text = 'INSERT INTO actions (group_id, name, created_by) VALUES ($1, $2, $3) RETURNING id';
    const { rows } = await runSql(one.connectionString, text, [groupId, 'Doors', userIds.manager]);
    const cursor = await upToDate(one, tokens.manager);
    const held = await get(one, tokens.manager, cursor, `&hold=${rows[0]?.id}`);
    assert.ok(held.body.data.buckets.includes(`action:${rows[0]?.id}`));
  });

  it('go on when every connection to the database is lost', async () => {
    const { tokens, contactIds } = await one.createSpace();
    const cursor = await upToDate(one, tokens.volunteer);
    await runSql(
      one.connectionString,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    );
    await rename(contactIds[0]);
    let response = await get(one, tokens.volunteer, cursor);
    // A connection that is found to be lost is a 503; a phone then asks again.
    for (let turn = 0; response.status === 503 && turn < 100; turn += 1)
      response = await get(one, tokens.volunteer, cursor);
    assert.deepEqual(namesOf(response.body.data), [`contact ${contactIds[0]}`]);
  });
});
