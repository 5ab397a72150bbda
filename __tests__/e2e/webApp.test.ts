import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Route } from '@playwright/test';
import { expect, test as base } from './demo';
import { openJoinLink, startDemoService, webRoot, type TestPhone } from './harness';
import { later } from '../../src/i18n/messages/en/later';
import { checkForUpdate, readWorker, rebuild, replaceWorker } from './newerBuild';

/** The compressed size of the scripts that a first visit downloads. */
const budgetInBytes = 450_000;

/** A service that serves a copy of the build. Each test begins with a fresh copy and may change it. */
const test = base.extend<{ served: string }, { servedFolder: string }>({
  servedFolder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'doorstep-web-'));
      await cp(webRoot, folder, { recursive: true });
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ servedFolder }, use) => {
      const service = await startDemoService({ DEMO_CONTACTS: '200' }, servedFolder);
      await use(service);
      await service.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  served: [
    async ({ servedFolder }, use) => {
      for (const name of await readdir(servedFolder))
        await rm(join(servedFolder, name), { recursive: true, force: true });
      await cp(webRoot, servedFolder, { recursive: true });
      await use(servedFolder);
    },
    { auto: true },
  ],
});

test.use({ phoneOptions: { isFirstVisit: true } });

/** The compressed size and the encoding of a file, as the service sends it. */
function measure(url: string): Promise<{ bytes: number; encoding: string | undefined }> {
  return new Promise((done, fail) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => done({ bytes, encoding: response.headers['content-encoding'] }));
    })
      .on('error', fail)
      .end();
  });
}

/** Marks the running page, so that a reload is noticed. */
const markPage = ({ page }: TestPhone) => page.evaluate(() => void Reflect.set(window, 'isMarked', true));
const isMarked = ({ page }: TestPhone) => page.evaluate(() => Reflect.get(window, 'isMarked') === true);
const waitForReload = ({ page }: TestPhone) =>
  page.waitForFunction(() => Reflect.get(window, 'isMarked') !== true);
const updateButton = ({ page }: TestPhone) =>
  page.getByRole('button', { name: 'Update now' }).filter({ visible: true });
const waitForHome = ({ page }: TestPhone) => page.getByRole('tab', { name: 'Home' }).waitFor();
const readEntryScript = ({ page }: TestPhone) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[defer][src*="/index-"]')?.src ?? '');

test('the scripts of the first load stay within their budget', async ({ served, service }) => {
  const page = await readFile(join(served, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
  expect(scripts.length, page).toBeGreaterThan(0);
  let sum = 0;
  for (const path of scripts) {
    const { bytes, encoding } = await measure(service.address + path);
    expect(encoding, path).toBe('br');
    sum += bytes;
  }
  test.info().annotations.push({ type: 'measured', description: `${sum} bytes of script` });
  expect(sum).toBeLessThan(budgetInBytes);
});

test('English messages that come with later screens are used by these only', async ({ served }) => {
  const folder = join(served, '_expo', 'static', 'js', 'web');
  const used: string[] = [];
  const [uses, names] = [Object.keys(later).join('|'), await readdir(folder)];
  expect(names.some((name) => name.startsWith('screens-'))).toBe(true);
  for (const name of names.filter((file) => /\.js$/.test(file) && !file.startsWith('screens-'))) {
    const script = await readFile(join(folder, name), 'utf8');
    for (const [key] of script.matchAll(new RegExp(`["'\`](${uses})\\.[a-z]\\w*`, 'g')))
      used.push(`${name} ${key}`);
  }
  expect(used).toEqual([]);
});

test('a newer build waits while a form is open, and starts on request', async ({ demo, served }) => {
  const { phone } = demo;
  await demo.visible('button', 'Record').click();
  const search = phone.page.getByLabel('Search').filter({ visible: true });
  await search.fill('Half a na');
  await markPage(phone);

  await replaceWorker(served, `${await readWorker(served)}\n// a newer build`);
  expect(await checkForUpdate(phone)).toEqual({ isWaiting: true, isActive: true });
  expect(await isMarked(phone)).toBe(true);
  expect(await search.inputValue()).toBe('Half a na');
  expect(await updateButton(phone).count(), 'nothing is offered over a form').toBe(0);

  await phone.page.goBack();
  await updateButton(phone).waitFor();
  expect(await isMarked(phone), 'closing the form does not reload the page').toBe(true);
  await updateButton(phone).click();
  await waitForReload(phone);
  await waitForHome(phone);
  expect(await updateButton(phone).count()).toBe(0);
});

test('a build that cannot be downloaded completely is dropped, and the running one opens offline', async ({
  demo,
  served,
}) => {
  const worker = await readWorker(served);
  const broken = worker.replace(/url:"[^"]+"/, 'url:"not-there.js"');
  expect(broken).not.toBe(worker);
  await replaceWorker(served, broken);
  expect(await checkForUpdate(demo.phone)).toEqual({ isWaiting: false, isActive: true });

  await demo.phone.restart();
  await demo.phone.setOffline(true);
  await demo.goTo('/');
  await waitForHome(demo.phone);
});

test('a new build on the server reaches a phone that has the app, and a new phone', async ({
  demo: { phone, service },
  openAnotherPhone,
  served,
}) => {
  const [, before = ''] = /index-([0-9a-f]{32})\.js/.exec(await readEntryScript(phone)) ?? [];
  expect(before, 'the entry script has a hash').not.toBe('');
  const after = await rebuild(served, before);

  expect(await checkForUpdate(phone)).toEqual({ isWaiting: true, isActive: true });
  await markPage(phone);
  await updateButton(phone).click();
  await waitForReload(phone);
  await waitForHome(phone);
  expect(await readEntryScript(phone), 'the app runs the newer build').toContain(after);

  const other = await openAnotherPhone({ isFirstVisit: true });
  await openJoinLink(other, service.joinLink('leader'));
  expect(await readEntryScript(other)).toContain(after);
  expect(other.errors).toEqual([]);
});

test('Settings names a browser that does not promise persistent storage', async ({ demo }) => {
  await demo.phone.context.addInitScript(() => {
    navigator.storage.persisted = () => Promise.resolve(false);
    navigator.storage.persist = () => Promise.resolve(false);
  });
  await demo.goTo('/settings');
  await demo.phone.page.getByText('This browser may delete your records').waitFor();
});

const unsupportedBrowsers = {
  'an old browser without a file system': 'delete StorageManager.prototype.getDirectory',
  'an old browser without locks': 'delete Navigator.prototype.locks',
  'a private window that refuses storage':
    "StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))",
};

for (const [name, script] of Object.entries(unsupportedBrowsers))
  test(`${name} shows that it cannot store records`, async ({ openAnotherPhone, service }) => {
    const phone = await openAnotherPhone({ isFirstVisit: true });
    await phone.context.addInitScript({ content: script });
    // The worker that opens the database has the same limits as the page.
    const limitWorker = async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${script};\n${await response.text()}` });
    };
    // The page may have given up before the worker is loaded.
    await phone.context.route('**/worker-*.js', (route) => limitWorker(route).catch(() => undefined));
    await phone.page.goto(service.joinLink('volunteer'));
    await phone.page.getByText('This browser cannot keep records').waitFor();
    expect(await phone.page.getByText('Something unexpected happened').count()).toBe(0);
  });
