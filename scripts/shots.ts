/**
 * `npm run shots`: screenshots of every screen in light, dark and Arabic at phone size and in light at desktop size, taken
 * from the real app against the real service with its demo space, into shots/. `npm run shots outbox you` takes only those
 * whose names start with one of these.
 */
import { mkdir, rm } from 'node:fs/promises';
import {
  mailOf,
  openPhone,
  signInWithCode,
  startDemoService,
  waitForServiceWorker,
  type PhoneOptions,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';
import { buildWeb } from './build-web';
import { shootDoor } from './shotDoor';
import { shootFlows } from './shotFlows';
import { control, shots } from './shotList';
import { shootSetup } from './shotSetup';
import { shootTreasury } from './shotTreasury';
import { folder, isSelected, print, settle, takeShot, withPhone } from './shotPhone';

/** Records three donations offline, so that Home and the outbox show something. */
async function recordOffline(phone: TestPhone, service: TestService): Promise<void> {
  await waitForServiceWorker(phone);
  await phone.setOffline(true);
  for (const contact of [11, 12, 14]) {
    await phone.page.goto(`${service.address}/record?contact=${contact}`);
    await control(phone.page, 'button', 'Save').click();
    await phone.page.getByText('Saved on this phone').waitFor();
  }
}

/** How a screen of the list is shown. */
const views = {
  light: { dark: false },
  dark: { dark: true },
  arabic: { dark: false, locale: 'ar-EG' },
  desk: { dark: false, width: 1280, height: 800 },
} satisfies Record<string, PhoneOptions & { dark: boolean }>;

/** The screens of a role. What has to be pressed first has English names, and is pictured at phone size only. */
async function shootAs(service: TestService, role: Role, view: keyof typeof views): Promise<void> {
  const isPlain = view === 'light' || view === 'dark';
  const list = shots.filter(
    (shot) => (shot.role ?? 'volunteer') === role && isSelected(shot) && (isPlain || !shot.then)
  );
  if (list.length === 0) return;
  await withPhone(service, { role, ...views[view] }, async (phone) => {
    if (role === 'volunteer' && isPlain) await recordOffline(phone, service);
    for (const { name, path, then } of list) {
      await phone.page.goto(`${service.address}${path(service)}`);
      await settle(phone.page);
      if (then) {
        await then(phone.page);
        await settle(phone.page);
      }
      await takeShot(phone, isPlain ? name : `${name}-${view}`, views[view].dark);
    }
  });
}

async function goToSpace({ page }: TestPhone, service: TestService, name: string): Promise<void> {
  await page.goto(`${service.address}/you`);
  await control(page, 'button', 'Switch').click();
  const isThere = (space: string) =>
    new RegExp(`${space}\\s+\\S+\\s+You are here`).test(document.body.innerText);
  await page.waitForFunction(isThere, name);
}

/** The app before joining, and an empty space. */
async function shootEmpty(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'empty' }) && !isSelected({ name: 'join' })) return;
  const newPhone = await openPhone({ dark });
  try {
    await newPhone.page.goto(service.address);
    await settle(newPhone.page);
    await takeShot(newPhone, 'join', dark);
    await control(newPhone.page, 'button', 'Another service').click();
    await newPhone.page.getByLabel('Address of the service').fill('http://localhost:9/api');
    await control(newPhone.page, 'button', 'Sign in with a code').click();
    await newPhone.page.getByRole('alert').waitFor();
    await takeShot(newPhone, 'join-unreachable', dark);
  } finally {
    await newPhone.close();
  }
  await withPhone(service, { role: 'admin', dark }, async (phone) => {
    await goToSpace(phone, service, 'Training ground');
    for (const place of ['', 'actions', 'teams', 'contacts', 'outbox', 'ledger', 'catalogue']) {
      await phone.page.goto(`${service.address}/${place}`);
      await settle(phone.page);
      await takeShot(phone, `empty-${place || 'home'}`, dark);
    }
    await goToSpace(phone, service, 'Les Voisins de Valorme');
  });
}

/** An outbox that needs attention: a refused record, and a conflict about a team. */
async function shootFailures(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'trouble' })) return;
  const { contact_id: contact, team_id: team } = service.sample;
  await service.runSql(
    `INSERT INTO payment_methods SELECT group_id, 'voucher', 9 FROM teams WHERE id = $1 ON CONFLICT DO NOTHING`,
    [team]
  );
  await withPhone(service, { role: 'manager', dark }, async (phone) => {
    const { page } = phone;
    await waitForServiceWorker(phone);
    await page.goto(`${service.address}/teams/${team}/edit`);
    await page.getByLabel('About the team').waitFor();
    await phone.setOffline(true);
    await page.getByLabel('About the team').fill('Every Friday, from the harbour.');
    await control(page, 'button', 'Save').click();
    await page.getByText('Saved on this phone').waitFor();
    await page.goto(`${service.address}/record?contact=${contact}`);
    await control(page, 'radio', 'voucher').click();
    await control(page, 'button', 'Save').click();
    await page.getByText('Saved on this phone').waitFor();
    await service.runSql(`DELETE FROM payment_methods WHERE kind = 'voucher'`);
    await service.runSql(`UPDATE teams SET description = $2, updated_at = now() WHERE id = $1`, [
      team,
      `Every Wednesday${dark ? ' evening' : ''}.`,
    ]);
    await phone.setOffline(false);
    await page.goto(`${service.address}/outbox`);
    await control(page, 'button', 'Send now').click();
    await control(page, 'button', 'Decide').waitFor();
    await control(page, 'button', 'Fix').waitFor();
    await takeShot(phone, 'trouble', dark);
    await control(page, 'button', 'Decide').click();
    await settle(page);
    await takeShot(phone, 'trouble-conflict', dark);
    await page.keyboard.press('Escape');
    await control(page, 'button', /Donation/).click();
    await settle(page);
    await takeShot(phone, 'trouble-refused', dark);
    await page.keyboard.press('Escape');
    await control(page, 'button', 'Fix').click();
    await settle(page);
    await takeShot(phone, 'trouble-fix', dark);
  });
}

/** The locale of each language. */
const locales = { en: 'en-GB', fr: 'fr-FR', es: 'es-ES', de: 'de-DE', ar: 'ar-EG' };

/** Opens a phone with this locale, joined by a link. */
async function withForeignPhone(
  service: TestService,
  options: { dark: boolean; locale: string; role: Role; width?: number; height?: number; textScale?: number },
  work: (phone: TestPhone) => Promise<void>
): Promise<void> {
  const phone = await openPhone(options);
  try {
    await phone.page.goto(service.joinLink(options.role));
    await phone.page.getByRole('tab').first().waitFor();
    // The prices are downloaded when one of them is selected, whatever the language.
    await phone.page.goto(`${service.address}/record?contact=${service.sample.contact_id}`);
    await phone.page.getByRole('radio', { checked: true }).nth(1).waitFor();
    await work(phone);
  } finally {
    await phone.close();
  }
}

/** The capture screen in every language, also with text of twice the size on the smallest phone. */
async function shootLanguages(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'language' })) return;
  for (const [language, locale] of Object.entries(locales)) {
    if (language !== 'en')
      await withForeignPhone(service, { dark, locale, role: 'volunteer' }, async (phone) => {
        await settle(phone.page);
        await takeShot(phone, `language-${language}`, dark);
      });
    if (dark) continue;
    const small = { dark, locale, role: 'volunteer', width: 320, height: 640, textScale: 2 } as const;
    await withForeignPhone(service, small, async (phone) => {
      await settle(phone.page);
      await takeShot(phone, `language-${language}-twice`, dark);
    });
  }
}

/** The list of devices: an earlier phone, and this one. */
async function shootDevices(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'devices' })) return;
  const mail = await mailOf(service, 'leader');
  for (const isLast of [false, true]) {
    const phone = await openPhone({ dark });
    const { page } = phone;
    try {
      await page.goto(service.address);
      await control(page, 'button', 'Sign in with a code').click();
      await signInWithCode(phone, service, mail);
      await control(page, 'button', /Les Voisins de Valorme/).click();
      await page
        .getByText(/^Up to date|^Last connected/)
        .first()
        .waitFor();
      if (!isLast) continue;
      await page.goto(`${service.address}/devices`);
      await settle(page);
      await takeShot(phone, 'devices', dark);
      await control(page, 'button', 'Sign out').click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
      await takeShot(phone, 'devices-ask', dark);
    } finally {
      await phone.close();
    }
  }
}

/** Setting a PIN, the lock screen, and a wrong PIN. */
async function shootLock(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'lock' })) return;
  await withPhone(service, { role: 'volunteer', dark }, async (phone) => {
    const { page } = phone;
    await page.goto(`${service.address}/settings`);
    await control(page, 'radio', 'Immediately').click();
    await page.getByLabel('New PIN').fill('274913');
    await page.getByLabel('Repeat the PIN').fill('274913');
    await settle(page);
    await takeShot(phone, 'lock-setting', dark);
    await control(page, 'button', 'Lock with this PIN').click();
    await control(page, 'button', 'Change the PIN').waitFor();
    await page.goto(service.address);
    // The lock screen has no heading to wait for.
    await page.getByText('Doorstep is locked').waitFor();
    await page.waitForTimeout(600);
    await takeShot(phone, 'lock', dark);
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await page.getByText(/That is not the PIN/).waitFor();
    await page.waitForTimeout(600);
    await takeShot(phone, 'lock-wrong', dark);
  });
}

async function main(): Promise<void> {
  await buildWeb(print);
  if (process.argv[2] === undefined) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // A new demo each, because the flows change it.
  for (const dark of [false, true]) {
    const service = await startDemoService();
    try {
      for (const view of dark ? (['dark'] as const) : (['light', 'arabic', 'desk'] as const))
        for (const role of ['volunteer', 'manager', 'admin'] as const) await shootAs(service, role, view);
      await shootEmpty(service, dark);
      await shootFailures(service, dark);
      await shootLanguages(service, dark);
      await shootLock(service, dark);
      await shootDevices(service, dark);
      if (!dark) await shootDoor(service);
      if (!dark) await shootTreasury();
      await shootFlows(service, dark);
      await shootSetup(service, dark);
    } finally {
      await service.close();
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
