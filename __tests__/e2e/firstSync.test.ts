import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  eventually,
  joinBy,
  openPhone,
  pressSave,
  startDemoService,
  type TestPhone,
  type TestService,
} from './harness';

const contacts = 3_000;

let service: TestService;
let phone: TestPhone;

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: String(contacts) });
  phone = await openPhone();
});

after(async () => {
  await phone?.close();
  await service?.close();
});

type Bundle = { transactions: { amount: number; contact_id?: number }[] };
const listBundles = async () =>
  (await service.get<{ data: Bundle[] }>('/v1/transaction_bundles?limit=1000')).data;

test('killed in the middle of the first fetch, the phone goes on where it was; what was recorded meanwhile arrives once', async () => {
  const known = (await listBundles()).length;
  // The first page comes at once, the next one takes longer than this battery lasts.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => (letGo = done));
  await phone.context.route('**/api/v1/changes**', async (route) => {
    if (new URL(route.request().url()).searchParams.has('cursor')) await held;
    await route.continue().catch(() => undefined); // The browser that asked is gone by then.
  });
  await joinBy(phone, service.joinLink('volunteer'));
  await phone.page
    .getByText(/^First download: .* [1-9][\d,.]* of [1-9][\d,.]*\. You can already record\.$/)
    .first()
    .waitFor();
  const bar = phone.page.getByRole('progressbar', { name: /^First download/ });
  const percent = Number(await bar.getAttribute('aria-valuenow'));
  assert.ok(percent > 0 && percent < 100, `the bar stands at ${percent}`);

  await phone.page.getByRole('button', { name: 'Record', exact: true }).click();
  await phone.page
    .getByRole('button', { name: /^No name/ })
    .filter({ visible: true })
    .click();
  await phone.page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).waitFor();
  // Prices may have come with the first page or not.
  const amount = phone.page.getByLabel('Amount', { exact: true }).filter({ visible: true });
  if ((await amount.count()) > 0) await amount.fill('15');
  await pressSave(phone);

  const asked: (string | null)[] = [];
  await phone.killAndReopen();
  letGo();
  phone.context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/v1/changes')) asked.push(url.searchParams.get('cursor'));
  });
  await phone.page.goto(`${service.address}/contacts`);
  await phone.page.getByText(/^3,000 on this phone · Up to date/).waitFor();
  assert.ok(asked.length > 0 && asked[0] !== null, 'the feed goes on from where the last page ended');

  await eventually('the record arrives', async () => (await listBundles()).length > known);
  assert.equal((await listBundles()).length, known + 1);
  assert.deepEqual(phone.errors, []);
});
