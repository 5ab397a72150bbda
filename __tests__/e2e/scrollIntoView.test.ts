/** Controls that are pressed or typed into stay visible. */
import assert from 'node:assert/strict';
import { type Locator } from '@playwright/test';
import { expect, test, type Demo } from './demo';
import { goTo, type TestPhone, type TestService } from './harness';

test.use({ joinAs: 'admin' });

/** Whether an element is completely inside the visible part of its scroll container, above the footer. */
const isVisible = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    let page = element.parentElement;
    while (page !== null && !/auto|scroll/.test(getComputedStyle(page).overflowY)) page = page.parentElement;
    const [own, seen] = [element.getBoundingClientRect(), page?.getBoundingClientRect()];
    return seen !== undefined && own.top >= seen.top && own.bottom <= Math.min(seen.bottom, innerHeight);
  });

/** Waits until all parts are visible, and checks that they still are when scrolling has ended. */
async function expectToStayVisible({ page }: TestPhone, ...parts: Locator[]): Promise<void> {
  const areVisible = async () => (await Promise.all(parts.map(isVisible))).every(Boolean);
  await expect.poll(areVisible, { message: 'everything is visible' }).toBe(true);
  await page.waitForTimeout(300);
  await expect.poll(areVisible, { message: 'everything is still visible' }).toBe(true);
}

/** Types too much, and scrolls the field to the bottom edge: its error message would be below the edge. */
async function typeTooMuch(phone: TestPhone, service: TestService): Promise<Locator> {
  const { page } = phone;
  await goTo(phone, service, `/teams/${service.sample.team_id}/edit`);
  const street = page.getByRole('textbox', { name: 'Street' });
  await street.fill('a'.repeat(1001));
  await street.blur();
  await street.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  return street;
}

const errorMessage = ({ page }: TestPhone) => page.getByText('This is too long.');

test('Save scrolls the first invalid field and its message into view', async ({ demo }) => {
  const street = await typeTooMuch(demo.phone, demo.service);
  await demo.visible('button', 'Save').tap();
  await errorMessage(demo.phone).waitFor();
  await expectToStayVisible(demo.phone, street, errorMessage(demo.phone));
  await expect(street).toBeFocused();
});

test('Save scrolls to an error that belongs to several controls, and to why the service did not save', async ({
  demo,
}) => {
  const { page } = demo.phone;
  await demo.goTo('/catalogue/settings');
  const methods = page.getByRole('checkbox', { checked: true });
  await methods.first().waitFor();
  while ((await methods.count()) > 0) await methods.first().tap();
  const last = page.getByRole('textbox', { name: 'Before a membership number' });
  await last.fill('M-');
  await demo.visible('button', 'Save').tap();
  const missing = page.getByText('Choose at least one payment method.');
  await missing.waitFor();
  await expectToStayVisible(demo.phone, missing);
  await expect(missing.locator('..')).toBeFocused();

  await page.getByRole('checkbox', { name: 'Cash' }).tap();
  await last.scrollIntoViewIfNeeded();
  await page.context().setOffline(true);
  await demo.visible('button', 'Save').tap();
  const offline = page.getByText(/Nothing was saved/);
  await offline.waitFor();
  await expectToStayVisible(demo.phone, offline);
  await page.context().setOffline(false);
});

test.describe('with text of twice the size on the smallest phone', () => {
  test.use({ phoneOptions: { width: 320, height: 640, textScale: 2 } });

  test('Save scrolls the first invalid field and its message into view', async ({ demo }) => {
    const street = await typeTooMuch(demo.phone, demo.service);
    await demo.visible('button', 'Save').tap();
    await errorMessage(demo.phone).waitFor();
    await expectToStayVisible(demo.phone, street, errorMessage(demo.phone));
  });
});

/** Shrinks the page as an on-screen keyboard does in most browsers. */
const shrink = ({ phone }: Demo, height: number) => phone.page.setViewportSize({ width: 390, height });

/** Covers the bottom of the page, as browsers do that do not resize the page. */
const cover = ({ phone }: Demo, visibleHeight: number | null) =>
  phone.page.evaluate((height) => {
    const view = window.visualViewport;
    if (view === null) return;
    if (height === null) Reflect.deleteProperty(view, 'height');
    else Object.defineProperty(view, 'height', { configurable: true, value: height });
    view.dispatchEvent(new Event('resize'));
  }, visibleHeight);

test('the field and its message stay visible above an on-screen keyboard', async ({ demo }) => {
  const street = await typeTooMuch(demo.phone, demo.service);
  await demo.visible('button', 'Save').tap();
  await errorMessage(demo.phone).waitFor();
  try {
    for (const height of [420, 844, 420]) {
      await shrink(demo, height);
      await expectToStayVisible(demo.phone, street, errorMessage(demo.phone));
    }
  } finally {
    await shrink(demo, 844);
  }
});

test('a keyboard that covers the page shortens the page until it closes', async ({ demo }) => {
  const { page } = demo.phone;
  const street = await typeTooMuch(demo.phone, demo.service);
  await street.focus();
  const expectHeight = (height: number) =>
    expect
      .poll(() => page.locator('#root').evaluate((root) => root.getBoundingClientRect().height))
      .toBe(height);
  await expectHeight(844);
  await cover(demo, 420);
  await expectHeight(420);
  await expectToStayVisible(demo.phone, street);
  await cover(demo, null);
  await expectHeight(844);
});

test('a footer that grows does not hide the field that is typed into', async ({ demo }) => {
  const { page } = demo.phone;
  await demo.goTo('/record');
  await demo.visible('button', /^New supporter/).tap();
  await demo.visible('radio', /^Other/).tap();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await amount.fill('12.50');
  await demo.text('twelve euros and fifty cents, in cash').waitFor();
  await expectToStayVisible(demo.phone, amount);
});

test('the second tap of a double tap does not press what was behind the button', async ({ demo }) => {
  const { page } = demo.phone;
  const address = `/people/${demo.service.sample.user_id}`;
  await demo.goTo(address);
  await demo.visible('button', 'Change role').tap();
  await page.getByRole('radio', { name: /Manager/ }).tap();
  const give = page.getByRole('button', { name: 'Assign this role' });
  // A trial waits until the button can be pressed, without pressing it.
  await give.tap({ trial: true });
  const box = await give.boundingBox();
  assert.ok(box);
  // The tab bar is behind the dialog at this point.
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // In the page, at the moment when the dialog is gone: a tap from outside could come later than a double tap.
  const pressed = page.evaluate(
    ({ x, y }) =>
      new Promise<string>((done) => {
        new MutationObserver((_, observer) => {
          const hasToast = document.querySelector('[role="status"]')?.textContent !== '';
          if (document.querySelector('[role="dialog"]') || !hasToast) return;
          observer.disconnect();
          const behind = document
            .elementFromPoint(x, y)
            ?.closest<HTMLElement>('a, [role="button"], [role="tab"]');
          behind?.click();
          done(behind?.outerHTML ?? '');
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    point
  );
  await page.touchscreen.tap(point.x, point.y);
  expect(await pressed).toBe('');
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe(address);
});

test('on a wide screen, choosing from a list does not scroll the list', async ({ demo }) => {
  const { page } = demo.phone;
  await page.setViewportSize({ width: 1280, height: 900 });
  try {
    await demo.goTo('/contacts');
    const rows = page.getByRole('button', { name: /Valorme|Port-Clairin|Saint-Évron|Mézières|Isle-Dorée/ });
    await rows.first().waitFor();
    // The line arrives later and moves the list.
    await page.getByText(/possible duplicates/).waitFor();
    await rows.first().hover();
    await page.mouse.wheel(0, 700);
    const scrolled = () =>
      page.evaluate(() => Math.max(...Array.from(document.querySelectorAll('*'), (part) => part.scrollTop)));
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll('*')).some((part) => part.scrollTop === 700)
    );
    await page.mouse.click(430, 500);
    await page.waitForURL(/contacts\/\d+/);
    await page.waitForTimeout(500);
    expect(await scrolled()).toBe(700);
  } finally {
    await page.setViewportSize({ width: 390, height: 844 });
  }
});

for (const [name, phoneOptions] of [
  ['a small phone', { width: 360, height: 560 }],
  ['a phone in landscape', { width: 740, height: 360 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ phoneOptions });

    test('the amount and Save stay in view, and the form scrolls to a person who was added', async ({
      demo,
    }) => {
      const [one, other] = await demo.listUniqueContacts(2);
      await demo.goTo(`/record?contact=${one?.id}`);
      const { page } = demo.phone;
      const isInView = async (part: Locator) => {
        const box = await part.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= phoneOptions.height;
      };
      await demo.visible('radio', /€20/).tap();
      await expect.poll(() => isInView(demo.visible('button', 'Save'))).toBe(true);
      await demo.visible('button', 'Add a person to this payment').tap();
      await (await demo.findPerson(other?.name ?? '')).tap();
      const added = page
        .getByText(other?.name ?? '')
        .filter({ visible: true })
        .first();
      await expect.poll(() => isInView(added)).toBe(true);
      await expect.poll(() => isInView(demo.text('€20.00 + €20.00'))).toBe(true);
      await expect.poll(() => isInView(demo.visible('button', 'Save'))).toBe(true);
    });
  });
}
