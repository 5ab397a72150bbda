import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import {
  Browser,
  addPerson,
  requestTokens,
  withoutRandomValues,
  startSignIn,
  enterMail,
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
    const started = await startSignIn(origin);
    for (const csrf of ['', 'made up']) {
      const response = await started.browser.send(started.page, { csrf, step: 'mail', mail });
      assert.equal(response.status, 403);
    }
    const missing = await started.browser.send(started.page, { step: 'mail', mail });
    assert.equal(missing.status, 403);
    assert.equal((await readMails(service.config.dataDir)).filter(({ to }) => to === mail).length, 0);
  });

  it('refuse the form of another sign-in', async () => {
    const [one, other] = [await startSignIn(origin), await startSignIn(origin)];
    const response = await one.browser.send(one.page, {
      csrf: other.csrf,
      step: 'mail',
      mail: mailOf('admin'),
    });
    assert.equal(response.status, 403);
    const without = await new Browser(origin).send(one.page);
    assert.equal(without.status, 400);
  });

  it('load no foreign resources, run no script, and cannot be framed', async () => {
    const started = await startSignIn(origin);
    for (const page of [
      await started.browser.send(started.page),
      await enterMail(started, mailOf('admin')),
    ]) {
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
    const started = await startSignIn(origin, { parameters: { login_hint: '"><b>hint' } });
    const first = await started.browser.send(started.page);
    assert.ok(first.text.includes('&quot;&gt;&lt;b&gt;hint'));
    const response = await submit(started, 'mail', { mail: '<script>alert(1)</script>' });
    assert.equal(response.status, 422);
    assert.ok(!response.text.includes('<script'));
    assert.match(problemOf(response.text), /not a mail address/);
  });

  it('use the language of the app, else of the browser, else English', async () => {
    const page = async (given: Parameters<typeof startSignIn>[1]) => {
      const started = await startSignIn(origin, given);
      return (await started.browser.send(started.page)).text;
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
    const response = await fetch(`${origin}/api/oidc/sign-in/nothing`, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /Go back to the app/);
  });

  it('show demo people and their codes in a demo, and never the code of a real person', async () => {
    const demoSpace = await service.createSpace();
    await runSql(service.connectionString, `UPDATE spaces SET demo = 'test' WHERE group_id = $1`, [
      demoSpace.groupId,
    ]);
    const demo = await startTestService({ demo: true, connectionString: service.connectionString });
    try {
      const started = await startSignIn(await demo.listen());
      const first = await started.browser.send(started.page);
      assert.ok(first.text.includes(`admin.${demoSpace.groupId}@example.org`));
      assert.ok(!first.text.includes(mailOf('admin')));
      for (const mail of [mailOf('admin'), `nobody.${space.groupId}@example.org`]) {
        assert.doesNotMatch(withoutRandomValues((await enterMail(started, mail)).text), /demo|\d{6}/i);
      }
      const page = await enterMail(started, `admin.${demoSpace.groupId}@example.org`);
      const code = /<strong>(\d{6})<\/strong>/.exec(page.text)?.[1] ?? '';
      assert.equal((await submit(started, 'code', { code })).status, 303);
    } finally {
      await demo.close();
    }
    const started = await startSignIn(origin);
    assert.doesNotMatch(withoutRandomValues((await started.browser.send(started.page)).text), /demo/);
    const page = await enterMail(started, `manager.${demoSpace.groupId}@example.org`);
    assert.doesNotMatch(withoutRandomValues(page.text), /demo|\d{6}/i);
  });

  it('respond to an unknown path and a wrong client without a stack trace or a redirect', async () => {
    const unknown = await fetch(`${origin}/api/oidc/nothing`);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.headers.get('content-type'), 'application/problem+json');
    const client = await requestTokens(origin, {
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
      const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
      response.resume();
      assert.equal(response.statusCode, 422, path);
    }
  });

  it('limit concurrent sign-ins from one network address to two hundred', async () => {
    // Its own database: processes on one database share the limit.
    const flooded = await startTestService();
    try {
      const address = await flooded.listen();
      const begin = () => new Browser(address).send('/api/oidc/auth?client_id=doorstep');
      for (let count = 0; count < 200; count += 1) assert.notEqual((await begin()).status, 429);
      // Two more are allowed per second; the requests are faster than that.
      let response = await begin();
      for (let count = 0; count < 5_000 && response.status !== 429; count += 1) response = await begin();
      assert.equal(response.status, 429);
      assert.ok(Number(response.headers.get('retry-after')) > 0);
    } finally {
      await flooded.close();
    }
  });
});
