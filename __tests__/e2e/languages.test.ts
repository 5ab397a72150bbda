import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountInWords } from '../../src/domain/numbersInWords';
import { english } from '../../src/domain/words/english';
import { ar } from '../../src/i18n/messages/ar';
import { de } from '../../src/i18n/messages/de';
import { en } from '../../src/i18n/messages/en';
import { es } from '../../src/i18n/messages/es';
import { fr } from '../../src/i18n/messages/fr';
import { type LanguagePack } from '../../src/i18n/pack';
import { createDemo, expect, test, type Demo } from './demo';
import { pressSave, startDemoService, waitForServiceWorker, webRoot, type TestPhone } from './harness';
import { readRecordedTexts, recordTexts } from './pageProbes';

test.use({ joinAs: null, phoneOptions: { isFirstVisit: true } });

type Spoken = LanguagePack & { code: string; locale: string; direction: 'ltr' | 'rtl' };

const spoken: Spoken[] = [
  { code: 'en', locale: 'en-GB', direction: 'ltr', messages: en, speller: english },
  { code: 'fr', locale: 'fr-FR', direction: 'ltr', ...fr },
  { code: 'es', locale: 'es-ES', direction: 'ltr', ...es },
  { code: 'de', locale: 'de-DE', direction: 'ltr', ...de },
  { code: 'ar', locale: 'ar-EG', direction: 'rtl', ...ar },
];

const control = (phone: TestPhone, role: 'button' | 'tab' | 'radio', name: string) =>
  phone.page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();

async function joinIn({ phone, service }: Demo, { messages }: LanguagePack): Promise<void> {
  await phone.page.goto(service.joinLink('volunteer'));
  await control(phone, 'tab', messages.common.places.home).waitFor();
  // The first download is complete, so the prices and the suggested one are there.
  const { upToDate, line } = messages.common;
  const starts = [upToDate, line.lastConnected].map((text) => text.split('{{')[0]);
  await phone.page
    .getByText(new RegExp(`^(${starts.join('|')})`))
    .first()
    .waitFor();
}

const readPageLanguage = (phone: TestPhone) =>
  phone.page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));

/**
 * After 1.5 s of opening the store, the app shows a text in the language of the phone (src/shell/AppLayout.tsx). A slow
 * machine would show that text, and this test is about the texts before the chosen language.
 */
const disableSlowStartText = ({ page }: TestPhone) =>
  page.addInitScript({
    content: `{
      const original = window.setTimeout;
      window.setTimeout = (call, ms, ...rest) => original(call, ms === 1500 ? 3_600_000 : ms, ...rest);
    }`,
  });

for (const language of spoken) {
  const { code, locale, direction, messages, speller } = language;
  test.describe(`on a phone set to ${locale}`, () => {
    test.use({ phoneOptions: { locale, isFirstVisit: true } });

    test(`a donation is recorded, saved and sent in ${code}`, async ({ demo }) => {
      const { phone, service, listBundles } = demo;
      await joinIn(demo, language);
      expect(await readPageLanguage(phone)).toEqual({ lang: code, dir: direction });

      const known = new Set((await listBundles()).map(({ id }) => id));
      await demo.goTo(`/record?contact=${service.sample.contact_id}`);
      await control(phone, 'button', messages.common.save).waitFor();
      const back = await control(phone, 'button', messages.common.back).boundingBox();
      assert.ok(back);
      expect(back.x > 195, 'Back is at the start of the line').toBe(direction === 'rtl');

      await phone.page.setViewportSize({ width: 320, height: 640 });
      await expect
        .poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth), {
          message: 'nothing is wider than the narrowest phone',
        })
        .toBeLessThanOrEqual(320);
      await phone.page.setViewportSize({ width: 390, height: 844 });

      const shown = await phone.page.locator('body').innerText();
      await pressSave(phone, { save: messages.common.save, saved: messages.capture.saved.title });
      await demo.waitForBundles(known.size + 1);
      const [arrived] = (await listBundles()).filter(({ id }) => !known.has(id));
      const [transaction] = arrived?.transactions ?? [];
      assert.ok(transaction);
      const words = amountInWords(transaction.amount, transaction.currency, speller, locale);
      assert.ok(words);
      expect(shown, 'the amount is shown in words').toContain(words);
      expect(phone.errors).toEqual([]);
    });
  });
}

test('a language chosen in Settings is used at the next start offline, and no other is shown before it', async ({
  demo,
}) => {
  const { phone } = demo;
  await joinIn(demo, { messages: en, speller: english });
  await waitForServiceWorker(phone);
  await demo.goTo('/settings');
  await control(phone, 'radio', 'العربية').click();
  await phone.page.getByRole('heading', { name: ar.messages.settings.title }).first().waitFor();
  expect(await readPageLanguage(phone)).toEqual({ lang: 'ar', dir: 'rtl' });

  await phone.restart();
  await phone.setOffline(true);
  await recordTexts(phone);
  await disableSlowStartText(phone);
  await demo.goTo('/');
  await control(phone, 'tab', ar.messages.common.places.home).waitFor();
  const seen = (await readRecordedTexts(phone)).join('\n');
  expect(seen).toContain(ar.messages.common.places.home);
  for (const text of [en.boot.opening, en.common.places.contacts, en.common.record])
    expect(seen).not.toContain(text);
  expect(phone.errors).toEqual([]);
});

/** A copy of the web app without the script that contains French. */
async function copyWithoutFrench(): Promise<string> {
  const served = await mkdtemp(join(tmpdir(), 'doorstep-without-french-'));
  await cp(webRoot, served, { recursive: true });
  const folder = join(served, '_expo/static/js/web');
  // A text without accents, because the built script escapes them.
  const text = new RegExp(`['"]${fr.messages.common.record}['"]`);
  const french: string[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.js')))
    if (text.test(await readFile(join(folder, name), 'utf8'))) french.push(name);
  expect(french.length, 'French is in a script of its own').toBe(1);
  for (const name of french) await Promise.all([rm(join(folder, name)), rm(join(folder, `${name}.br`))]);
  return served;
}

test('a language that cannot be downloaded falls back to English, and Settings shows it', async ({
  openAnotherPhone,
}) => {
  const served = await copyWithoutFrench();
  const service = await startDemoService({ DEMO_CONTACTS: '40' }, served);
  try {
    const demo = createDemo(await openAnotherPhone({ locale: 'fr-FR', isFirstVisit: true }), service);
    await joinIn(demo, { messages: en, speller: english });
    expect(await readPageLanguage(demo.phone)).toEqual({ lang: 'en', dir: 'ltr' });
    await demo.goTo('/settings');
    await demo.phone.page.getByText(en.settings.look.languageNotHere).waitFor();
  } finally {
    await service.close();
    await rm(served, { recursive: true, force: true });
  }
});
