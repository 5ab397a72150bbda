import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

import { resetSecondFactor } from '../../server/cli/second-factor';
import { Authenticator, codesOn } from './authenticator';
import { type PersonName, type TestService, type TestSpace, runSql, startTestService } from './harness';
import { createAction } from './visitSamples';
import {
  Browser,
  type PageResponse,
  type Tokens,
  asTokens,
  enterMail,
  exchangeCode,
  followToApp,
  problemOf,
  type Letter,
  readMails,
  signIn,
  startSignIn,
  submit,
  waitForCode,
} from './signIn';

let service: TestService;
let origin: string;
let dataDir: string;

before(async () => {
  service = await startTestService();
  ({ dataDir } = service.config);
  origin = await service.listen();
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const mailOf = (space: TestSpace, name: PersonName) => `${name}.${space.groupId}@example.org`;
const lettersTo = async (mail: string) => (await readMails(dataDir)).filter(({ to }) => to === mail).length;

async function untilLetters(mail: string, count: number): Promise<void> {
  while ((await lettersTo(mail)) < count) await sleep(25);
}

const get = async (token: string) => (await service.call(token, 'GET', '/oidc/second-factor')).body.data;
const giveRole = (token: string, { userIds, roles }: TestSpace) =>
  service.call(token, 'PATCH', '/users/role', {
    body: { data: { user_id: userIds.volunteer, role_id: roles.manager } },
  });

/** Opens the page of the factor, as the app does. */
async function openPage(token: string): Promise<(form?: Record<string, string>) => Promise<PageResponse>> {
  const { pathname } = new URL((await get(token)).url);
  const browser = new Browser(origin);
  return (form) => browser.send(pathname, form);
}

type Enrolled = { tokens: Tokens; app: Authenticator; codes: string[] };

/** Signs in and turns the factor on. */
async function enrol(space: TestSpace, name: PersonName): Promise<Enrolled> {
  const mail = mailOf(space, name);
  const tokens = await signIn(origin, dataDir, mail);
  const page = await openPage(tokens.access_token);
  const earlier = await lettersTo(mail);
  const asked = await page({ step: 'send' });
  // The person is signed in: no "if there is an account", and nothing to sign in to.
  assert.match(asked.text, /We have sent .* a code of six digits/s);
  assert.doesNotMatch(asked.text, />Sign in</);
  const code = await waitForCode(dataDir, mail, earlier + 1);
  const setUp = await page({ step: 'mail-code', code });
  assert.equal(setUp.status, 200, setUp.text);
  const app = new Authenticator(service.connectionString, space.userIds[name], setUp);
  const saved = await page({ step: 'turn-on', code: app.first });
  assert.equal(saved.status, 200, problemOf(saved.text));
  return { tokens, app, codes: codesOn(saved) };
}

/** Enters the mailed code, and returns the page that follows. */
async function upToFactor(mail: string) {
  const started = await startSignIn(origin);
  const earlier = await lettersTo(mail);
  await enterMail(started, mail);
  const code = await waitForCode(dataDir, mail, earlier + 1);
  return { started, page: await submit(started, 'code', { code }) };
}

describe('the second factor', () => {
  it('is set up with a mailed code and a code of the app; the token of a device alone is not enough', async () => {
    const space = await service.createSpace();
    const mail = mailOf(space, 'manager');
    const { access_token: token } = await signIn(origin, dataDir, mail);
    assert.deepEqual(
      { ...(await get(token)), url: undefined },
      { is_on: false, is_required: false, recovery_codes_left: 0, url: undefined }
    );
    const page = await openPage(token);
    assert.match((await page()).text, /Send me a code/);
    // The steps cannot be skipped.
    assert.match((await page({ step: 'turn-on', code: '123456' })).text, /Send me a code/);
    for (const step of ['turn-off', 'new-codes']) assert.match((await page({ step })).text, /Send me a code/);

    const { codes } = await enrol(space, 'manager');
    assert.equal(codes.length, 10);
    assert.deepEqual(
      { ...(await get(token)), url: undefined },
      { is_on: true, is_required: false, recovery_codes_left: 10, url: undefined }
    );
    const { rows } = await sqlRun('SELECT two_factor_enable FROM users WHERE id = $1', [
      space.userIds.manager,
    ]);
    assert.deepEqual(rows, [{ two_factor_enable: true }]);
    const isAboutFactor = ({ to, text }: Letter) => to === mail && /second step/.test(text);
    while (!(await readMails(dataDir)).some(isAboutFactor)) await sleep(25);
    assert.equal((await readMails(dataDir)).filter(isAboutFactor).length, 1);
  });

  it('is stored encrypted, its recovery codes as hashes, and no request can read or change it', async () => {
    const space = await service.createSpace();
    const { app, codes } = await enrol(space, 'admin');
    const stored = await sqlRun('SELECT secret FROM second_factors WHERE user_id = $1', [
      space.userIds.admin,
    ]);
    const { length } = stored.rows[0]?.secret as Buffer;
    assert.equal(length, 12 + 16 + 20);
    assert.notEqual(
      new TOTP({
        secret: new Secret({ buffer: new Uint8Array(stored.rows[0]?.secret).buffer.slice(28) }),
      }).generate(),
      app.current()
    );
    const hashes = await sqlRun("SELECT encode(code_hash, 'escape') AS hash FROM recovery_codes");
    assert.ok(!hashes.rows.some(({ hash }) => codes.some((code) => String(hash).includes(code))));
    const asRequest = `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId};`;
    for (const table of ['second_factors', 'recovery_codes'])
      await assert.rejects(sqlRun(`${asRequest} SELECT FROM ${table}`), /permission denied/);
    await assert.rejects(
      sqlRun(`${asRequest} UPDATE users SET two_factor_enable = false`),
      /permission denied/
    );
    await sqlRun('UPDATE users SET two_factor_enable = true WHERE id = $1', [space.userIds.leader]);
    const { rows } = await sqlRun('SELECT id FROM users WHERE two_factor_enable AND group_id = $1', [
      space.groupId,
    ]);
    assert.deepEqual(
      rows.map(({ id }) => Number(id)),
      [space.userIds.admin]
    );
  });

  it('of others is known to managers only', async () => {
    const space = await service.createSpace();
    const { groupId, userIds } = space;
    await sqlRun('INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, $2, 0)', [
      userIds.manager,
      Buffer.alloc(48),
    ]);
    const actionId = await createAction(service, space);
    await sqlRun('INSERT INTO action_users (group_id, action_id, user_id) VALUES ($1, $2, $3)', [
      groupId,
      actionId,
      userIds.manager,
    ]);
    const seenBy = async (person: 'admin' | 'manager' | 'volunteer') => {
      const { body } = await service.call(space.tokens[person], 'GET', `/actions/${actionId}`);
      return body.data.Action.Users[0].two_factor_enable;
    };
    assert.deepEqual(
      [await seenBy('admin'), await seenBy('manager'), await seenBy('volunteer')],
      [true, true, false]
    );
  });

  it('is asked after the mailed code; each code works once', async () => {
    const space = await service.createSpace();
    const { app, codes } = await enrol(space, 'manager');
    const mail = mailOf(space, 'manager');
    const { started, page } = await upToFactor(mail);
    assert.equal(page.status, 200);
    assert.match(page.text, /authenticator app/);
    // The code of the enrolment was used already.
    const used = await submit(started, 'factor', { code: app.first });
    assert.deepEqual(
      [used.status, problemOf(used.text)],
      [422, 'This code is not right, or it was used already. Wait for the next one.']
    );
    const back = await followToApp(started, await submit(started, 'factor', { code: await app.next() }));
    const tokens = asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
    assert.equal((await service.call(tokens.access_token, 'GET', '/me')).status, 200);

    const second = await upToFactor(mail);
    const typed = ` ${codes[3]?.toLowerCase().replace('-', ' ')}`;
    await followToApp(second.started, await submit(second.started, 'factor', { code: typed }));
    const third = await upToFactor(mail);
    assert.equal((await submit(third.started, 'factor', { code: typed })).status, 422);
    assert.equal((await get(tokens.access_token)).recovery_codes_left, 9);
  });

  it('that was turned on during a sign-in is needed to finish it', async () => {
    const space = await service.createSpace();
    const mail = mailOf(space, 'manager');
    const { started, page } = await upToFactor(mail);
    const next = page.headers.get('location') ?? '';
    await enrol(space, 'manager');
    const denied = await started.browser.send(next);
    assert.match(denied.headers.get('location') ?? denied.text, /access_denied|error/);
  });

  it('is entered again before a change of a role or a mail address, and counts for fifteen minutes', async () => {
    const space = await service.createSpace({ contacts: 1 });
    const { app, tokens } = await enrol(space, 'admin');
    const token = tokens.access_token;
    const longAgo = () =>
      sqlRun(`UPDATE devices SET second_factor_at = now() - interval '16 minutes' WHERE user_id = $1`, [
        space.userIds.admin,
      ]);
    await longAgo();
    const changeMail = () =>
      service.call(token, 'PATCH', `/users/${space.userIds.volunteer}`, {
        body: { data: { mail: 'other@example.org' } },
      });
    const send = (method: 'DELETE' | 'PATCH' | 'POST', path: string, data?: object) => () =>
      service.call(token, method, path, data === undefined ? {} : { body: { data } });
    const invitations = [{ email: 'new@example.org', role_id: space.roles.manager }];
    const others = [
      send('POST', '/users/invitation', { invitations }),
      send('POST', '/v1/tokens', { name: 'script', rights: ['read'], days: 7 }),
      send('PATCH', '/v1/space', { second_factor_required: true }),
      send('DELETE', `/users/${space.userIds.manager}/second-factor`),
      send('DELETE', `/users/${space.userIds.newcomer}/data`),
      send('DELETE', `/v1/contacts/${space.contactIds[0]}/data`),
    ];
    for (const change of [() => giveRole(token, space), changeMail, ...others]) {
      const { status, body } = await change();
      assert.deepEqual([status, body.code], [403, 'second_factor_needed']);
    }
    // A change that takes no account over needs no factor.
    const profile = { mail: mailOf(space, 'volunteer'), city: 'Lyon' };
    assert.equal(
      (await service.call(token, 'PATCH', `/users/${space.userIds.volunteer}`, { body: { data: profile } }))
        .status,
      200
    );

    const page = await openPage(token);
    assert.match((await page()).text, /authenticator app/);
    for (const step of ['turn-off', 'new-codes'])
      assert.match((await page({ step })).text, /authenticator app/, step);
    assert.match(
      (await page({ step: 'factor', code: await app.next() })).text,
      /Your second step is confirmed/
    );
    assert.equal((await giveRole(token, space)).status, 200);
    assert.equal((await changeMail()).status, 200);
    for (const change of others) assert.equal((await change()).status, 200);
    await longAgo();
    assert.equal((await giveRole(token, space)).status, 403);
    // A token for scripts has no device on which it could be entered.
    assert.equal((await giveRole(space.tokens.admin, space)).status, 403);
  });

  it('is reset by an admin of the home space, and by the command for the last one', async () => {
    const space = await service.createSpace();
    const other = await service.createSpace();
    await enrol(space, 'manager');
    await sqlRun('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
      other.groupId,
      space.userIds.manager,
      other.roles.user,
    ]);
    const reset = (token: string, id = space.userIds.manager) =>
      service.call(token, 'DELETE', `/users/${id}/second-factor`);
    const isOn = async () =>
      (await sqlRun('SELECT two_factor_enable AS on FROM users WHERE id = $1', [space.userIds.manager]))
        .rows[0]?.on;
    assert.equal((await reset(space.tokens.manager)).status, 403);
    assert.equal((await reset(other.tokens.superadmin)).status, 403);
    assert.equal(await isOn(), true);
    const earlier = await lettersTo(mailOf(space, 'manager'));
    assert.equal((await reset(space.tokens.admin)).status, 200);
    assert.equal(await isOn(), false);
    await untilLetters(mailOf(space, 'manager'), earlier + 1);
    await signIn(origin, dataDir, mailOf(space, 'manager'));

    await enrol(space, 'superadmin');
    assert.equal((await reset(space.tokens.superadmin, space.userIds.superadmin)).status, 403);
    process.env.DATABASE_URL = service.connectionString;
    const mail = mailOf(space, 'superadmin');
    const told = await lettersTo(mail);
    assert.match(await resetSecondFactor(['--mail', mail]), /is off/);
    assert.match(await resetSecondFactor(['--mail', mail]), /has no second factor/);
    await assert.rejects(resetSecondFactor(['--mail', 'nobody@example.org']), /Nobody signs in with/);
    await untilLetters(mail, told + 1);
    await signIn(origin, dataDir, mail);
  });

  it('is in the audit log: on, recovery codes, a wrong one, one used, off, and a reset by somebody else', async () => {
    const space = await service.createSpace();
    const other = await service.createSpace();
    await sqlRun('INSERT INTO space_users (group_id, user_id, role_id) VALUES ($1, $2, $3)', [
      other.groupId,
      space.userIds.manager,
      other.roles.user,
    ]);
    const { tokens, codes } = await enrol(space, 'manager');
    const { started } = await upToFactor(mailOf(space, 'manager'));
    await submit(started, 'factor', { code: 'no code' });
    await submit(started, 'factor', { code: codes[0] ?? '' });
    const page = await openPage(tokens.access_token);
    await page({ step: 'factor', code: 'AAAAA-AAAAA' });
    assert.match((await page({ step: 'turn-off' })).text, /Your second step is off/);
    // The next mail has to be the code.
    while ((await sqlRun(`SELECT 1 FROM mails WHERE status = 'queued'`)).rows.length > 0) await sleep(25);
    await enrol(space, 'manager');
    const { status } = await service.call(
      space.tokens.admin,
      'DELETE',
      `/users/${space.userIds.manager}/second-factor`
    );
    assert.equal(status, 200);
    const logOf = async ({ tokens: { admin } }: TestSpace) => {
      const query = `/v1/audit?kind=sign_in&person=${space.userIds.manager}&limit=100`;
      const { entries } = (await service.call(admin, 'GET', query)).body.data;
      return (entries as { event: string; actor?: { id: number } }[])
        .filter(({ event }) => /^(factor|recovery|wrong_factor)/.test(event))
        .map(({ event, actor }) => `${event} ${actor?.id === space.userIds.manager ? 'self' : 'other'}`)
        .reverse();
    };
    const expected = [
      'factor_on self',
      'recovery_codes_made self',
      'wrong_factor other',
      'recovery_code_used self',
      'wrong_factor other',
      'factor_off self',
      'factor_on self',
      'recovery_codes_made self',
      'factor_reset other',
    ];
    assert.deepEqual(await logOf(space), expected);
    assert.deepEqual(await logOf(other), expected, 'the factor protects every space of the person');
  });

  it('cannot be guessed: after ten wrong codes even the right one waits', async () => {
    const space = await service.createSpace();
    const { app } = await enrol(space, 'manager');
    const { started } = await upToFactor(mailOf(space, 'manager'));
    for (let guess = 0; guess < 10; guess += 1)
      assert.equal((await submit(started, 'factor', { code: 'AAAAA-AAAAA' })).status, 422);
    const refused = await submit(started, 'factor', { code: await app.next() });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });

  it('can be required by an admin: managers then set it up when they sign in', async () => {
    const space = await service.createSpace();
    const { tokens } = await enrol(space, 'admin');
    const before = await signIn(origin, dataDir, mailOf(space, 'superadmin'));
    const require = (token: string, second_factor_required: boolean) =>
      service.call(token, 'PATCH', '/v1/space', { body: { data: { second_factor_required } } });
    // An admin without a factor cannot require it of others.
    assert.equal((await require(space.tokens.superadmin, true)).body.code, 'second_factor_needed');
    assert.equal((await require(space.tokens.admin, true)).body.code, 'second_factor_needed');
    assert.equal((await require(tokens.access_token, true)).body.data.second_factor_required, true);

    // Who is signed in already works on, and needs it for changes that could take an account over.
    assert.equal((await get(before.access_token)).is_required, true);
    assert.equal((await service.call(before.access_token, 'GET', '/me')).status, 200);
    assert.equal((await giveRole(before.access_token, space)).body.code, 'second_factor_needed');
    // Volunteers are not affected.
    await signIn(origin, dataDir, mailOf(space, 'volunteer'));

    const { started, page: setUp } = await upToFactor(mailOf(space, 'manager'));
    assert.match(setUp.text, /Your space requires a second step/);
    assert.equal((await submit(started, 'turn-on', { code: '000000' })).status, 422);
    assert.match((await submit(started, 'saved')).text, /Your space requires a second step/);
    const app = new Authenticator(service.connectionString, space.userIds.manager, setUp);
    const saved = await submit(started, 'turn-on', { code: app.current() });
    assert.equal(codesOn(saved).length, 10);
    const back = await followToApp(started, await submit(started, 'saved'));
    const own = asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
    assert.equal((await get(own.access_token)).is_on, true);
    assert.equal((await require(before.access_token, false)).body.code, 'second_factor_needed');
    assert.equal((await require(tokens.access_token, false)).status, 200);
    await signIn(origin, dataDir, mailOf(space, 'superadmin'));
  });
});
