/** Downloads do not move the rows of a visible list. */
import assert from 'node:assert/strict';
import { expect, test, type Demo } from './demo';
import { type TestPhone, type TestService } from './harness';

test.use({ joinAs: 'manager' });

/** Inserts contacts that sort before all others. */
const insertFirstContacts = (service: TestService, firstname: string, surname: string, count: number) =>
  service.runSql(
    `INSERT INTO contacts (group_id, firstname, surname)
     SELECT group_id, $2, $3 || place FROM contacts, generate_series(1, $4::int) AS place WHERE id = $1`,
    [service.sample.contact_id, firstname, surname, count]
  );

type Place = { text: string; top: number };

/** Scrolls the visible list and returns the first row that is completely visible afterwards. */
async function scrollTo({ page }: TestPhone, offset: number): Promise<Place> {
  const place = await page.waitForFunction(
    (top) => {
      const list = Array.from(document.querySelectorAll<HTMLElement>('[role=main] *')).find(
        (one) => one.scrollHeight > 2 * one.clientHeight && one.clientHeight > 300
      );
      if (!list) return null;
      if (Math.abs(list.scrollTop - top) > 2) {
        list.scrollTop = top;
        return null;
      }
      const edge = list.getBoundingClientRect().top;
      const [row] = Array.from(list.querySelectorAll<HTMLElement>('[role=button]'))
        .map((one) => ({ text: one.innerText.trim(), top: one.getBoundingClientRect().top }))
        .filter((one) => one.top >= edge && one.text.length > 3)
        .sort((one, other) => one.top - other.top);
      return row ?? null;
    },
    offset,
    { polling: 300 }
  );
  const found = await place.jsonValue();
  assert.ok(found);
  return found;
}

/** Where the row with this text is, or null when the list does not render it. */
const findTop = ({ page }: TestPhone, text: string) =>
  page.evaluate((searched) => {
    const row = Array.from(document.querySelectorAll<HTMLElement>('[role=main] [role=button]')).find(
      (one) => one.innerText.trim() === searched && one.getBoundingClientRect().width > 0
    );
    return row ? row.getBoundingClientRect().top : null;
  }, text);

/** Checks for a while, because a list moves some time after its rows have changed. */
async function expectToStay(phone: TestPhone, { text, top }: Place): Promise<void> {
  for (let checks = 0; checks < 8; checks += 1) {
    const now = await findTop(phone, text);
    expect(now !== null && Math.abs(now - top) <= 2, `${text} was at ${top} and is at ${now}`).toBe(true);
    await phone.page.waitForTimeout(150);
  }
}

/** Lets minutes pass, after which the app syncs when the network returns. */
async function waitForSync({ phone }: Demo): Promise<void> {
  await phone.page.clock.fastForward(180_000);
  await phone.setOffline(true);
  await phone.setOffline(false);
}

test('contacts that are inserted above the screen do not move the visible rows', async ({ demo }) => {
  await demo.phone.page.clock.install();
  await demo.goTo('/contacts');
  const subtitle = await demo.text(/^\d+ on this phone · Up to date/).innerText();
  const count = Number.parseInt(subtitle, 10);
  // Above the list, once the service has counted them.
  await demo.text(/possible duplicates?$/).waitFor();
  const place = await scrollTo(demo.phone, 9_000);
  await insertFirstContacts(demo.service, 'Ana', 'Aab', 75);
  await waitForSync(demo);
  await demo.text(new RegExp(`^${count + 75} on this phone`)).waitFor();
  await expectToStay(demo.phone, place);

  // At the top of the list a new first row is shown.
  await scrollTo(demo.phone, 0);
  await insertFirstContacts(demo.service, 'Zoe', 'Aaa', 1);
  await waitForSync(demo);
  await demo.text('Zoe Aaa1').waitFor();
  const first = await scrollTo(demo.phone, 0);
  expect(first.text).toMatch(/Zoe Aaa/);
  expect(demo.phone.errors).toEqual([]);
});

test('a bundle that another user records does not move the rows of the ledger', async ({ demo }) => {
  const { page } = demo.phone;
  await page.clock.install();
  await demo.goTo('/ledger');
  const count = Number.parseInt(await demo.text(/^\d+ transactions$/).innerText(), 10);
  // The rows are complete.
  await demo.text(/ · Valid · /).waitFor();
  const place = await scrollTo(demo.phone, 2_500);
  const { address, tokens, sample } = demo.service;
  const taken = await fetch(`${address}/api/v1/transaction_bundles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      data: {
        transactions: [
          {
            amount: 123_456,
            currency: 'EUR',
            payment_method_kind: 'cash',
            contact_id: sample.contact_id,
            date: new Date().toISOString(),
          },
        ],
      },
    }),
  });
  expect(taken.ok).toBe(true);
  await waitForSync(demo);
  // The totals above the rows show when it has arrived.
  await page
    .getByText(`${count + 1} transactions`)
    .first()
    .waitFor({ state: 'attached' });
  await expectToStay(demo.phone, place);
  await scrollTo(demo.phone, 0);
  await demo.text(/1,234\.56/).waitFor();
});

test('a new search starts at the top of the list', async ({ demo }) => {
  const { page } = demo.phone;
  await page.clock.install();
  await insertFirstContacts(demo.service, 'Ana', 'Aab', 75);
  await waitForSync(demo);
  await demo.goTo('/contacts');
  await page.getByLabel('Search').fill('a');
  await demo.text(/^Ana Aab/).waitFor();
  await scrollTo(demo.phone, 1_500);
  await page.getByLabel('Search').fill('m');
  await page.waitForFunction(() => {
    const rows = Array.from(document.querySelectorAll<HTMLElement>('[role=main] [role=button]')).filter(
      (row) => row.innerText.includes('\n') && row.getBoundingClientRect().width > 0
    );
    const [first] = rows.sort(
      (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top
    );
    const list = document.querySelector('[role=main] input')?.getBoundingClientRect().bottom ?? 0;
    // The first result is right below the field, without rows of the previous search.
    return (
      first !== undefined &&
      !/Aab/.test(first.innerText) &&
      first.getBoundingClientRect().top >= list &&
      first.getBoundingClientRect().top < list + 80
    );
  });
  expect(demo.phone.errors).toEqual([]);
});

test('a list behind another screen keeps its place, and renders no more rows than before', async ({
  demo,
}) => {
  const { page } = demo.phone;
  await page.clock.install();
  await demo.goTo('/contacts');
  const count = Number.parseInt(await demo.text(/^\d+ on this phone · Up to date/).innerText(), 10);
  // Above the list, once the service has counted them.
  await demo.text(/possible duplicates?$/).waitFor();
  const place = await scrollTo(demo.phone, 9_000);
  const countElements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const before = await countElements();
  const isBack = () => expect.poll(() => findTop(demo.phone, place.text)).not.toBeNull();

  await demo.visible('tab', 'Home').click();
  await demo.visible('button', 'Record').waitFor();
  await insertFirstContacts(demo.service, 'Ana', 'Aac', 3);
  await waitForSync(demo);
  expect(await countElements()).toBeLessThan(2 * before);
  await demo.visible('tab', 'Contacts').click();
  await demo.text(new RegExp(`^${count + 3} on this phone`)).waitFor();
  await isBack();
  await expectToStay(demo.phone, place);

  await page
    .getByRole('button', { name: place.text.split('\n')[1] })
    .first()
    .click();
  await demo.text('Given so far').waitFor();
  expect(await countElements()).toBeLessThan(2 * before);
  await page.goBack();
  await isBack();
  await expectToStay(demo.phone, place);
  expect(demo.phone.errors).toEqual([]);
});
