/**
 * A phone and a service, for tests as a person would make them: the real service with a demo space on a free port,
 * serving the built web app, and a real Chromium at a phone's size whose storage outlives the browser process.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { chromium, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from '../../scripts/browser';
import { readConfig } from '../../server/config';
import { startService } from '../../server/service';
import { createTestDatabase } from '../support/postgres';

/** A crowded machine is slow; a test that waits longer for what comes is no worse. */
export const patienceMs = 120_000;

/** DOORSTEP_SLOW=4 makes every page as slow as on a phone with a quarter of this processor. */
const slowness = Number(process.env.DOORSTEP_SLOW ?? '1');

/** The built web app. */
export const webRoot = resolve(__dirname, '../../dist/web');

export type Role = 'admin' | 'manager' | 'leader' | 'volunteer';

export interface TestService {
  address: string;
  tokens: Record<Role, string>;
  sample: { team_id: number; contact_id: number; bundle_id: number; user_id: number };
  joinLink(role: Role): string;
  /** Changes the service's records behind its back, as the office does with tools of its own. */
  change(statement: string, values?: unknown[]): Promise<void>;
  /** Asks the service directly, as a treasurer with a script would. */
  get<T>(path: string, role?: Role): Promise<T>;
  close(): Promise<void>;
}

export async function startDemoService(
  settings: Record<string, string> = {},
  served: string = webRoot
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-e2e-'));
  const database = await createTestDatabase();
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    RATE_LIMIT: 'off',
    ...settings,
  };
  const config = readConfig({ NODE_ENV: 'test', ...environment }, { demo: true });
  const service = await startService({ config, webRoot: served, onProgress: () => undefined, logger: false });
  const address = `http://localhost:${service.port}`;
  assert.ok(service.demo, 'the demo space was made');
  const { tokens, sample } = service.demo;
  return {
    address,
    tokens,
    sample,
    joinLink: (role) =>
      `${address}/join#${new URLSearchParams({ base_url: `${address}/api`, token: tokens[role] }).toString()}`,
    change: async (statement, values = []) => {
      const client = new Client({ connectionString: database.connectionString });
      await client.connect();
      try {
        await client.query(statement, values);
      } finally {
        await client.end();
      }
    },
    get: async (path, role = 'admin') => {
      const response = await fetch(`${address}/api${path}`, {
        headers: { authorization: `Bearer ${tokens[role]}` },
      });
      assert.equal(response.status, 200, path);
      return (await response.json()) as never;
    },
    close: async () => {
      await service.close();
      await database.drop();
      await removeFolder(dataDir);
    },
  };
}

/** A process that has just ended may still be writing its last file. */
function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

/** Waits until it is so: what is on its way arrives by itself. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) assert.fail(`never came to be: ${what}`);
    await new Promise((done) => setTimeout(done, 250));
  }
}

/**
 * What a screen offers, or does not. The caller has waited for words of the same screen: what it offers may still be
 * on its way, and what it does not offer would stand with them.
 */
export async function checkOffer(what: Locator, isOffered: boolean, message: string): Promise<void> {
  if (isOffered) await what.first().waitFor();
  assert.equal(await what.count(), isOffered ? 1 : 0, message);
}

/** Notes, from the next address on, all the words that stood on the page at any moment. */
export function noteWords({ page }: TestPhone): Promise<unknown> {
  return page.addInitScript(() => {
    const seen: string[] = [];
    Object.defineProperty(window, 'wordsSeen', { value: seen });
    new MutationObserver(() => seen.push(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

export function readNotedWords({ page }: TestPhone): Promise<string[]> {
  return page.evaluate(() => Reflect.get(window, 'wordsSeen') as string[]);
}

export interface TestPhone {
  page: Page;
  context: BrowserContext;
  /** Closes the browser and opens it again on the same storage. */
  restart(): Promise<void>;
  /** Ends the browser as an empty battery would, and opens it again on the same storage. */
  killAndReopen(): Promise<void>;
  setOffline(offline: boolean): Promise<void>;
  /** What went wrong in the page and was not said to anybody. */
  errors: string[];
  close(): Promise<void>;
}

type PhoneOptions = {
  dark?: boolean;
  width?: number;
  height?: number;
  locale?: string;
  /** How much larger than usual its owner has set text in the browser. */
  textScale?: number;
};

/** Runs in the page before there is any element: text is enlarged as soon as the first one stands. */
const enlarging = (scale: number) => `{
  const enlarge = () => document.documentElement?.style.setProperty('font-size', '${16 * scale}px');
  enlarge();
  new MutationObserver(enlarge).observe(document, { childList: true });
}`;

export async function openPhone(options: PhoneOptions = {}): Promise<TestPhone> {
  const found = await findBrowser();
  assert.equal(found.kind, 'found', found.kind === 'missing' ? found.reason : '');
  const executablePath = found.kind === 'found' ? found.path : '';
  const profile = await mkdtemp(join(tmpdir(), 'doorstep-phone-'));
  const errors: string[] = [];

  const launch = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: browserArguments,
      timeout: patienceMs,
      viewport: { width: options.width ?? 390, height: options.height ?? 844 },
      colorScheme: options.dark ? 'dark' : 'light',
      locale: options.locale ?? 'en-GB',
      timezoneId: 'Europe/Paris',
      hasTouch: true,
    });
    context.setDefaultTimeout(patienceMs);
    if (options.textScale !== undefined)
      await context.addInitScript({ content: enlarging(options.textScale) });
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('pageerror', (error) => errors.push(error.message));
    if (slowness > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    }
    return { context, page };
  };

  let opened = await launch();
  return {
    get page() {
      return opened.page;
    },
    get context() {
      return opened.context;
    },
    errors,
    setOffline: (offline) => opened.context.setOffline(offline),
    restart: async () => {
      await opened.context.close();
      opened = await launch();
    },
    killAndReopen: async () => {
      // Chromium names the process that owns a profile in a link of this form: host-pid.
      const owner = await readlink(join(profile, 'SingletonLock'));
      const gone = new Promise<void>((done) => opened.context.once('close', () => done()));
      process.kill(Number(owner.slice(owner.lastIndexOf('-') + 1)), 'SIGKILL');
      await gone;
      opened = await launch();
    },
    close: async () => {
      await opened.context.close();
      await removeFolder(profile);
    },
  };
}

/** Opens the link a leader shows and waits until the first screen stands. */
export async function joinBy(phone: TestPhone, link: string): Promise<void> {
  await phone.page.goto(link);
  await phone.page.getByRole('tab', { name: 'Home' }).waitFor();
}

/**
 * Presses Save and waits until it is on the disk, which is when the form goes. The word "Saved" alone could still be that
 * of the record before; and since it goes after three seconds, it is watched for from before the press.
 */
export async function pressSave(
  { page }: TestPhone,
  { save = 'Save', saved = 'Saved on this phone' } = {}
): Promise<void> {
  const button = page.getByRole('button', { name: save, exact: true }).filter({ visible: true }).first();
  const word = page.getByText(saved).filter({ visible: true }).first();
  await Promise.all([word.waitFor(), button.tap().then(() => button.waitFor({ state: 'hidden' }))]);
}

/** Waits until the service worker holds the whole build, so that the app can open with the network off. */
export async function waitUntilHeldOffline(phone: TestPhone): Promise<void> {
  await phone.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** What a key says that cannot be read out, in either of the ways there are. */
export const refusedKey = 'raw refused, jwk refused';

/** Tries to read out every key that the browser keeps for the app, and says of each what came of it. */
export function tryToExportKeys({ page }: TestPhone): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const asked = indexedDB.open('doorstep-secrets');
      asked.onsuccess = () => done(asked.result);
    });
    const keys = await new Promise<unknown[]>((done) => {
      const reading = database.transaction('keys').objectStore('keys').getAll();
      reading.onsuccess = () => done(reading.result);
    });
    database.close();
    const said: string[] = [];
    for (const key of keys) {
      const ways: string[] = [];
      for (const format of ['raw', 'jwk'] as const) {
        const asked = key instanceof CryptoKey ? crypto.subtle.exportKey(format, key) : Promise.resolve(key);
        const answer = await asked.then(
          () => 'handed out',
          () => 'refused'
        );
        ways.push(`${format} ${answer}`);
      }
      said.push(ways.join(', '));
    }
    return said;
  });
}

type Me = { data: { User: { mail: string } } };

export const mailOf = async (service: TestService, role: Role): Promise<string> =>
  (await service.get<Me>('/me', role)).data.User.mail;

/** Types the address of a person, on the service's own pages, and the code that the demo shows instead of mailing it. */
export async function passTheServicesPages(
  { page }: TestPhone,
  service: TestService,
  mail: string
): Promise<void> {
  // An address gets five codes in a while, and tests are quicker than that: server/auth.signIn tests the limit itself.
  await service.change('DELETE FROM sign_in_limits');
  await page.getByLabel('Mail address').fill(mail);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').fill(await page.locator('.hint strong').innerText());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
