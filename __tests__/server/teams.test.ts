import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type PersonName, type TestService, type TestSpace, runSql, startTestService } from './harness';

type Named = { id: number; name?: string };
const idsOf = (list: Named[]) => list.map(({ id }) => id);

describe('teams', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => (service = await startTestService()));
  after(() => service.close());

  const list = async (who: PersonName, query = '') =>
    (await service.call(space.tokens[who], 'GET', `/teams${query}`)).body.data.teams;
  const replace = (who: PersonName, team: Record<string, unknown>, headers = {}) =>
    service.call(space.tokens[who], 'PATCH', '/teams', { body: { data: { team } }, headers });

  it('are listed if the caller may see them: private ones for their people and managers', async () => {
    space = await service.createSpace();
    const { teamId, privateTeamId, hidingTeamId } = space;
    assert.deepEqual(idsOf(await list('volunteer')), [teamId, hidingTeamId]);
    assert.deepEqual(idsOf(await list('leader')), [teamId, privateTeamId, hidingTeamId]);
    assert.deepEqual(idsOf(await list('admin')), [teamId, privateTeamId, hidingTeamId]);
    const get = async (who: PersonName) =>
      (await service.call(space.tokens[who], 'GET', `/teams/${privateTeamId}`)).status;
    assert.equal(await get('newcomer'), 404);
    assert.equal(await get('leader'), 200);
    assert.equal(await get('manager'), 200);
  });

  it('with hide_users show their members to members and managers, and their leaders to all', async () => {
    space = await service.createSpace();
    const look = async (who: PersonName) =>
      (await service.call(space.tokens[who], 'GET', `/teams/${space.hidingTeamId}`)).body.data.team;
    assert.equal((await look('newcomer')).users, undefined);
    assert.deepEqual(idsOf((await look('newcomer')).leaders), [space.userIds.manager]);
    assert.deepEqual(idsOf((await look('volunteer')).users), [space.userIds.volunteer]);
    assert.deepEqual(idsOf((await look('admin')).users), [space.userIds.volunteer]);
  });

  it('with user_id are those of that user; an invisible user gives an empty list', async () => {
    space = await service.createSpace();
    const other = await service.createSpace();
    const { userIds, teamId, privateTeamId, hidingTeamId } = space;
    assert.deepEqual(idsOf(await list('manager', `?user_id=${userIds.leader}`)), [teamId, privateTeamId]);
    assert.deepEqual(idsOf(await list('volunteer', `?user_id=${userIds.leader}`)), [teamId]);
    assert.deepEqual(await list('manager', `?user_id=${other.userIds.leader}`), []);
    assert.deepEqual(await list('manager', '?user_id=99999999'), []);
    // The teams of a person do not reveal the members of a team with hide_users either.
    assert.deepEqual(idsOf(await list('newcomer', `?user_id=${userIds.volunteer}`)), [teamId]);
    assert.deepEqual(idsOf(await list('volunteer', `?user_id=${userIds.volunteer}`)), [teamId, hidingTeamId]);
    assert.equal((await service.call(space.tokens.admin, 'GET', '/teams?user_id=0')).status, 422);
  });

  it('are created by managers, with people of the space', async () => {
    space = await service.createSpace();
    const other = await service.createSpace();
    const { tokens, userIds } = space;
    const create = (who: PersonName, team: Record<string, unknown>) =>
      service.call(tokens[who], 'POST', '/teams', { body: { data: { team } } });
    const address = {
      street: 'rue Neuve',
      lattitude: '47.2',
      location: '47.2, -1.5',
      score: 0.5,
      invalid: false,
    };
    const made = await create('manager', {
      name: 'North',
      description: 'Up there',
      private: true,
      hide_users: true,
      leaders: [{ id: userIds.leader }],
      users: [{ id: userIds.volunteer }, { id: userIds.newcomer }],
      address,
    });
    const { team } = made.body.data;
    assert.deepEqual(team.address, address);
    assert.deepEqual(idsOf(team.users), [userIds.volunteer, userIds.newcomer]);
    assert.equal(team.leaders[0].role_data.color !== undefined, true);
    assert.deepEqual((await service.call(tokens.manager, 'GET', `/teams/${team.id}`)).body.data.team, team);

    assert.equal((await create('leader', { name: 'No' })).status, 403);
    const before = (await list('admin')).length;
    const foreign = await create('manager', {
      name: 'Bad',
      users: [{ id: userIds.leader }, { id: other.userIds.leader }],
    });
    assert.equal(foreign.body.errors[0].location, 'body/data/team/users/1/id');
    for (const team of [{}, { name: '' }, { name: 'x', id: 3 }, { name: 'x', private: 'yes' }]) {
      assert.equal((await create('manager', team)).status, 422);
    }
    assert.equal((await list('admin')).length, before);
  });

  it('are replaced completely: missing fields are reset, except the name', async () => {
    space = await service.createSpace();
    const { userIds, teamId } = space;
    await replace('manager', {
      id: teamId,
      name: 'Full',
      description: 'All set',
      private: true,
      hide_users: true,
      leaders: [{ id: userIds.leader }],
      users: [{ id: userIds.volunteer }],
      address: { city: 'Valorme' },
    });
    const { body } = await replace('manager', { id: teamId });
    const { created_at: _created, updated_at: _updated, ...team } = body.data.team;
    assert.deepEqual(team, {
      id: teamId,
      name: 'Full',
      private: false,
      hide_users: false,
      leaders: [],
      users: [],
    });
  });

  it('can be read, changed and sent back', async () => {
    space = await service.createSpace();
    const { team } = (await service.call(space.tokens.leader, 'GET', `/teams/${space.teamId}`)).body.data;
    const done = await replace('leader', {
      ...team,
      description: 'New',
      unknown_field: { kept: true },
      address: null,
    });
    assert.equal(done.status, 200);
    assert.deepEqual(
      { ...done.body.data.team, updated_at: '' },
      { ...team, description: 'New', updated_at: '' }
    );
  });

  it('are edited only by their leaders and by managers', async () => {
    space = await service.createSpace();
    const status = async (who: PersonName, id: number) => (await replace(who, { id, name: 'Mine' })).status;
    assert.equal(await status('volunteer', space.teamId), 403);
    assert.equal(await status('newcomer', space.privateTeamId), 404);
    assert.equal(await status('leader', space.privateTeamId), 403);
    assert.equal(await status('leader', space.teamId), 200);
    assert.equal(await status('manager', space.teamId), 200);
  });

  it('can be passed on by a leader who may not see them afterwards', async () => {
    space = await service.createSpace();
    const { userIds, teamId } = space;
    const done = await replace('leader', { id: teamId, private: true, leaders: [{ id: userIds.volunteer }] });
    assert.equal(done.status, 200);
    assert.equal((await service.call(space.tokens.leader, 'GET', `/teams/${teamId}`)).status, 404);
  });

  it('get people from managers only: a leader sees the gifts of those who are in the team', async () => {
    space = await service.createSpace({ visibility: 'assigned' });
    const { userIds, tokens, teamId, groupId } = space;
    const refs = (...names: PersonName[]) => names.map((name) => ({ id: userIds[name] }));
    // The leader sees the manager, who leads another team of theirs.
    assert.equal((await service.call(tokens.leader, 'GET', `/users/${userIds.manager}`)).status, 200);
    for (const people of [
      { leaders: refs('leader'), users: refs('volunteer', 'manager') },
      { leaders: refs('leader', 'manager'), users: refs('volunteer') },
    ]) {
      const refused = await replace('leader', { id: teamId, ...people });
      assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    }
    const asLeader = (statement: string) =>
      runSql(
        service.connectionString,
        `SET ROLE doorstep_app; SET doorstep.group_id = ${groupId}; SET doorstep.user_id = ${userIds.leader};
         SET doorstep.role_type = 'user'; ${statement}`
      );
    const add = (team: number, who: PersonName, leader = false) =>
      asLeader(`INSERT INTO team_users (group_id, team_id, user_id, leader, position)
        VALUES (${groupId}, ${team}, ${userIds[who]}, ${leader}, 9)`);
    await assert.rejects(add(teamId, 'manager'), /row-level security/);
    await assert.rejects(add(space.privateTeamId, 'leader', true), /row-level security/);
    await assert.rejects(
      asLeader(`INSERT INTO teams (group_id, name) VALUES (${groupId}, 'Mine')`),
      /row-level security/
    );
    await assert.rejects(
      asLeader(`UPDATE teams SET deleted_at = now() WHERE id = ${teamId}`),
      /row-level security/
    );
    const taken = await asLeader(`DELETE FROM team_users WHERE team_id <> ${teamId}`);
    assert.equal(taken.rowCount, 0);

    // Those who are in the team lead it or leave it.
    const promoted = await replace('leader', { id: teamId, leaders: refs('leader', 'volunteer'), users: [] });
    assert.deepEqual(idsOf(promoted.body.data.team.leaders), [userIds.leader, userIds.volunteer]);
    const left = await replace('leader', { id: teamId, leaders: refs('leader'), users: [] });
    assert.deepEqual([left.status, idsOf(left.body.data.team.leaders)], [200, [userIds.leader]]);
    const given = { leaders: refs('leader'), users: refs('volunteer', 'manager') };
    assert.equal((await replace('manager', { id: teamId, ...given })).status, 200);
  });

  it('are soft-deleted by managers, once', async () => {
    space = await service.createSpace();
    const { teamId, tokens } = space;
    assert.equal((await service.call(tokens.leader, 'DELETE', `/teams/${teamId}`)).status, 403);
    const done = await service.call(tokens.manager, 'DELETE', `/teams/${teamId}`);
    assert.equal(done.body.data.team_id, teamId);
    assert.equal((await service.call(tokens.manager, 'DELETE', `/teams/${teamId}`)).status, 404);
    assert.equal((await service.call(tokens.manager, 'GET', `/teams/${teamId}`)).status, 404);
    assert.equal((await replace('manager', { id: teamId, name: 'Back' })).status, 404);
    assert.equal(idsOf(await list('admin')).includes(teamId), false);
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query('SELECT deleted_at FROM teams WHERE id = $1', [teamId])
    );
    assert.ok(rows[0].deleted_at instanceof Date);
  });

  it('in the public list have no envelope, contain full users, and respect private and hide_users', async () => {
    space = await service.createSpace();
    const { tokens, teamId, hidingTeamId, userIds } = space;
    const { body } = await service.call(tokens.manager, 'GET', '/teams/public');
    assert.ok(Array.isArray(body));
    assert.deepEqual(idsOf(body), [teamId, hidingTeamId]);
    assert.equal(body[0].leaders[0].group_id, space.groupId);
    assert.ok(body[0].users[0].mail);
    const seen = (await service.call(tokens.newcomer, 'GET', '/teams/public')).body;
    assert.equal(seen[1].users, undefined);
    assert.deepEqual(idsOf(seen[1].leaders), [userIds.manager]);
    assert.equal(seen[0].leaders[0].address, undefined);
  });

  it('are changed with If-Match only if they are unchanged since', async () => {
    space = await service.createSpace();
    const { teamId } = space;
    const read = await service.call(space.tokens.leader, 'GET', `/teams/${teamId}`);
    const etag = read.headers.etag ?? '';
    const leaders = [{ id: space.userIds.leader }];
    const changed = await replace('manager', { id: teamId, name: 'Theirs', leaders });
    assert.equal(changed.status, 200);
    const late = await replace('leader', { id: teamId, name: 'Mine' }, { 'if-match': etag });
    assert.equal(late.status, 412);
    assert.equal(late.body.code, 'precondition_failed');
    const now = (await service.call(space.tokens.manager, 'GET', `/teams/${teamId}`)).headers.etag ?? '';
    assert.equal((await replace('manager', { id: teamId, name: 'Mine' }, { 'if-match': now })).status, 200);
    assert.equal((await replace('manager', { id: teamId }, { 'if-match': '*' })).status, 200);
  });

  it('replaced concurrently with the same If-Match are replaced once', async () => {
    space = await service.createSpace();
    const etag =
      (await service.call(space.tokens.manager, 'GET', `/teams/${space.teamId}`)).headers.etag ?? '';
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => replace('manager', { id: space.teamId, name }, { 'if-match': etag }))
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412, 412]);
  });

  it('may have more people than a statement has parameters', async () => {
    space = await service.createSpace();
    const users = Array.from({ length: 10_000 }, () => ({ id: space.userIds.volunteer }));
    const done = await replace('manager', { id: space.teamId, users, leaders: users });
    assert.deepEqual(idsOf(done.body.data.team.users), [space.userIds.volunteer]);
  });
});
