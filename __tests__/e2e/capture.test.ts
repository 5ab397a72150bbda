import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  joinBy,
  openPhone,
  startDemoService,
  waitUntilHeldOffline,
  type TestPhone,
  type TestService,
} from './harness';

let service: TestService;
let phone: TestPhone;

before(async () => {
  service = await startDemoService();
  phone = await openPhone();
  await joinBy(phone, service.joinLink('volunteer'));
  await waitUntilHeldOffline(phone);
  await phone.page
    .getByText(/^Up to date|^In touch/)
    .first()
    .waitFor();
});

after(async () => {
  await phone?.close();
  await service?.close();
});

type Contact = { id: number; firstname?: string; surname?: string };
type Bundle = {
  id: number;
  transactions: {
    amount: number;
    contact_id?: number;
    payment_method_kind: string;
    delivery_token?: string;
  }[];
  memberships?: { amount: number }[];
  donations?: { amount: number }[];
};
type BundleList = { data: Bundle[]; total: number };

async function listBundles(): Promise<Bundle[]> {
  const { data, total } = await service.get<BundleList>('/v1/transaction_bundles?limit=1000');
  assert.equal(data.length, total);
  return data;
}

/** Waits until the service has that many bundles; the test's own time limit ends a wait for what never comes. */
async function untilArrived(count: number): Promise<void> {
  while ((await listBundles()).length < count) await phone.page.waitForTimeout(500);
  assert.equal((await listBundles()).length, count);
}

/** Contacts whose name nobody else has, so that a search finds one person. */
async function listUnmistakable(count: number): Promise<{ id: number; name: string }[]> {
  const { data } = await service.get<{ data: Contact[] }>('/v1/contacts?limit=1000');
  const named = data
    .filter(({ firstname, surname }) => firstname && surname)
    .map(({ id, firstname, surname }) => ({ id, name: `${firstname} ${surname}` }));
  const once = named.filter(({ name }) => named.filter((other) => other.name.includes(name)).length === 1);
  assert.ok(once.length >= count);
  return once.slice(0, count);
}

const visible = (role: 'button' | 'radio' | 'tab', name: string | RegExp) =>
  phone.page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();

/** From Home to saved, as a thumb would go; answers how many taps it took. */
async function take(kind: 'Donation' | 'Membership', name: string, price: RegExp): Promise<number> {
  let taps = 0;
  const tap = async (role: 'button' | 'radio' | 'tab', label: string | RegExp) => {
    await visible(role, label).tap();
    taps += 1;
  };
  await tap('button', 'Record');
  await phone.page.getByLabel('Search').filter({ visible: true }).fill(name);
  // A person reads before they tap; under a faster finger the list is still becoming the one that was searched for.
  await phone.page.waitForTimeout(400);
  await tap('button', new RegExp(name));
  if (kind === 'Membership') await tap('radio', 'Membership');
  await tap('radio', price);
  await tap('radio', 'Cash');
  await tap('button', 'Save');
  await phone.page.getByText('Saved on this phone').waitFor();
  return taps;
}

test('a catalogue donation by a known contact takes at most eight taps and fifteen seconds', async (t) => {
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await visible('tab', 'Home').tap();
  const started = Date.now();
  const taps = await take('Donation', person.name, /€20/);
  t.diagnostic(`${taps} taps, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  assert.ok(taps <= 8, `${taps} taps`);
  await visible('button', 'Record').waitFor();
  // A page that is left while it sends keeps its claim on the row until the lease ends; the next test needs it sent.
  await phone.page.getByText('Everything is sent').filter({ visible: true }).first().waitFor();
});

test('five donations and two memberships taken offline survive a killed browser and arrive once each', async () => {
  const people = (await listUnmistakable(8)).slice(1);
  await phone.page.goto(service.address);
  await phone.page.getByText('Everything is sent').filter({ visible: true }).first().waitFor();
  const before = new Set((await listBundles()).map(({ id }) => id));

  await phone.setOffline(true);
  const taken: { id: number; kind: 'Donation' | 'Membership' }[] = [];
  for (const [index, { id, name }] of people.entries()) {
    const kind = index < 5 ? 'Donation' : 'Membership';
    await take(kind, name, kind === 'Donation' ? /€50/ : /€20/);
    taken.push({ id, kind });
  }
  await phone.killAndReopen();
  await phone.setOffline(true);
  await phone.page.goto(`${service.address}/outbox`);
  await phone.page
    .getByText(/7 on this phone/)
    .first()
    .waitFor();
  assert.equal((await listBundles()).length, before.size, 'nothing has left the phone');

  await phone.setOffline(false);
  await visible('button', 'Send now').tap();
  await untilArrived(before.size + 7);
  // The first test's record was sent today as well.
  await phone.page
    .getByText(/8 sent/)
    .first()
    .waitFor();

  const arrived = (await listBundles()).filter(({ id }) => !before.has(id));
  assert.equal(arrived.length, 7);
  for (const { id, kind } of taken) {
    const [bundle, ...more] = arrived.filter((one) => one.transactions[0]?.contact_id === id);
    assert.ok(bundle && more.length === 0, `one bundle for contact ${id}`);
    assert.equal(bundle.transactions[0]?.amount, kind === 'Donation' ? 5000 : 2000);
    assert.equal(bundle.transactions[0]?.payment_method_kind, 'cash');
    assert.equal((kind === 'Donation' ? bundle.donations : bundle.memberships)?.length, 1);
  }
  const tokens = arrived.map((bundle) => bundle.transactions[0]?.delivery_token);
  assert.equal(new Set(tokens).size, 7);
  assert.deepEqual(phone.errors, []);
});

test('a login page in the way is no success: the record waits and is sent when the page is gone', async () => {
  const [person] = (await listUnmistakable(9)).slice(8);
  assert.ok(person);
  const before = (await listBundles()).length;
  await phone.context.route('**/api/v1/transaction_bundles', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<html><body>Welcome to the hotel</body></html>',
    })
  );
  await phone.page.goto(service.address);
  await take('Donation', person.name, /€5\b/);
  // By the bar, not by a new page: a page that is left takes its request with it, and the row would be checked first.
  await visible('tab', /^Outbox/).tap();
  await phone.page
    .getByText(/login page/i)
    .filter({ visible: true })
    .first()
    .waitFor();
  assert.equal((await listBundles()).length, before);

  await phone.context.unroute('**/api/v1/transaction_bundles');
  await visible('button', 'Send now').tap();
  await untilArrived(before + 1);
});

test('a second tab says where the records are open, and takes them over when asked', async () => {
  const second = await phone.context.newPage();
  await second.goto(service.address);
  await second.getByText('Doorstep is open in another tab').waitFor();
  await second.getByRole('button', { name: 'Go on here' }).tap();
  await second.getByRole('tab', { name: 'Home' }).waitFor();
  await phone.page.getByText('Doorstep is open in another tab').waitFor();
  await second.close();
});
