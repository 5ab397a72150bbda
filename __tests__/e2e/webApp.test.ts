import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Route } from 'playwright-core';
import {
  joinBy,
  openPhone,
  startDemoService,
  waitUntilHeldOffline,
  webRoot,
  type TestPhone,
  type TestService,
} from './harness';

/** What a phone with one bar may be asked to fetch before it sees anything. */
const budgetInBytes = 400_000;

let service: TestService;
let phone: TestPhone;
let served: string;
let worker: string;

before(async () => {
  served = await mkdtemp(join(tmpdir(), 'doorstep-web-'));
  await cp(webRoot, served, { recursive: true });
  worker = await readFile(join(served, 'sw.js'), 'utf8');
  service = await startDemoService({ DEMO_CONTACTS: '200' }, served);
  phone = await openPhone();
  await joinBy(phone, service.joinLink('volunteer'));
  await waitUntilHeldOffline(phone);
});

after(async () => {
  await phone?.close();
  await service?.close();
  await rm(served, { recursive: true, force: true });
});

/** How many bytes of a file cross the wire, and how they are written. */
function weigh(path: string): Promise<{ bytes: number; encoding: string | undefined }> {
  return new Promise((done, fail) => {
    request(service.address + path, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => done({ bytes, encoding: answer.headers['content-encoding'] }));
    })
      .on('error', fail)
      .end();
  });
}

/** Puts another service worker in the place of the one that was built. */
async function serveWorker(text: string): Promise<void> {
  await rm(join(served, 'sw.js.br'), { force: true });
  await writeFile(join(served, 'sw.js'), text);
}

/** Builds the app anew under the running service: its first script has another name, and the old one is gone. */
async function rebuild(before: string): Promise<string> {
  const newer = [...before].reverse().join('');
  for (const entry of await readdir(served, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && file.endsWith('.br')) await rm(file);
    else if (entry.isFile() && /\.(html|js)$/.test(file)) {
      const text = await readFile(file, 'utf8');
      if (text.includes(before)) await writeFile(file, text.replaceAll(before, newer));
      if (file.includes(before)) await rename(file, file.replace(before, newer));
    }
  }
  return newer;
}

/** Looks for a newer build as the browser does, and waits until it is installed or dropped. */
async function lookForUpdate(): Promise<{ isWaiting: boolean; isActive: boolean }> {
  return phone.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    let found = registration.installing;
    registration.addEventListener('updatefound', () => (found = registration.installing));
    // Rejects where the new worker fails to install. The browser may have looked by itself a moment ago.
    await registration.update().catch(() => undefined);
    const worker = registration.installing ?? found;
    while (worker?.state === 'parsed' || worker?.state === 'installing')
      await new Promise((resolve) => setTimeout(resolve, 50));
    return { isWaiting: registration.waiting !== null, isActive: registration.active !== null };
  });
}

const mark = () => phone.page.evaluate(() => void Reflect.set(window, 'sameOpening', true));
const isSameOpening = () => phone.page.evaluate(() => Reflect.get(window, 'sameOpening') === true);
const updateButton = () => phone.page.getByRole('button', { name: 'Update now' }).filter({ visible: true });

test('the scripts of the first load stay within their budget', async (t) => {
  const page = await readFile(join(served, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(scripts.length > 0, page);
  let sum = 0;
  for (const path of scripts) {
    const { bytes, encoding } = await weigh(path);
    assert.equal(encoding, 'br', path);
    sum += bytes;
  }
  t.diagnostic(`${Math.round(sum / 1000)} KB of script, as sent`);
  assert.ok(sum < budgetInBytes, `${sum} bytes of script are more than ${budgetInBytes}`);
});

test('a newer build waits under an open form, and starts when asked', async () => {
  await phone.page.getByRole('button', { name: 'Record', exact: true }).click();
  const search = phone.page.getByLabel('Search').filter({ visible: true });
  await search.fill('Half a na');
  await mark();

  await serveWorker(`${worker}\n// a newer build`);
  assert.deepEqual(await lookForUpdate(), { isWaiting: true, isActive: true });
  assert.equal(await isSameOpening(), true);
  assert.equal(await search.inputValue(), 'Half a na');
  assert.equal(await updateButton().count(), 0, 'nothing is offered over a form');

  await phone.page.goBack();
  await updateButton().waitFor();
  assert.equal(await isSameOpening(), true, 'leaving the form starts nothing either');
  await updateButton().click();
  await phone.page.waitForFunction(() => Reflect.get(window, 'sameOpening') !== true);
  await phone.page.getByRole('tab', { name: 'Home' }).waitFor();
  assert.equal(await updateButton().count(), 0);
});

test('a build that cannot be fetched whole is dropped, and the running one opens offline', async () => {
  const broken = worker.replace(/url:"[^"]+"/, 'url:"not-there.js"');
  assert.notEqual(broken, worker);
  await serveWorker(broken);
  assert.deepEqual(await lookForUpdate(), { isWaiting: false, isActive: true });

  await phone.restart();
  await phone.setOffline(true);
  await phone.page.goto(service.address);
  await phone.page.getByRole('tab', { name: 'Home' }).waitFor();
});

test('a build that takes the place of the running one reaches a phone that has the app, and a new phone', async () => {
  await phone.setOffline(false);
  await serveWorker(worker);
  await phone.page.goto(service.address);
  await phone.page.getByRole('tab', { name: 'Home' }).waitFor();
  const entryOf = ({ page }: TestPhone) =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src*="/entry-"]')?.src ?? '');
  const [, before = ''] = /entry-([0-9a-f]{32})\.js/.exec(await entryOf(phone)) ?? [];
  const after = await rebuild(before);

  assert.deepEqual(await lookForUpdate(), { isWaiting: true, isActive: true });
  await mark();
  await updateButton().click();
  await phone.page.waitForFunction(() => Reflect.get(window, 'sameOpening') !== true);
  await phone.page.getByRole('tab', { name: 'Home' }).waitFor();
  assert.ok((await entryOf(phone)).includes(after), 'the app runs the newer build');

  const other = await openPhone();
  try {
    await joinBy(other, service.joinLink('leader'));
    assert.ok((await entryOf(other)).includes(after));
    assert.deepEqual(other.errors, []);
  } finally {
    await other.close();
  }
});

test('a browser that does not promise to keep the records is named in Settings [case 30]', async () => {
  await phone.setOffline(false);
  await phone.context.addInitScript(() => {
    navigator.storage.persisted = () => Promise.resolve(false);
    navigator.storage.persist = () => Promise.resolve(false);
  });
  await phone.page.goto(`${service.address}/settings`);
  await phone.page.getByText('This browser may delete your records').waitFor();
});

test('a browser that has nowhere to keep records says so, instead of anything about records', async () => {
  const parts: Record<string, string> = {
    'an old browser without a file system': 'delete StorageManager.prototype.getDirectory',
    'an old browser without locks': 'delete Navigator.prototype.locks',
    'a private window that refuses':
      "StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))",
  };
  for (const [which, spoil] of Object.entries(parts)) {
    const poor = await openPhone();
    try {
      await poor.context.addInitScript({ content: spoil });
      // The file of records is opened by a worker, which such a browser gives no more than the page.
      const spoilWorker = async (route: Route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${spoil};\n${await answer.text()}` });
      };
      // Whoever has said it already is gone before the worker has come.
      await poor.context.route('**/worker-*.js', (route) => spoilWorker(route).catch(() => undefined));
      await poor.page.goto(service.joinLink('volunteer'));
      await poor.page.getByText('This browser cannot keep records').waitFor();
      assert.equal(await poor.page.getByText('What was saved').count(), 0, which);
    } finally {
      await poor.close();
    }
  }
});
