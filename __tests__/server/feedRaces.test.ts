import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { readFeed } from './feedReader';
import {
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
  untilLockIsWaitedFor,
} from './harness';

describe('a record that changes while its maker joins a team', () => {
  let service: TestService;
  let space: TestSpace;
  let bundleId: number;
  let manager: pg.Client;
  let other: pg.Client;

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ contacts: 1, visibility: 'assigned' });
    const { groupId, userIds, tokens, teamId } = space;
    const { rows } = await sql(
      `INSERT INTO actions (group_id, name, created_by) VALUES ($1, 'Running', $2) RETURNING id`,
      [groupId, userIds.admin]
    );
    await sql('INSERT INTO action_teams VALUES ($1, $2, $3)', [groupId, rows[0].id, teamId]);
    const { body } = await service.call(tokens.newcomer, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space),
    });
    bundleId = body.data.id;
    [manager, other] = [0, 1].map(() => new pg.Client({ connectionString: service.connectionString })) as [
      pg.Client,
      pg.Client,
    ];
    await manager.connect();
    await other.connect();
  });
  after(async () => {
    await manager.end();
    await other.end();
    await service.close();
  });

  /** What the leader reads after a statement that begins while the newcomer joins the team, and commits after it. */
  async function changesAfter(statement: string, id: number): Promise<string[]> {
    const { groupId, teamId, userIds, tokens } = space;
    await sql('DELETE FROM team_users WHERE team_id = $1 AND user_id = $2', [teamId, userIds.newcomer]);
    await service.untilShown();
    await manager.query('BEGIN');
    await manager.query('INSERT INTO team_users VALUES ($1, $2, $3, false, 9)', [
      groupId,
      teamId,
      userIds.newcomer,
    ]);
    await other.query('BEGIN');
    const changed = other.query(statement, [id]);
    await Promise.race([changed, sleep(500)]);
    await manager.query('COMMIT');
    await changed;
    const { cursor } = await readFeed(service, tokens.leader, undefined, { waits: false });
    await other.query('COMMIT');
    const { changes } = await readFeed(service, tokens.leader, cursor);
    return changes.filter((change) => change.id === id).map(({ kind, bucket }) => `${kind} in ${bucket}`);
  }

  it('reaches the leader: a gift', async () => {
    const changes = await changesAfter(
      'UPDATE transaction_bundles SET updated_at = now() WHERE id = $1',
      bundleId
    );
    assert.deepEqual(changes, [`transaction_bundle in gifts:${space.teamId}`]);
  });

  it('reaches the leader: the contact of a gift', async () => {
    const id = space.contactIds[0] ?? 0;
    const changes = await changesAfter(`UPDATE contacts SET surname = 'Other' WHERE id = $1`, id);
    assert.deepEqual(changes, [`contact in gifts:${space.teamId}`]);
  });

  it('reaches the leader: the person', async () => {
    const id = space.userIds.newcomer;
    const inTeam = `user in team:${space.teamId}`;
    const profile = await changesAfter(`UPDATE users SET phone = '+33 1' WHERE id = $1`, id);
    assert.ok(profile.includes(inTeam), profile.join());
    const membership = await changesAfter(
      'UPDATE space_users SET suspended_at = now() WHERE user_id = $1',
      id
    );
    assert.ok(membership.includes(inTeam), membership.join());
  });

  it('reaches the leader: a new manager who changes meanwhile', async () => {
    const { groupId, roles, tokens, userIds } = space;
    const setRole =
      'UPDATE space_users SET role_id = $3, suspended_at = NULL WHERE group_id = $1 AND user_id = $2';
    await manager.query('BEGIN');
    await manager.query(setRole, [groupId, userIds.newcomer, roles.manager]);
    await other.query('BEGIN');
    const changed = other.query(`UPDATE users SET phone = '+33 2' WHERE id = $1`, [userIds.newcomer]);
    await Promise.race([changed, sleep(500)]);
    await manager.query('COMMIT');
    await changed;
    const { cursor } = await readFeed(service, tokens.leader, undefined, { waits: false });
    await other.query('COMMIT');
    const { changes } = await readFeed(service, tokens.leader, cursor);
    assert.ok(changes.some(({ id, bucket }) => id === userIds.newcomer && bucket === 'managers'));
    await sql(setRole, [groupId, userIds.newcomer, roles.user]);
  });

  it('waits for no team that is hidden meanwhile: a change of an action and its people', async () => {
    const { groupId, userIds, teamId } = space;
    const { rows } = await sql('SELECT action_id FROM action_teams WHERE team_id = $1', [teamId]);
    await manager.query('BEGIN');
    await manager.query("UPDATE actions SET name = 'Renamed' WHERE id = $1", [rows[0].action_id]);
    const hiding = other.query('UPDATE teams SET hide_users = NOT hide_users WHERE id = $1', [teamId]);
    await untilLockIsWaitedFor(service.connectionString);
    // Two transactions that wait for each other are a deadlock, and one of them fails.
    await Promise.all([
      hiding,
      manager
        .query('INSERT INTO action_users VALUES ($1, $2, $3)', [groupId, rows[0].action_id, userIds.newcomer])
        .then(() => manager.query('COMMIT')),
    ]);
  });
});
