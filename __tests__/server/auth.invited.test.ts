import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  Browser,
  type Tokens,
  asTokens,
  startSignIn,
  exchangeCode,
  followToApp,
  enterMail,
  problemOf,
  readMails,
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

const mailOf = (name: string) => `${name}.${space.groupId}@example.org`;
const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);

describe('an invited address', () => {
  async function invite(mail: string): Promise<void> {
    const body = { data: { invitations: [{ email: mail, role_id: space.roles.manager }] } };
    const response = await service.call(space.tokens.admin, 'POST', '/users/invitation', { body });
    assert.equal(response.status, 200);
  }

  it('gets a mail with the address of the service, joins the space with the invited role, and enters a name', async () => {
    const mail = `invited${space.groupId}@example.org`;
    await invite(mail);
    const started = await startSignIn(origin);
    await enterMail(started, mail);
    await waitForCode(service.config.dataDir, mail, 2);
    const letters = (await readMails(service.config.dataDir)).filter(({ to }) => to === mail);
    assert.match(letters[0]?.text ?? '', /vous invite à rejoindre/, 'in the language of the inviter');
    const link = new URL(/https?:\S+/.exec(letters[0]?.text ?? '')?.[0] ?? '');
    const encoded = ['utf8', 'base64', 'base64url', 'hex'].map((encoding) =>
      Buffer.from(mail).toString(encoding as 'utf8')
    );
    for (const text of encoded) assert.ok(!link.href.includes(text), 'a proxy logs addresses of pages');
    const browser = new Browser(origin);
    const opened = await browser.send(link.pathname);
    assert.deepEqual([opened.status, opened.headers.get('location')], [302, '/']);
    assert.doesNotMatch(
      opened.headers.getSetCookie().join(),
      /Secure/,
      'the address of this service is http'
    );
    const publicUrl = 'https://doorstep.example.org';
    const secure = await startTestService({ publicUrl, connectionString: service.connectionString });
    const hint = await new Browser(await secure.listen()).send(link.pathname);
    await secure.close();
    assert.match(
      hint.headers.getSetCookie().join(),
      /^doorstep_mail=\w+; .*; HttpOnly; SameSite=Lax; Secure$/
    );
    const { page } = await startSignIn(origin, { browser });
    assert.match((await browser.send(page)).text, new RegExp(`value="${mail}"`), 'nobody types the address');
    const [, token = ''] = /([^/]+)$/.exec(link.pathname) ?? [];
    const others = [`${link.pathname}x`, link.pathname.replace(token, `${space.groupId}-1.`)];
    for (const path of others) {
      const { headers } = await new Browser(origin).send(path);
      assert.deepEqual([headers.get('location'), headers.getSetCookie()], ['/', []], 'not a link of ours');
    }

    const requested = await submit(started, 'code', { code: letters[1]?.code ?? '' });
    assert.equal(requested.status, 200);
    assert.match(requested.text, /name="firstname"/);
    const empty = await submit(started, 'name', { firstname: ' ', surname: 'Néry' });
    assert.equal(empty.status, 422);
    assert.match(problemOf(empty.text), /first name/);
    const back = await followToApp(
      started,
      await submit(started, 'name', { firstname: 'Élise', surname: 'Néry' })
    );
    const tokens: Tokens = asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
    const me = await service.call(tokens.access_token, 'GET', '/me');
    assert.equal(me.body.data.User.firstname, 'Élise');
    assert.equal(me.body.data.User.role_data.id, space.roles.manager);
    assert.equal(me.body.data.User.group_id, space.groupId);
    const people = await service.call(space.tokens.admin, 'GET', '/users');
    assert.ok(people.body.data.users.some((user: { mail: string }) => user.mail === mail));
  });

  it('joins every space that invited it; the first that they open is their home', async () => {
    const mail = `twice${space.groupId}@example.org`;
    const other = await service.createSpace();
    await invite(mail);
    const body = { data: { invitations: [{ email: mail }] } };
    await service.call(other.tokens.admin, 'POST', '/users/invitation', { body });
    await sqlRun(`UPDATE invitations SET email = upper(email) WHERE email = $1 AND group_id = $2`, [
      mail,
      other.groupId,
    ]);
    const started = await startSignIn(origin);
    await enterMail(started, mail);
    const code = await waitForCode(service.config.dataDir, mail, 3);
    await submit(started, 'code', { code });
    const back = await followToApp(
      started,
      await submit(started, 'name', { firstname: 'Ida', surname: 'Two' })
    );
    const tokens = asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
    const { rows } = await sqlRun('UPDATE users SET phone = $2 WHERE mail = $1 RETURNING id', [mail, '0611']);
    const exported = () => service.call(space.tokens.admin, 'GET', `/users/${rows[0]?.id}/data`);
    assert.equal(JSON.parse((await exported()).body.data.text).user.phone, undefined);
    const signIns = async () => {
      const { body } = await service.call(other.tokens.admin, 'GET', '/v1/audit?kind=sign_in');
      return body.data.entries.filter(
        ({ subject }: { subject?: { id: number } }) => subject?.id === Number(rows[0]?.id)
      );
    };
    assert.deepEqual(await signIns(), []);
    const headers = { 'doorstep-space': String(other.groupId) };
    const me = await service.call(tokens.access_token, 'GET', '/me', { headers });
    // The space that invited first has no power over a person who opened another one.
    assert.equal(me.body.data.User.group_id, other.groupId);
    assert.equal((await service.call(tokens.access_token, 'GET', '/me')).status, 200);
    assert.equal(JSON.parse((await exported()).body.data.text).user.phone, undefined);
    assert.deepEqual(
      me.body.data.spaces.map(({ id }: { id: number }) => id).sort(),
      [space.groupId, other.groupId].sort()
    );
  });

  it('cannot change the name of a person who has one', async () => {
    const started = await startSignIn(origin);
    await enterMail(started, mailOf('newcomer'));
    await waitForCode(service.config.dataDir, mailOf('newcomer'));
    await submit(started, 'name', { firstname: 'Another', surname: 'Name' });
    const { rows } = await sqlRun('SELECT firstname FROM users WHERE mail = $1', [mailOf('newcomer')]);
    assert.equal(rows[0]?.firstname, 'newcomer');
  });
});
