import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { amountInWords } from '../../src/domain/numbersInWords';
import { english } from '../../src/domain/words/english';
import { ar } from '../../src/i18n/messages/ar';
import { de } from '../../src/i18n/messages/de';
import { en } from '../../src/i18n/messages/en';
import { es } from '../../src/i18n/messages/es';
import { fr } from '../../src/i18n/messages/fr';
import { type LanguagePack } from '../../src/i18n/pack';
import {
  eventually,
  noteWords,
  openPhone,
  pressSave,
  readNotedWords,
  startDemoService,
  waitUntilHeldOffline,
  webRoot,
  type TestPhone,
  type TestService,
} from './harness';

type Spoken = LanguagePack & { code: string; locale: string; direction: 'ltr' | 'rtl' };

const spoken: Spoken[] = [
  { code: 'en', locale: 'en-GB', direction: 'ltr', messages: en, speaker: english },
  { code: 'fr', locale: 'fr-FR', direction: 'ltr', ...fr },
  { code: 'es', locale: 'es-ES', direction: 'ltr', ...es },
  { code: 'de', locale: 'de-DE', direction: 'ltr', ...de },
  { code: 'ar', locale: 'ar-EG', direction: 'rtl', ...ar },
];

type BundleList = {
  data: { id: number; transactions: { amount: number; currency: string }[] }[];
  total: number;
};

let service: TestService;

before(async () => {
  service = await startDemoService();
});

after(async () => {
  await service?.close();
});

const pressable = (phone: TestPhone, role: 'button' | 'tab' | 'radio', name: string) =>
  phone.page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();

async function joinIn(
  phone: TestPhone,
  { messages }: LanguagePack,
  at: TestService = service
): Promise<void> {
  await phone.page.goto(at.joinLink('volunteer'));
  await pressable(phone, 'tab', messages.common.places.home).waitFor();
  // The first fetch is over: the prices and which of them is suggested are there.
  const { upToDate, line } = messages.common;
  const beginnings = [upToDate, line.lastConnected].map((text) => text.split('{{')[0]);
  await phone.page
    .getByText(new RegExp(`^(${beginnings.join('|')})`))
    .first()
    .waitFor();
}

const pageOf = (phone: TestPhone) =>
  phone.page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));

async function listBundles(): Promise<BundleList['data']> {
  return (await service.get<BundleList>('/v1/transaction_bundles?limit=1000')).data;
}

/**
 * Whoever has waited a second and a half for the store is told so in the phone's own language (src/shell/AppLayout.tsx).
 * On a machine that is slower than that the words come by intent, and are no answer to what is asked here.
 */
const withoutImpatience = ({ page }: TestPhone) =>
  page.addInitScript({
    content: `{
      const wait = window.setTimeout;
      window.setTimeout = (call, ms, ...given) => wait(call, ms === 1500 ? 3_600_000 : ms, ...given);
    }`,
  });

/** A picture for a person to look at, where one is asked for. */
async function picture(phone: TestPhone, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await phone.page.screenshot({ path: join(folder, `${name}.png`) });
}

for (const language of spoken) {
  const { code, locale, direction, messages, speaker } = language;
  test(`a donation is taken, saved and sent in ${code}, as the phone speaks`, async () => {
    const phone = await openPhone({ locale });
    try {
      await joinIn(phone, language);
      assert.deepEqual(await pageOf(phone), { lang: code, dir: direction });
      await picture(phone, `home-${code}`);

      const known = new Set((await listBundles()).map(({ id }) => id));
      await phone.page.goto(`${service.address}/record?contact=${service.sample.contact_id}`);
      const save = pressable(phone, 'button', messages.common.save);
      await save.waitFor();
      const back = await pressable(phone, 'button', messages.common.back).boundingBox();
      assert.ok(back);
      assert.equal(back.x > 195, direction === 'rtl', 'the way back stands where a line begins');
      await picture(phone, `record-${code}`);

      // Nothing may stick out of the narrowest phone.
      await phone.page.setViewportSize({ width: 320, height: 640 });
      // What is drawn anew for the other width may come after it.
      await eventually('nothing is wider than the phone', () =>
        phone.page.evaluate(() => document.documentElement.scrollWidth <= 320)
      );
      await phone.page.setViewportSize({ width: 390, height: 844 });

      const shown = await phone.page.locator('body').innerText();
      await pressSave(phone, { save: messages.common.save, saved: messages.capture.saved.title });
      let arrived: BundleList['data'] = [];
      await eventually('the donation arrives', async () => {
        arrived = (await listBundles()).filter(({ id }) => !known.has(id));
        return arrived.length > 0;
      });
      assert.equal(arrived.length, 1);
      const [transaction] = arrived[0]?.transactions ?? [];
      assert.ok(transaction);
      const words = amountInWords(transaction.amount, transaction.currency, speaker, locale);
      assert.ok(words !== null && shown.includes(words), `“${words}” is read out`);
      assert.deepEqual(phone.errors, []);
    } finally {
      await phone.close();
    }
  });
}

test('a language chosen in Settings is there at the next start without network, and no other shows before it', async () => {
  const phone = await openPhone({ locale: 'en-GB' });
  try {
    await joinIn(phone, { messages: en, speaker: english });
    await waitUntilHeldOffline(phone);
    await phone.page.goto(`${service.address}/settings`);
    await pressable(phone, 'radio', 'العربية').click();
    await phone.page.getByRole('heading', { name: ar.messages.settings.title }).first().waitFor();
    assert.deepEqual(await pageOf(phone), { lang: 'ar', dir: 'rtl' });
    await picture(phone, 'settings-ar');

    await phone.restart();
    await phone.setOffline(true);
    await noteWords(phone);
    await withoutImpatience(phone);
    await phone.page.goto(service.address);
    await pressable(phone, 'tab', ar.messages.common.places.home).waitFor();
    const seen = (await readNotedWords(phone)).join('\n');
    assert.ok(seen.includes(ar.messages.common.places.home));
    for (const word of [en.boot.opening, en.common.places.contacts, en.common.record])
      assert.ok(!seen.includes(word), `“${word}” was seen`);
    assert.deepEqual(phone.errors, []);
  } finally {
    await phone.close();
  }
});

test('a language that cannot be fetched leaves English, and Settings says so', async () => {
  const served = await mkdtemp(join(tmpdir(), 'doorstep-without-french-'));
  await cp(webRoot, served, { recursive: true });
  const folder = join(served, '_expo/static/js/web');
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  let removed = 0;
  for (const name of scripts) {
    // A word without accents: the built script writes those as numbers.
    const word = new RegExp(`['"]${fr.messages.common.record}['"]`);
    if (!word.test(await readFile(join(folder, name), 'utf8'))) continue;
    await Promise.all([rm(join(folder, name)), rm(join(folder, `${name}.br`))]);
    removed += 1;
  }
  assert.equal(removed, 1, 'French is in a script of its own');
  const without = await startDemoService({}, served);
  const phone = await openPhone({ locale: 'fr-FR' });
  try {
    await joinIn(phone, { messages: en, speaker: english }, without);
    assert.deepEqual(await pageOf(phone), { lang: 'en', dir: 'ltr' });
    await phone.page.goto(`${without.address}/settings`);
    await phone.page.getByText(en.settings.look.languageNotHere).waitFor();
  } finally {
    await phone.close();
    await without.close();
    await rm(served, { recursive: true, force: true });
  }
});
