import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { type TestService, type TestSpace, runSql, startTestService, untilLockIsWaitedFor } from './harness';
import {
  type PageResponse,
  type StartedSignIn,
  addPerson,
  asTokens,
  enterMail,
  exchangeCode,
  followToApp,
  refreshTokens,
  signIn,
  startSignIn,
  submit,
  waitForCode,
} from './signIn';

let service: TestService;
let space: TestSpace;
let origin: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const idOf = async (mail: string): Promise<number> =>
  Number((await sqlRun('SELECT id FROM users WHERE mail = $1', [mail])).rows[0]?.id);
const countMails = async (mail: string): Promise<number> =>
  Number((await sqlRun('SELECT count(*) AS sent FROM mails WHERE recipient = $1', [mail])).rows[0]?.sent);
const me = (token: string, groupId?: number) =>
  service.call(token, 'GET', '/me', {
    headers: groupId === undefined ? {} : { 'doorstep-space': String(groupId) },
  });

/** Signs in up to the redirect after the right code, which is not followed. */
async function enterCode(mail: string): Promise<{ started: StartedSignIn; entered: PageResponse }> {
  const earlier = await countMails(mail);
  const started = await startSignIn(origin);
  await enterMail(started, mail);
  const code = await waitForCode(service.config.dataDir, mail, earlier + 1);
  const entered = await submit(started, 'code', { code });
  assert.equal(entered.status, 303);
  return { started, entered };
}

/** Follows the redirects and exchanges the code: the tokens, or null if the sign-in has ended. */
async function finish({ started, entered }: Awaited<ReturnType<typeof enterCode>>) {
  const back = await followToApp(started, entered).catch(() => null);
  const code = back?.searchParams.get('code');
  if (!code) return null;
  const response = await exchangeCode(started, code);
  return response.status === 200 ? asTokens(response) : null;
}

describe('a sign-in in progress', () => {
  it('does not become another person by writing their address into a profile', async () => {
    const attacker = await addPerson(service, space);
    const held = await signIn(origin, service.config.dataDir, attacker);
    const waiting = await enterCode(attacker);
    const id = await idOf(attacker);

    const elsewhere = await service.createSpace();
    const victim = `treasurer.${elsewhere.groupId}@example.org`;
    await service.call(held.access_token, 'PATCH', `/users/${id}`, { body: { data: { mail: victim } } });
    const body = { data: { invitations: [{ email: victim, role_id: elsewhere.roles.admin }] } };
    const invited = await service.call(elsewhere.tokens.superadmin, 'POST', '/users/invitation', { body });
    assert.equal(invited.status, 200);

    // The invited person signs in with their own address.
    const owner = await startSignIn(origin);
    const earlier = await countMails(victim);
    await enterMail(owner, victim);
    const code = await waitForCode(service.config.dataDir, victim, earlier + 1);
    const entered = await submit(owner, 'code', { code });
    const named =
      entered.status === 303
        ? entered
        : await submit(owner, 'name', { firstname: 'Tess', surname: 'Treasurer' });
    const back = await followToApp(owner, named);
    const tokens = asTokens(await exchangeCode(owner, back.searchParams.get('code') ?? ''));
    assert.equal((await me(tokens.access_token, elsewhere.groupId)).body.data.User.role_data.type, 'admin');

    const taken = await finish(waiting);
    for (const token of [taken?.access_token, held.access_token]) {
      if (token === undefined) continue;
      assert.equal((await me(token, elsewhere.groupId)).status, 401);
      assert.notEqual((await me(token)).body.data?.User?.mail, victim);
    }
    assert.notEqual((await me(tokens.access_token)).body.data.User.id, id);
  });
});

/** What an account holds before a change: a device, a token for scripts, and two sign-ins in progress. */
async function holdEverything(mail: string) {
  while ((await sqlRun(`SELECT 1 FROM mails WHERE status = 'queued'`)).rows.length > 0) await sleep(20);
  const device = await signIn(origin, service.config.dataDir, mail);
  const script = await service.createTokenFor(await idOf(mail));
  const waiting = await enterCode(mail);
  const issued = await enterCode(mail);
  const code = (await followToApp(issued.started, issued.entered)).searchParams.get('code') ?? '';
  return { device, script, waiting, started: issued.started, code };
}

type Held = Awaited<ReturnType<typeof holdEverything>>;

async function assertAllEnded({ device, script, waiting, started, code }: Held): Promise<void> {
  assert.equal((await me(device.access_token)).status, 401, 'the access token');
  assert.equal((await refreshTokens(origin, device.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await me(script)).status, 401, 'the token for scripts');
  assert.equal(await finish(waiting), null, 'the sign-in before its redirect');
  const exchanged = await exchangeCode(started, code);
  const token = exchanged.status === 200 ? asTokens(exchanged).access_token : '';
  assert.equal((await me(token)).status, 401, 'the authorization code');
}

describe('everything that was begun earlier', () => {
  it('ends when the mail address changes', async () => {
    const mail = await addPerson(service, space);
    const held = await holdEverything(mail);
    await sqlRun('UPDATE users SET mail = $2 WHERE mail = $1', [mail, `new.${mail}`]);
    await assertAllEnded(held);
    await signIn(origin, service.config.dataDir, `new.${mail}`);
  });

  it('ends when a person is suspended, and stays ended when they come back', async () => {
    const mail = await addPerson(service, space);
    const held = await holdEverything(mail);
    await sqlRun('UPDATE users SET active = false WHERE mail = $1', [mail]);
    await assertAllEnded(held);
    await sqlRun('UPDATE users SET active = true WHERE mail = $1', [mail]);
    await assertAllEnded(held);
  });

  it('ends when a person is removed from their space, and stays ended when they are admitted again', async () => {
    const mail = await addPerson(service, space);
    const held = await holdEverything(mail);
    await sqlRun('SELECT doorstep_remove($1, $2)', [space.groupId, await idOf(mail)]);
    assert.equal((await me(held.device.access_token)).status, 401);
    assert.equal((await refreshTokens(origin, held.device.refresh_token)).body.error, 'invalid_grant');
    const people = await service.call(space.tokens.admin, 'GET', '/users');
    assert.ok(!people.body.data.users.some((user: { mail: string }) => user.mail === mail));
    const body = { data: { invitations: [{ email: mail }] } };
    await service.call(space.tokens.admin, 'POST', '/users/invitation', { body });
    for (const token of [held.device.access_token, held.script]) assert.equal((await me(token)).status, 401);
    const later = await finish(held.waiting);
    assert.equal((await me(later?.access_token ?? '')).status, 401);
    const again = await signIn(origin, service.config.dataDir, mail);
    assert.equal((await me(again.access_token)).status, 200);
  });

  it('ends in a space when the role there changes, and in no other space', async () => {
    const mail = await addPerson(service, space);
    const other = await service.createSpace();
    const body = { data: { invitations: [{ email: mail }] } };
    await service.call(other.tokens.admin, 'POST', '/users/invitation', { body });
    const { device, waiting } = await holdEverything(mail);
    assert.equal((await me(device.access_token, other.groupId)).status, 200);
    const changed = await service.call(other.tokens.admin, 'PATCH', '/users/role', {
      body: { data: { user_id: await idOf(mail), role_id: other.roles.manager } },
    });
    assert.equal(changed.status, 200);
    const later = await finish(waiting);
    for (const token of [device.access_token, later?.access_token ?? '']) {
      assert.equal((await me(token, other.groupId)).status, 401);
      const here = await me(token);
      assert.equal(here.status, 200);
      assert.deepEqual(
        here.body.data.spaces.map(({ id }: { id: number }) => id),
        [space.groupId]
      );
    }
    const renewed = asTokens(await refreshTokens(origin, device.refresh_token));
    assert.equal((await me(renewed.access_token, other.groupId)).status, 401);
    const again = await signIn(origin, service.config.dataDir, mail);
    const there = await me(again.access_token, other.groupId);
    assert.equal(there.body.data.User.role_data.type, 'manager');
  });
});

describe('the last person who can undo a change', () => {
  it('cannot be demoted, also when two demote each other together', async () => {
    const { tokens, userIds, roles, groupId } = await service.createSpace();
    const change = (token: string, userId: number, roleId: number) =>
      service.call(token, 'PATCH', '/users/role', { body: { data: { user_id: userId, role_id: roleId } } });
    const refused = await change(tokens.superadmin, userIds.superadmin, roles.admin);
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_admin']);

    // With a superadmin, the only admin can be demoted, and with another one the superadmin.
    assert.equal((await change(tokens.superadmin, userIds.admin, roles.superadmin)).status, 200);
    const demote = `UPDATE space_users SET role_id = ${roles.user} WHERE group_id = ${groupId} AND user_id = `;
    const first = new pg.Client({ connectionString: service.connectionString });
    await first.connect();
    await first.query(`BEGIN; ${demote} ${userIds.admin}`);
    const second = sqlRun(`${demote} ${userIds.superadmin}`);
    second.catch(() => undefined);
    await untilLockIsWaitedFor(service.connectionString);
    await first.query('COMMIT');
    await first.end();
    await assert.rejects(second, /last admin/);
  });

  it('cannot be demoted in a space that has admins only', async () => {
    const { tokens, userIds, roles, groupId } = await service.createSpace();
    await sqlRun('DELETE FROM space_users WHERE group_id = $1 AND user_id = $2', [
      groupId,
      userIds.superadmin,
    ]);
    const body = { data: { user_id: userIds.admin, role_id: roles.manager } };
    const refused = await service.call(tokens.admin, 'PATCH', '/users/role', { body });
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_admin']);
    await assert.rejects(sqlRun('SELECT doorstep_remove($1, $2)', [groupId, userIds.admin]), /last admin/);
  });
});
