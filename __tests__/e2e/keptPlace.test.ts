/** Case 35: what is fetched while somebody reads does not move the screen under the finger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpDemo } from './demo';

const demo = setUpDemo({ settings: { DEMO_CONTACTS: '600' }, joinAs: 'manager' });

type Place = { words: string; top: number };

/** Scrolls the list that is in sight and answers the first row that is wholly in view afterwards. */
async function scrollTo(offset: number): Promise<Place> {
  const place = await demo.phone.page.waitForFunction(
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
        .map((one) => ({ words: one.innerText.trim(), top: one.getBoundingClientRect().top }))
        .filter((one) => one.top >= edge && one.words.length > 3)
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

/** Where the row with these words is now, or null when it is not among the rows near the screen. */
const topOf = (words: string) =>
  demo.phone.page.evaluate((sought) => {
    const row = Array.from(document.querySelectorAll<HTMLElement>('[role=main] [role=button]')).find(
      (one) => one.innerText.trim() === sought && one.getBoundingClientRect().width > 0
    );
    return row ? row.getBoundingClientRect().top : null;
  }, words);

/** Looks for a while, since a list that moves does so a moment after its rows have come. */
async function assertStays({ words, top }: Place): Promise<void> {
  for (let looks = 0; looks < 8; looks += 1) {
    const now = await topOf(words);
    assert.ok(now !== null && Math.abs(now - top) <= 2, `${words} was at ${top} and is at ${now}`);
    await demo.phone.page.waitForTimeout(150);
  }
}

/** A minute later, when the next round is due. */
const fetchNow = () => demo.phone.page.clock.fastForward(61_000);

test('contacts that are fetched above the screen leave the rows in view where they are [case 35]', async () => {
  await demo.phone.page.clock.install();
  await demo.goTo('/contacts');
  await demo.text(/^600 on this phone · Up to date/).waitFor();
  const place = await scrollTo(9_000);
  await demo.service.change(
    `INSERT INTO contacts (group_id, firstname, surname)
     SELECT group_id, 'Ana', 'Aab' || place FROM contacts, generate_series(1, 75) AS place WHERE id = $1`,
    [demo.service.sample.contact_id]
  );
  await fetchNow();
  await demo.text(/^675 on this phone/).waitFor();
  await assertStays(place);

  // Whoever stands at the beginning sees who comes first.
  await scrollTo(0);
  await demo.service.change(
    `INSERT INTO contacts (group_id, firstname, surname)
     SELECT group_id, 'Zoe', 'Aaa' FROM contacts WHERE id = $1`,
    [demo.service.sample.contact_id]
  );
  await fetchNow();
  await demo.text('Zoe Aaa').waitFor();
  const first = await scrollTo(0);
  assert.match(first.words, /Zoe Aaa/);
  assert.deepEqual(demo.phone.errors, []);
});

test('a bundle that somebody else took meanwhile leaves the lines of the ledger where they are [case 35]', async () => {
  const { page } = demo.phone;
  await page.clock.install();
  await demo.goTo('/ledger');
  const count = Number.parseInt(await demo.text(/^\d+ transactions$/).innerText(), 10);
  const place = await scrollTo(2_500);
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
  assert.ok(taken.ok);
  await fetchNow();
  // The sums stand above the rows, and tell when it has come.
  await page
    .getByText(`${count + 1} transactions`)
    .first()
    .waitFor({ state: 'attached' });
  await assertStays(place);
  await scrollTo(0);
  await demo.text(/1,234\.56/).waitFor();
});

test('another search begins at its beginning, wherever the one before was left', async () => {
  const { page } = demo.phone;
  await demo.goTo('/contacts');
  await page.getByLabel('Search').fill('a');
  await demo.text(/^Ana Aab/).waitFor();
  await scrollTo(1_500);
  await page.getByLabel('Search').fill('m');
  await page.waitForFunction(() => {
    const rows = Array.from(document.querySelectorAll<HTMLElement>('[role=main] [role=button]')).filter(
      (row) => row.innerText.includes('\n') && row.getBoundingClientRect().width > 0
    );
    const [first] = rows.sort(
      (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top
    );
    const list = document.querySelector('[role=main] input')?.getBoundingClientRect().bottom ?? 0;
    // The first of those found stands right below the field, and nothing of the search before is left.
    return (
      first !== undefined &&
      !/Aab/.test(first.innerText) &&
      first.getBoundingClientRect().top >= list &&
      first.getBoundingClientRect().top < list + 80
    );
  });
  assert.deepEqual(demo.phone.errors, []);
});
