import assert from 'node:assert/strict';

import { type Page } from '@playwright/test';

import { createDemo, expect, test } from './demo';

test.use({ joinAs: null, serviceSettings: { DEMO_CONTACTS: '200' } });

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });
/** The links of the rows from top to bottom; the list reuses rows in another order. */
const linksOf = (page: Page) =>
  rowsOf(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((link) => ({
          top: link.getBoundingClientRect().top,
          label: link.getAttribute('aria-label') ?? '',
          href: link.getAttribute('href') ?? '',
        }))
        .sort((one, other) => one.top - other.top)
    );
const amountIn = ({ label }: { label: string }) => Number(label.replace(/^.*€/, '').replaceAll(',', ''));

test('the treasurer sorts, searches, filters by recorder, selects and corrects several payments at a desk', async ({
  service,
  openAnotherPhone,
}) => {
  const desk = createDemo(await openAnotherPhone({ width: 1280, height: 800 }), service);
  const { page } = desk.phone;
  await desk.join('admin');
  await desk.goTo('/ledger');
  await rowsOf(page).first().waitFor();
  expect(await page.title()).toBe('Ledger · Doorstep');
  await desk.text(/^The methods add up to €[\d,.]+ received\.$/).waitFor();

  // The order is in the address, and a reload has it.
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect.poll(() => page.url()).toContain('sort=-amount');
  await expect
    .poll(async () => {
      const amounts = (await linksOf(page)).map(amountIn);
      return (
        amounts.length > 3 && amounts.every((amount, at) => at === 0 || amount <= (amounts[at - 1] ?? 0))
      );
    })
    .toBe(true);

  // So is a search for the number of a bundle.
  const { bundle_id: bundle } = service.sample;
  await page.getByLabel('Search').fill(String(bundle));
  await expect.poll(() => page.url()).toContain(`q=${bundle}`);
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue(String(bundle));
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  const link = page.locator(`a[href^="/ledger/${bundle}?"]`).first();
  await link.waitFor();

  // A row is a link with the filters in it. Enter opens it beside the table, Escape closes it.
  await link.focus();
  await page.keyboard.press('Enter');
  await desk.text('Summary').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/ledger/${bundle}`);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect.poll(() => page.title()).toContain(`No. ${bundle}`);
  await link.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ledger');
  expect(page.url()).toContain(`q=${bundle}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => page.url()).not.toContain('q=');

  // Arrow keys move between rows.
  const rowOf = (href: string) => rowsOf(page).filter({ has: page.locator(`a[href="${href}"]`) });
  await expect.poll(async () => (await linksOf(page)).length).toBeGreaterThan(3);
  const [first, second] = (await linksOf(page)).map(({ href }) => href);
  assert.ok(first !== undefined && second !== undefined && first !== second);
  await rowOf(first).getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(second).getByRole('link')).toBeFocused();

  // The mouse opens a row at every column.
  const amount = await rowOf(first).getByRole('cell').last().boundingBox();
  assert.ok(amount);
  await page.mouse.click(amount.x + amount.width / 2, amount.y + amount.height / 2);
  await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(first, page.url()).pathname);
  await rowOf(first).getByRole('link').focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ledger');
  await rowOf(second).getByRole('link').focus();

  // A row at the lower end stays visible when it is opened, although the sums above need more height then.
  const bottom =
    800 -
    (await rowOf(first)
      .boundingBox()
      .then((box) => box?.height ?? 0));
  const lowest = (await linksOf(page)).filter(({ top }) => top < bottom).at(-1)?.href ?? '';
  await rowOf(lowest).getByRole('link').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(lowest, page.url()).pathname);
  await expect(rowOf(lowest)).toBeInViewport({ ratio: 1 });
  await rowOf(lowest).getByRole('link').focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ledger');
  await rowOf(second).getByRole('link').focus();

  // Space selects a row; with Shift the rows in between too, also with the mouse.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await desk.text(/^3 selected/).waitFor();
  const fifth = (await linksOf(page))[4]?.href ?? '';
  await rowOf(fifth)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await desk.text(/^5 selected/).waitFor();
  const seventh = (await linksOf(page))[6]?.href ?? '';
  await rowOf(seventh).getByRole('checkbox').focus();
  await page.keyboard.press('Shift+Space');
  await desk.text(/^7 selected/).waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  // Who recorded it is a filter and a sum.
  await page.getByRole('button', { name: 'Sums and charts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row').first().waitFor();
  // The rows of every chart add up to the same sum.
  const sumOf = async () => {
    // The last row of a currency has its sum alone.
    const rows = await dialog.getByRole('row').filter({ hasText: 'transaction' }).allInnerTexts();
    const counts = rows.map((row) => Number(/([\d,]+) transactions?/.exec(row)?.[1]?.replaceAll(',', '')));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const all = await sumOf();
  expect(all).toBeGreaterThan(0);
  for (const by of ['Month', 'Team', 'Campaign', 'Paid by']) {
    await dialog.getByRole('radio', { name: by, exact: true }).click();
    await expect.poll(sumOf).toBe(all);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();

  // A bar shows its value to the mouse and to the keyboard.
  const bar = page
    .getByRole('group', { name: /^By (day|week|month|year):/ })
    .getByRole('img')
    .last();
  const value = (await bar.getAttribute('aria-label')) ?? '';
  expect(value).toMatch(/: €/);
  await bar.hover();
  await desk.text(value).waitFor();
  await page.mouse.move(0, 0);
  await desk.text(value).waitFor({ state: 'hidden' });
  await bar.focus();
  await desk.text(value).waitFor();

  // A slash leads to the search, but not out of a field.
  const search = page.getByLabel('Search').filter({ visible: true });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.press('/');
  await expect(search).toHaveValue('/');
  await search.fill('');

  // Two payments get another status together, through the outbox.
  const valid = rowsOf(page).filter({ has: page.getByRole('cell', { name: 'Valid', exact: true }) });
  const hrefs = await valid
    .getByRole('link')
    .evaluateAll((links) => links.map((each) => each.getAttribute('href') ?? ''));
  const chosen = [...new Set(hrefs)].slice(0, 2);
  for (const href of chosen) await rowOf(href).getByRole('checkbox').click();
  await desk.text(/^2 selected · €/).waitFor();
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('radio', { name: 'Unpaid' }).click();
  await page.getByRole('button', { name: /^Change 2 payments/ }).click();
  const ids = chosen.map((href) => Number(/\d+/.exec(href)?.[0]));
  type Read = { data: { transactions: { amount: number; unpaid_amount?: number }[] } };
  for (const id of ids)
    await expect
      .poll(async () => {
        const { data } = await service.get<Read>(`/v1/transaction_bundles/${id}`, 'manager');
        return data.transactions.some(({ amount, unpaid_amount: unpaid }) => unpaid === amount);
      })
      .toBe(true);
  expect(ids).toHaveLength(2);
  expect(desk.phone.errors).toEqual([]);
});

test('selected payments go into a batch by the keyboard, and links lead to the other places of the money', async ({
  service,
  openAnotherPhone,
}) => {
  const desk = createDemo(await openAnotherPhone({ width: 1280, height: 800 }), service);
  const { page } = desk.phone;
  await desk.join('admin');
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, path] of [
      ['Batches', '/batches'],
      ['Reconciliation', '/reconciliation'],
      ['Cash by person', '/cash'],
      ['Months', '/months'],
      ['Receipt books', '/receipt-books'],
    ] as const) {
      await desk.goTo('/ledger');
      const places = page.getByRole('navigation', { name: 'Other places for money' });
      await places.getByRole('link', { name, exact: true }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => page.title()).toBe(`${name} · Doorstep`);
    }
  }

  type Read = { data: { id: number; bundle_id: number; payment_method_kind: string }[] };
  const { data } = await service.get<Read>('/v1/batchable_transactions?limit=1000', 'manager');
  const cheque = data.find(({ payment_method_kind: kind }) => kind !== 'cash');
  assert.ok(cheque);
  await desk.goTo(`/ledger?q=${cheque.bundle_id}`);
  const row = rowsOf(page).filter({ has: page.locator(`a[href^="/ledger/${cheque.bundle_id}?"]`) });
  await row.getByRole('link').first().focus();
  await page.keyboard.press('Space');
  const button = page.getByRole('button', { name: 'Put into a batch' });
  await button.waitFor();
  for (
    let steps = 0;
    steps < 200 && !(await button.evaluate((each) => each === document.activeElement));
    steps += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await desk.text(/^1 payment, €/).waitFor();
  expect(page.url()).toContain(`payments=${cheque.bundle_id}.${cheque.id}`);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await desk.visible('button', 'Make batch').click();
  await desk.visible('button', 'Close batch').waitFor();
  await expect.poll(() => page.title()).toMatch(/^VAL-B\d+ · Doorstep$/);
  expect(desk.phone.errors).toEqual([]);
});

test('chosen columns stay on the device', async ({ service, openAnotherPhone }) => {
  const desk = createDemo(await openAnotherPhone({ width: 1600, height: 900 }), service);
  const { page } = desk.phone;
  await desk.join('admin');
  await desk.goTo('/ledger');
  await page.getByRole('columnheader', { name: 'Recorded by' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Recorded by' }).click();
  await page.getByRole('checkbox', { name: 'Cheque number' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('columnheader', { name: 'Cheque number' }).waitFor();
  await page.reload();
  await page.getByRole('columnheader', { name: 'Cheque number' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Recorded by' }).count()).toBe(0);
});
