/**
 * `npm run shots`: a picture of every screen, in light and dark, at a phone's size, and of Home on a desk; taken from
 * the real app against the real service with its demo space. The pictures go to shots/.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Page } from 'playwright-core';
import {
  joinBy,
  openPhone,
  startDemoService,
  waitUntilHeldOffline,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';
import { buildWeb } from './build-web';

const folder = resolve(__dirname, '..', 'shots');

type Shot = { name: string; path: (service: TestService) => string; role?: Role };

const shots: Shot[] = [
  { name: 'home', path: () => '/' },
  { name: 'actions', path: () => '/actions' },
  { name: 'action', path: () => '/actions/1' },
  { name: 'teams', path: () => '/teams' },
  { name: 'team', path: ({ sample }) => `/teams/${sample.team_id}` },
  { name: 'roll-call', path: ({ sample }) => `/teams/${sample.team_id}/roll-call` },
  { name: 'contacts', path: () => '/contacts' },
  { name: 'contact', path: ({ sample }) => `/contacts/${sample.contact_id}` },
  { name: 'record', path: ({ sample }) => `/record?contact=${sample.contact_id}` },
  { name: 'outbox', path: () => '/outbox' },
  { name: 'you', path: () => '/you' },
  { name: 'people', path: () => '/people', role: 'manager' },
  { name: 'person', path: ({ sample }) => `/people/${sample.user_id}`, role: 'manager' },
  { name: 'invite', path: () => '/people/invite', role: 'manager' },
  { name: 'team-edit', path: ({ sample }) => `/teams/${sample.team_id}/edit`, role: 'manager' },
  { name: 'ledger', path: () => '/ledger', role: 'admin' },
  { name: 'bundle', path: ({ sample }) => `/ledger/${sample.bundle_id}`, role: 'admin' },
  { name: 'catalogue', path: () => '/catalogue', role: 'admin' },
  { name: 'settings', path: () => '/settings' },
];

const say = (line: string) => console.log(line);

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor();
  // Long enough for the first pull of a demo space and for anything that moves to have arrived.
  await page.waitForTimeout(900);
}

/** Three donations taken without signal, so that Home and the outbox have something to say. */
async function takeOffline(phone: TestPhone, service: TestService): Promise<void> {
  await waitUntilHeldOffline(phone);
  await phone.setOffline(true);
  for (const contact of [11, 12, 14]) {
    await phone.page.goto(`${service.address}/record?contact=${contact}`);
    await phone.page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click();
    await phone.page.getByText('Saved on this phone').waitFor();
  }
}

async function shootAs(service: TestService, role: Role, dark: boolean, list: Shot[]): Promise<void> {
  const phone = await openPhone({ dark });
  try {
    await joinBy(phone, service.joinLink(role));
    await phone.page.waitForTimeout(4000);
    if (role === 'volunteer') await takeOffline(phone, service);
    for (const { name, path } of list) {
      await phone.page.goto(`${service.address}${path(service)}`);
      await settle(phone.page);
      const file = join(folder, `${name}${dark ? '-dark' : ''}.png`);
      await phone.page.screenshot({ path: file });
      say(file);
    }
    if (role === 'volunteer') {
      await phone.page.setViewportSize({ width: 1280, height: 800 });
      await phone.page.goto(service.address);
      await settle(phone.page);
      await phone.page.screenshot({ path: join(folder, `home-desk${dark ? '-dark' : ''}.png`) });
    }
    if (phone.errors.length > 0) throw new Error(`The page reported: ${phone.errors.join('; ')}`);
  } finally {
    await phone.close();
  }
}

async function main(): Promise<void> {
  await buildWeb(say);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const service = await startDemoService();
  try {
    const roles: Role[] = ['volunteer', 'manager', 'admin'];
    for (const dark of [false, true]) {
      for (const role of roles) {
        await shootAs(
          service,
          role,
          dark,
          shots.filter((shot) => (shot.role ?? 'volunteer') === role)
        );
      }
    }
  } finally {
    await service.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
