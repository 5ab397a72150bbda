/**
 * `npm run shots`: a picture of every screen, in light and dark, at a phone's size, and of some on a desk; taken from
 * the real app against the real service with its demo space. The pictures go to shots/. `npm run shots outbox` takes
 * only those whose names begin so.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Page } from 'playwright-core';
import {
  joinBy,
  mailOf,
  openPhone,
  passTheServicesPages,
  startDemoService,
  waitUntilHeldOffline,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';
import { buildWeb } from './build-web';
import { shots, shown } from './shotList';

const folder = resolve(__dirname, '..', 'shots');

const wanted = ({ name }: { name: string }) => name.startsWith(process.argv[2] ?? '');
const say = (line: string) => console.log(line);

/** Waits until the screen stands: past the opening, past what is being read, and past anything that moves. */
async function settle(page: Page): Promise<void> {
  const opening = 'h1:text-is("Doorstep")';
  await page.locator(`h1:visible:not(${opening})`).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[role="progressbar"][aria-busy="true"]') === null);
  await page.waitForTimeout(600);
}

async function take(phone: TestPhone, name: string, dark: boolean): Promise<void> {
  const file = join(folder, `${name}${dark ? '-dark' : ''}.png`);
  await phone.page.screenshot({ path: file });
  say(file);
}

/** Three donations taken without signal, so that Home and the outbox have something to say. */
async function takeOffline(phone: TestPhone, service: TestService): Promise<void> {
  await waitUntilHeldOffline(phone);
  await phone.setOffline(true);
  for (const contact of [11, 12, 14]) {
    await phone.page.goto(`${service.address}/record?contact=${contact}`);
    await shown(phone.page, 'button', 'Save').click();
    await phone.page.getByText('Saved on this phone').waitFor();
  }
}

/** A phone of somebody with this role, joined and up to date. */
async function withPhone(
  service: TestService,
  { role, dark }: { role: Role; dark: boolean },
  work: (phone: TestPhone) => Promise<void>
): Promise<void> {
  const phone = await openPhone({ dark });
  try {
    await joinBy(phone, service.joinLink(role));
    await phone.page
      .getByText(/^Up to date|^Last connected/)
      .first()
      .waitFor();
    await work(phone);
    if (phone.errors.length > 0) throw new Error(`The page reported: ${phone.errors.join('; ')}`);
  } finally {
    await phone.close();
  }
}

async function shootAs(service: TestService, role: Role, dark: boolean): Promise<void> {
  const list = shots.filter((shot) => (shot.role ?? 'volunteer') === role && wanted(shot));
  if (list.length === 0) return;
  await withPhone(service, { role, dark }, async (phone) => {
    if (role === 'volunteer') await takeOffline(phone, service);
    for (const { name, path, then, onADesk = false } of list) {
      await phone.page.setViewportSize(onADesk ? { width: 1280, height: 800 } : { width: 390, height: 844 });
      await phone.page.goto(`${service.address}${path(service)}`);
      await settle(phone.page);
      if (then) {
        await then(phone.page);
        await settle(phone.page);
      }
      await take(phone, name, dark);
    }
  });
}

async function goToSpace({ page }: TestPhone, service: TestService, name: string): Promise<void> {
  await page.goto(`${service.address}/you`);
  await shown(page, 'button', 'Switch').click();
  const isThere = (space: string) =>
    new RegExp(`${space}\\s+\\S+\\s+You are here`).test(document.body.innerText);
  await page.waitForFunction(isThere, name);
}

/** The app before anybody has joined, and a space in which nothing is yet. */
async function shootBeginnings(service: TestService, dark: boolean): Promise<void> {
  if (!wanted({ name: 'empty' }) && !wanted({ name: 'join' })) return;
  const stranger = await openPhone({ dark });
  try {
    await stranger.page.goto(service.address);
    await settle(stranger.page);
    await take(stranger, 'join', dark);
    await stranger.page.getByLabel('Address of the service').fill('http://localhost:9/api');
    await shown(stranger.page, 'button', 'Sign in with a code').click();
    await stranger.page.getByRole('alert').waitFor();
    await take(stranger, 'join-unreachable', dark);
  } finally {
    await stranger.close();
  }
  await withPhone(service, { role: 'admin', dark }, async (phone) => {
    await goToSpace(phone, service, 'Training ground');
    for (const place of ['', 'actions', 'teams', 'contacts', 'outbox', 'ledger', 'catalogue']) {
      await phone.page.goto(`${service.address}/${place}`);
      await settle(phone.page);
      await take(phone, `empty-${place || 'home'}`, dark);
    }
    await goToSpace(phone, service, 'Les Voisins de Valorme');
  });
}

/** An outbox that needs a person: a refused record, and a team that two have changed. */
async function shootTrouble(service: TestService, dark: boolean): Promise<void> {
  if (!wanted({ name: 'trouble' })) return;
  const { contact_id: contact, team_id: team } = service.sample;
  await service.change(
    `INSERT INTO payment_methods SELECT group_id, 'voucher', 9 FROM teams WHERE id = $1 ON CONFLICT DO NOTHING`,
    [team]
  );
  await withPhone(service, { role: 'manager', dark }, async (phone) => {
    const { page } = phone;
    await waitUntilHeldOffline(phone);
    await page.goto(`${service.address}/teams/${team}/edit`);
    await page.getByLabel('About the team').waitFor();
    await phone.setOffline(true);
    await page.getByLabel('About the team').fill('Every Friday, from the harbour.');
    await shown(page, 'button', 'Save').click();
    await page.getByText('Saved on this phone').waitFor();
    await page.goto(`${service.address}/record?contact=${contact}`);
    await shown(page, 'radio', 'voucher').click();
    await shown(page, 'button', 'Save').click();
    await page.getByText('Saved on this phone').waitFor();
    await service.change(`DELETE FROM payment_methods WHERE kind = 'voucher'`);
    await service.change(`UPDATE teams SET description = $2, updated_at = now() WHERE id = $1`, [
      team,
      `Every Wednesday${dark ? ' evening' : ''}.`,
    ]);
    await phone.setOffline(false);
    await page.goto(`${service.address}/outbox`);
    await shown(page, 'button', 'Send now').click();
    await shown(page, 'button', 'Decide').waitFor();
    await shown(page, 'button', 'Fix').waitFor();
    await take(phone, 'trouble', dark);
    await shown(page, 'button', 'Decide').click();
    await settle(page);
    await take(phone, 'trouble-conflict', dark);
    await page.keyboard.press('Escape');
    await shown(page, 'button', /Donation/).click();
    await settle(page);
    await take(phone, 'trouble-refused', dark);
    await page.keyboard.press('Escape');
    await shown(page, 'button', 'Fix').click();
    await settle(page);
    await take(phone, 'trouble-mend', dark);
  });
}

/** The languages, as a phone would name them. */
const locales = { en: 'en-GB', fr: 'fr-FR', es: 'es-ES', de: 'de-DE', ar: 'ar-EG' };

/** A phone that speaks this language, joined by a link; its owner chose nothing themselves. */
async function withForeignPhone(
  service: TestService,
  options: { dark: boolean; locale: string; role: Role; width?: number; height?: number; textScale?: number },
  work: (phone: TestPhone) => Promise<void>
): Promise<void> {
  const phone = await openPhone(options);
  try {
    await phone.page.goto(service.joinLink(options.role));
    await phone.page.getByRole('tab').first().waitFor();
    // The first fetch has no words that every language shares: its prices are there when a price stands.
    await phone.page.goto(`${service.address}/record?contact=${service.sample.contact_id}`);
    await phone.page.getByRole('radio', { checked: true }).nth(1).waitFor();
    await work(phone);
  } finally {
    await phone.close();
  }
}

/** The capture screen in every language: as it is, and with text of twice the size on the smallest phone. */
async function shootLanguages(service: TestService, dark: boolean): Promise<void> {
  if (!wanted({ name: 'language' })) return;
  for (const [language, locale] of Object.entries(locales)) {
    if (language !== 'en')
      await withForeignPhone(service, { dark, locale, role: 'volunteer' }, async (phone) => {
        await settle(phone.page);
        await take(phone, `language-${language}`, dark);
      });
    if (dark) continue;
    const small = { dark, locale, role: 'volunteer', width: 320, height: 640, textScale: 2 } as const;
    await withForeignPhone(service, small, async (phone) => {
      await settle(phone.page);
      await take(phone, `language-${language}-twice`, dark);
    });
  }
}

/** The places of a day's work from right to left. */
async function shootMirrored(service: TestService, dark: boolean): Promise<void> {
  if (!wanted({ name: 'mirrored' })) return;
  await withForeignPhone(service, { dark, locale: locales.ar, role: 'admin' }, async (phone) => {
    for (const [name, path] of [
      ['home', '/'],
      ['record', `/record?contact=${service.sample.contact_id}`],
      ['contacts', '/contacts'],
      ['outbox', '/outbox'],
      ['ledger', '/ledger'],
    ] as const) {
      await phone.page.goto(`${service.address}${path}`);
      await settle(phone.page);
      await take(phone, `mirrored-${name}`, dark);
    }
  });
}

/** Where one is signed in: on a phone before this one, and here. */
async function shootDevices(service: TestService, dark: boolean): Promise<void> {
  if (!wanted({ name: 'devices' })) return;
  const mail = await mailOf(service, 'leader');
  for (const isLast of [false, true]) {
    const phone = await openPhone({ dark });
    const { page } = phone;
    try {
      await page.goto(service.address);
      await shown(page, 'button', 'Sign in with a code').click();
      await passTheServicesPages(phone, service, mail);
      await shown(page, 'button', /Les Voisins de Valorme/).click();
      await page
        .getByText(/^Up to date|^Last connected/)
        .first()
        .waitFor();
      if (!isLast) continue;
      await page.goto(`${service.address}/devices`);
      await settle(page);
      await take(phone, 'devices', dark);
      await shown(page, 'button', 'Sign out').click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
      await take(phone, 'devices-ask', dark);
    } finally {
      await phone.close();
    }
  }
}

/** The lock: how a PIN is set, the pad, and a PIN that was wrong. */
async function shootLock(service: TestService, dark: boolean): Promise<void> {
  if (!wanted({ name: 'lock' })) return;
  await withPhone(service, { role: 'volunteer', dark }, async (phone) => {
    const { page } = phone;
    await page.goto(`${service.address}/settings`);
    await shown(page, 'radio', 'Immediately').click();
    await page.getByLabel('New PIN').fill('274913');
    await page.getByLabel('Repeat the PIN').fill('274913');
    await settle(page);
    await take(phone, 'lock-setting', dark);
    await shown(page, 'button', 'Lock with this PIN').click();
    await shown(page, 'button', 'Change the PIN').waitFor();
    await page.goto(service.address);
    // A lock has no heading of a screen: nothing of the app stands there.
    await page.getByText('Doorstep is locked').waitFor();
    await page.waitForTimeout(600);
    await take(phone, 'lock', dark);
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await page.getByText(/That is not the PIN/).waitFor();
    await page.waitForTimeout(600);
    await take(phone, 'lock-wrong', dark);
  });
}

async function main(): Promise<void> {
  await buildWeb(say);
  if (process.argv[2] === undefined) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const service = await startDemoService();
  try {
    for (const dark of [false, true]) {
      for (const role of ['volunteer', 'manager', 'admin'] as const) await shootAs(service, role, dark);
      await shootBeginnings(service, dark);
      await shootTrouble(service, dark);
      await shootLanguages(service, dark);
      await shootMirrored(service, dark);
      await shootLock(service, dark);
      await shootDevices(service, dark);
    }
  } finally {
    await service.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
