import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createAdapter } from '../../server/auth/adapter';
import { inArabicDigits } from '../support/digits';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  addPerson,
  type StartedSignIn,
  withoutRandomValues,
  startSignIn,
  exchangeCode,
  followToApp,
  enterMail,
  locationOf,
  problemOf,
  readMails,
  signIn,
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

const newPerson = () => addPerson(service, space);

/** Signs in up to the code page. */
async function requestCode(mail: string): Promise<{ started: StartedSignIn; code: string }> {
  const started = await startSignIn(origin);
  await enterMail(started, mail);
  return { started, code: await waitForCode(service.config.dataDir, mail) };
}

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('signing in', () => {
  it('exchanges a mail address and its code for tokens that the interface accepts', async () => {
    const mail = await newPerson();
    const tokens = await signIn(origin, service.config.dataDir, mail);
    assert.equal(tokens.expires_in, 3600);
    assert.match(tokens.refresh_token, /^[\w-]{43}$/);
    const me = await service.call(tokens.access_token, 'GET', '/me');
    assert.equal(me.status, 200);
    assert.equal(me.body.data.User.mail, mail);
  });

  it('accepts the code in the digits of an Arabic keyboard', async () => {
    const { started, code } = await requestCode(await newPerson());
    const back = await followToApp(started, await submit(started, 'code', { code: inArabicDigits(code) }));
    assert.ok(back.searchParams.get('code'));
  });

  it('serves the discovery document for OAuth clients', async () => {
    const response = await fetch(`${origin}/api/oidc/.well-known/openid-configuration`);
    const found = (await response.json()) as Record<string, unknown>;
    assert.equal(found.issuer, `${origin}/api/oidc`);
    assert.equal(found.authorization_endpoint, `${origin}/api/oidc/auth`);
    assert.equal(found.token_endpoint, `${origin}/api/oidc/token`);
    assert.equal(found.revocation_endpoint, `${origin}/api/oidc/token/revocation`);
    assert.deepEqual(found.code_challenge_methods_supported, ['S256']);
  });

  it('redirects to the web app of the same origin, and to no unregistered address', async () => {
    const back = { parameters: { redirect_uri: `${origin}/signed-in` } };
    const tokens = await signIn(origin, service.config.dataDir, await newPerson(), back);
    assert.ok(tokens.access_token);
    const elsewhere = await fetch(
      `${origin}/api/oidc/auth?client_id=doorstep&response_type=code&scope=openid&redirect_uri=https://evil.example`,
      { redirect: 'manual', headers: { accept: 'text/html' } }
    );
    assert.equal(elsewhere.status, 400);
    assert.equal(elsewhere.headers.get('location'), null);
  });

  it('requires PKCE', async () => {
    const query = new URLSearchParams({
      client_id: 'doorstep',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'doorstep://signed-in',
    });
    const response = await fetch(`${origin}/api/oidc/auth?${query.toString()}`, { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    assert.equal(back.searchParams.get('error'), 'invalid_request');
  });

  it('refuses an authorization code without its PKCE verifier', async () => {
    const { started, code } = await requestCode(await newPerson());
    const back = await followToApp(started, await submit(started, 'code', { code }));
    const stolen = { ...started, verifier: 'a'.repeat(43) };
    const response = await exchangeCode(stolen, back.searchParams.get('code') ?? '');
    assert.equal(response.status, 400);
    assert.equal(response.body.error, 'invalid_grant');
  });

  it('exchanges an authorization code once, also when it is sent twice concurrently', async () => {
    const { started, code } = await requestCode(await newPerson());
    const back = await followToApp(started, await submit(started, 'code', { code }));
    const given = back.searchParams.get('code') ?? '';
    const responses = await Promise.all(Array.from({ length: 6 }, () => exchangeCode(started, given)));
    const succeeded = responses.filter(({ status }) => status === 200);
    assert.ok(succeeded.length <= 1, `${succeeded.length} exchanges succeeded`);
    for (const { status, body } of responses) {
      if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    }
  });

  it('accepts only the first of concurrent uses of a code', async () => {
    const codes = createAdapter(service.database, (reason) => new Error(reason))('AuthorizationCode');
    await codes.upsert('a code', { kind: 'AuthorizationCode' }, 60);
    const uses = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume('a code')));
    assert.equal(uses.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('accepts a code with spaces, hyphens and Arabic digits', async () => {
    const { started, code } = await requestCode(await newPerson());
    const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const response = await submit(started, 'code', { code: ` ${arabic.slice(0, 3)} - ${arabic.slice(3)} ` });
    assert.equal(response.status, 303);
  });

  it('ignores the case of the mail address', async () => {
    const mail = await newPerson();
    const started = await startSignIn(origin);
    await enterMail(started, mail.toUpperCase());
    const code = await waitForCode(service.config.dataDir, mail);
    assert.equal((await submit(started, 'code', { code })).status, 303);
  });

  it('needs a new code each time, also in a browser that has signed in before', async () => {
    const first = await newPerson();
    const { started, code } = await requestCode(first);
    await followToApp(started, await submit(started, 'code', { code }));
    const query = 'client_id=doorstep&response_type=code&scope=openid&redirect_uri=doorstep://signed-in';
    const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`;
    const again = await started.browser.send(`/api/oidc/auth?${query}&${challenge}`);
    const page = await started.browser.send(locationOf(again));
    assert.match(page.text, /name="mail"/);
    assert.ok(!page.text.includes(first));
  });

  it('works with the extensions off', async () => {
    const plain = await startTestService({ extensions: false, connectionString: service.connectionString });
    try {
      const address = await plain.listen();
      const tokens = await signIn(address, plain.config.dataDir, await newPerson());
      assert.equal((await plain.call(tokens.access_token, 'GET', '/users')).status, 200);
    } finally {
      await plain.close();
    }
  });

  it('uses PUBLIC_URL, whatever the host header', async () => {
    const publicUrl = 'https://doorstep.example.org';
    const known = await startTestService({ publicUrl, connectionString: service.connectionString });
    try {
      const address = await known.listen();
      const response = await fetch(`${address}/api/oidc/.well-known/openid-configuration`);
      assert.equal(((await response.json()) as { issuer: string }).issuer, `${publicUrl}/api/oidc`);
      const query = `client_id=doorstep&response_type=code&scope=openid&redirect_uri=${publicUrl}/signed-in`;
      const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`;
      const started = await fetch(`${address}/api/oidc/auth?${query}&${challenge}`, { redirect: 'manual' });
      assert.equal(started.status, 303);
      for (const cookie of started.headers.getSetCookie()) assert.match(cookie, /; secure/i);
    } finally {
      await known.close();
    }
  });
});

describe('the code', () => {
  it('is refused after five wrong tries, even when it is right', async () => {
    const { started, code } = await requestCode(await newPerson());
    for (const left of [4, 3, 2, 1]) {
      const response = await submit(started, 'code', { code: otherCode(code) });
      assert.equal(response.status, 422);
      assert.match(problemOf(response.text), new RegExp(`Tries left: ${left}`));
    }
    const last = await submit(started, 'code', { code: otherCode(code) });
    assert.match(problemOf(last.text), /tried too often/);
    const right = await submit(started, 'code', { code });
    assert.equal(right.status, 422);
    assert.match(problemOf(right.text), /tried too often/);
  });

  it('counts concurrent tries', async () => {
    const { started, code } = await requestCode(await newPerson());
    const wrong = Array.from({ length: 20 }, () => submit(started, 'code', { code: otherCode(code) }));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    assert.ok(
      statuses.every((status) => status === 422 || status === 429),
      statuses.join()
    );
    const { rows } = await sqlRun('SELECT min(tries_left) AS least FROM sign_in_codes');
    assert.equal(rows[0]?.least, 0);
    assert.equal((await submit(started, 'code', { code })).status, 422);
  });

  it('is refused after ten minutes', async () => {
    const { started, code } = await requestCode(await newPerson());
    await sqlRun(`UPDATE sign_in_codes SET expires_at = expires_at - interval '10 minutes 1 second'`);
    const response = await submit(started, 'code', { code });
    assert.equal(response.status, 422);
    assert.match(problemOf(response.text), /has expired/);
  });

  it('is valid only in the browser that requested it', async () => {
    const mail = await newPerson();
    const { code } = await requestCode(mail);
    const other = await startSignIn(origin);
    await enterMail(other, mail);
    const second = await waitForCode(service.config.dataDir, mail, 2);
    const response = await submit(other, 'code', { code });
    assert.equal(response.status, second === code ? 303 : 422);
  });

  it('is replaced by a new one on request', async () => {
    const mail = await newPerson();
    const { started, code } = await requestCode(mail);
    const requested = await submit(started, 'again');
    const page = await started.browser.send(locationOf(requested));
    assert.match(page.text, /We have sent a new code\. The previous code is not valid any more\./);
    const next = await waitForCode(service.config.dataDir, mail, 2);
    const earlier = await submit(started, 'code', { code });
    assert.equal(earlier.status, next === code ? 303 : 422);
    if (next !== code) assert.equal((await submit(started, 'code', { code: next })).status, 303);
  });

  it('is requested again for another address', async () => {
    const { started } = await requestCode(await newPerson());
    const response = await submit(started, 'restart');
    const page = await started.browser.send(locationOf(response));
    assert.match(page.text, /name="mail"/);
  });

  it('is stored as a hash that the stored sign-in does not reveal', async () => {
    const requested = [1, 2, 3].map(async () => requestCode(await newPerson()));
    const started = await Promise.all(requested);
    for (const table of ['sign_in_codes', 'sign_in_artifacts']) {
      const { rows } = await sqlRun(`SELECT t::text AS row FROM ${table} t`);
      const isHeld = (secret: string) => rows.some(({ row }) => String(row).includes(secret));
      // Six digits can occur in a timestamp or a hash by chance; those of three codes do not.
      assert.ok(!started.every(({ code }) => isHeld(code)), `${table} holds the codes`);
      for (const { started: each } of started)
        assert.ok(!isHeld(each.page.split('/').at(-1) ?? ''), `${table} holds the address of a page`);
    }
  });

  it('is sent to one address at most five times, and a large team can still sign in', async () => {
    const mail = await newPerson();
    const started = await startSignIn(origin);
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await submit(started, 'mail', { mail })).status, 303);
    }
    const refused = await submit(started, 'mail', { mail });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(problemOf(refused.text), /Too many tries/);
    // The earlier code is still valid: the page for it stays open.
    const again = await submit(started, 'again');
    assert.equal(again.status, 429);
    assert.match(problemOf(again.text), /Too many tries/);
    assert.match(again.text, /name="code"/);
    // Mail is sent in the background: the fifth may arrive later.
    await waitForCode(service.config.dataDir, mail, 5);
    const letters = (await readMails(service.config.dataDir)).filter(({ to }) => to === mail);
    assert.equal(letters.length, 5);
    assert.ok((await requestCode(await newPerson())).code);
  });
});

describe('an unknown address', () => {
  it('gets the same pages, the same refusals, and no mail', async () => {
    const known = await newPerson();
    const unknown = `nobody${space.groupId}@example.org`;
    const walk = async (mail: string) => {
      const started = await startSignIn(origin);
      const first = await submit(started, 'mail', { mail });
      const page = await started.browser.send(locationOf(first));
      const code = mail === known ? otherCode(await waitForCode(service.config.dataDir, mail)) : '123456';
      const wrong = await submit(started, 'code', { code });
      const responses = [first, page, wrong];
      return responses.map(({ status, headers, text }) => ({
        status,
        headers: [...headers.keys()].sort(),
        text: withoutRandomValues(text).replaceAll(mail, 'MAIL'),
      }));
    };
    assert.deepEqual(await walk(unknown), await walk(known));
    const letters = await readMails(service.config.dataDir);
    assert.equal(letters.filter(({ to }) => to === unknown).length, 0);
  });

  it('has the same limits as a known one', async () => {
    const started = await startSignIn(origin);
    const mail = `nobody.else${space.groupId}@example.org`;
    for (let count = 0; count < 5; count += 1) await submit(started, 'mail', { mail });
    assert.equal((await submit(started, 'mail', { mail })).status, 429);
  });

  it('looks the same as the address of an inactive person', async () => {
    const mail = await newPerson();
    await sqlRun('UPDATE users SET active = false WHERE mail = $1', [mail]);
    const started = await startSignIn(origin);
    const page = await enterMail(started, mail);
    assert.equal(page.status, 200);
    assert.equal((await readMails(service.config.dataDir)).filter(({ to }) => to === mail).length, 0);
  });
});
