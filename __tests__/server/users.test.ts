import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, startTestService } from './harness';

describe('users', () => {
  let service: TestService;
  let space: TestSpace;
  let other: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    other = await service.createSpace();
  });
  after(() => service.close());

  it('lists all users of the space by surname, then first name, with their number', async () => {
    const { tokens } = space;
    const { status, body } = await service.call(tokens.volunteer, 'GET', '/users');
    assert.equal(status, 200);
    assert.equal(body.data.count, 6);
    assert.equal(body.data.teams, null);
    const names = body.data.users.map((user: { firstname: string }) => user.firstname);
    assert.deepEqual(names, ['admin', 'leader', 'manager', 'newcomer', 'superadmin', 'volunteer']);
  });

  it('lists page by page with the number of all, and in reverse order', async () => {
    const { tokens } = space;
    const page = await service.call(tokens.admin, 'GET', '/users?limit=2&offset=1&sort=false');
    assert.equal(page.body.data.count, 6);
    assert.deepEqual(
      page.body.data.users.map((user: { firstname: string }) => user.firstname),
      ['superadmin', 'newcomer']
    );
    for (const query of ['limit=0', 'limit=x', 'offset=-1', 'sort=perhaps', 'limit=1&limit=2']) {
      const refused = await service.call(tokens.admin, 'GET', `/users?${query}`);
      assert.equal(refused.status, 422, query);
      assert.equal(refused.body.code, 'invalid');
    }
  });

  it('sorts accents with their letters', async () => {
    const own = await service.createSpace();
    const rename = (name: 'admin' | 'manager' | 'leader', surname: string) =>
      service.call(own.tokens[name], 'PATCH', `/users/${own.userIds[name]}`, {
        body: { data: { mail: `${name}.${own.groupId}@example.org`, surname } },
      });
    await rename('admin', 'Élan');
    await rename('manager', 'eagle');
    await rename('leader', 'Zoo');
    const { body } = await service.call(own.tokens.admin, 'GET', '/users');
    const names = body.data.users.map((user: { surname: string }) => user.surname);
    assert.deepEqual([names[0], names[1], names.at(-1)], ['eagle', 'Élan', 'Zoo']);
  });

  it('returns one user under User, and 404 for a user of another space', async () => {
    const { tokens, userIds } = space;
    const one = await service.call(tokens.volunteer, 'GET', `/users/${userIds.leader}`);
    assert.equal(one.body.data.User.id, userIds.leader);
    assert.equal(one.body.data.User.role_data.type, 'user');
    assert.equal((await service.call(tokens.admin, 'GET', `/users/${other.userIds.leader}`)).status, 404);
    assert.equal((await service.call(tokens.admin, 'GET', '/users/99999999')).status, 404);
    assert.equal((await service.call(tokens.admin, 'GET', '/users/abc')).status, 422);
  });

  it('shows the address of a user only to that user and to managers', async () => {
    const { tokens, userIds } = space;
    const seen = async (token: string) =>
      (await service.call(token, 'GET', `/users/${userIds.leader}`)).body.data.User.address !== undefined;
    assert.equal(await seen(tokens.leader), true);
    assert.equal(await seen(tokens.manager), true);
    assert.equal(await seen(tokens.volunteer), false);
  });

  it('lets only the home space manage the profile of an invited user: managers here neither see the address nor change it', async () => {
    const [home, here] = [await service.createSpace(), await service.createSpace()];
    const mail = `leader.${home.groupId}@example.org`;
    await service.call(here.tokens.manager, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
    });
    const url = `/users/${home.userIds.leader}`;
    const seen = async (token: string) => (await service.call(token, 'GET', url)).body.data.User;
    const guest = await seen(here.tokens.superadmin);
    assert.equal(guest.mail, mail);
    assert.deepEqual([guest.address, guest.birthdate], [undefined, undefined]);
    assert.notEqual((await seen(home.tokens.manager)).address, undefined);
    const edit = (token: string) =>
      service.call(token, 'PATCH', url, { body: { data: { mail, surname: 'Renamed' } } });
    assert.equal((await edit(here.tokens.superadmin)).status, 403);
    assert.equal((await edit(home.tokens.manager)).status, 200);
  });

  it('updates only the fields that are given, and needs a valid mail', async () => {
    const { tokens, userIds, groupId } = space;
    const url = `/users/${userIds.volunteer}`;
    const mail = `volunteer.${groupId}@example.org`;
    const before = (await service.call(tokens.volunteer, 'GET', url)).body.data.User;
    const done = await service.call(tokens.volunteer, 'PATCH', url, {
      body: { data: { mail, city: 'Lyon' } },
    });
    assert.equal(done.status, 200);
    assert.equal(typeof done.body.data, 'string');
    const after = (await service.call(tokens.volunteer, 'GET', url)).body.data.User;
    assert.deepEqual({ ...after, updated_at: '' }, { ...before, city: 'Lyon', updated_at: '' });
    for (const data of [{ city: 'Paris' }, { mail: 'nobody', city: 'Paris' }]) {
      const refused = await service.call(tokens.volunteer, 'PATCH', url, { body: { data } });
      assert.equal(refused.status, 422);
      assert.equal(refused.body.errors[0].location, 'body/data/mail');
    }
    assert.equal((await service.call(tokens.volunteer, 'GET', url)).body.data.User.city, 'Lyon');
  });

  it('lets users edit themselves and managers edit others, but not users with a higher role', async () => {
    const { tokens, userIds, groupId } = space;
    const edit = async (by: keyof typeof tokens, whom: keyof typeof tokens) =>
      (
        await service.call(tokens[by], 'PATCH', `/users/${userIds[whom]}`, {
          body: { data: { mail: `${whom}.${groupId}@example.org`, city: 'Nantes' } },
        })
      ).status;
    assert.equal(await edit('volunteer', 'leader'), 403);
    assert.equal(await edit('manager', 'volunteer'), 200);
    assert.equal(await edit('manager', 'admin'), 403);
    assert.equal(await edit('admin', 'superadmin'), 403);
    assert.equal(await edit('superadmin', 'admin'), 200);
  });

  it('lets only the user and their home space propose a sign-in address', async () => {
    const [one, two] = [await service.createSpace(), await service.createSpace()];
    const mail = `volunteer.${one.groupId}@example.org`;
    const invited = await service.call(two.tokens.admin, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
    });
    assert.equal(invited.body.data.invitations.user_id, one.userIds.volunteer);
    const url = `/users/${one.userIds.volunteer}`;
    const taken = await service.call(two.tokens.admin, 'PATCH', url, {
      body: { data: { mail: 'mine@example.org' } },
    });
    assert.equal(taken.status, 403);
    const own = await service.call(one.tokens.volunteer, 'PATCH', url, {
      body: { data: { mail: `new.${mail}` } },
    });
    assert.equal(own.status, 200);
  });

  it('changes selected_group_id only with UpdateToken, in any of its three places', async () => {
    const [one, two] = [await service.createSpace(), await service.createSpace()];
    const mail = `volunteer.${one.groupId}@example.org`;
    await service.call(two.tokens.admin, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
    });
    const token = one.tokens.volunteer;
    const url = `/users/${one.userIds.volunteer}`;
    const select = (selected: number[], place: 'none' | 'beside' | 'inside' | 'query') =>
      service.call(token, 'PATCH', place === 'query' ? `${url}?UpdateToken=true` : url, {
        body: {
          ...(place === 'beside' ? { UpdateToken: true } : {}),
          data: {
            mail,
            city: 'Rennes',
            selected_group_id: selected,
            ...(place === 'inside' ? { UpdateToken: true } : {}),
          },
        },
      });
    const spaceNow = async () => (await service.call(token, 'GET', '/me')).body.data.User.group_id;

    const refused = await select([two.groupId], 'none');
    assert.equal(refused.status, 422);
    assert.equal(refused.body.code, 'update_token_required');
    const unchanged = (await service.call(token, 'GET', url)).body.data.User;
    assert.deepEqual([unchanged.selected_group_id, unchanged.city === 'Rennes'], [[one.groupId], false]);

    for (const place of ['beside', 'inside', 'query'] as const) {
      assert.equal((await select([two.groupId, one.groupId], place)).status, 200, place);
      assert.equal(await spaceNow(), two.groupId);
      assert.equal((await select([one.groupId], place)).status, 200, place);
      assert.equal(await spaceNow(), one.groupId);
    }
    const foreign = await select([other.groupId], 'beside');
    assert.equal(foreign.body.errors[0].location, 'body/data/selected_group_id/0');
    assert.equal(await spaceNow(), one.groupId);
  });

  it('returns the caller and their spaces', async () => {
    const { body } = await service.call(space.tokens.leader, 'GET', '/me');
    assert.equal(body.data.User.id, space.userIds.leader);
    assert.deepEqual(
      body.data.spaces.map((each: { id: number; role_data: { type: string } }) => [
        each.id,
        each.role_data.type,
      ]),
      [[space.groupId, 'user']]
    );
  });

  it('limits a pinned token to its space', async () => {
    const [one, two] = [await service.createSpace(), await service.createSpace()];
    await service.call(two.tokens.admin, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: `leader.${one.groupId}@example.org` }] } },
    });
    const pinned = await service.createTokenFor(one.userIds.leader, two.groupId);
    const { body } = await service.call(pinned, 'GET', '/me');
    assert.equal(body.data.User.group_id, two.groupId);
    assert.deepEqual(
      body.data.spaces.map((each: { id: number }) => each.id),
      [two.groupId]
    );
  });
});

describe('roles', () => {
  let service: TestService;
  before(async () => (service = await startTestService()));
  after(() => service.close());

  it('are changed by admins, within the space, never above their own', async () => {
    const space = await service.createSpace();
    const other = await service.createSpace();
    const { tokens, userIds, roles } = space;
    const change = async (by: keyof typeof tokens, userId: number, roleId: number) =>
      (
        await service.call(tokens[by], 'PATCH', '/users/role', {
          body: { data: { user_id: userId, role_id: roleId } },
        })
      ).status;
    assert.equal(await change('manager', userIds.volunteer, roles.manager), 403);
    assert.equal(await change('admin', userIds.volunteer, roles.superadmin), 403);
    assert.equal(await change('admin', userIds.superadmin, roles.user), 403);
    assert.equal(await change('admin', other.userIds.volunteer, roles.user), 422);
    assert.equal(await change('admin', userIds.volunteer, other.roles.user), 422);
    assert.equal(await change('admin', userIds.volunteer, roles.manager), 200);
    const { body } = await service.call(tokens.volunteer, 'GET', `/users/${userIds.volunteer}`);
    assert.equal(body.data.User.role_data.id, roles.manager);
    const missing = await service.call(tokens.admin, 'PATCH', '/users/role', {
      body: { data: { user_id: 1 } },
    });
    assert.equal(missing.body.errors[0].location, 'body/data/role_id');
  });

  it('take effect with the next request', async () => {
    const { tokens, userIds, roles } = await service.createSpace();
    const create = async () =>
      (await service.call(tokens.volunteer, 'POST', '/teams', { body: { data: { team: { name: 'Mine' } } } }))
        .status;
    const become = (roleId: number) =>
      service.call(tokens.admin, 'PATCH', '/users/role', {
        body: { data: { user_id: userIds.volunteer, role_id: roleId } },
      });
    assert.equal(await create(), 403);
    await become(roles.manager);
    assert.equal(await create(), 200);
    await become(roles.user);
    assert.equal(await create(), 403);
  });

  it('are listed in order', async () => {
    const { tokens } = await service.createSpace();
    const { body } = await service.call(tokens.volunteer, 'GET', '/roles');
    assert.deepEqual(
      body.data.roles.map((role: { type: string }) => role.type),
      ['superadmin', 'admin', 'manager', 'user']
    );
  });
});

describe('invitations', () => {
  let service: TestService;
  before(async () => (service = await startTestService()));
  after(() => service.close());

  const invite = (token: string, invitations: unknown[]) =>
    service.call(token, 'POST', '/users/invitation', { body: { data: { invitations } } });

  it('add a registered person to the space, and invite any other address with the role user', async () => {
    const [one, two] = [await service.createSpace(), await service.createSpace()];
    const registered = await invite(two.tokens.manager, [{ email: `newcomer.${one.groupId}@example.org` }]);
    assert.equal(registered.body.data.invitations.user_id, one.userIds.newcomer);
    assert.equal(registered.body.data.invitations.role_id, two.roles.user);
    const users = (await service.call(two.tokens.manager, 'GET', '/users')).body.data;
    assert.ok(users.users.some((user: { id: number }) => user.id === one.userIds.newcomer));

    const stranger = await invite(two.tokens.manager, [
      { email: 'stranger@example.org', role_id: two.roles.manager },
    ]);
    assert.equal(stranger.body.data.invitations.user_id, undefined);
    assert.equal(stranger.body.data.invitations.role.id, two.roles.manager);
    assert.equal((await service.call(two.tokens.manager, 'GET', '/users')).body.data.count, users.count);
  });

  it('return one object for one and an array for several', async () => {
    const { tokens } = await service.createSpace();
    const several = await invite(tokens.manager, [{ email: 'a@example.org' }, { email: 'b@example.org' }]);
    assert.deepEqual(
      several.body.data.invitations.map((each: { email: string }) => each.email),
      ['a@example.org', 'b@example.org']
    );
    assert.equal(
      (await invite(tokens.manager, [{ email: 'c@example.org' }])).body.data.invitations.email,
      'c@example.org'
    );
  });

  it('of an invited address send the same invitation again', async () => {
    const { tokens } = await service.createSpace();
    const first = await invite(tokens.manager, [{ email: 'again@example.org' }]);
    const second = await invite(tokens.manager, [{ email: 'AGAIN@example.org' }]);
    assert.equal(second.body.data.invitations.id, first.body.data.invitations.id);
    const twice = await invite(tokens.manager, [{ email: 'x@example.org' }, { email: 'X@example.org' }]);
    assert.equal(twice.status, 200);
  });

  it('add nobody for an address that a person only proposed for their profile', async () => {
    const [one, two] = [await service.createSpace(), await service.createSpace()];
    const treasurer = `treasurer.${two.groupId}@example.org`;
    const written = await service.call(one.tokens.volunteer, 'PATCH', `/users/${one.userIds.volunteer}`, {
      body: { data: { mail: treasurer } },
    });
    assert.equal(written.status, 200);
    const invited = await invite(two.tokens.admin, [{ email: treasurer, role_id: two.roles.admin }]);
    assert.equal(invited.body.data.invitations.user_id, undefined);
    const me = await service.call(one.tokens.volunteer, 'GET', '/me');
    assert.deepEqual(
      me.body.data.spaces.map(({ id }: { id: number }) => id),
      [one.groupId]
    );
  });

  it('keep the role of a member of the space', async () => {
    const { tokens, groupId, userIds, roles } = await service.createSpace();
    await invite(tokens.admin, [{ email: `manager.${groupId}@example.org`, role_id: roles.user }]);
    const { body } = await service.call(tokens.admin, 'GET', `/users/${userIds.manager}`);
    assert.equal(body.data.User.role_data.type, 'manager');
  });

  it('require a manager, and roles of this space that are not above their own', async () => {
    const { tokens, roles } = await service.createSpace();
    const other = await service.createSpace();
    assert.equal((await invite(tokens.leader, [{ email: 'n@example.org' }])).status, 403);
    assert.equal(
      (await invite(tokens.manager, [{ email: 'n@example.org', role_id: roles.admin }])).status,
      403
    );
    const foreign = await invite(tokens.manager, [
      { email: 'ok@example.org' },
      { email: 'n@example.org', role_id: other.roles.user },
    ]);
    assert.equal(foreign.body.errors[0].location, 'body/data/invitations/1/role_id');
    const wrong = await invite(tokens.manager, [{ email: 'ok2@example.org' }, { email: 'no address' }]);
    assert.equal(wrong.status, 422);
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query("SELECT 1 FROM invitations WHERE email LIKE 'ok%'")
    );
    assert.equal(rows.length, 0);
  });
});
