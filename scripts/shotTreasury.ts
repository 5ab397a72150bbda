/**
 * Screenshots of the way of the cash: shift, count, hand-over, board, the treasurer's desk. Each flow is taken at phone size, at desk
 * size and in Arabic, from a demo of its own; the English ones in light and dark. `treasury-arabic` selects those in Arabic.
 */
import { type Page } from '@playwright/test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { randomBytes } from 'node:crypto';
import {
  startDemoService,
  waitForServiceWorker,
  type PhoneOptions,
  type Role,
  type TestPhone,
  type TestService,
} from '../__tests__/e2e/harness';
import { words } from '../__tests__/e2e/setupStates';
import { nodeSigner, receiptOf } from '../__tests__/support/receipts';
import { sealTo } from '../src/platform/seal';
import { control } from './shotList';
import { isSelected, settle, takeShot, withPhone } from './shotPhone';

type Words = (typeof words)['en' | 'ar'];
type View = { suffix: string; said: Words; options: PhoneOptions; isDark: boolean; isWide: boolean };

const views: View[] = [
  { suffix: '', said: words.en, options: {}, isDark: true, isWide: false },
  { suffix: '-desk', said: words.en, options: { width: 1280, height: 800 }, isDark: true, isWide: true },
  { suffix: '-arabic', said: words.ar, options: { locale: 'ar-EG' }, isDark: false, isWide: false },
];

/** A phone or desk in one view, and what is done on it. */
type Screen = {
  phone: TestPhone;
  page: Page;
  said: Words;
  isWide: boolean;
  go: (path: string) => Promise<void>;
  press: (name: string | RegExp, role?: 'button' | 'radio') => Promise<void>;
  type: (label: string | RegExp, text: string, place?: number) => Promise<void>;
  shoot: (name: string) => Promise<void>;
};

const shown = (page: Page, label: string | RegExp) =>
  page.getByLabel(label, { exact: typeof label === 'string' }).filter({ visible: true });

async function withScreen(
  service: TestService,
  { suffix, said, options, isDark, isWide }: View,
  role: Role,
  work: (screen: Screen) => Promise<void>
): Promise<void> {
  await withPhone(service, { role, dark: false, ...options }, (phone) => {
    const { page } = phone;
    const shoot = async (name: string) => {
      await settle(page);
      await takeShot(phone, `treasury-${name}${suffix}`, false);
      if (isDark) {
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.waitForTimeout(200);
        await takeShot(phone, `treasury-${name}${suffix}`, true);
        await page.emulateMedia({ colorScheme: 'light' });
      }
    };
    return work({
      phone,
      page,
      said,
      isWide,
      go: async (path) => {
        await page.goto(`${service.address}${path}`);
        await settle(page);
      },
      press: (name, pressed = 'button') => control(page, pressed, name).click(),
      type: (label, text, place = 0) => shown(page, label).nth(place).fill(text),
      shoot,
    });
  });
}

/** The words of a message before its first placeholder. */
const startOf = (message: string) => new RegExp(`^${message.split('{{')[0] ?? ''}`);

/** The place of €20 among the notes and coins of the euro. */
const twenty = 3;

async function record(screen: Screen, contact: number, method: 'cash' | 'cheque'): Promise<void> {
  const { page, said } = screen;
  await screen.go(`/record?contact=${contact}`);
  await page
    .getByRole('radio', { name: /20(?![\d.,٫])|٢٠(?![٠-٩٫])/ })
    .filter({ visible: true })
    .first()
    .click();
  await screen.press(said.common.paymentMethod[method], 'radio');
  await screen.press(said.common.save);
  await page.getByText(said.capture.saved.title).first().waitFor();
}

const digitsOn = (page: Page) =>
  page
    .getByText(/^\W*\d{4}(\s\d{1,4})+\W*$/)
    .filter({ visible: true })
    .first()
    .innerText();

const setBlind = (service: TestService, isBlind: boolean) =>
  service.runSql(
    `UPDATE transaction_settings SET additional_settings = coalesce(additional_settings, '{}') || $1::jsonb`,
    [JSON.stringify({ blind_count: isBlind })]
  );

async function leaderName(service: TestService): Promise<RegExp> {
  type Me = { data: { User: { firstname: string; surname: string } } };
  const { firstname, surname } = (await service.get<Me>('/me', 'leader')).data.User;
  return new RegExp(`${firstname} ${surname}`);
}

/** From the first record of a shift to a hand-over that its receiver confirms. */
async function shootShift(service: TestService, view: View): Promise<void> {
  const howMany = startOf(view.said.cash.count.howMany);
  await withScreen(service, view, 'volunteer', async (giver) => {
    const { cash } = giver.said;
    await waitForServiceWorker(giver.phone);
    await giver.go('/shift');
    await giver.shoot('shift-none');
    await giver.phone.setOffline(true);
    await record(giver, 31, 'cash');
    await record(giver, 32, 'cash');
    await record(giver, 33, 'cheque');
    await giver.go('/shift');
    await giver.shoot('shift-open');
    await giver.press(cash.shift.count);
    await settle(giver.page);
    await giver.shoot('count-empty');
    await giver.type(howMany, '1', twenty);
    await giver.type(cash.count.reason, 'A torn note was left with the giver');
    await giver.type(cash.count.witness, 'Amina Berger');
    await giver.shoot('count-differs');
    await giver.page.getByRole('checkbox').filter({ visible: true }).first().click();
    await giver.shoot('count-cheques');
    await giver.press(cash.count.close);
    await giver.page.getByRole('dialog').waitFor();
    await giver.shoot('count-ask');
    await giver.press(cash.count.again);
    await giver.type(howMany, '2', twenty);
    await giver.press(cash.count.close);
    await giver.page.getByText(cash.count.closed).first().waitFor();
    await giver.shoot('shift-closed');
    await giver.press(cash.shift.handOver);
    await giver.shoot('hand-over');
    await giver.press(await leaderName(service), 'radio');
    await giver.press(cash.handOver.save);
    await giver.page.waitForTimeout(3_000);
    await giver.shoot('code');
    const offered = await digitsOn(giver.page);
    await withScreen(service, view, 'leader', async (leader) => {
      await leader.go('/shift/scan');
      await leader.shoot('scan');
      await leader.type(cash.code.typed, offered);
      await leader.press(cash.code.use);
      await leader.type(howMany, '2', twenty);
      await leader.shoot('receive');
      await leader.press(cash.receive.save);
      await leader.page.waitForTimeout(3_000);
      await leader.shoot('answer');
      const answered = await digitsOn(leader.page);
      await giver.press(cash.code.readAnswer);
      await giver.type(cash.code.typed, answered);
      await giver.press(cash.code.use);
      await giver.shoot('received');
      await giver.phone.setOffline(false);
      await giver.go('/shift');
      await giver.page.waitForTimeout(5_000);
      await giver.shoot('shift-after');
      await leader.go(`/teams/${service.sample.team_id}/board`);
      await leader.shoot('board');
      await waitForServiceWorker(leader.phone);
      await leader.phone.setOffline(true);
      await leader.page.reload();
      await leader.shoot('board-offline');
    });
    await setBlind(service, true);
    await record(giver, 34, 'cash');
    await giver.page.waitForTimeout(5_000);
    await giver.go('/shift');
    await giver.shoot('blind-shift');
    await giver.press(cash.shift.count);
    await giver.type(howMany, '2', twenty);
    await giver.shoot('blind-count');
    await setBlind(service, false);
  });
}

type Batchable = { data: { id: number; bundle_id: number; payment_method_kind: string }[] };

/** A batch from a selection to the bank and back, and the pages around it. */
async function shootBatches(service: TestService, view: View): Promise<void> {
  const { data } = await service.get<Batchable>('/v1/batchable_transactions?limit=1000', 'manager');
  const some = (isWanted: (kind: string) => boolean, count: number) =>
    data
      .filter(({ payment_method_kind: kind }) => isWanted(kind))
      .slice(0, count)
      .map(({ id, bundle_id: bundle }) => `${bundle}.${id}`);
  const chosen = [
    ...some((kind) => kind !== 'cash', 3),
    ...some((kind) => kind === 'cash', 2),
    '1.1',
    '2.2',
    '9.987654',
  ];
  await withScreen(service, view, 'admin', async (desk) => {
    const { batches } = desk.said;
    const dialog = desk.page.getByRole('dialog');
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    await desk.go('/batches');
    await desk.shoot('batches-none');
    await desk.go('/batches/new');
    await desk.shoot('batch-new');
    await desk.go(`/batches/new?payments=${chosen.join(',')}`);
    await desk.shoot('batch-selected');
    await desk.press(batches.make.save);
    await desk.page.waitForTimeout(1_000);
    await desk.shoot('batch-next');
    await desk.go('/batches');
    await desk.press(/1/);
    await desk.page.getByText(batches.history).first().waitFor();
    await desk.shoot('batch-open');
    await desk.press(batches.close);
    await control(desk.page, 'button', batches.deposit.save).waitFor();
    await desk.shoot('batch-closed');
    await desk.press(batches.deposit.save);
    await dialog.waitFor();
    await confirm(batches.deposit.save);
    await desk.shoot('batch-deposit');
    await dialog.getByLabel(batches.deposit.slip).fill('S-2026-117');
    await confirm(batches.deposit.save);
    await control(desk.page, 'button', batches.reconcile.save).waitFor();
    await desk.shoot('batch-deposited');
    await desk.press(batches.reconcile.save);
    await dialog.getByLabel(batches.reconcile.bank).fill('55');
    await desk.shoot('batch-reconcile');
    await confirm(batches.reconcile.save);
    await desk.shoot('batch-reconcile-reason');
    await dialog.getByLabel(batches.reason).fill('One cheque came back');
    await confirm(batches.reconcile.save);
    await dialog.waitFor({ state: 'hidden' });
    await desk.shoot('batch-reconciled');
    await desk.go('/reconciliation');
    await desk.shoot('reconciliation');
    await desk.go('/cash');
    await desk.shoot('cash');
    await desk.go('/batches');
    await desk.shoot('batches');
    await desk.press(/1/);
    await desk.press(batches.reopen.save);
    await desk.shoot('batch-reopen');
    await dialog.getByLabel(batches.reason).fill('The wrong slip');
    await confirm(batches.reopen.save);
    await control(desk.page, 'button', batches.close).waitFor();
    await desk.page.getByText(batches.did.reopen).first().scrollIntoViewIfNeeded();
    await desk.shoot('batch-reopened');
  });
}

/** The ledger with filters, columns, a selection and charts. */
async function shootLedger(service: TestService, view: View): Promise<void> {
  await withScreen(service, view, 'admin', async (desk) => {
    const { page, said } = desk;
    const { ledger } = said;
    await desk.go('/ledger');
    await desk.shoot('ledger');
    await desk.press(ledger.groups.open);
    await desk.shoot('charts');
    await page.getByRole('dialog').getByRole('radio').nth(1).click();
    await desk.shoot('charts-other');
    await page.keyboard.press('Escape');
    await desk.press(ledger.filter.open);
    await desk.shoot('ledger-filter');
    await desk.go('/ledger?method=cash&sort=-amount');
    await desk.shoot('ledger-filtered');
    if (!desk.isWide) return;
    await desk.press(ledger.desk.columns);
    await desk.shoot('ledger-columns');
    await page.keyboard.press('Escape');
    await desk.go('/ledger');
    for (const place of [1, 2, 3]) await page.getByRole('row').getByRole('checkbox').nth(place).click();
    await desk.shoot('ledger-selected');
    await page.setViewportSize({ width: 1600, height: 1000 });
    await desk.shoot('ledger-selected-1600');
    await desk.press(ledger.groups.open);
    await desk.shoot('charts-1600');
    await desk.go('/batches');
    await desk.shoot('batches-1600');
    await desk.go('/reconciliation');
    await desk.shoot('reconciliation-1600');
  });
}

/** The sealed file of a lost phone: `space` is the one it was written in. */
async function sealedFile(space: number): Promise<{ text: string; key: string }> {
  const key = await generateX25519Identity();
  const found = { kind: 'bundle', state: 'waiting', currency: 'eur', body_hash: '', body: {} };
  const file = {
    format: 'doorstep-unsent',
    exported_at: new Date(Date.now() - 7_200_000).toISOString(),
    space_id: space,
    user_id: 4,
    records: ['Amélie Rousseau', 'Bo Ray'].map((who, place) => ({
      ...found,
      id: String(place),
      who,
      amount: 2_000 * (place + 1),
      payment_method_kind: place === 0 ? 'cash' : 'cheque',
      saved_at: new Date(Date.now() - 9_000_000).toISOString(),
    })),
  };
  const recipient = await identityToRecipient(key);
  return { text: sealTo(recipient, JSON.stringify(file), (count) => randomBytes(count)), key };
}

/** The month before this one, as the address has it. */
function lastMonth(): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return day.toISOString().slice(0, 7).replace('-', '');
}

/** Months, receipts, books, and the sealed file of a lost phone. */
async function shootBooks(service: TestService, view: View): Promise<void> {
  const code = receiptOf(nodeSigner(), { book: 12, number: 17 });
  // As if one record of the shift had not arrived.
  await service.runSql('DELETE FROM receipts WHERE number = 2');
  await withScreen(service, view, 'admin', async (desk) => {
    const { page, said } = desk;
    const { months, sealed } = said;
    for (const [name, path] of [
      ['receipt', `/receipt?code=${code}`],
      ['receipt-good', `/r#${code}`],
      ['receipt-books', '/receipt-books'],
      ['months', '/months'],
    ] as const) {
      await desk.go(path);
      await desk.shoot(name);
    }
    await page.goto('about:blank');
    await desk.go(`/r#${code.replace('.2000.', '.9000.')}`);
    await desk.shoot('receipt-altered');
    await desk.go(`/months/${lastMonth()}`);
    await control(page, 'button', months.close.save).waitFor();
    await desk.shoot('month-open');
    await desk.press(months.close.save);
    await page.getByRole('dialog').waitFor();
    await desk.shoot('month-closing');
    await page.getByRole('dialog').getByRole('button', { name: months.close.save }).click();
    await control(page, 'button', months.reopen.save).waitFor();
    await desk.shoot('month-closed');
    const [own, other] = [await sealedFile(1), await sealedFile(99)];
    const open = async (text: string, key: string) => {
      await desk.go('/sealed');
      await desk.type(sealed.paste, text);
      await desk.type(sealed.key, key);
      await desk.press(sealed.open);
      await page.waitForTimeout(1_000);
    };
    await open(own.text, other.key);
    await desk.shoot('sealed-wrong-key');
    await open(other.text, other.key);
    await desk.shoot('sealed-other-space');
    await open(own.text, own.key);
    await desk.shoot('sealed-opened');
  });
}

const flows = { shift: shootShift, batches: shootBatches, ledger: shootLedger, books: shootBooks };

export async function shootTreasury(): Promise<void> {
  for (const view of views) {
    const chosen = Object.entries(flows).filter(([name]) =>
      isSelected({ name: `treasury${view.suffix}-${name}` })
    );
    if (chosen.length === 0) continue;
    const service = await startDemoService();
    try {
      // The batches are made of what the shifts handed over.
      for (const [, shoot] of chosen) await shoot(service, view);
    } finally {
      await service.close();
    }
  }
}
