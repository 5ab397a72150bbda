/**
 * Screenshots of what happens at a door, on a large and a small phone, in dark, in Arabic, and with text of twice the size:
 * `npm run shots door`. Controls are found by the words of the language.
 */
import { type Page } from '@playwright/test';
import {
  openPhone,
  waitForServiceWorker,
  type PhoneOptions,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';
import { ar } from '../src/i18n/messages/ar';
import { en } from '../src/i18n/messages/en';
import { control } from './shotList';
import { isSelected, settle, takeShot } from './shotPhone';

const variants: Record<string, PhoneOptions> = {
  large: {},
  dark: { dark: true },
  arabic: { locale: 'ar-EG' },
  twice: { textScale: 2 },
  small: { width: 360, height: 560 },
  'small-twice': { width: 360, height: 560, textScale: 2 },
};

type Messages = typeof en;
type Choose = (messages: Messages) => string;

/** The part of a message before its first value, for a name that starts with it. */
const startOf = (message: string) =>
  new RegExp(`^${message.replace(/\{\{.*$/s, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

type Walk = {
  phone: TestPhone;
  service: TestService;
  say: (choose: Choose) => string;
  shoot: (name: string) => Promise<void>;
};

async function open({ phone: { page }, service }: Walk, path: string): Promise<void> {
  await page.goto(`${service.address}${path}`);
  await settle(page);
}

/** Presses a control by its word in the language of the phone. */
const pressWord = ({ phone, say }: Walk, role: 'button' | 'radio', choose: Choose) =>
  control(phone.page, role, say(choose)).click();

/** Presses the button whose name starts with the word. */
const pressStart = ({ phone, say }: Walk, choose: Choose) =>
  control(phone.page, 'button', startOf(say(choose))).click();

/** The time of the phone in some minutes, like 15:24. */
const timeIn = (page: Page, minutes: number) =>
  page.evaluate((ahead) => {
    const time = new Date(Date.now() + ahead * 60_000);
    return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`;
  }, minutes);

async function shootDoors(walk: Walk): Promise<void> {
  const { say, shoot } = walk;
  const { page } = walk.phone;
  await open(walk, '/actions/1/doors');
  await shoot('list');
  await pressWord(walk, 'button', ({ actions }) => actions.walk.outcome.talked);
  await settle(page);
  await shoot('marked');
  await pressWord(walk, 'button', ({ actions }) => actions.walk.outcome.come_back);
  await settle(page);
  await shoot('come-back');
  await pressWord(walk, 'button', ({ actions }) => actions.walk.anotherTime);
  await page
    .getByLabel(
      say(({ capture }) => capture.time),
      { exact: true }
    )
    .fill(await timeIn(page, 10));
  await shoot('come-back-typed');
  await pressWord(walk, 'button', ({ common }) => common.save);
  await pressWord(walk, 'radio', ({ actions }) => actions.walk.filter.due);
  await settle(page);
  await shoot('due');
  await pressWord(walk, 'button', ({ actions }) => actions.walk.outcome.do_not_visit);
  await settle(page);
  await shoot('do-not-visit');
  await open(walk, '/actions/1');
  await shoot('action');
  await page
    .locator('svg[role="img"], [role="img"] svg')
    .filter({ visible: true })
    .first()
    .scrollIntoViewIfNeeded();
  await page.mouse.move(180, 300);
  await page.mouse.wheel(0, 200);
  await settle(page);
  await shoot('map');
}

async function shootRecord(walk: Walk): Promise<void> {
  const { say, shoot } = walk;
  const { page } = walk.phone;
  const search = page.getByLabel(say(({ common }) => common.search)).filter({ visible: true });
  await open(walk, '/record?action=1&place=3%20rue%20Neuve');
  await shoot('who');
  await search.fill('Nora Newcomer');
  await pressStart(walk, ({ capture }) => capture.who.newSupporterNamed);
  await settle(page);
  await shoot('new-supporter');
  await pressStart(walk, ({ capture }) => capture.who.reach);
  await page
    .getByLabel(
      say(({ capture }) => capture.who.phone),
      { exact: true }
    )
    .fill('0611223344');
  await settle(page);
  await shoot('new-supporter-reach');
  await open(walk, '/record?contact=22');
  await shoot('record');
  await pressWord(walk, 'button', ({ capture }) => capture.addPerson);
  await search.fill('Barbier');
  await page
    .getByRole('button', { name: /Barbier/ })
    .filter({ visible: true })
    .first()
    .click();
  await settle(page);
  await shoot('several');
  await open(walk, '/record?contact=24');
  await pressWord(walk, 'button', ({ common }) => common.save);
  await page
    .getByText(say(({ capture }) => capture.saved.title))
    .first()
    .waitFor();
  await settle(page);
  await shoot('home');
  await open(walk, '/outbox');
  await page
    .getByRole('button', { name: startOf(say(({ capture }) => capture.donation)) })
    .or(page.getByRole('button', { name: new RegExp(say(({ capture }) => capture.donation)) }))
    .filter({ visible: true })
    .first()
    .click();
  await settle(page);
  await shoot('outbox-row');
  await pressWord(walk, 'button', ({ capture }) => capture.change.heading);
  await settle(page);
  await shoot('change');
}

async function shootPromises(walk: Walk): Promise<void> {
  const { say, shoot } = walk;
  const { page } = walk.phone;
  await open(walk, '/record?contact=27');
  await pressWord(walk, 'radio', ({ capture }) => capture.promise.later);
  await pressWord(walk, 'radio', ({ promises }) => promises.days.tomorrow);
  await settle(page);
  await shoot('promise');
  await pressWord(walk, 'button', ({ common }) => common.save);
  await page
    .getByText(say(({ capture }) => capture.saved.title))
    .first()
    .waitFor();
  await open(walk, '/promises');
  await shoot('promises');
  await page.getByRole('button', { name: /20/ }).filter({ visible: true }).first().click();
  await settle(page);
  await shoot('promise-open');
  await pressWord(walk, 'button', ({ promises }) => promises.transfer.open);
  await settle(page);
  await shoot('qr');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say(({ common }) => common.back), exact: true })
    .click();
  await pressWord(walk, 'button', ({ promises }) => promises.paid);
  await page
    .getByLabel(
      say(({ capture }) => capture.amount),
      { exact: true }
    )
    .filter({ visible: true })
    .fill('5');
  await settle(page);
  await shoot('paying');
}

async function shootHelp(walk: Walk): Promise<void> {
  const { say, shoot } = walk;
  const { page } = walk.phone;
  await open(walk, '/help');
  await shoot('help');
  await open(walk, '/you');
  await pressWord(walk, 'button', ({ practice }) => practice.start);
  await page.getByRole('button', { name: say(({ practice }) => practice.leave) }).waitFor();
  await page
    .getByRole('button', { name: say(({ common }) => common.record) })
    .filter({ visible: true })
    .waitFor();
  await settle(page);
  await shoot('practice');
}

async function shootLeader(walk: Walk): Promise<void> {
  const { shoot, service } = walk;
  await open(walk, '/');
  await shoot('leader-home');
  await open(walk, `/teams/${service.sample.team_id}/roll-call`);
  await walk.phone.page.getByRole('checkbox').filter({ visible: true }).first().click();
  await settle(walk.phone.page);
  await shoot('roll-call');
}

async function shootDesk(walk: Walk): Promise<void> {
  const { shoot, service } = walk;
  await open(walk, `/ledger/${service.sample.bundle_id}/correct`);
  await shoot('correct');
  await walk.phone.page.getByRole('radio', { checked: false }).filter({ visible: true }).first().click();
  await settle(walk.phone.page);
  await shoot('refund');
}

const walks: [role: Role, work: (walk: Walk) => Promise<void>][] = [
  ['volunteer', shootDoors],
  ['volunteer', shootRecord],
  ['volunteer', shootPromises],
  ['volunteer', shootHelp],
  ['leader', shootLeader],
  ['admin', shootDesk],
];

export async function shootDoor(service: TestService): Promise<void> {
  if (!isSelected({ name: 'door' })) return;
  // The other screens are taken all the same.
  const failures: string[] = [];
  for (const [variant, options] of Object.entries(variants)) {
    // Every language has the keys of English.
    const messages = options.locale === 'ar-EG' ? (ar.messages as unknown as Messages) : en;
    for (const role of new Set(walks.map(([each]) => each))) {
      const phone = await openPhone(options);
      try {
        await phone.page.goto(service.joinLink(role));
        await phone.page.getByRole('tab').first().waitFor();
        await waitForServiceWorker(phone);
        await phone.page.goto(`${service.address}/record?contact=${service.sample.contact_id}`);
        await phone.page.getByRole('radio', { checked: true }).nth(1).waitFor();
        await phone.setOffline(true);
        phone.context.setDefaultTimeout(30_000);
        const walk: Walk = {
          phone,
          service,
          say: (choose) => choose(messages),
          shoot: (name) => takeShot(phone, `door-${name}-${variant}`, false),
        };
        for (const [each, work] of walks)
          if (each === role)
            await work(walk).catch((error: unknown) =>
              failures.push(`${variant}, ${work.name}: ${String(error)}`)
            );
      } finally {
        await phone.close();
      }
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
