import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { readFeed } from './feedReader';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { Browser, addPerson, asTokens, problemOf, readMails, refreshTokens, signIn } from './signIn';

let service: TestService;
let space: TestSpace;
let browser: Browser;
let origin: string;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
  origin = await service.listen();
  browser = new Browser(origin);
});
after(() => service.close());

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const idOf = async (mail: string): Promise<number> =>
  Number((await sqlRun('SELECT id FROM users WHERE mail = $1', [mail])).rows[0]?.id);
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The last mail to an address, once everything is sent. */
async function lastMail(to: string) {
  while ((await sqlRun(`SELECT 1 FROM mails WHERE status = 'queued'`)).rows.length > 0) await sleep(20);
  return (await readMails(service.config.dataDir)).filter((mail) => mail.to === to).at(-1);
}
const pathIn = (text = '') => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'http://none/').pathname;

const me = (token: string, groupId?: number) =>
  service.call(token, 'GET', '/me', {
    headers: groupId === undefined ? {} : { 'doorstep-space': String(groupId) },
  });
const propose = (token: string, id: number, mail: string) =>
  service.call(token, 'PATCH', `/users/${id}`, { body: { data: { mail, city: 'Lyon' } } });

async function newPerson() {
  const mail = await addPerson(service, space);
  const id = await idOf(mail);
  return { mail, id, token: await service.createTokenFor(id), next: `new.${mail}` };
}

describe('another mail address', () => {
  it('counts only once its code is entered on the page; the old address is told before and after', async () => {
    const { mail, id, token, next } = await newPerson();
    assert.equal((await propose(token, id, next)).status, 200);
    const pending = await me(token);
    assert.equal(pending.body.data.User.mail, mail);
    assert.equal(pending.body.data.pending_mail.mail, next);
    const { code } = (await lastMail(next)) ?? { code: '' };
    const told = await lastMail(mail);
    assert.ok(told?.text.includes(next) && !told.text.includes(code));
    const path = pathIn(told?.text);
    // An access token alone is not enough: its link cancels only.
    const keep = pathIn(pending.body.data.pending_mail.cancel_url);
    assert.match((await browser.send(keep)).text, /Somebody asked to change the address/);
    assert.equal((await browser.send(keep.replace('mail-keep', 'mail-change'))).status, 410);

    const page = await browser.send(path);
    assert.equal(page.status, 200);
    assert.match(page.text, /name="code"/);
    const wrong = await browser.send(path, { step: 'confirm', code: otherCode(code) });
    assert.equal(wrong.status, 422);
    assert.match(problemOf(wrong.text), /Tries left: 4/);
    const right = await browser.send(path, { step: 'confirm', code });
    assert.match(right.text, /Your address has changed/);
    assert.equal((await me(token)).status, 401, 'earlier sign-ins have ended');
    assert.match((await lastMail(mail))?.text ?? '', /You now sign in with/);
    assert.equal((await browser.send(path)).status, 410);
    const tokens = await signIn(origin, service.config.dataDir, next);
    const after = await me(tokens.access_token);
    assert.deepEqual([after.body.data.User.id, after.body.data.pending_mail], [id, undefined]);
  });

  it('is only proposed by a manager, who sees that it waits, and neither the link nor a change', async () => {
    const { mail, id, token, next } = await newPerson();
    assert.equal((await propose(space.tokens.manager, id, next)).status, 200);
    const seen = await service.call(space.tokens.manager, 'GET', `/users/${id}`);
    assert.deepEqual([seen.body.data.User.mail, seen.body.data.User.city], [mail, 'Lyon']);
    assert.equal(seen.body.data.User.pending_mail, next);
    assert.ok(!/mail-(change|keep)/.test(seen.text));
    const others = await service.call(space.tokens.volunteer, 'GET', `/users/${id}`);
    assert.ok(!others.text.includes(next));
    assert.equal((await me(space.tokens.manager)).body.data.pending_mail, undefined);
    assert.equal((await me(token)).body.data.pending_mail.mail, next);
    await assert.rejects(
      runSql(
        service.connectionString,
        `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId}; UPDATE users SET mail = 'x' WHERE id = ${id}`
      ),
      /permission denied/
    );
  });

  it('of another person looks like a free one until the code is entered, and changes nothing then', async () => {
    const other = await service.createSpace();
    const theirs = `treasurer.${other.groupId}@example.org`;
    await sqlRun('UPDATE users SET mail = $2 WHERE id = $1', [other.userIds.manager, theirs]);
    const { mail, id, token } = await newPerson();
    const free = await newPerson();
    const [taken, untaken] = [
      await propose(token, id, theirs),
      await propose(free.token, free.id, free.next),
    ];
    assert.deepEqual([taken.status, taken.body], [untaken.status, untaken.body]);
    const { code } = (await lastMail(theirs)) ?? { code: '' };
    const path = pathIn((await lastMail(mail))?.text);
    const refused = await browser.send(path, { step: 'confirm', code });
    assert.deepEqual([refused.status, /cannot be used/.test(refused.text)], [422, true]);
    assert.equal((await me(token)).body.data.User.mail, mail);
  });

  it('can be cancelled, expires after 24 hours, and allows five tries of five codes a day', async () => {
    const { mail, id, token, next } = await newPerson();
    await propose(token, id, next);
    const path = pathIn((await lastMail(mail))?.text);
    assert.match((await browser.send(path, { step: 'cancel' })).text, /stays as it is/);
    assert.equal((await me(token)).body.data.pending_mail, undefined);
    assert.equal((await browser.send(path)).status, 410);

    await propose(token, id, next);
    const keep = pathIn((await me(token)).body.data.pending_mail.cancel_url);
    assert.match((await browser.send(keep, { step: 'confirm', code: '000000' })).text, /stays as it is/);
    assert.equal((await me(token)).body.data.pending_mail, undefined);

    await propose(token, id, next);
    const again = pathIn((await lastMail(mail))?.text);
    await sqlRun(`UPDATE mail_changes SET expires_at = expires_at - interval '24 hours' WHERE user_id = $1`, [
      id,
    ]);
    const { code } = (await lastMail(next)) ?? { code: '' };
    assert.equal((await browser.send(again, { step: 'confirm', code })).status, 410);

    await propose(token, id, next);
    const third = pathIn((await lastMail(mail))?.text);
    const last = (await lastMail(next)) ?? { code: '' };
    for (let count = 0; count < 5; count += 1)
      await browser.send(third, { step: 'confirm', code: otherCode(last.code) });
    const spent = await browser.send(third, { step: 'confirm', code: last.code });
    assert.match(problemOf(spent.text), /tried too often/);
    assert.equal((await browser.send(third, { step: 'again' })).status, 200);
    assert.equal((await browser.send(third, { step: 'again' })).status, 429);
    const refused = await propose(token, id, `x.${next}`);
    assert.deepEqual([refused.status, Number(refused.headers['retry-after']) > 0], [429, true]);
  });

  it('needs the signature of the link', async () => {
    const { mail, id, token, next } = await newPerson();
    await propose(token, id, next);
    const path = pathIn((await lastMail(mail))?.text);
    assert.equal((await browser.send(`${path.slice(0, -2)}xx`)).status, 410);
  });
});

describe('a registered person who is invited', () => {
  const invite = (token: string, email: string) =>
    service.call(token, 'POST', '/users/invitation', { body: { data: { invitations: [{ email }] } } });

  it('is added immediately, shows name and mail only until they open the space, and leaves with one press', async () => {
    const { mail, id, token } = await newPerson();
    await sqlRun(`INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, '', 0)`, [id]);
    await sqlRun(
      `UPDATE users SET phone = '+33612345678', address = '3 quai', city = 'Lyon', postal = '69001', location = '45,4',
        birthdate = '1990-01-02', avatar = 'face.png', locale = 'fr', gdpr_accepted = true,
        created_at = '2020-01-01', updated_at = '2020-01-02' WHERE id = $1`,
      [id]
    );
    const other = await service.createSpace();
    assert.equal((await invite(other.tokens.manager, mail)).body.data.invitations.user_id, id);
    const seen = async () =>
      (await service.call(other.tokens.superadmin, 'GET', `/users/${id}`)).body.data?.User;
    const { created_at, updated_at, created, role_data, ...shown } = await seen();
    assert.deepEqual(shown, {
      ...{ id, deleted_at: null, firstname: 'Ada', surname: 'Person', mail },
      ...{ group_id: other.groupId, selected_group_id: [], role: role_data.name },
    });
    for (const date of [created_at, updated_at, created]) assert.doesNotMatch(date, /^2020/);
    const inFeed = async () =>
      (await readFeed(service, other.tokens.superadmin)).changes.find(
        (change) => change.kind === 'user' && change.id === id
      )?.record;
    const action = { name: 'Theirs', users: [{ id }] };
    const { superadmin } = other.tokens;
    await service.call(superadmin, 'POST', '/actions', { body: { data: { action } } });
    const inActions = async () =>
      JSON.stringify((await service.call(superadmin, 'GET', '/actions')).body.data);
    const personal =
      /3361234|3 quai|Lyon|69001|45,4|1990|face\.png|"fr"|2020-01|two_factor_enable":true|gdpr_accepted":true/;
    assert.doesNotMatch(JSON.stringify(await inFeed()), personal);
    assert.ok(!Object.hasOwn((await inFeed()) ?? {}, 'two_factor_enable'));
    assert.ok((await inActions()).includes(mail));
    assert.doesNotMatch(await inActions(), personal);
    await me(token);
    assert.equal((await seen()).phone, undefined, 'a request in another space does not open this one');
    assert.equal((await me(token, other.groupId)).status, 200);
    assert.equal((await seen()).phone, '+33612345678');
    assert.equal((await inFeed())?.two_factor_enable, true);
    assert.match(await inActions(), /two_factor_enable":true/);

    const team = { name: 'Theirs', users: [{ id }] };
    const made = await service.call(other.tokens.manager, 'POST', '/teams', { body: { data: { team } } });
    assert.equal(made.status, 200);
    const path = pathIn((await lastMail(mail))?.text);
    assert.match((await browser.send(path)).text, /Leave Space/);
    assert.equal((await me(token, other.groupId)).status, 200, 'opening the link changes nothing');
    assert.match((await browser.send(path, { step: 'leave' })).text, /You have left/);
    assert.equal((await me(token, other.groupId)).status, 401);
    assert.equal((await me(token)).status, 200);
    assert.equal(await seen(), undefined);
    assert.equal((await browser.send(path)).status, 410);
  });

  it('gets no mail when they belong to the space already', async () => {
    const { mail } = await newPerson();
    await invite(space.tokens.manager, mail);
    assert.equal(await lastMail(mail), undefined);
  });

  it('stays signed in elsewhere when a manager of the space signs them out of it', async () => {
    const { mail, id } = await newPerson();
    const other = await service.createSpace();
    await invite(other.tokens.manager, mail);
    await lastMail(mail);
    const device = await signIn(origin, service.config.dataDir, mail);
    assert.equal((await me(device.access_token, other.groupId)).status, 200);
    const signedOut = await service.call(other.tokens.manager, 'DELETE', `/users/${id}/devices`);
    assert.equal(signedOut.status, 200);
    assert.equal((await me(device.access_token, other.groupId)).status, 401);
    assert.equal((await me(device.access_token)).status, 200);
    const renewed = asTokens(await refreshTokens(origin, device.refresh_token));
    assert.equal((await me(renewed.access_token, other.groupId)).status, 401);
    assert.equal((await me(renewed.access_token)).status, 200);
    const again = await signIn(origin, service.config.dataDir, mail);
    assert.equal((await me(again.access_token, other.groupId)).status, 200);

    // The database itself gives a request no way to the devices.
    const enter = `SET ROLE doorstep_app; SET doorstep.group_id = ${other.groupId};
      SET doorstep.user_id = ${other.userIds.manager}; SET doorstep.role_type = 'manager';`;
    for (const statement of [
      'UPDATE devices SET revoked_at = now()',
      'UPDATE access_tokens SET revoked_at = now()',
      'DELETE FROM refresh_tokens',
    ])
      await assert.rejects(runSql(service.connectionString, `${enter} ${statement}`), /permission denied/);
    await runSql(service.connectionString, `${enter} SELECT doorstep_sign_out(${space.userIds.leader})`);
    assert.equal((await me(space.tokens.leader)).status, 200, 'a person of another space');
  });
});
