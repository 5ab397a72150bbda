import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import pg from 'pg';

import { readFeed } from './feedReader';
import { type TestService, type TestSpace, runSql, startTestService, untilLockIsWaitedFor } from './harness';
import { square } from './scopeSamples';

describe('a person who loses records and gets them back while a page of the feed is read', () => {
  let service: TestService;
  let space: TestSpace;
  let actionId: number;

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ contacts: 3, visibility: 'assigned' });
    const { rows } = await sql(
      `INSERT INTO actions (group_id, name, created_by, scope) VALUES ($1, 'Running', $2, $3) RETURNING id`,
      [space.groupId, space.userIds.admin, JSON.stringify({ polygon: square(10) })]
    );
    actionId = Number(rows[0].id);
    await sql(`UPDATE contacts SET address = '{"latitude": "50", "longitude": "10"}' WHERE group_id = $1`, [
      space.groupId,
    ]);
  });
  after(() => service.close());

  const join = () =>
    sql('INSERT INTO action_users VALUES ($1, $2, $3)', [space.groupId, actionId, space.userIds.volunteer]);
  const leave = () => sql('DELETE FROM action_users WHERE user_id = $1', [space.userIds.volunteer]);
  const setVisibility = (visibility: string) =>
    sql('UPDATE spaces SET visibility = $2 WHERE group_id = $1', [space.groupId, visibility]);

  /** The contacts of a phone that reads a page while the first change is made, and the rest after the second one. */
  async function heldAfter(lose: () => Promise<unknown>, getBack: () => Promise<unknown>): Promise<number[]> {
    await service.untilShown();
    const client = new pg.Client({ connectionString: service.connectionString });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
    const reading = service.call(space.tokens.volunteer, 'GET', '/v1/changes?limit=1000');
    await untilLockIsWaitedFor(service.connectionString);
    await lose();
    await client.query('COMMIT');
    await client.end();
    const { body: page } = await reading;
    await getBack();
    const held = new Map<string, Set<number>>();
    for (const { buckets, restarted, changes } of [
      page.data,
      await readFeed(service, space.tokens.volunteer, page.data.cursor),
    ]) {
      for (const bucket of held.keys())
        if (!buckets.includes(bucket) || restarted.includes(bucket)) held.delete(bucket);
      for (const { bucket, kind, id, deleted } of changes) {
        if (kind !== 'contact') continue;
        const ids = held.get(bucket) ?? new Set();
        held.set(bucket, deleted ? (ids.delete(id), ids) : ids.add(id));
      }
    }
    return [...new Set([...held.values()].flatMap((ids) => [...ids]))].sort((one, other) => one - other);
  }

  it('holds the people of an action that they leave and join again', async () => {
    await join();
    assert.deepEqual(await heldAfter(leave, join), space.contactIds);
  });

  it('holds everyone after the space is assigned for a moment', async () => {
    await leave();
    await setVisibility('everyone');
    assert.deepEqual(
      await heldAfter(
        () => setVisibility('assigned'),
        () => setVisibility('everyone')
      ),
      space.contactIds
    );
  });
});
