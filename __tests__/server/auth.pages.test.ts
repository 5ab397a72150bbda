import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  Browser,
  addPerson,
  askForTokens,
  bareOf,
  beginSignIn,
  giveMail,
  problemOf,
  readMails,
  submit,
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

describe('the sign-in pages', () => {
  it('refuse a form without the CSRF token of its page, and send no mail', async () => {
    const mail = await addPerson(service, space);
    const begun = await beginSignIn(origin);
    for (const csrf of ['', 'made up']) {
      const answer = await begun.browser.send(begun.page, { csrf, step: 'mail', mail });
      assert.equal(answer.status, 403);
    }
    const missing = await begun.browser.send(begun.page, { step: 'mail', mail });
    assert.equal(missing.status, 403);
    assert.equal((await readMails(service.config.dataDir)).filter(({ to }) => to === mail).length, 0);
  });

  it('refuse the form of another sign-in', async () => {
    const [one, other] = [await beginSignIn(origin), await beginSignIn(origin)];
    const answer = await one.browser.send(one.page, {
      csrf: other.csrf,
      step: 'mail',
      mail: mailOf('admin'),
    });
    assert.equal(answer.status, 403);
    const without = await new Browser(origin).send(one.page);
    assert.equal(without.status, 400);
  });

  it('load no foreign resources, run no script, and cannot be framed', async () => {
    const begun = await beginSignIn(origin);
    for (const page of [await begun.browser.send(begun.page), await giveMail(begun, mailOf('admin'))]) {
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /form-action 'self' doorstep:/);
      assert.doesNotMatch(policy, /unsafe|script-src/);
      assert.doesNotMatch(page.text, /<script|<style|style=|onclick|https?:\/\//i);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.equal(page.headers.get('cross-origin-embedder-policy'), 'require-corp');
    }
  });

  it('escape typed text', async () => {
    const begun = await beginSignIn(origin, { parameters: { login_hint: '"><b>hint' } });
    const first = await begun.browser.send(begun.page);
    assert.ok(first.text.includes('&quot;&gt;&lt;b&gt;hint'));
    const answer = await submit(begun, 'mail', { mail: '<script>alert(1)</script>' });
    assert.equal(answer.status, 422);
    assert.ok(!answer.text.includes('<script'));
    assert.match(problemOf(answer.text), /not a mail address/);
  });

  it('use the language of the app, else of the browser, else English', async () => {
    const page = async (given: Parameters<typeof beginSignIn>[1]) => {
      const begun = await beginSignIn(origin, given);
      return (await begun.browser.send(begun.page)).text;
    };
    const arabic = { parameters: { ui_locales: 'ar' }, headers: { 'accept-language': 'fr' } };
    assert.match(await page(arabic), /<html lang="ar" dir="rtl">/);
    assert.match(
      await page({ headers: { 'accept-language': 'fr-CH, en;q=0.5' } }),
      /<html lang="fr" dir="ltr">/
    );
    assert.match(await page({ headers: { 'accept-language': 'nl' } }), /<html lang="en" dir="ltr">/);
  });

  it('show what to do when they have expired', async () => {
    const answer = await fetch(`${origin}/api/oidc/sign-in/nothing`, { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /Go back to the app/);
  });

  it('show demo people and their codes in a demo, and never the code of a real person', async () => {
    const demoSpace = await service.createSpace();
    await runSql(service.connectionString, `UPDATE spaces SET demo = 'test' WHERE group_id = $1`, [
      demoSpace.groupId,
    ]);
    const demo = await startTestService({ demo: true, connectionString: service.connectionString });
    try {
      const begun = await beginSignIn(await demo.listen());
      const first = await begun.browser.send(begun.page);
      assert.ok(first.text.includes(`admin.${demoSpace.groupId}@example.org`));
      assert.ok(!first.text.includes(mailOf('admin')));
      for (const mail of [mailOf('admin'), `nobody.${space.groupId}@example.org`]) {
        assert.doesNotMatch(bareOf((await giveMail(begun, mail)).text), /demo|\d{6}/i);
      }
      const page = await giveMail(begun, `admin.${demoSpace.groupId}@example.org`);
      const code = /<strong>(\d{6})<\/strong>/.exec(page.text)?.[1] ?? '';
      assert.equal((await submit(begun, 'code', { code })).status, 303);
    } finally {
      await demo.close();
    }
    const begun = await beginSignIn(origin);
    assert.doesNotMatch(bareOf((await begun.browser.send(begun.page)).text), /demo/);
    const page = await giveMail(begun, `manager.${demoSpace.groupId}@example.org`);
    assert.doesNotMatch(bareOf(page.text), /demo|\d{6}/i);
  });

  it('respond to an unknown path and a wrong client without a stack trace or a redirect', async () => {
    const unknown = await fetch(`${origin}/api/oidc/nothing`);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.headers.get('content-type'), 'application/problem+json');
    const client = await askForTokens(origin, {
      client_id: 'another',
      grant_type: 'refresh_token',
      refresh_token: 'x',
    });
    assert.deepEqual([client.status, client.body.error], [401, 'invalid_client']);
  });

  it('refuse a request with an invalid host', async () => {
    const { port } = new URL(origin);
    for (const path of ['/api/oidc/auth?client_id=doorstep', '/api/oidc/sign-in/x', '/api/oidc/token']) {
      const sent = http.get({ host: '127.0.0.1', port, path, headers: { host: 'a:99999' } });
      const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
      answer.resume();
      assert.equal(answer.statusCode, 422, path);
    }
  });

  it('limit concurrent sign-ins from one network address to two hundred', async () => {
    const flooded = await startTestService({ connectionString: service.connectionString });
    try {
      const address = await flooded.listen();
      const begin = () => new Browser(address).send('/api/oidc/auth?client_id=doorstep');
      for (let count = 0; count < 200; count += 1) assert.notEqual((await begin()).status, 429);
      // Two more are allowed per second; the requests are faster than that.
      let answer = await begin();
      for (let count = 0; count < 5_000 && answer.status !== 429; count += 1) answer = await begin();
      assert.equal(answer.status, 429);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    } finally {
      await flooded.close();
    }
  });
});
