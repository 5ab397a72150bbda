import { expect, test } from './demo';
import { type TestPhone } from './harness';

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
