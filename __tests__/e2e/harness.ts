/**
 * The real service with its demo space on a free port, serving the built web app, and a real Chromium of a phone's
 * size. The tests use both through the fixtures of `demo.ts`; `npm run shots` and the benches use them directly.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { Client } from 'pg';
import { browserArguments, requireBrowser } from '../../scripts/browser';
import { readConfig } from '../../server/config';
import { startService } from '../../server/service';
import { createMigratedDatabase } from '../support/postgres';

const waitMs = 120_000;

/** DOORSTEP_SLOW=4 makes every page as slow as on a phone with a quarter of this processor. */
const slowdown = Number(process.env.DOORSTEP_SLOW ?? '1');

/** The built web app. */
export const webRoot = resolve(__dirname, '../../dist/web');

export type Role = 'admin' | 'manager' | 'leader' | 'volunteer';

export interface TestService {
  address: string;
  tokens: Record<Role, string>;
  sample: { team_id: number; contact_id: number; bundle_id: number; user_id: number };
  joinLink(role: Role): string;
  /** Runs SQL on the service's database, as an office with other tools would. */
  runSql(statement: string, values?: unknown[]): Promise<void>;
  /** Requests a path of the API and expects status 200. */
  get<T>(path: string, role?: Role): Promise<T>;
  close(): Promise<void>;
}

export async function startDemoService(
  settings: Record<string, string> = {},
  served: string = webRoot
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-e2e-'));
  const database = await createMigratedDatabase();
  const environment = {
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    RATE_LIMIT: 'off',
    ...settings,
  };
  const config = readConfig(environment, { demo: true });
  const service = await startService({ config, webRoot: served, onProgress: () => undefined, logger: false });
  const address = `http://localhost:${service.port}`;
  assert.ok(service.demo);
  const { tokens, sample } = service.demo;
  const runSql = async (statement: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    try {
      await client.query(statement, values);
    } finally {
      await client.end();
    }
  };
  // A test takes any contact of the demo, whoever uses the phone.
  await runSql(`UPDATE spaces SET visibility = 'everyone'`);
  return {
    address,
    tokens,
    sample,
    joinLink: (role) =>
      `${address}/join#${new URLSearchParams({ base_url: `${address}/api`, token: tokens[role] }).toString()}`,
    runSql,
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
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

export interface TestPhone {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors of the page. */
  readonly errors: string[];
  setOffline(offline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A phone with its own browser process and profile folder, so that its storage survives the process. */
export interface PersistentPhone extends TestPhone {
  /** Closes the browser and opens it again on the same storage. */
  restart(): Promise<void>;
  /**
   * Kills the browser with SIGKILL, as an empty battery would, and opens it again on the same storage. `whileDead` gets
   * the profile folder.
   */
  killAndReopen(whileDead?: (profile: string) => Promise<void>): Promise<void>;
}

export type PhoneOptions = {
  dark?: boolean;
  width?: number;
  height?: number;
  locale?: string;
  /** The text size that the owner has chosen in the browser, as a factor. */
  textScale?: number;
  /** For a server of a test that has its own certificate. */
  ignoreHTTPSErrors?: boolean;
  /** The folder of `installApp`, which is copied; without it the phone has never been at the service. */
  installedApp?: string;
  /** Called before the first page is opened. */
  prepare?: (context: BrowserContext) => Promise<void>;
};

const contextOptions = ({
  dark = false,
  width = 390,
  height = 844,
  locale = 'en-GB',
  ignoreHTTPSErrors = false,
}: PhoneOptions) => ({
  ignoreHTTPSErrors,
  viewport: { width, height },
  colorScheme: dark ? ('dark' as const) : ('light' as const),
  locale,
  timezoneId: 'Europe/Paris',
  hasTouch: true,
});

/** Runs in the page before any element exists, and enlarges text as soon as the first one is there. */
const enlargeText = (scale: number) => `{
  const enlarge = () => document.documentElement?.style.setProperty('font-size', '${16 * scale}px');
  enlarge();
  new MutationObserver(enlarge).observe(document, { childList: true });
}`;

async function preparePage(
  context: BrowserContext,
  { textScale, prepare }: PhoneOptions,
  errors: string[]
): Promise<Page> {
  context.setDefaultTimeout(waitMs);
  await prepare?.(context);
  if (textScale !== undefined) await context.addInitScript({ content: enlargeText(textScale) });
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => errors.push(error.message));
  if (slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  return page;
}

export async function openPhone(options: PhoneOptions = {}): Promise<PersistentPhone> {
  const executablePath = requireBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'doorstep-phone-'));
  if (options.installedApp !== undefined) await cp(options.installedApp, profile, { recursive: true });
  const errors: string[] = [];

  const launch = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      ...contextOptions(options),
      executablePath,
      args: browserArguments,
      timeout: waitMs,
    });
    return { context, page: await preparePage(context, options, errors) };
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
    killAndReopen: async (whileDead) => {
      // Chromium names the process that owns a profile in a link of this form: host-pid.
      const owner = await readlink(join(profile, 'SingletonLock'));
      const closed = new Promise<void>((done) => opened.context.once('close', () => done()));
      process.kill(Number(owner.slice(owner.lastIndexOf('-') + 1)), 'SIGKILL');
      await closed;
      await whileDead?.(profile);
      opened = await launch();
    },
    close: async () => {
      await opened.context.close();
      await removeFolder(profile);
    },
  };
}

/**
 * A profile folder whose service worker has cached the app of this service. The app itself was never opened, so it has
 * stored nothing that phones with copies of the folder would share.
 */
export async function installApp(address: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'doorstep-installed-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireBrowser(),
    args: browserArguments,
    timeout: waitMs,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  // A page of the same origin that is not the app.
  await page.goto(`${address}/api/health`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await context.close();
  return profile;
}

/** Opens a join link and waits for Home. */
export async function openJoinLink({ page }: TestPhone, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('tab', { name: 'Home' }).waitFor();
}

/** Goes to an address inside the app, as its own links do; loads the page if the app is not open in it. */
export async function goTo({ page }: TestPhone, service: TestService, path: string): Promise<void> {
  if (page.url().startsWith(service.address)) await showPath(page, path);
  else await page.goto(`${service.address}${path}`);
}

const showPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((target) => {
    history.pushState(null, '', target);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/**
 * Downloads what the service has by now, with the button of the outbox, and returns to the screen. Without it a phone
 * notices a change of others up to a minute later.
 */
export async function syncNow({ page }: TestPhone): Promise<void> {
  const { pathname, search } = new URL(page.url());
  await showPath(page, '/outbox');
  const sendNow = page.getByRole('button', { name: 'Send now' }).filter({ visible: true }).first();
  await sendNow.click();
  await showPath(page, pathname + search);
  await sendNow.waitFor({ state: 'hidden' });
}

/**
 * Presses Save and waits until the form closes, which happens when the record is on disk. The message is awaited from
 * before the press: it disappears after three seconds, and an earlier record may have left one.
 */
export async function pressSave(
  { page }: TestPhone,
  { save = 'Save', saved = 'Saved on this phone' } = {}
): Promise<void> {
  const button = page.getByRole('button', { name: save, exact: true }).filter({ visible: true }).first();
  const message = page.getByText(saved).filter({ visible: true }).first();
  await Promise.all([message.waitFor(), button.tap().then(() => button.waitFor({ state: 'hidden' }))]);
}

/** Waits until the service worker has cached the entire build, so that the app opens offline. */
export async function waitForServiceWorker({ page }: TestPhone): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

type Me = { data: { User: { mail: string } } };

export const mailOf = async (service: TestService, role: Role): Promise<string> =>
  (await service.get<Me>('/me', role)).data.User.mail;

/** Signs in on the service's own pages, with the code that the demo shows instead of mailing it. */
export async function signInWithCode({ page }: TestPhone, service: TestService, mail: string): Promise<void> {
  // The service limits the codes per address; server/auth.signIn tests that limit.
  await service.runSql('DELETE FROM sign_in_limits');
  await page.getByLabel('Mail address').fill(mail);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').fill(await page.locator('.hint strong').innerText());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
