import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { createSetup } from '../../server/setup/setup';
import { createTestDatabase } from '../support/postgres';
import { type TestService, runSql, startTestService } from './harness';
import { startProcess } from './serviceProcess';
import {
  Browser,
  asTokens,
  enterMail,
  exchangeCode,
  followToApp,
  startSignIn,
  submit,
  waitForCode,
} from './signIn';

let service: TestService;
let origin: string;
let webRoot: string;

before(async () => {
  webRoot = await mkdtemp(path.join(os.tmpdir(), 'doorstep-web-'));
  await writeFile(path.join(webRoot, 'index.html'), '<p>The app</p>');
  service = await startTestService({ setup: true, webRoot });
  origin = await service.listen();
});
after(async () => {
  await service.close();
  await rm(webRoot, { recursive: true, force: true });
});

const form = {
  name: 'Les Voisins',
  mail: 'ada@example.org',
  currency: 'chf',
  language: 'fr',
  examples: 'on',
};
const spaces = async () =>
  (await runSql(service.connectionString, 'SELECT name FROM spaces')).rows.map(({ name }) => name);
const readCode = async () => (await service.setup?.issueCode()) ?? '';
const send = (given?: Record<string, string>, browser = new Browser(origin)) =>
  browser.send('/api/setup', given);

describe('the first start of a service without a space', () => {
  it('leads from any screen to the setup page', async () => {
    const browser = new Browser(origin);
    for (const screen of ['/', '/teams']) {
      const response = await browser.send(screen);
      assert.deepEqual([response.status, response.headers.get('location')], [302, '/api/setup']);
    }
    const page = await browser.send('/api/setup');
    assert.equal(page.status, 200);
    for (const name of ['code', 'name', 'mail', 'currency', 'language', 'examples'])
      assert.match(page.text, new RegExp(`name="${name}"`));
  });

  it('needs the code that was printed, says what is wrong at each field, and keeps what was typed', async () => {
    const code = await readCode();
    const stranger = await send({ ...form, code: 'AAAAAAAAAA' });
    assert.equal(stranger.status, 422);
    assert.match(stranger.text, /This is not the setup code/);
    assert.match(stranger.text, /value="Les Voisins"/);
    const wrong = await send({ ...form, code, name: ' ', mail: 'ada', currency: 'francs' });
    assert.equal(wrong.status, 422);
    for (const words of [
      /Type the name of the organisation/,
      /This is not a mail address/,
      /This is not a currency/,
    ])
      assert.match(wrong.text, words);
    const unknown = await send({ ...form, code, currency: 'xxq' });
    assert.equal(unknown.status, 422, 'no payment could be made in it');
    assert.match(unknown.text, /This is not a currency/);
    assert.deepEqual(await spaces(), []);
  });

  it('creates the space once, with currency, statuses and example prices, and its admin signs in', async () => {
    const code = (await readCode()).toLowerCase();
    const browser = new Browser(origin);
    assert.match((await browser.send(`/api/setup?code=${code}`)).text, new RegExp(`value="${code}"`));
    const both = await Promise.all([
      send({ ...form, code }, browser),
      send({ ...form, code, name: 'Second' }, browser),
    ]);
    const done = both.find(({ status }) => status === 200)?.text ?? '';
    assert.match(done, /has no mail server yet.*the folder mail/s);
    assert.match(done, /set SMTP_URL/);
    assert.deepEqual(
      both.map(({ status }) => status).sort(),
      [200, 303],
      'the other one is not told to sign in'
    );
    assert.equal((await spaces()).length, 1);
    assert.deepEqual([(await send()).status, (await send({ ...form, code })).status], [302, 303]);
    assert.match((await new Browser(origin).send('/')).text, /The app/);

    const started = await startSignIn(origin, { browser });
    assert.match((await browser.send(started.page)).text, /value="ada@example.org"/, 'asked for once');
    await enterMail(started, form.mail);
    const mailed = await waitForCode(service.config.dataDir, form.mail);
    await submit(started, 'code', { code: mailed });
    const named = await submit(started, 'name', { firstname: 'Ada', surname: 'Voisin' });
    const back = await followToApp(started, named);
    const { access_token: token } = asTokens(
      await exchangeCode(started, back.searchParams.get('code') ?? '')
    );
    const me = (await service.call(token, 'GET', '/me')).body.data;
    assert.equal(me.User.role_data.type, 'superadmin');
    const settings = (await service.call(token, 'GET', '/v1/transaction_settings')).body.data;
    assert.equal(settings.currency, 'chf');
    const prices = (await service.call(token, 'GET', '/v1/donation_prices')).body.data;
    assert.deepEqual(
      prices.map(({ amount, currency }: { amount: number; currency: string }) => [amount, currency]),
      [
        [500, 'chf'],
        [2000, 'chf'],
        [5000, 'chf'],
        [0, 'chf'],
      ]
    );
    const statuses = (await service.call(token, 'GET', '/v1/transaction_statuses')).body.data;
    assert.equal(statuses.length, 5);
    const { roles } = (await service.call(token, 'GET', '/roles')).body.data;
    assert.deepEqual(
      roles.map(({ name }: { name: string }) => name),
      ['Superadmin', 'Administration', 'Gestion', 'Bénévole'],
      'in the language of the organisation'
    );
  });

  it('gives the browser a cookie with the address of the admin, which goes over https only', async () => {
    const secure = await startTestService({ setup: true, publicUrl: 'https://doorstep.example.org' });
    try {
      const code = (await secure.setup?.issueCode()) ?? '';
      const done = await new Browser(await secure.listen()).send('/api/setup', { ...form, code });
      assert.match(done.headers.getSetCookie().join(), /^doorstep_mail=\w+; .*; Secure$/);
    } finally {
      await secure.close();
    }
  });

  it('deletes the code with it', async () => {
    const stored = `SELECT FROM service_keys WHERE name = 'setup'`;
    assert.equal((await runSql(service.connectionString, stored)).rows.length, 0);
  });
});

describe('the setup code', () => {
  it('is closed after twenty wrong codes, sent together to two processes, and replaced at the next start', async () => {
    const [first, second] = [createSetup(service.database), createSetup(service.database)];
    const code = await first.issueCode();
    assert.equal(await second.issueCode(), code);
    const guesses = Array.from({ length: 30 }, (_, guess) => (guess % 2 ? first : second).check('wrong'));
    const results = await Promise.all(guesses);
    assert.equal(results.filter((result) => result === 'wrong_code').length, 20);
    assert.deepEqual([await first.check(code), await second.check(code)], ['closed', 'closed']);
    const next = await second.issueCode();
    assert.notEqual(next, code);
    assert.deepEqual([await first.check(code), await first.check(next)], ['wrong_code', 'right']);
  });

  it('is the same in two processes: the page of one accepts what the other printed', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'doorstep-test-'));
    const processes = await Promise.all([1, 2].map(() => startProcess(database.connectionString, dataDir)));
    try {
      const codes = await Promise.all(
        processes.map(async ({ waitForLine }) => (await waitForLine(/with the code (\w+)/))[1] ?? '')
      );
      assert.equal(codes[0], codes[1]);
      const [one, other] = processes.map(({ url }) => new Browser(url));
      assert.equal((await one?.send('/api/setup', { ...form, code: 'WRONG' }))?.status, 422);
      assert.equal((await other?.send('/api/setup', { ...form, code: codes[0] ?? '' }))?.status, 200);
      assert.equal((await one?.send('/api/setup'))?.status, 302);
    } finally {
      const ended = processes.map(({ child }) => once(child, 'exit'));
      for (const { child } of processes) child.kill('SIGTERM');
      await Promise.all(ended);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
