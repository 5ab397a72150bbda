import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { removeExpired } from '../../server/auth/cleanup';
import { hashToken } from '../../server/auth/tokens';
import { boardReportOf } from './cashSamples';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

type Person = keyof TestSpace['tokens'];
type Entry = {
  user_id: number;
  device_id: number;
  received_at: string;
  report: { doors: number; checked_in?: { team_id: number; at: string } };
};

describe('the board of a leader', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
  const post = (token: string, doors: number) =>
    service.call(token, 'POST', '/v1/board', { body: boardReportOf({ doors }) });
  const read = (person: Person, teamId = space.teamId) =>
    service.call(space.tokens[person], 'GET', `/v1/teams/${teamId}/board`);
  const doorsOn = async (person: Person, teamId?: number) => {
    const { status, body } = await read(person, teamId);
    assert.equal(status, 200);
    const entries: Entry[] = body.data.board;
    return entries.map(({ user_id: userId, report }) => [userId, report.doors]);
  };

  it('has the latest report of each phone', async () => {
    const { volunteer } = space.userIds;
    await post(space.tokens.volunteer, 1);
    await post(space.tokens.volunteer, 2);
    assert.deepEqual(await doorsOn('leader'), [[volunteer, 2]]);
    const { rows } = await sql(
      `INSERT INTO devices (grant_id, user_id, client_id, scope, name) VALUES ('board', $1, 'doorstep', '', 'Phone') RETURNING id`,
      [volunteer]
    );
    const token = await service.createTokenFor(volunteer);
    await sql(`UPDATE access_tokens SET device_id = $1 WHERE token_hash = $2`, [
      rows[0].id,
      hashToken(token),
    ]);
    assert.equal((await post(token, 3)).status, 200);
    assert.deepEqual(await doorsOn('leader'), [
      [volunteer, 2],
      [volunteer, 3],
    ]);
  });

  it('has the check-in of a person at this team, and not to the leaders of another one', async () => {
    const { volunteer, newcomer } = space.userIds;
    const checkedIn = { team_id: space.teamId, at: '2026-03-01T14:02:00.000Z' };
    const checkInsOn = async (person: Person, teamId: number) => {
      const { status, body } = await read(person, teamId);
      assert.equal(status, 200);
      const entries: Entry[] = body.data.board;
      return entries.filter(({ user_id: id }) => id === volunteer).map(({ report }) => report.checked_in);
    };
    const added = await sql(
      `INSERT INTO team_users (group_id, team_id, user_id, leader, position) VALUES ($1, $2, $3, false, 99) ON CONFLICT DO NOTHING RETURNING team_id`,
      [space.groupId, space.privateTeamId, volunteer]
    );
    assert.equal(added.rowCount, 1);
    const { status } = await service.call(space.tokens.volunteer, 'POST', '/v1/board', {
      body: boardReportOf({ checked_in: checkedIn }),
    });
    assert.equal(status, 200);
    assert.deepEqual((await checkInsOn('leader', space.teamId))[0], checkedIn);
    assert.deepEqual((await checkInsOn('manager', space.teamId))[0], checkedIn);
    assert.deepEqual((await checkInsOn('manager', space.privateTeamId))[0], undefined);
    assert.equal((await checkInsOn('manager', space.privateTeamId)).length, 2);
    assert.equal((await read('volunteer')).status, 403);
    // A team that the person is not in: nobody sees it.
    const { body } = await service.call(space.tokens.newcomer, 'POST', '/v1/board', {
      body: boardReportOf({ checked_in: checkedIn }),
    });
    assert.ok(body.data.received_at);
    const shown: Entry[] = (await read('leader')).body.data.board;
    assert.ok(!shown.some(({ user_id: id }) => id === newcomer));
    await sql('DELETE FROM team_users WHERE team_id = $1 AND user_id = $2', [space.privateTeamId, volunteer]);
    await sql('DELETE FROM board_reports WHERE user_id = $1', [newcomer]);
  });

  it('is shown to the leaders of the team and to managers', async () => {
    for (const person of ['leader', 'manager', 'admin'] as const)
      assert.equal((await read(person)).status, 200, person);
    assert.equal((await read('volunteer')).status, 403);
    assert.equal((await read('leader', space.privateTeamId)).status, 403);
    assert.equal((await read('newcomer', space.privateTeamId)).status, 404);
    assert.equal((await read('leader', 999_999)).status, 404);
  });

  /** Whose reports the database shows to a person, whatever the request. */
  async function visibleTo(person: Person): Promise<Set<number>> {
    const caller = await service.database.findCaller(hashToken(space.tokens[person]).toString('hex'));
    assert.ok(caller);
    return service.database.read(caller, async ({ $client: client }) => {
      const { rows } = await client.query<{ user_id: number }>('SELECT user_id FROM board_reports');
      return new Set(rows.map(({ user_id: userId }) => Number(userId)));
    });
  }

  it('shows the counts of a person to them, the leaders of their teams and managers: decided in the database', async () => {
    const { volunteer, leader, newcomer, manager } = space.userIds;
    for (const person of ['volunteer', 'leader', 'newcomer', 'manager'] as const)
      await post(space.tokens[person], 1);
    assert.deepEqual(await visibleTo('volunteer'), new Set([volunteer]));
    assert.deepEqual(await visibleTo('newcomer'), new Set([newcomer]));
    assert.deepEqual(await visibleTo('leader'), new Set([volunteer, leader]));
    assert.deepEqual(await visibleTo('manager'), new Set([volunteer, leader, newcomer, manager]));
    await sql('DELETE FROM team_users WHERE team_id = $1 AND user_id = $2', [space.teamId, volunteer]);
    assert.deepEqual(await visibleTo('leader'), new Set([leader]));
    assert.deepEqual(await doorsOn('leader'), [[leader, 1]]);
  });

  it('writes no report in the name of somebody else', async () => {
    const caller = await service.database.findCaller(hashToken(space.tokens.manager).toString('hex'));
    assert.ok(caller);
    await assert.rejects(
      service.database.write(caller, ({ $client: client }) =>
        client.query(
          `INSERT INTO board_reports (group_id, user_id, device_id, report) VALUES ($1, $2, 0, '{}')`,
          [space.groupId, space.userIds.volunteer]
        )
      ),
      { code: '42501' }
    );
    const changed = await service.database.write(caller, ({ $client: client }) =>
      client.query(`UPDATE board_reports SET report = '{}' WHERE user_id = $1`, [space.userIds.leader])
    );
    assert.equal(changed.rowCount, 0);
  });

  it('refuses names, negative counts and a day that is none', async () => {
    for (const more of [
      { names: ['Ada'] },
      { doors: -1 },
      { day: '2026-02-30' },
      { talks: 1.5 },
      { checked_in: { team_id: 1 } },
    ]) {
      const { status } = await service.call(space.tokens.leader, 'POST', '/v1/board', {
        body: boardReportOf(more),
      });
      assert.equal(status, 422, JSON.stringify(more));
    }
  });

  it('is not part of the feed, and is deleted after a week', async () => {
    const { body } = await service.call(space.tokens.manager, 'GET', '/v1/changes?limit=1000');
    const before: string = body.data.cursor;
    await post(space.tokens.leader, 5);
    await service.untilShown();
    const after = await service.call(space.tokens.manager, 'GET', `/v1/changes?limit=1000&cursor=${before}`);
    assert.deepEqual(after.body.data.changes, []);
    await sql(`UPDATE board_reports SET received_at = now() - interval '8 days' WHERE user_id = $1`, [
      space.userIds.leader,
    ]);
    assert.deepEqual(await doorsOn('leader'), []);
    await removeExpired(service.database);
    const { rows } = await sql('SELECT user_id FROM board_reports WHERE user_id = $1', [
      space.userIds.leader,
    ]);
    assert.deepEqual(rows, []);
  });
});
