import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { enterMail, readMails, startSignIn, submit, waitForCode } from './signIn';
import { refusal, startSmtp } from './smtp';

let service: TestService;
let space: TestSpace;
let origin: string;
let names = 0;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  origin = await service.listen();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const newMail = () => `invited${(names += 1)}@example.org`;
const invite = (email: string, more: Record<string, unknown> = {}, token = space.tokens.manager) =>
  service.call(token, 'POST', '/users/invitation', { body: { data: { invitations: [{ email, ...more }] } } });

type Listed = { id: number; email: string; state: string; failure?: string; expires_at: string };
const find = async (email: string): Promise<Listed | undefined> => {
  const { body } = await service.call(space.tokens.admin, 'GET', '/v1/invitations');
  return body.data.invitations.find((one: Listed) => one.email === email);
};
async function untilState(email: string, state: string): Promise<Listed> {
  for (;;) {
    const found = await find(email);
    if (found?.state === state) return found;
    await sleep(50);
  }
}
const countLetters = async (mail: string) =>
  (await readMails(service.config.dataDir)).filter(({ to }) => to === mail).length;

/** Enters an address and returns whether a code is mailed to it. */
async function getsCode(mail: string): Promise<boolean> {
  const started = await startSignIn(origin);
  await enterMail(started, mail);
  const queued = "SELECT 1 FROM mails WHERE recipient = $1 AND created_at > now() - interval '1 minute'";
  return (await sqlRun(`${queued} AND invitation_id IS NULL`, [mail])).rows.length > 0;
}

describe('an invitation', () => {
  it('is listed for every manager with the state of its mail, and is accepted at the first sign-in', async () => {
    const mail = newMail();
    await invite(mail, { team_id: space.teamId });
    const sent = await untilState(mail, 'sent');
    assert.ok(Date.parse(sent.expires_at) - Date.now() > 13 * 86_400_000);
    const earlier = await countLetters(mail);
    const started = await startSignIn(origin);
    await enterMail(started, mail);
    await submit(started, 'code', { code: await waitForCode(service.config.dataDir, mail, earlier + 1) });
    await untilState(mail, 'accepted');
    const team = await service.call(space.tokens.manager, 'GET', `/teams/${space.teamId}`);
    const [person] = (await sqlRun('SELECT id FROM users WHERE mail = $1', [mail])).rows;
    const members = team.body.data.team.users.map(({ id }: { id: number }) => id);
    assert.ok(members.includes(Number(person?.id)), 'joined the team');
  });

  it('of a registered person joins the team immediately', async () => {
    const other = await service.createSpace();
    const mail = `newcomer.${other.groupId}@example.org`;
    assert.equal((await invite(mail, { team_id: space.teamId })).status, 200);
    const team = await service.call(space.tokens.manager, 'GET', `/teams/${space.teamId}`);
    const members = team.body.data.team.users.map(({ id }: { id: number }) => id);
    assert.ok(members.includes(other.userIds.newcomer));
    assert.equal((await find(mail))?.state, 'accepted');
  });

  it('names no team of another space', async () => {
    const other = await service.createSpace();
    assert.equal((await invite(newMail(), { team_id: other.teamId })).status, 422);
  });

  it('expires after 14 days, and is valid again when it is sent again', async () => {
    const mail = newMail();
    await invite(mail);
    await untilState(mail, 'sent');
    await sqlRun("UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = $1", [mail]);
    const expired = await untilState(mail, 'expired');
    assert.equal(await getsCode(mail), false);
    const again = await service.call(space.tokens.manager, 'POST', `/v1/invitations/${expired.id}/send`, {
      body: { data: {} },
    });
    assert.equal(again.status, 200);
    await untilState(mail, 'sent');
    while ((await countLetters(mail)) < 2) await sleep(20);
    assert.equal(await getsCode(mail), true);
  });

  it('is withdrawn: it is not listed, its address cannot sign in, and a later invitation is new', async () => {
    const mail = newMail();
    await invite(mail);
    const { id } = await untilState(mail, 'sent');
    const withdraw = () => service.call(space.tokens.manager, 'DELETE', `/v1/invitations/${id}`);
    assert.equal((await withdraw()).status, 200);
    assert.equal((await withdraw()).status, 404);
    assert.equal(await find(mail), undefined);
    assert.equal(await getsCode(mail), false);
    await invite(mail);
    await untilState(mail, 'sent');
  });

  it('needs another manager once its inviter is demoted, suspended or removed', async () => {
    const { tokens, userIds, roles } = await service.createSpace();
    const call = async (token: string, method: 'POST' | 'PATCH', path: string, data: object) =>
      assert.equal((await service.call(token, method, path, { body: { data } })).status, 200);
    const setRole = (role_id: number) =>
      call(tokens.superadmin, 'PATCH', '/users/role', { user_id: userIds.admin, role_id });
    const listed = async (mail: string) => {
      const { body } = await service.call(tokens.superadmin, 'GET', '/v1/invitations');
      return body.data.invitations.find((one: Listed) => one.email === mail);
    };
    const [admin, manager, removed] = [newMail(), newMail(), newMail()];
    await invite(admin, { role_id: roles.admin }, tokens.admin);
    await invite(manager, { role_id: roles.manager }, tokens.admin);
    await invite(removed, {}, tokens.manager);

    await setRole(roles.manager);
    assert.equal((await listed(admin)).state, 'on_hold');
    assert.equal(await getsCode(admin), false);
    // A manager may still give this role.
    assert.notEqual((await listed(manager)).state, 'on_hold');
    await setRole(roles.user);
    assert.equal((await listed(manager)).state, 'on_hold');
    assert.equal(await getsCode(manager), false);

    for (const state of ['suspended', 'removed']) {
      await call(tokens.superadmin, 'PATCH', `/v1/members/${userIds.manager}`, { state });
      assert.equal((await listed(removed)).state, 'on_hold');
      assert.equal(await getsCode(removed), false);
    }

    const { id } = await listed(removed);
    await call(tokens.superadmin, 'POST', `/v1/invitations/${id}/send`, {});
    assert.notEqual((await listed(removed)).state, 'on_hold');
    assert.equal(await getsCode(removed), true);
    await invite(admin, { role_id: roles.admin }, tokens.superadmin);
    assert.equal(await getsCode(admin), true);
  });

  it('sends five mails a day, whoever asks: nobody floods a stranger', async () => {
    const mail = newMail();
    await invite(mail);
    const id = (await find(mail))?.id;
    const again = () =>
      service.call(space.tokens.admin, 'POST', `/v1/invitations/${id}/send`, { body: { data: {} } });
    for (let sent = 1; sent < 5; sent += 1) assert.equal((await again()).status, 200);
    for (const refused of [await again(), await invite(mail)])
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
    assert.equal((await invite(newMail())).status, 200);
    await sqlRun("UPDATE mails SET created_at = now() - interval '25 hours' WHERE invitation_id = $1", [id]);
    assert.equal((await again()).status, 200);
  });

  it('that is accepted is neither sent again nor withdrawn', async () => {
    const other = await service.createSpace();
    const mail = `leader.${other.groupId}@example.org`;
    await invite(mail);
    const { id } = await untilState(mail, 'accepted');
    const path = `/v1/invitations/${id}`;
    const sent = await service.call(space.tokens.manager, 'POST', `${path}/send`, { body: { data: {} } });
    assert.equal(sent.status, 409);
    assert.equal((await service.call(space.tokens.manager, 'DELETE', path)).status, 404);
  });

  it('is hidden by the database from anybody but managers', async () => {
    const enter = (role: string) =>
      `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId}; SET doorstep.role_type = '${role}';`;
    const count = async (role: string) =>
      (await sqlRun(`${enter(role)} SELECT * FROM invitations`)).rows.length;
    assert.equal(await count('user'), 0);
    assert.ok((await count('manager')) > 0);
  });
});

it('an invitation whose address the mail server refuses is shown as failed, with the reason', async () => {
  const smtp = await startSmtp({ onRecipient: () => refusal(550) });
  const own = await startTestService({ smtpUrl: smtp.url });
  try {
    const { tokens } = await own.createSpace();
    const body = { data: { invitations: [{ email: 'nobody@example.org' }] } };
    await own.call(tokens.manager, 'POST', '/users/invitation', { body });
    for (;;) {
      const { body: listed } = await own.call(tokens.manager, 'GET', '/v1/invitations');
      const [only] = listed.data.invitations as Listed[];
      if (only?.state === 'failed') {
        assert.equal(only.failure, 'refused');
        break;
      }
      await sleep(100);
    }
  } finally {
    await own.close();
    await smtp.stop();
  }
});
