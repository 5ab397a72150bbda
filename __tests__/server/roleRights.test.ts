import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { type PersonName, type TestService, type TestSpace, runSql, startTestService } from './harness';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const change = (by: PersonName, id: number, data: object) =>
  service.call(space.tokens[by], 'PATCH', `/v1/members/${id}`, { body: { data } });
const invite = (token: string, email: string, role_id?: number) =>
  service.call(token, 'POST', '/users/invitation', { body: { data: { invitations: [{ email, role_id }] } } });
const mailOf = (name: PersonName) => `${name}.${space.groupId}@example.org`;
const roleOf = async (name: PersonName) =>
  Number(
    (
      await sqlRun('SELECT role_id FROM space_users WHERE group_id = $1 AND user_id = $2', [
        space.groupId,
        space.userIds[name],
      ])
    ).rows[0]?.role_id
  );

/** Runs a statement under the role of requests, in the name of a person. */
const runAs = (name: PersonName, statement: string) => {
  const type = name === 'leader' || name === 'volunteer' || name === 'newcomer' ? 'user' : name;
  const enter = `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId};
    SET doorstep.user_id = ${space.userIds[name]}; SET doorstep.role_type = '${type}';`;
  return sqlRun(`${enter} ${statement}`);
};

describe('a role', () => {
  beforeEach(async () => {
    space = await service.createSpace();
  });

  it('is not changed by suspending and admitting a person', async () => {
    const id = space.userIds.volunteer;
    assert.equal((await change('manager', id, { state: 'suspended' })).status, 200);
    const refused = await change('manager', id, { state: 'active', role_id: space.roles.manager });
    assert.equal(refused.status, 422);
    assert.equal((await change('manager', id, { state: 'active' })).status, 200);
    assert.equal(await roleOf('volunteer'), space.roles.user);
  });

  it('of a person above who was removed is not given back by an invitation', async () => {
    assert.equal((await change('superadmin', space.userIds.admin, { state: 'removed' })).status, 200);
    const before = (await invite(space.tokens.manager, mailOf('admin'), space.roles.manager)).status;
    assert.equal(before, 403);
    assert.equal((await change('superadmin', space.userIds.admin, { state: 'active' })).status, 200);
  });

  it('above the lowest is given with the second factor only, and never with a limited token', async () => {
    const created = await service.call(space.tokens.admin, 'POST', '/v1/tokens', {
      body: { data: { name: 'people', rights: ['people'], days: 7 } },
    });
    const limited = created.body.data.token;
    assert.equal((await invite(limited, 'low@example.org')).status, 200);
    assert.equal((await invite(limited, 'high@example.org', space.roles.admin)).status, 403);
    const promoted = await service.call(limited, 'PATCH', '/users/role', {
      body: { data: { user_id: space.userIds.volunteer, role_id: space.roles.manager } },
    });
    assert.equal(promoted.status, 403);
    const made = await invite(space.tokens.admin, 'manager@example.org', space.roles.manager);
    const again = await service.call(
      limited,
      'POST',
      `/v1/invitations/${made.body.data.invitations.id}/send`,
      {
        body: { data: {} },
      }
    );
    assert.equal(again.status, 403);

    await sqlRun('UPDATE spaces SET second_factor_required = true WHERE group_id = $1', [space.groupId]);
    const refused = await invite(space.tokens.admin, 'high@example.org', space.roles.admin);
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_needed']);
    assert.equal((await invite(space.tokens.admin, 'lower@example.org')).status, 200);
    const token = await service.call(space.tokens.admin, 'POST', '/v1/tokens', {
      body: { data: { name: 'all', rights: ['read'], days: 7 } },
    });
    assert.equal(token.body.code, 'second_factor_needed');
    const erased = await service.call(space.tokens.admin, 'DELETE', `/users/${space.userIds.newcomer}/data`);
    assert.equal(erased.body.code, 'second_factor_needed');
  });

  it('of an invitation above their own is neither extended nor withdrawn', async () => {
    const made = await invite(space.tokens.superadmin, 'top@example.org', space.roles.superadmin);
    const { id } = made.body.data.invitations;
    const again = await service.call(space.tokens.manager, 'POST', `/v1/invitations/${id}/send`, {
      body: { data: {} },
    });
    assert.equal(again.status, 403);
    assert.equal((await service.call(space.tokens.manager, 'DELETE', `/v1/invitations/${id}`)).status, 403);
    assert.equal((await invite(space.tokens.manager, 'TOP@example.org')).status, 403);
  });

  it('is protected by the database too', async () => {
    const { userIds, roles } = space;
    const promote = (role: number) =>
      `UPDATE space_users SET role_id = ${role} WHERE user_id = ${userIds.volunteer}`;
    await assert.rejects(runAs('manager', promote(roles.manager)), /only for admins/);
    await assert.rejects(runAs('admin', promote(roles.superadmin)), /only for admins/);
    await assert.rejects(
      runAs('admin', `UPDATE space_users SET role_id = ${roles.user} WHERE user_id = ${userIds.superadmin}`),
      /only for admins/
    );
    await assert.rejects(runAs('leader', `SELECT doorstep_admit(1, ${roles.user})`), /only for people below/);
    await assert.rejects(
      runAs('leader', `SELECT doorstep_sign_out(${userIds.volunteer})`),
      /only for managers/
    );
    for (const call of [
      `doorstep_reset_second_factor(${userIds.superadmin})`,
      `doorstep_erase_user(${userIds.superadmin})`,
    ])
      await assert.rejects(runAs('admin', `SELECT ${call}`), /only for admins/);
    assert.equal(await roleOf('volunteer'), roles.user);
  });

  it('is not given by a limited token, in the database too', async () => {
    const { userIds, roles } = space;
    const other = await service.createSpace();
    const limited = (statement: string, rights = 'people') =>
      runAs('admin', `SET doorstep.rights = '${rights}'; ${statement}`);
    const promote = `UPDATE space_users SET role_id = ${roles.manager} WHERE user_id = ${userIds.volunteer}`;
    await assert.rejects(limited(promote), /only for admins/);
    const admit = (role: number) => `SELECT doorstep_admit(${other.userIds.volunteer}, ${role})`;
    await assert.rejects(limited(admit(roles.manager)), /only for people below/);
    await assert.rejects(limited(admit(roles.user), 'read,money'), /only for people below/);
    await limited(admit(roles.user));
    await runAs('admin', `SELECT doorstep_set_membership(${userIds.manager}, 'removed', NULL)`);
    const readmit = `SELECT doorstep_set_membership(${userIds.manager}, 'active', NULL)`;
    await assert.rejects(limited(readmit), /only for people below/);
    await runAs('admin', readmit);
    assert.equal(await roleOf('manager'), roles.manager);
  });

  it('of an admin resets the second factor of people whose home is the space, and of no other', async () => {
    const other = await service.createSpace();
    const guest = other.userIds.volunteer;
    assert.equal((await invite(space.tokens.admin, `volunteer.${other.groupId}@example.org`)).status, 200);
    for (const id of [guest, space.userIds.volunteer])
      await sqlRun(`INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, '\\x00', 0)`, [id]);
    const done = async (id: number) =>
      (await runAs('admin', `SELECT doorstep_reset_second_factor(${id}) AS done`)).rows[0]?.done;
    assert.equal(await done(guest), false);
    assert.equal(await done(space.userIds.volunteer), true);
    const left = await sqlRun('SELECT user_id FROM second_factors WHERE user_id = ANY($1)', [
      [guest, space.userIds.volunteer],
    ]);
    assert.deepEqual(
      left.rows.map((row) => Number(row.user_id)),
      [guest]
    );
  });

  it('lets nobody change the profile of another person, in the database too', async () => {
    const { userIds } = space;
    const rename = (id: number) => `UPDATE users SET firstname = 'x' WHERE id = ${id}`;
    const rows = async (name: PersonName, id: number) => (await runAs(name, rename(id))).rowCount;
    assert.equal(await rows('volunteer', userIds.newcomer), 0);
    assert.equal(await rows('leader', userIds.volunteer), 0);
    assert.equal(await rows('manager', userIds.admin), 0);
    assert.equal(await rows('volunteer', userIds.volunteer), 1);
    assert.equal(await rows('manager', userIds.volunteer), 1);
    for (const column of ['mail', 'active', 'two_factor_enable', 'group_id', 'deleted_at', 'sign_in_epoch'])
      await assert.rejects(
        runAs('volunteer', `UPDATE users SET ${column} = ${column} WHERE id = ${userIds.volunteer}`),
        /permission denied/
      );
    await assert.rejects(runAs('manager', 'SELECT sign_in_epoch FROM users'), /permission denied/);
  });
});

describe('the data of a person', () => {
  it('who was only added to a space is exported there with name and address alone', async () => {
    space = await service.createSpace();
    const other = await service.createSpace();
    const id = space.userIds.volunteer;
    await sqlRun(`UPDATE users SET phone = '+33 6 00 00 00 99', birthdate = '1990-05-05' WHERE id = $1`, [
      id,
    ]);
    assert.equal((await invite(other.tokens.admin, mailOf('volunteer'))).status, 200);
    const there = await service.call(other.tokens.admin, 'GET', `/users/${id}/data`);
    const file = JSON.parse(there.body.data.text);
    assert.deepEqual(Object.keys(file.user).sort(), ['firstname', 'id', 'mail', 'surname']);
    assert.deepEqual(file.devices, []);
    const home = await service.call(space.tokens.admin, 'GET', `/users/${id}/data`);
    assert.match(home.body.data.text, /\+33 6 00 00 00 99/);
    const above = await service.call(space.tokens.admin, 'GET', `/users/${space.userIds.superadmin}/data`);
    assert.equal(above.status, 404);
  });
});
