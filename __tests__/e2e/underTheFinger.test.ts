/** What is pressed, and what stays or comes in sight of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Locator } from 'playwright-core';
import { setUpDemo } from './demo';
import { eventually, openPhone, type TestPhone } from './harness';

const demo = setUpDemo({ settings: { DEMO_CONTACTS: '40' }, joinAs: 'admin' });

/** Whether all of a part is inside what its page shows of itself, over what stays at the thumb. */
const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    let page = element.parentElement;
    while (page !== null && !/auto|scroll/.test(getComputedStyle(page).overflowY)) page = page.parentElement;
    const [own, seen] = [element.getBoundingClientRect(), page?.getBoundingClientRect()];
    return seen !== undefined && own.top >= seen.top && own.bottom <= Math.min(seen.bottom, innerHeight);
  });

/** What moves does so at its own pace, and then stays: it is in sight in the end, and a moment later still. */
async function staysInSight({ page }: TestPhone, ...parts: Locator[]): Promise<void> {
  const areInSight = async () => (await Promise.all(parts.map(isInSight))).every(Boolean);
  await eventually('all of it is in sight', areInSight);
  await page.waitForTimeout(300);
  await eventually('it is in sight still', areInSight);
}

/** Types too much, and leaves the field at the very end of what is seen: what is said of it would be beneath. */
async function typeTooMuch({ page }: TestPhone): Promise<Locator> {
  await page.goto(`${demo.service.address}/teams/${demo.service.sample.team_id}/edit`);
  const street = page.getByRole('textbox', { name: 'Street' });
  await street.fill('a'.repeat(1001));
  await street.blur();
  await street.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  return street;
}

const sentence = ({ page }: TestPhone) => page.getByText('This is too long.');

test('Save brings the first wrong field into sight, and what is wrong with it', async () => {
  const street = await typeTooMuch(demo.phone);
  await demo.visible('button', 'Save').tap();
  await sentence(demo.phone).waitFor();
  await staysInSight(demo.phone, street, sentence(demo.phone));
  await eventually('the field has the keyboard', () =>
    street.evaluate((field) => field === document.activeElement)
  );
});

test('and so with text of twice the size on the smallest phone', async () => {
  const small = await openPhone({ width: 320, height: 640, textScale: 2 });
  try {
    await small.page.goto(demo.service.joinLink('manager'));
    await small.page.getByRole('tab', { name: 'Home' }).waitFor();
    const street = await typeTooMuch(small);
    await small.page.getByRole('button', { name: 'Save', exact: true }).tap();
    await sentence(small).waitFor();
    await staysInSight(small, street, sentence(small));
  } finally {
    await small.close();
  }
});

/** Gives the page the height that a keyboard leaves, as most browsers do. */
const shrink = (height: number) => demo.phone.page.setViewportSize({ width: 390, height });

/** Lays something over the end of the page, as a browser does that leaves the page as tall as it was. */
const cover = (seen: number | null) =>
  demo.phone.page.evaluate((height) => {
    const view = window.visualViewport;
    if (view === null) return;
    if (height === null) Reflect.deleteProperty(view, 'height');
    else Object.defineProperty(view, 'height', { configurable: true, value: height });
    view.dispatchEvent(new Event('resize'));
  }, seen);

test('a keyboard that comes up leaves the field and what is wrong with it in sight', async () => {
  const street = await typeTooMuch(demo.phone);
  await demo.visible('button', 'Save').tap();
  await sentence(demo.phone).waitFor();
  try {
    for (const height of [420, 844, 420]) {
      await shrink(height);
      await staysInSight(demo.phone, street, sentence(demo.phone));
    }
  } finally {
    await shrink(844);
  }
});

test('a keyboard that covers the page makes the page shorter, until it is gone', async () => {
  const { page } = demo.phone;
  const street = await typeTooMuch(demo.phone);
  await street.focus();
  const hasRoom = (height: number) =>
    eventually(`the page is ${height} high`, () =>
      page
        .locator('#root')
        .evaluate((root, expected) => root.getBoundingClientRect().height === expected, height)
    );
  await hasRoom(844);
  await cover(420);
  await hasRoom(420);
  await staysInSight(demo.phone, street);
  await cover(null);
  await hasRoom(844);
});

test('a line that the footer gains pushes nothing that is typed into out of sight', async () => {
  const { page } = demo.phone;
  await demo.goTo('/record');
  await demo.visible('button', /^New supporter/).tap();
  await demo.visible('radio', /^Other/).tap();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await amount.fill('12.50');
  await demo.text('twelve euros and fifty cents, in cash').waitFor();
  await staysInSight(demo.phone, amount);
  await demo.visible('button', 'Start over').tap();
});

test('the second tap of a double tap presses nothing that was behind the button', async () => {
  const { page } = demo.phone;
  const address = `/people/${demo.service.sample.user_id}`;
  await demo.goTo(address);
  await demo.visible('button', 'Change role').tap();
  await page.getByRole('radio', { name: /Manager/ }).tap();
  const give = page.getByRole('button', { name: 'Assign this role' });
  // Nothing is pressed yet: it waits until the button stands still and can be.
  await give.tap({ trial: true });
  const box = await give.boundingBox();
  assert.ok(box);
  // Over the bar of places, which the dialog covers until it closes.
  const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await tap();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await tap();
  await page.waitForTimeout(500);
  assert.equal(new URL(page.url()).pathname, address);
});

test('on a desk, choosing from a list leaves the list where it was', async () => {
  const { page } = demo.phone;
  await page.setViewportSize({ width: 1280, height: 900 });
  try {
    await demo.goTo('/contacts');
    const rows = page.getByRole('button', { name: /Valorme|Port-Clairin|Saint-Évron|Mézières|Isle-Dorée/ });
    await rows.first().waitFor();
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
    assert.equal(await scrolled(), 700);
  } finally {
    await page.setViewportSize({ width: 390, height: 844 });
  }
});
