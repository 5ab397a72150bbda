import assert from 'node:assert/strict';
import { maxWrongPins, waitAfterWrong } from '../../src/domain/lock';
import { findViolations } from './axe';
import { expect, test, type Demo } from './demo';
import { recordDonation, signInAndSend } from './volunteer';

async function setPin(demo: Demo, pin: string): Promise<void> {
  await demo.open('/settings');
  await demo.visible('radio', 'Immediately').click();
  await demo.phone.page.getByLabel('New PIN').fill(pin);
  await demo.phone.page.getByLabel('Repeat the PIN').fill(pin);
  await demo.visible('button', 'Lock with this PIN').click();
  await demo.visible('button', 'Change the PIN').waitFor();
}

/** The page becomes hidden and visible again, as when a person presses the phone's home button. */
async function hideAndShowPage({ phone }: Demo): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await phone.page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: next });
      Object.defineProperty(document, 'hidden', { configurable: true, value: next === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
}

test('a locked phone shows no data at any address, is unlocked by keyboard, and shows the open form again', async ({
  demo,
}) => {
  await setPin(demo, '274913');
  const [person] = await demo.listUniqueContacts(1);
  assert.ok(person);
  await demo.open(`/contacts/${person.id}`);
  await demo.text('Doorstep is locked').waitFor();
  expect(await demo.phone.page.getByText(person.name).count()).toBe(0);
  expect(!(await demo.phone.page.content()).includes(person.name), 'the name is nowhere in the page').toBe(
    true
  );
  expect(await findViolations(demo.phone.page)).toEqual([]);
  await demo.phone.page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(demo.phone.page)).toEqual([]);
  await demo.phone.page.emulateMedia({ colorScheme: 'light' });

  // The field has the focus without a click, also after a wrong PIN.
  const waitForPinField = () =>
    expect
      .poll(
        () =>
          demo.phone.page
            .getByLabel('PIN', { exact: true })
            .evaluate(
              (field) =>
                field === document.activeElement && field instanceof HTMLInputElement && field.value === ''
            ),
        { message: 'the empty PIN field has the focus' }
      )
      .toBe(true);
  await waitForPinField();
  await demo.phone.page.keyboard.type('111111');
  await demo.phone.page.keyboard.press('Enter');
  await demo.text('That is not the PIN. 9 tries left, then you sign in again.').waitFor();
  await waitForPinField();
  await demo.phone.page.keyboard.type('274913');
  await demo.phone.page.keyboard.press('Enter');
  await demo.text(person.name).waitFor();

  await demo.open('/record');
  await demo.phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await demo.phone.page.keyboard.press('Enter');
  await (await demo.findPerson(person.name)).click();
  await demo.visible('radio', /€20/).click();
  await demo
    .visible('radio', /€20/)
    .and(demo.phone.page.getByRole('radio', { checked: true }))
    .waitFor();
  await hideAndShowPage(demo);
  await demo.text('Doorstep is locked').waitFor();
  expect(!(await demo.phone.page.content()).includes(person.name), 'the name is nowhere in the page').toBe(
    true
  );
  await demo.phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await demo.phone.page.keyboard.press('Enter');
  await demo.text(person.name).waitFor();
  expect(new URL(demo.phone.page.url()).pathname).toBe('/record');
  await demo
    .visible('radio', /€20/)
    .and(demo.phone.page.getByRole('radio', { checked: true }))
    .waitFor();
  expect(demo.phone.errors).toEqual([]);
});

test('a person who forgot the PIN signs in again, and the waiting record is sent once', async ({ demo }) => {
  const [person] = await demo.listUniqueContacts(1);
  assert.ok(person);
  await setPin(demo, '274913');
  await demo.open('/');
  await demo.phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await demo.phone.page.keyboard.press('Enter');
  await demo.visible('tab', 'Home').waitFor();
  const before = new Set((await demo.listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  await recordDonation(demo, person.name);
  await hideAndShowPage(demo);
  await demo.text('1 record waits on this phone. It sends automatically, locked or not.').waitFor();
  await demo.visible('button', 'I forgot my PIN').click();
  await demo.visible('button', 'Sign in again').click();
  await demo.text('1 record waits on this phone · €20.00').waitFor();
  await signInAndSend(demo, before, person.id);
});

test('wrong PINs wait longer and longer, the tenth requires a sign-in, and the waiting record is sent once', async ({
  demo,
}) => {
  const { page } = demo.phone;
  await page.clock.install();
  const [person] = await demo.listUniqueContacts(1);
  assert.ok(person);
  await setPin(demo, '274913');
  await demo.open('/');
  const field = page.getByLabel('PIN', { exact: true });
  const tryPin = async (pin: string) => {
    await field.fill(pin);
    await page.keyboard.press('Enter');
  };
  await tryPin('274913');
  await demo.visible('tab', 'Home').waitFor();
  const before = new Set((await demo.listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  await recordDonation(demo, person.name);
  await hideAndShowPage(demo);
  await demo.text('1 record waits on this phone. It sends automatically, locked or not.').waitFor();

  for (let wrong = 1; wrong < maxWrongPins; wrong += 1) {
    await tryPin('111111');
    const wait = waitAfterWrong(wrong);
    if (wait === 0) {
      await demo.text(new RegExp(`^That is not the PIN. ${maxWrongPins - wrong} tries left`)).waitFor();
      continue;
    }
    await demo.text(/^That is not the PIN. Next try in/).waitFor();
    // Even the right PIN does not unlock before the time has passed.
    await tryPin('274913');
    // A third of it, because the page's clock also runs while a slow machine types.
    await page.clock.fastForward(wait / 3);
    expect(await demo.visible('button', 'Unlock').isDisabled(), `${wrong} wrong`).toBe(true);
    await page.clock.fastForward(wait);
    await page.waitForFunction(
      () =>
        document.querySelector('[role="button"][aria-label="Unlock"]')?.getAttribute('aria-disabled') !==
        'true'
    );
  }
  await tryPin('111111');
  await demo.text('1 record waits on this phone · €20.00').waitFor();
  expect(!(await page.content()).includes(person.name), 'the name is nowhere in the page').toBe(true);
  await demo.open('/outbox');
  await demo.text('1 record waits on this phone · €20.00').waitFor();

  await signInAndSend(demo, before, person.id);
  expect(demo.phone.errors).toEqual([]);
});
