import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type Account, startIdentityProvider } from '../support/identityProvider';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  type PageResponse,
  type StartedSignIn,
  Browser,
  asTokens,
  exchangeCode,
  followToApp,
  locationOf,
  problemOf,
  startSignIn,
} from './signIn';

let service: TestService;
let space: TestSpace;
let origin: string;
let organisation: Awaited<ReturnType<typeof startIdentityProvider>>;

before(async () => {
  organisation = await startIdentityProvider();
  service = await startTestService({
    identityProvider: {
      issuer: organisation.issuer,
      clientId: 'doorstep-service',
      clientSecret: 'a secret of the service',
      name: 'Riverside',
      domains: ['example.org', 'organisation.example'],
    },
  });
  space = await service.createSpace();
  origin = await service.listen();
  organisation.allow(`${origin}/api/oidc/provider`);
});
after(async () => {
  await service.close();
  await organisation.close();
});

const sqlRun = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
const mailOf = (name: string) => `${name}.${space.groupId}@example.org`;

/** Presses the button of the first page: the page that leads on to the organisation, or says what is wrong. */
const pressButton = ({ browser, page, csrf }: StartedSignIn, newcomer = '') =>
  browser.send(`${page}/provider`, { csrf, step: 'mail', mail: '', newcomer });

const refreshOf = ({ headers, text }: PageResponse): string => {
  const [, address] = /^0; url=(.+)$/.exec(headers.get('refresh') ?? '') ?? [];
  assert.ok(address, text);
  assert.ok(text.includes(`href="${address.replaceAll('&', '&amp;')}"`));
  return address;
};

/** Follows the button of the first page to the organisation and back to the service: returns the page that follows. */
async function goThrough(
  started: StartedSignIn,
  account: Account | null,
  newcomer?: string
): Promise<PageResponse> {
  organisation.state.current = account;
  const atProvider = new Browser(organisation.issuer);
  let next = refreshOf(await pressButton(started, newcomer));
  for (let hops = 0; hops < 6 && next.startsWith(organisation.issuer); hops += 1) {
    next = new URL(locationOf(await atProvider.send(next)), organisation.issuer).href;
  }
  assert.match(next, /\/api\/oidc\/provider\?/);
  return started.browser.send(locationOf(await started.browser.send(next)));
}

async function signInWith(account: Account) {
  const started = await startSignIn(origin);
  const back = await followToApp(started, await goThrough(started, account));
  return asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
}

const devices = async () => (await sqlRun('SELECT count(*)::int AS count FROM devices')).rows[0]?.count;

describe('sign-in through the provider of the organisation', () => {
  it('is offered on the first page, and signs in a member with a verified address', async () => {
    const started = await startSignIn(origin);
    const first = await started.browser.send(started.page);
    assert.match(first.text, /Sign in with Riverside/);
    for (const inIdToken of [false, true]) {
      organisation.state.inIdToken = inIdToken;
      const tokens = await signInWith({
        id: `member ${inIdToken}`,
        email: mailOf('Manager'),
        email_verified: true,
      });
      const me = await service.call(tokens.access_token, 'GET', '/me');
      assert.equal(me.body.data.User.id, space.userIds.manager);
    }
    organisation.state.inIdToken = false;
  });

  it('lets an invited person in, who joins with the role of the invitation', async () => {
    const mail = 'invited@organisation.example';
    await service.call(space.tokens.manager, 'POST', '/users/invitation', {
      body: { data: { invitations: [{ email: mail }] } },
    });
    const started = await startSignIn(origin);
    const page = await goThrough(started, { id: 'invited', email: mail, email_verified: true });
    assert.match(page.text, /name="firstname"/);
  });

  it('lets a newcomer in who typed or scanned the code of a leader, and says what is wrong with another code', async () => {
    await service.call(space.tokens.manager, 'PATCH', '/v1/space', {
      body: { data: { newcomer_codes: true } },
    });
    const created = await service.call(
      space.tokens.leader,
      'POST',
      `/v1/teams/${space.teamId}/newcomer_code`,
      { body: { data: {} } }
    );
    const { code } = created.body.data;
    const typed = await startSignIn(origin);
    const wrong = await pressButton(typed, code === '12345678' ? '87654321' : '12345678');
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="newcomer"[^>]*aria-invalid/);
    const mail = (name: string) => ({
      id: name,
      email: `${name}@organisation.example`,
      email_verified: true,
    });
    assert.match((await goThrough(typed, mail('typed'), code)).text, /name="firstname"/);
    // The page fills the scanned code in.
    const scanned = await startSignIn(origin, { parameters: { newcomer_code: code } });
    const first = await scanned.browser.send(scanned.page);
    const [, filled] = /id="newcomer"[^>]*value="([^"]*)"/.exec(first.text) ?? [];
    assert.equal(filled, code);
    assert.match((await goThrough(scanned, mail('scanned'), filled)).text, /name="firstname"/);
    // Another code cannot be put into the redirect.
    const forged = await startSignIn(origin);
    const start = new URL(refreshOf(await pressButton(forged)));
    const state = (start.searchParams.get('state') ?? '').replace('..', '.1.');
    assert.equal((await forged.browser.send(`/api/oidc/provider?state=${state}&code=x`)).status, 400);
  });

  it('refuses an address that the provider has not verified: nobody becomes an admin by writing their address', async () => {
    const before = await devices();
    for (const [id, verified] of [
      ['no', false],
      ['absent', undefined],
      ['text', 'true'],
    ] as const) {
      const started = await startSignIn(origin);
      const account = { id, email: mailOf('superadmin') };
      const page = await goThrough(
        started,
        verified === undefined ? account : { ...account, email_verified: verified }
      );
      assert.equal(page.status, 422, id);
      assert.match(problemOf(page.text), /has not confirmed your mail address/);
      // The sign-in has not advanced: it still asks for an address.
      assert.match((await started.browser.send(started.page)).text, /name="mail"/);
    }
    assert.equal(await devices(), before);
  });

  it('refuses a verified address of a domain that is not its own', async () => {
    await sqlRun(`UPDATE users SET mail = 'leader@other.example' WHERE id = $1`, [space.userIds.leader]);
    const account = { id: 'leader', email: 'leader@other.example', email_verified: true };
    const page = await goThrough(await startSignIn(origin), account);
    assert.equal(page.status, 422);
    await sqlRun('UPDATE users SET mail = $2 WHERE id = $1', [space.userIds.leader, mailOf('leader')]);
  });

  it('refuses a verified address without an account or an invitation, and a suspended member', async () => {
    const started = await startSignIn(origin);
    const page = await goThrough(started, { id: 'x', email: 'x@organisation.example', email_verified: true });
    assert.equal(page.status, 422);
    assert.match(problemOf(page.text), /no account here/);
    await service.call(space.tokens.manager, 'PATCH', `/v1/members/${space.userIds.newcomer}`, {
      body: { data: { state: 'suspended' } },
    });
    const away = await goThrough(await startSignIn(origin), {
      id: 'away',
      email: mailOf('newcomer'),
      email_verified: true,
    });
    assert.equal(away.status, 422);
  });

  it('is bound to the browser that began it: a code of somebody else and a forged state do nothing', async () => {
    const victim = await startSignIn(origin);
    const attacker = await startSignIn(origin);
    organisation.state.current = { id: 'attacker', email: mailOf('volunteer'), email_verified: true };
    const atProvider = new Browser(organisation.issuer);
    let next = refreshOf(await pressButton(attacker));
    for (let hops = 0; hops < 6 && next.startsWith(organisation.issuer); hops += 1)
      next = new URL(locationOf(await atProvider.send(next)), organisation.issuer).href;
    // The victim opens the link with which the attacker would be signed in.
    const redirect = locationOf(await victim.browser.send(next));
    assert.equal((await victim.browser.send(redirect)).status, 400);
    // With the code of the attacker in the sign-in of the victim.
    const stolen = new URL(redirect, origin).search;
    const mixed = await victim.browser.send(`${victim.page}/provider${stolen}`);
    assert.equal(mixed.status, 502);
    const forged = new URL(next);
    forged.searchParams.set('state', `${victim.page.split('/').at(-1)}.made-up`);
    assert.equal((await victim.browser.send(forged.href)).status, 400);
    assert.match((await victim.browser.send(victim.page)).text, /name="mail"/);
  });

  it('says that the person cancelled nothing, and that the provider failed or is away', async () => {
    const cancelled = await goThrough(await startSignIn(origin), null);
    assert.deepEqual([cancelled.status, problemOf(cancelled.text)], [200, '']);
    const started = await startSignIn(origin);
    const start = new URL(refreshOf(await pressButton(started)));
    const state = start.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: 'made-up', state, iss: organisation.issuer });
    const back = locationOf(await started.browser.send(`/api/oidc/provider?${query.toString()}`));
    const failed = await started.browser.send(back);
    assert.equal(failed.status, 502);
    assert.match(problemOf(failed.text), /did not work/);

    const other = await startTestService({
      connectionString: service.connectionString,
      identityProvider: {
        issuer: 'http://127.0.0.1:9',
        clientId: 'x',
        clientSecret: undefined,
        name: 'Riverside',
        domains: ['example.org'],
      },
    });
    try {
      const away = await startSignIn(await other.listen());
      const page = await pressButton(away);
      assert.equal(page.status, 503);
      assert.match(problemOf(page.text), /cannot be reached/);
      assert.match(page.text, /name="mail"/);
    } finally {
      await other.close();
    }
  });

  it('still asks for the second factor', async () => {
    await sqlRun(`INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, '', 0)`, [
      space.userIds.leader,
    ]);
    const page = await goThrough(await startSignIn(origin), {
      id: 'leader',
      email: mailOf('leader'),
      email_verified: true,
    });
    assert.equal(page.status, 200);
    assert.match(page.text, /authenticator app/);
  });
});
