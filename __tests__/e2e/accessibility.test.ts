import { findViolations, findViolationsInBothSchemes } from './axe';
import { expect, test, type Demo } from './demo';
import { type TestPhone, type TestService } from './harness';
import { nodeSigner, receiptOf } from '../support/receipts';

// The tests below take long and do not depend on each other.
test.describe.configure({ mode: 'parallel' });

/** The focused element: its name, and whether its focus ring is visible. */
function readFocus({
  page,
}: TestPhone): Promise<{ name: string; role: string; isRingVisible: boolean; isInDialog: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    // A text field shows the ring around its box.
    const isRingVisible = [element, element.matches('input, textarea') ? element.parentElement : null].some(
      (part) => {
        if (part === null) return false;
        const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(part);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || parseFloat(borderTopWidth) >= 2;
      }
    );
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      isRingVisible,
      isInDialog: element.closest('dialog') !== null,
    };
  });
}

/** Presses Tab until this has the focus; every element on the way must show a focus ring. */
async function tabTo(phone: TestPhone, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    const focus = await readFocus(phone);
    const isThere = typeof name === 'string' ? focus.name === name : name.test(focus.name);
    if (isThere && focus.role !== 'body') return;
    await phone.page.keyboard.press('Tab');
    const next = await readFocus(phone);
    passed.push(next.name.slice(0, 40));
    if (next.role !== 'body')
      expect(next.isRingVisible, `no ring around "${next.name}" (${next.role})`).toBe(true);
  }
  throw new Error(`Tab never reached ${String(name)}; it passed ${passed.join(' | ')}`);
}

const waitForFocus = (phone: TestPhone, name: string) =>
  expect.poll(async () => (await readFocus(phone)).name, { message: `${name} has the focus` }).toBe(name);

type Contact = { firstname: string; surname: string };

test('a donation is recorded using only the keyboard, and a dialog traps the focus until it is closed', async ({
  demo: { phone, service },
}) => {
  const press = (key: string) => phone.page.keyboard.press(key);
  const { firstname, surname } = await service.get<Contact>(`/v1/contacts/${service.sample.contact_id}`);

  await tabTo(phone, 'Record');
  await press('Enter');
  await phone.page.getByLabel('Search').filter({ visible: true }).waitFor();
  await waitForFocus(phone, 'Search');
  await phone.page.keyboard.type(`${firstname} ${surname}`);
  const found = new RegExp(`^(?!New supporter).*${firstname} ${surname}`);
  await phone.page.getByRole('button', { name: found }).first().waitFor();
  await tabTo(phone, found);
  await press('Enter');

  // Tab reaches a radio group once; the arrows move inside it.
  await tabTo(phone, /^€/);
  for (let presses = 0; presses < 6 && !(await readFocus(phone)).name.startsWith('Other'); presses += 1) {
    const before = (await readFocus(phone)).name;
    await press('ArrowRight');
    await expect
      .poll(async () => (await readFocus(phone)).name, { message: 'the arrow moves the focus' })
      .not.toBe(before);
  }
  await tabTo(phone, 'Amount');
  await phone.page.keyboard.type('50');
  await phone.page.getByRole('button', { name: 'Start over', exact: true }).waitFor();
  await tabTo(phone, 'Start over');
  await press('Enter');

  await phone.page.getByRole('dialog').waitFor();
  for (let presses = 0; presses < 8; presses += 1) {
    await press('Tab');
    const focus = await readFocus(phone);
    // Besides the dialog, Tab reaches only the browser's own toolbar.
    expect(focus.isInDialog || focus.role === 'body', `the focus left the dialog for "${focus.name}"`).toBe(
      true
    );
  }
  await press('Escape');
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitForFocus(phone, 'Start over');

  await tabTo(phone, 'Save');
  await press('Enter');
  // A screen reader announces it: the live region exists before its text.
  const announced = phone.page
    .locator('[role="status"][aria-live="polite"]')
    .getByText('Saved on this phone');
  await announced.waitFor();
  await phone.page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  await phone.page.locator('[aria-live="polite"]').first().waitFor({ state: 'attached' });
  expect(phone.errors).toEqual([]);
});

const sampleReceipt = receiptOf(nodeSigner(), { book: 12, number: 17 });

/** Every screen of the app, by its address and a text that shows it is loaded. */
function listScreens(service: TestService): [string, string | RegExp][] {
  const { team_id: team, contact_id: contact, user_id: user, bundle_id: bundle } = service.sample;
  return [
    ['/', 'Record'],
    ['/actions', 'Actions'],
    ['/actions/1', 'Doors'],
    ['/actions/1/doors', 'Nobody in'],
    ['/teams', 'Teams'],
    [`/teams/${team}`, 'People'],
    [`/teams/${team}/roll-call`, 'Roll call'],
    [`/teams/${team}/check-in-code`, 'Check-in code'],
    ['/check-in', 'Check in'],
    [`/teams/${team}/board`, 'Text everyone missing'],
    ['/contacts', /on this phone/],
    [`/contacts/${contact}`, 'Given so far'],
    ['/contacts/duplicates', 'Possible duplicates'],
    ['/contacts/merge?one=1&other=2', 'The number that stays'],
    [`/record?contact=${contact}`, 'Paid by'],
    ['/record', 'Search'],
    ['/outbox', 'Send now'],
    ['/you', 'Your spaces'],
    ['/people', 'People'],
    [`/people/${user}`, 'Details'],
    [`/people/${user}/edit`, 'Surname'],
    ['/people/invite', 'Mail addresses'],
    ['/people/invitations', 'Invitations'],
    ['/teams/new', 'Where the team meets'],
    [`/teams/${team}/edit`, 'Where the team meets'],
    ['/ledger', 'Received'],
    [`/ledger/${bundle}`, 'Summary'],
    [`/ledger/${bundle}/correct`, 'Paid back'],
    ['/catalogue', 'Settings for payments'],
    ['/catalogue/questions', 'Add a question'],
    ['/catalogue/question', 'Answered with'],
    ['/settings', 'Diagnostics'],
    ['/help', 'Record at the door'],
    ['/join-code', 'Share the link'],
    ['/shift', 'Your shift'],
    ['/cash', 'Cash by person'],
    ['/batches', 'Batches'],
    ['/months', 'Months'],
    ['/reconciliation', 'Reconciliation'],
    ['/receipt-books', 'Receipt books'],
    [`/receipt?code=${sampleReceipt}`, 'Send the receipt'],
    [`/r#${sampleReceipt}`, 'Signed and not altered'],
  ];
}

/** Texts that reach over the edge of the page, or do not fit into their element. */
function findCutOffTexts({ page }: TestPhone): Promise<string[]> {
  return page.evaluate(() => {
    const violations: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) violations.push('the page scrolls sideways');
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body *'))) {
      const words = Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = words
        .map((node) => node.textContent ?? '')
        .join('')
        .trim();
      if (text === '' || !element.checkVisibility() || element.closest('svg, [aria-hidden="true"]')) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < -1 || box.right > width + 1) violations.push(`over the edge: ${text}`);
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        violations.push(`cut off: ${text}`);
    }
    return violations;
  });
}

/** Opens every screen and collects the violations that `find` returns. */
async function findOnAllScreens(
  { phone, service }: Demo,
  find: (phone: TestPhone) => Promise<string[]>
): Promise<string[]> {
  const violations: string[] = [];
  for (const [path, text] of listScreens(service)) {
    await phone.page.goto(`${service.address}${path}`);
    const exact = typeof text === 'string' ? { exact: true } : {};
    const loaded = phone.page.getByText(text, exact).or(phone.page.getByLabel(text, exact));
    await loaded.filter({ visible: true }).first().waitFor();
    for (const violation of await find(phone)) violations.push(`${path}: ${violation}`);
  }
  return violations;
}

test.describe('axe finds nothing on any screen', () => {
  test.use({ joinAs: 'admin' });

  test('of a phone, in light and in dark', async ({ demo }) => {
    expect(await findOnAllScreens(demo, ({ page }) => findViolationsInBothSchemes(page))).toEqual([]);
  });

  test.describe('320 px wide with text of twice the size', () => {
    test.use({ phoneOptions: { width: 320, height: 640, textScale: 2 } });

    test('and no text is cut off', async ({ demo }) => {
      const title = demo.phone.page.getByRole('heading', { level: 1 }).first();
      const size = await title.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
      expect(size, 'the title is enlarged').toBeGreaterThan(40);
      const find = async (phone: TestPhone) => [
        ...(await findCutOffTexts(phone)),
        ...(await findViolations(phone.page)),
      ];
      expect(await findOnAllScreens(demo, find)).toEqual([]);
    });
  });

  test.describe('of a desktop', () => {
    test.use({ phoneOptions: { width: 1280, height: 800 } });

    test('with lists beside their details', async ({ demo }) => {
      expect(await findOnAllScreens(demo, ({ page }) => findViolations(page))).toEqual([]);
    });
  });
});
