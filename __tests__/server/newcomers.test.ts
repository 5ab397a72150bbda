import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type PersonName, type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  asTokens,
  enterMail,
  exchangeCode,
  followToApp,
  locationOf,
  problemOf,
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

async function openSpace(): Promise<TestSpace> {
  const space = await service.createSpace();
  const enabled = await service.call(space.tokens.manager, 'PATCH', '/v1/space', {
    body: { data: { newcomer_codes: true } },
  });
  assert.equal(enabled.body.data.newcomer_codes, true);
  return space;
}

const request = (space: TestSpace, person: PersonName = 'leader', team = space.teamId) =>
  service.call(space.tokens[person], 'POST', `/v1/teams/${team}/newcomer_code`, { body: { data: {} } });
const codeOf = async (space: TestSpace): Promise<string> => (await request(space)).body.data.code;

let people = 0;
const newMail = () => `newcomer${(people += 1)}@example.org`;

/** Enters address and code of the team, then the mailed code; returns the page that follows. */
async function enter(mail: string, newcomer: string) {
  const started = await startSignIn(origin);
  const page = await submit(started, 'mail', { mail, newcomer });
  assert.equal(page.status, 303, problemOf(page.text));
  const code = await waitForCode(dataDir, mail);
  return { started, page: await submit(started, 'code', { code }) };
}

const usesLeft = async (space: TestSpace) =>
  (await sqlRun('SELECT uses_left FROM newcomer_codes WHERE group_id = $1 ORDER BY id DESC', [space.groupId]))
    .rows[0]?.uses_left;

describe('the code of a leader', () => {
  it('lets somebody new into the team with the lowest role, after the mailed code', async () => {
    const space = await openSpace();
    const { status, body } = await request(space);
    assert.equal(status, 200);
    assert.match(body.data.code, /^\d{8}$/);
    assert.equal(body.data.people_left, 20);
    const mail = newMail();
    const typed = `${body.data.code.slice(0, 4)} ${body.data.code.slice(4)}`;
    const { started, page } = await enter(mail, typed);
    assert.match(page.text, /name="firstname"/);
    const name = await submit(started, 'name', { firstname: 'Noor', surname: 'Diaz' });
    const back = await followToApp(started, name);
    const tokens = asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
    const me = (await service.call(tokens.access_token, 'GET', '/me')).body.data.User;
    assert.deepEqual([me.group_id, me.role_data.id], [space.groupId, space.roles.user]);
    const team = await service.call(space.tokens.leader, 'GET', `/teams/${space.teamId}`);
    assert.ok(team.body.data.team.users.some(({ id }: { id: number }) => id === me.id));
    assert.equal(await usesLeft(space), 19);

    const { entries } = (await service.call(space.tokens.admin, 'GET', '/v1/audit?limit=100')).body.data;
    const seen = (kind: string, event: string) =>
      entries.find((entry: { kind: string; event: string }) => entry.kind === kind && entry.event === event);
    assert.deepEqual(
      [seen('team', 'code_shown').actor.id, seen('team', 'code_shown').record_id],
      [space.userIds.leader, space.teamId]
    );
    assert.deepEqual(
      [seen('member', 'created').actor.id, seen('member', 'created').record_kind],
      [space.userIds.leader, 'invitation']
    );
    assert.equal(seen('member', 'joined').subject.id, me.id);
    // The code itself is stored nowhere.
    const stored = await sqlRun('SELECT newcomer_codes::text AS row FROM newcomer_codes');
    assert.ok(!JSON.stringify(stored.rows).includes(body.data.code));
  });

  it('is shown by leaders of the team and by managers, once a manager has allowed it', async () => {
    const space = await service.createSpace();
    assert.equal((await request(space)).status, 403);
    assert.equal((await request(space, 'admin')).status, 403);
    for (const person of ['volunteer', 'leader'] as const) {
      const body = { data: { newcomer_codes: true } };
      assert.equal((await service.call(space.tokens[person], 'PATCH', '/v1/space', { body })).status, 403);
    }
    // A manager changes this setting and no other.
    for (const data of [{ name: 'Mine' }, { newcomer_codes: true, mail_days: 3 }])
      assert.equal(
        (await service.call(space.tokens.manager, 'PATCH', '/v1/space', { body: { data } })).status,
        403
      );
    await service.call(space.tokens.manager, 'PATCH', '/v1/space', {
      body: { data: { newcomer_codes: true } },
    });
    assert.equal((await request(space)).status, 200);
    assert.equal((await request(space, 'manager')).status, 200);
    assert.equal((await request(space, 'volunteer')).status, 403);
    // In it, but not leading it; not visible.
    assert.equal((await request(space, 'leader', space.privateTeamId)).status, 403);
    assert.equal((await request(space, 'volunteer', space.privateTeamId)).status, 404);
  });

  it('ends with the next one, after 15 minutes, after 20 people, and when a manager forbids it', async () => {
    const space = await openSpace();
    const isRefused = async (newcomer: string) => {
      const page = await submit(await startSignIn(origin), 'mail', { mail: newMail(), newcomer });
      return page.status === 422 && /wrong or has ended/.test(problemOf(page.text));
    };
    const first = await codeOf(space);
    const second = await codeOf(space);
    assert.equal(await isRefused(first), true);
    assert.equal(await isRefused(second), false);
    await sqlRun(`UPDATE newcomer_codes SET expires_at = now() - interval '1 second' WHERE group_id = $1`, [
      space.groupId,
    ]);
    assert.equal(await isRefused(second), true);
    const third = await codeOf(space);
    await sqlRun('UPDATE newcomer_codes SET uses_left = 0 WHERE group_id = $1', [space.groupId]);
    assert.equal(await isRefused(third), true);

    const fourth = await codeOf(space);
    const off = { body: { data: { newcomer_codes: false } } };
    await service.call(space.tokens.manager, 'PATCH', '/v1/space', off);
    assert.equal(await isRefused(fourth), true);
  });

  it('lets in no more people than it has left, also when they confirm together', async () => {
    const space = await openSpace();
    const newcomer = await codeOf(space);
    await sqlRun('UPDATE newcomer_codes SET uses_left = 2 WHERE group_id = $1', [space.groupId]);
    const mails = [newMail(), newMail(), newMail(), newMail()];
    const started = await Promise.all(
      mails.map(async (mail) => {
        const each = await startSignIn(origin);
        await submit(each, 'mail', { mail, newcomer });
        return { each, code: await waitForCode(dataDir, mail) };
      })
    );
    const pages = await Promise.all(started.map(({ each, code }) => submit(each, 'code', { code })));
    assert.equal(pages.filter(({ text }) => /name="firstname"/.test(text)).length, 2);
    assert.equal(pages.filter(({ text }) => /no account here/.test(problemOf(text))).length, 2);
    assert.equal(await usesLeft(space), 0);
  });

  it('does not let in somebody whom a manager removed or suspended, and gives no second role to a member', async () => {
    const space = await openSpace();
    const newcomer = await codeOf(space);
    const mailOf = (name: PersonName) => `${name}.${space.groupId}@example.org`;
    for (const [name, state] of [
      ['volunteer', 'removed'],
      ['newcomer', 'suspended'],
    ] as const) {
      const changed = await service.call(
        space.tokens.manager,
        'PATCH',
        `/v1/members/${space.userIds[name]}`,
        {
          body: { data: { state } },
        }
      );
      assert.equal(changed.status, 200);
      const started = await startSignIn(origin);
      assert.equal((await submit(started, 'mail', { mail: mailOf(name), newcomer })).status, 303);
    }
    // Mail is written in the transaction of the request.
    const mails = await sqlRun('SELECT 1 FROM mails WHERE recipient = ANY($1)', [
      [mailOf('volunteer'), mailOf('newcomer')],
    ]);
    assert.deepEqual(mails.rows, []);

    const { page } = await enter(mailOf('manager'), newcomer);
    assert.equal(page.status, 303);
    const role = await sqlRun('SELECT role_id FROM space_users WHERE group_id = $1 AND user_id = $2', [
      space.groupId,
      space.userIds.manager,
    ]);
    assert.equal(Number(role.rows[0]?.role_id), space.roles.manager);
    assert.equal(await usesLeft(space), 20);
  });

  it('lets somebody in with the lowest role, not with the role of an invitation whose inviter was removed', async () => {
    const space = await openSpace();
    const mail = newMail();
    const invitations = [{ email: mail, role_id: space.roles.manager }];
    await service.call(space.tokens.admin, 'POST', '/users/invitation', { body: { data: { invitations } } });
    await service.call(space.tokens.superadmin, 'PATCH', `/v1/members/${space.userIds.admin}`, {
      body: { data: { state: 'removed' } },
    });
    const started = await startSignIn(origin);
    await submit(started, 'mail', { mail, newcomer: await codeOf(space) });
    // The first letter is the invitation.
    await submit(started, 'code', { code: await waitForCode(dataDir, mail, 2) });
    const joined = await sqlRun(
      'SELECT m.role_id FROM space_users m JOIN users u ON u.id = m.user_id WHERE m.group_id = $1 AND u.mail = $2',
      [space.groupId, mail]
    );
    assert.equal(Number(joined.rows[0]?.role_id), space.roles.user);
  });

  it('lets a person of another space in, who keeps their account', async () => {
    const space = await openSpace();
    const home = await service.createSpace();
    const mail = `volunteer.${home.groupId}@example.org`;
    const { page } = await enter(mail, await codeOf(space));
    assert.equal(page.status, 303);
    const tokens = await signIn(origin, dataDir, mail);
    const { spaces } = (await service.call(tokens.access_token, 'GET', '/me')).body.data;
    assert.deepEqual(
      spaces.map(({ id }: { id: number }) => id),
      [space.groupId, home.groupId].sort((a, b) => a - b)
    );
  });

  it('cannot be guessed, and a leader gets no more than twelve in an hour', async () => {
    const space = await openSpace();
    await sqlRun('DELETE FROM sign_in_limits');
    const right = await codeOf(space);
    const wrong = String((Number(right) + 1) % 100_000_000).padStart(8, '0');
    const started = await startSignIn(origin);
    const tryCode = (newcomer: string) => submit(started, 'mail', { mail: newMail(), newcomer });
    const first = await tryCode(wrong);
    assert.equal(first.status, 422);
    const invalidFields = [...first.text.matchAll(/name="(\w+)"[^>]*aria-invalid="true"/g)].map(
      ([, name]) => name
    );
    assert.deepEqual(invalidFields, ['newcomer']);
    for (let guess = 1; guess < 20; guess += 1) assert.equal((await tryCode(wrong)).status, 422);
    const refused = await tryCode(right);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await sqlRun('DELETE FROM sign_in_limits');
    const statuses: number[] = [];
    for (let each = 0; each < 12; each += 1) statuses.push((await request(space)).status);
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [11, 429]);
  });

  it('comes with the link of the QR code, and the page asks for one only while one is valid', async () => {
    await sqlRun('DELETE FROM newcomer_codes');
    const firstPage = async (parameters = {}) => {
      const started = await startSignIn(origin, { parameters });
      return (await started.browser.send(started.page)).text;
    };
    assert.doesNotMatch(await firstPage(), /name="newcomer"/);
    const space = await openSpace();
    const code = await codeOf(space);
    assert.match(await firstPage(), /name="newcomer"/);
    assert.match(await firstPage({ newcomer_code: code }), new RegExp(`value="${code}"`));
    // Without a code the page is as it was: an unknown address gets no mail.
    const mail = newMail();
    const started = await startSignIn(origin);
    await enterMail(started, mail);
    const again = await submit(started, 'again');
    assert.match(locationOf(again), /new-code/);
    assert.deepEqual((await sqlRun('SELECT 1 FROM mails WHERE recipient = $1', [mail])).rows, []);
  });
});
