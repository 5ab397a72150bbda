/** Screenshots of what takes several steps or several people: a hand-over by codes, a practice, closing a month. */
import { type Page } from '@playwright/test';
import { waitForServiceWorker, type TestPhone, type TestService } from '../__tests__/e2e/harness';
import { shootAccounts } from './shotAccounts';
import { control } from './shotList';
import { isSelected, settle, takeShot, withPhone } from './shotPhone';

const field = (page: Page, label: string | RegExp) =>
  page
    .getByLabel(label, { exact: typeof label === 'string' })
    .filter({ visible: true })
    .first();

const text = (page: Page, words: string | RegExp) => page.getByText(words).filter({ visible: true }).first();

/** Takes the same screen again: 320 px wide, and in Arabic. */
async function alsoNarrowAndMirrored(phone: TestPhone, name: string, dark: boolean): Promise<void> {
  if (dark) return;
  const { page } = phone;
  await speakArabic(phone.context);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.waitForTimeout(300);
  await takeShot(phone, `${name}-narrow`, dark);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => sessionStorage.setItem('shots-mirrored', 'yes'));
  await page.reload();
  await settle(page);
  await takeShot(phone, `${name}-mirrored`, dark);
  await page.evaluate(() => sessionStorage.removeItem('shots-mirrored'));
  await page.reload();
  await settle(page);
}

/** Arabic as long as the session asks for it; the drafts of a page stay. */
const speakArabic = (context: TestPhone['context']) =>
  context.addInitScript(() => {
    if (sessionStorage.getItem('shots-mirrored') === null) return;
    Object.defineProperty(navigator, 'languages', { value: ['ar-EG'], configurable: true });
    Object.defineProperty(navigator, 'language', { value: 'ar-EG', configurable: true });
  });

async function recordCash({ page }: TestPhone, service: TestService, contacts: number[]): Promise<void> {
  for (const contact of contacts) {
    await page.goto(`${service.address}/record?contact=${contact}`);
    await control(page, 'radio', /€20/).click();
    await control(page, 'radio', 'Cash').click();
    await control(page, 'button', 'Save').click();
    await page.getByText('Saved on this phone').waitFor();
  }
}

/** Counts €40 and closes the shift. */
async function closeShift({ page }: TestPhone): Promise<void> {
  await field(page, 'How many €20').fill('2');
  await control(page, 'button', 'Close shift').click();
  await text(page, 'Shift closed').waitFor();
}

const digitsOn = (page: Page) =>
  page
    .getByText(/^\d{4}(\s\d{1,4})+$/)
    .filter({ visible: true })
    .first()
    .innerText();

async function leaderName(service: TestService): Promise<string> {
  type Me = { data: { User: { firstname: string; surname: string } } };
  const { firstname, surname } = (await service.get<Me>('/me', 'leader')).data.User;
  return `${firstname} ${surname}`;
}

async function shootHandOver(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'hand-over' })) return;
  await withPhone(service, { role: 'volunteer', dark }, async (giver) => {
    const { page } = giver;
    await waitForServiceWorker(giver);
    await giver.setOffline(true);
    await recordCash(giver, service, [31, 32]);
    await page.goto(`${service.address}/shift`);
    await settle(page);
    await takeShot(giver, 'hand-over-shift', dark);
    await control(page, 'button', 'Count the cash').click();
    await settle(page);
    await field(page, 'How many €20').fill('1');
    await takeShot(giver, 'hand-over-count', dark);
    await closeShift(giver);
    await settle(page);
    await takeShot(giver, 'hand-over-counted', dark);
    await control(page, 'button', 'Hand over').click();
    await settle(page);
    await takeShot(giver, 'hand-over-to', dark);
    await control(page, 'radio', new RegExp(await leaderName(service))).click();
    await control(page, 'button', 'Handed over').click();
    await text(page, 'No answer read yet').waitFor();
    await settle(page);
    await page.waitForTimeout(3_000);
    await takeShot(giver, 'hand-over-code', dark);
    await alsoNarrowAndMirrored(giver, 'hand-over-code', dark);
    const offered = await digitsOn(page);
    await withPhone(service, { role: 'leader', dark }, async (leader) => {
      const other = leader.page;
      await other.goto(`${service.address}/shift`);
      await settle(other);
      await takeShot(leader, 'hand-over-leader', dark);
      await control(other, 'button', 'Take cash from another person').click();
      await settle(other);
      await takeShot(leader, 'hand-over-scan', dark);
      await field(other, 'Digits on the other phone').fill('12345');
      await control(other, 'button', 'Use these digits').click();
      await text(other, /mistyped/).waitFor();
      await takeShot(leader, 'hand-over-scan-wrong', dark);
      await alsoNarrowAndMirrored(leader, 'hand-over-scan', dark);
      await field(other, 'Digits on the other phone').fill(offered);
      await control(other, 'button', 'Use these digits').click();
      await field(other, 'How many €20').fill('1');
      await settle(other);
      await takeShot(leader, 'hand-over-receive', dark);
      await alsoNarrowAndMirrored(leader, 'hand-over-receive', dark);
      await control(other, 'button', 'Confirm').click();
      await control(other, 'button', 'Confirm my count').waitFor();
      await settle(other);
      await takeShot(leader, 'hand-over-differs', dark);
      await control(other, 'button', 'Confirm my count').click();
      await settle(other);
      await other.waitForTimeout(3_000);
      await takeShot(leader, 'hand-over-answer', dark);
      await alsoNarrowAndMirrored(leader, 'hand-over-answer', dark);
      const answered = await digitsOn(other);
      await control(page, 'button', 'Read the answer').click();
      await settle(page);
      await takeShot(giver, 'hand-over-read', dark);
      await field(page, 'Digits on the other phone').fill(answered);
      await control(page, 'button', 'Use these digits').click();
      await text(page, /counted differently$/).waitFor();
      await settle(page);
      await takeShot(giver, 'hand-over-disputed', dark);
      await page.goto(`${service.address}/shift`);
      await settle(page);
      await takeShot(giver, 'hand-over-after', dark);
      await alsoNarrowAndMirrored(giver, 'hand-over-after', dark);
      await giver.setOffline(false);
      await control(page, 'tab', 'Outbox').click();
      await control(page, 'button', 'Send now').click();
      await page
        .getByText(/^\d+ on this phone/)
        .filter({ visible: true })
        .first()
        .waitFor({ state: 'hidden' });
      await other.goto(`${service.address}/shift`);
      await settle(other);
      await takeShot(leader, 'hand-over-received', dark);
      await alsoNarrowAndMirrored(leader, 'hand-over-received', dark);
      await other.goto(`${service.address}/teams/${service.sample.team_id}/board`);
      await settle(other);
      await takeShot(leader, 'hand-over-board', dark);
      await alsoNarrowAndMirrored(leader, 'hand-over-board', dark);
    });
  });
  await withPhone(service, { role: 'admin', dark }, async (desk) => {
    await desk.page.goto(`${service.address}/cash`);
    await settle(desk.page);
    await takeShot(desk, 'hand-over-cash', dark);
    await alsoNarrowAndMirrored(desk, 'hand-over-cash', dark);
    await desk.page.setViewportSize({ width: 1280, height: 800 });
    await takeShot(desk, 'hand-over-cash-desk', dark);
  });
}

async function shootPractice(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'practice' })) return;
  await withPhone(service, { role: 'volunteer', dark }, async (phone) => {
    const { page } = phone;
    await page.goto(`${service.address}/you`);
    await control(page, 'button', 'Start practising').click();
    await text(page, 'Practice space').waitFor();
    await settle(page);
    await takeShot(phone, 'practice', dark);
    await page.setViewportSize({ width: 320, height: 640 });
    await takeShot(phone, 'practice-narrow', dark);
    await page.setViewportSize({ width: 1280, height: 800 });
    await takeShot(phone, 'practice-desk', dark);
    await page.setViewportSize({ width: 390, height: 844 });
    await control(page, 'button', 'Record').click();
    await field(page, 'Search').fill('Tom');
    await control(page, 'button', /Tom Rivers/).click();
    await control(page, 'radio', 'Cash').click();
    await settle(page);
    await takeShot(phone, 'practice-record', dark);
    await control(page, 'button', 'Save').click();
    await settle(page);
    await takeShot(phone, 'practice-saved', dark);
    await control(page, 'button', /^Collected today/).click();
    await control(page, 'button', 'Count the cash').click();
    await field(page, 'How many €20').fill('1');
    await control(page, 'button', 'Close shift').click();
    await control(page, 'button', 'Hand over').click();
    await settle(page);
    await takeShot(phone, 'practice-hand-over', dark);
    await control(page, 'radio', /Samira Haddad/).click();
    await control(page, 'button', 'Handed over').click();
    await settle(page);
    await takeShot(phone, 'practice-code', dark);
    await control(page, 'tab', 'Outbox').click();
    await settle(page);
    await takeShot(phone, 'practice-outbox', dark);
  });
}

/** YYYY-MM-DD of the last day of a month, relative to this one. */
function lastDayOfMonth(offset: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1, 0))
    .toISOString()
    .slice(0, 10);
}

async function shootMonths(service: TestService, dark: boolean): Promise<void> {
  if (!isSelected({ name: 'months' })) return;
  await withPhone(service, { role: 'admin', dark }, async (phone) => {
    const { page } = phone;
    await page.goto(`${service.address}/months`);
    await settle(page);
    await takeShot(phone, 'months-list', dark);
    await alsoNarrowAndMirrored(phone, 'months-list', dark);
    await page.setViewportSize({ width: 1280, height: 800 });
    await takeShot(phone, 'months-list-desk', dark);
    await page.setViewportSize({ width: 390, height: 844 });
    await control(page, 'button', /can be closed/).click();
    await settle(page);
    await takeShot(phone, 'months-open', dark);
    await alsoNarrowAndMirrored(phone, 'months-open', dark);
    await control(page, 'button', 'Close month').click();
    await settle(page);
    await takeShot(phone, 'months-close', dark);
    await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click();
    await control(page, 'button', 'Reopen').waitFor();
    await settle(page);
    await takeShot(phone, 'months-closed', dark);
    await alsoNarrowAndMirrored(phone, 'months-closed', dark);
    await page.goto(`${service.address}/record?contact=41`);
    await control(page, 'button', /^Campaign, note, date/).click();
    await control(page, 'radio', 'Earlier').click();
    await field(page, 'Day').fill(lastDayOfMonth(-1));
    await control(page, 'button', 'Save').click();
    await page.getByText('Saved on this phone').waitFor();
    await page.goto(`${service.address}/outbox`);
    await control(page, 'button', /Donation/).click();
    await text(page, /counts in/).waitFor();
    await settle(page);
    await takeShot(phone, 'months-late-record', dark);
    await page.goto(`${service.address}/months/${lastDayOfMonth(0).slice(0, 7).replace('-', '')}`);
    await text(page, 'Dated in other months').waitFor();
    await settle(page);
    await takeShot(phone, 'months-late', dark);
    await alsoNarrowAndMirrored(phone, 'months-late', dark);
    await page.goto(`${service.address}/months`);
    await settle(page);
    await takeShot(phone, 'months-list-closed', dark);
    await control(page, 'button', /Closed/).click();
    await control(page, 'button', 'Reopen').click();
    await settle(page);
    await takeShot(phone, 'months-reopen', dark);
    await field(page, 'Reason').fill('A phone was late');
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
}

export async function shootFlows(service: TestService, dark: boolean): Promise<void> {
  await shootHandOver(service, dark);
  await shootPractice(service, dark);
  await shootMonths(service, dark);
  await shootAccounts(service, dark);
}
