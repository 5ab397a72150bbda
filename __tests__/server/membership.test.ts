import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { removeExpired } from '../../server/auth/cleanup';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';
import { addPerson, asTokens, readMails, refreshTokens, signIn as signInNow } from './signIn';

let service: TestService;
let space: TestSpace;
let origin: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

/** Signs in after every earlier mail was sent: the next one contains the code. */
async function signIn(mail: string) {
  const queued = "SELECT 1 FROM mails WHERE status = 'queued'";
  while ((await runSql(service.connectionString, queued)).rows.length > 0) await sleep(20);
  return signInNow(origin, service.config.dataDir, mail);
}
const change = (token: string, id: number, state: string, roleId?: number) =>
  service.call(token, 'PATCH', `/v1/members/${id}`, {
    body: { data: { state, ...(roleId === undefined ? {} : { role_id: roleId }) } },
  });
const listAway = async (token: string) =>
  (await service.call(token, 'GET', '/v1/members')).body.data.members as {
    id: number;
    state: string;
    mail: string;
  }[];
const me = (token: string, groupId: number) =>
  service.call(token, 'GET', '/me', { headers: { 'doorstep-space': String(groupId) } });
const idOf = async (mail: string): Promise<number> =>
  Number(
    (await runSql(service.connectionString, 'SELECT id FROM users WHERE mail = $1', [mail])).rows[0]?.id
  );

describe('a manager', () => {
  it('suspends a person: their phone is signed out of this space only, and says why', async () => {
    const mail = await addPerson(service, space);
    const id = await idOf(mail);
    const other = await service.createSpace();
    await service.call(other.tokens.admin, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
    });
    const device = await signIn(mail);
    const script = await service.createTokenFor(id);
    assert.equal((await me(device.access_token, space.groupId)).status, 200);

    assert.equal((await change(space.tokens.manager, id, 'suspended')).status, 200);
    for (const token of [device.access_token, script]) {
      const refused = await me(token, space.groupId);
      assert.deepEqual([refused.status, refused.body.code], [401, 'membership_suspended']);
      assert.equal((await me(token, other.groupId)).status, 200, 'the other space');
    }
    const renewed = asTokens(await refreshTokens(origin, device.refresh_token));
    assert.equal((await me(renewed.access_token, space.groupId)).body.code, 'membership_suspended');

    const later = await signIn(mail);
    assert.equal((await me(later.access_token, other.groupId)).status, 200);
    assert.equal((await me(later.access_token, space.groupId)).body.code, 'membership_suspended');

    const seen = async (token: string) =>
      (await service.call(token, 'GET', `/users/${id}`)).body.data.User.suspended_at;
    assert.ok(await seen(space.tokens.manager), 'managers see it');
    assert.equal(await seen(space.tokens.volunteer), undefined, 'others do not');
    assert.ok((await listAway(space.tokens.manager)).some((away) => away.id === id));

    assert.equal((await change(space.tokens.manager, id, 'active')).status, 200);
    assert.equal((await me(renewed.access_token, space.groupId)).status, 401, 'an old sign-in stays ended');
    const again = await signIn(mail);
    assert.equal((await me(again.access_token, space.groupId)).status, 200);
  });

  it('removes a person: records stay, teams lose them, and a phone that was switched off learns it later', async () => {
    const mail = await addPerson(service, space);
    const id = await idOf(mail);
    const device = await signIn(mail);
    const gift = await service.call(device.access_token, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space),
    });
    const team = { name: 'Theirs', leaders: [{ id: space.userIds.manager }], users: [{ id }] };
    const made = await service.call(space.tokens.manager, 'POST', '/teams', { body: { data: { team } } });
    const teamId = made.body.data.team.id;
    await service.untilShown();
    const { cursor } = (await service.call(space.tokens.manager, 'GET', '/v1/changes?limit=1000')).body.data;

    assert.equal((await change(space.tokens.manager, id, 'removed')).status, 200);
    await runSql(
      service.connectionString,
      "UPDATE access_tokens SET expires_at = now() - interval '1 day' WHERE user_id = $1",
      [id]
    );
    assert.equal((await me(device.access_token, space.groupId)).body.code, 'membership_removed');
    assert.equal((await refreshTokens(origin, device.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await service.call(space.tokens.manager, 'GET', `/users/${id}`)).status, 404);
    const kept = await service.call(
      space.tokens.manager,
      'GET',
      `/v1/transaction_bundles/${gift.body.data.id}`
    );
    assert.equal(kept.status, 200);
    await service.untilShown();
    const page = await service.call(
      space.tokens.manager,
      'GET',
      `/v1/changes?limit=1000&cursor=${encodeURIComponent(cursor)}`
    );
    const changes = page.body.data.changes as {
      kind: string;
      id: number;
      deleted?: true;
      record?: { users?: unknown[] };
    }[];
    assert.ok(changes.find((one) => one.kind === 'user' && one.id === id)?.deleted);
    assert.deepEqual(
      changes.find((one) => one.kind === 'team' && one.id === teamId)?.record?.users ?? [],
      []
    );

    const suspended = await change(space.tokens.manager, id, 'suspended');
    assert.equal(suspended.status, 422, 'only a member can be suspended');
    assert.equal((await change(space.tokens.manager, id, 'active')).status, 200);
    const letters = async () => (await readMails(service.config.dataDir)).filter(({ to }) => to === mail);
    while (!(await letters()).some(({ text }) => /leave/.test(text))) await sleep(20);
    const again = await signIn(mail);
    assert.equal((await me(again.access_token, space.groupId)).body.data.User.role_data.type, 'user');
    assert.deepEqual(
      (await listAway(space.tokens.manager)).filter((away) => away.id === id),
      []
    );
  });

  it('removes a person whose phone is off for weeks: it is told for 90 days, afterwards it is signed out', async () => {
    const mail = await addPerson(service, space);
    const id = await idOf(mail);
    const device = await signIn(mail);
    await change(space.tokens.manager, id, 'removed');
    const passDays = async (days: number) => {
      const move = 'expires_at = expires_at - make_interval(days => $2)';
      await runSql(service.connectionString, `UPDATE access_tokens SET ${move} WHERE user_id = $1`, [
        id,
        days,
      ]);
      await runSql(
        service.connectionString,
        `UPDATE refresh_tokens SET ${move} WHERE device_id IN (SELECT id FROM devices WHERE user_id = $1)`,
        [id, days]
      );
      await runSql(
        service.connectionString,
        'UPDATE devices SET created_at = created_at - make_interval(days => $2) WHERE user_id = $1',
        [id, days]
      );
      await removeExpired(service.database);
    };
    await passDays(60);
    assert.equal((await me(device.access_token, space.groupId)).body.code, 'membership_removed');
    assert.equal((await refreshTokens(origin, device.refresh_token)).body.error, 'invalid_grant');
    await passDays(31);
    assert.equal((await me(device.access_token, space.groupId)).body.code, 'unauthenticated');
    assert.equal((await refreshTokens(origin, device.refresh_token)).body.error, 'invalid_grant');
  });

  it('acts on people below them only, and gives no role above their own; the database decides', async () => {
    const { tokens, userIds, roles, groupId } = await service.createSpace();
    for (const [token, id] of [
      [tokens.manager, userIds.admin],
      [tokens.admin, userIds.superadmin],
      [tokens.leader, userIds.volunteer],
    ] as const)
      for (const state of ['suspended', 'removed', 'active'])
        assert.equal((await change(token, id, state)).status, 403);
    for (const state of ['suspended', 'active'])
      assert.equal((await change(tokens.manager, userIds.manager, state)).status, 403);
    await change(tokens.manager, userIds.newcomer, 'removed');
    assert.equal((await change(tokens.manager, userIds.newcomer, 'active', roles.admin)).status, 403);
    assert.equal((await change(tokens.manager, userIds.newcomer, 'active', roles.manager)).status, 200);
    assert.equal((await change(tokens.admin, userIds.newcomer, 'active', 999_999)).status, 422);

    const enter = `SET ROLE doorstep_app; SET doorstep.group_id = ${groupId}; SET doorstep.user_id = ${userIds.leader};`;
    const run = (statement: string) => runSql(service.connectionString, `${enter} ${statement}`);
    await assert.rejects(
      run(`SELECT doorstep_set_membership(${userIds.volunteer}, 'removed', NULL)`),
      /below/
    );
    await assert.rejects(run('UPDATE space_users SET suspended_at = now()'), /permission denied/);
    await assert.rejects(run('UPDATE space_users SET removed_at = now()'), /permission denied/);
    assert.deepEqual((await run('SELECT * FROM doorstep_members_away()')).rows, []);
  });

  it('never removes or suspends the last admin', async () => {
    const { tokens, userIds, groupId } = await service.createSpace();
    await runSql(service.connectionString, 'DELETE FROM space_users WHERE group_id = $1 AND user_id = $2', [
      groupId,
      userIds.superadmin,
    ]);
    const suspend = `UPDATE space_users SET suspended_at = now() WHERE group_id = ${groupId} AND user_id = ${userIds.admin}`;
    await assert.rejects(runSql(service.connectionString, suspend), /last admin/);
    assert.equal((await me(tokens.admin, groupId)).status, 200);
  });
});

describe('a member', () => {
  const last = 'DELETE FROM space_users WHERE group_id = $1 AND user_id = $2';

  it('leaves the space alone, once, and nobody else with it', async () => {
    const { tokens, userIds, groupId } = await service.createSpace();
    assert.equal((await change(tokens.volunteer, userIds.newcomer, 'removed')).status, 403);
    assert.equal((await change(tokens.volunteer, userIds.volunteer, 'suspended')).status, 403);
    assert.equal((await change(tokens.volunteer, userIds.volunteer, 'removed')).status, 200);
    const after = await me(tokens.volunteer, groupId);
    assert.deepEqual([after.status, after.body.code], [401, 'membership_removed']);
    assert.deepEqual(
      (await listAway(tokens.manager)).map(({ id, state }) => [id, state]),
      [[userIds.volunteer, 'removed']]
    );
    const log = await service.call(tokens.admin, 'GET', `/v1/audit?kind=member&person=${userIds.volunteer}`);
    const [entry] = log.body.data.entries;
    assert.deepEqual([entry.event, entry.actor.id], ['removed', userIds.volunteer]);
  });

  it('does not leave as the last admin, and not by a limited token', async () => {
    const { tokens, userIds, groupId } = await service.createSpace();
    const made = await service.call(tokens.admin, 'POST', '/v1/tokens', {
      body: { data: { name: 'people', rights: ['people'], days: 7 } },
    });
    assert.equal((await change(made.body.data.token, userIds.admin, 'removed')).status, 403);
    await runSql(service.connectionString, last, [groupId, userIds.superadmin]);
    const refused = await change(tokens.admin, userIds.admin, 'removed');
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_admin']);
  });
});

it('a person who was removed from their home space still signs in to another one', async () => {
  const mail = await addPerson(service, space);
  const id = await idOf(mail);
  const other = await service.createSpace();
  await service.call(other.tokens.admin, 'POST', '/users/invitation', {
    body: { data: { invitations: [{ email: mail }] } },
  });
  await change(space.tokens.manager, id, 'removed');
  const device = await signIn(mail);
  const here = await service.call(device.access_token, 'GET', '/me');
  assert.equal(here.status, 200);
  assert.deepEqual(
    here.body.data.spaces.map((one: { id: number }) => one.id),
    [other.groupId]
  );
});
