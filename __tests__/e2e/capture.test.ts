import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpDemo } from './demo';

const demo = setUpDemo({ joinAs: 'volunteer' });
const { visible, text, findPerson, listBundles, listUnmistakable, untilBundles } = demo;

/** What this phone has saved in all tests so far: the outbox counts all of them that were sent. */
let savedHere = 0;
const allAreSent = () => text(new RegExp(`\\b${savedHere} sent`));

/** From Home to saved, as a thumb would go; answers how many taps it took. */
async function take(kind: 'Donation' | 'Membership', name: string, price: RegExp): Promise<number> {
  let taps = 0;
  const tap = async (role: 'button' | 'radio' | 'tab', label: string | RegExp) => {
    await visible(role, label).tap();
    taps += 1;
  };
  await tap('button', 'Record');
  await (await findPerson(name)).tap();
  taps += 1;
  if (kind === 'Membership') await tap('radio', 'Membership');
  await tap('radio', price);
  await tap('radio', 'Cash');
  await demo.save();
  savedHere += 1;
  return taps + 1;
}

test('a catalogue donation by a known contact takes at most eight taps and fifteen seconds', async (t) => {
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  const before = (await listBundles()).length;
  await visible('tab', 'Home').tap();
  const started = Date.now();
  const taps = await take('Donation', person.name, /€20/);
  t.diagnostic(`${taps} taps, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  assert.ok(taps <= 8, `${taps} taps`);
  await visible('button', 'Record').waitFor();
  await untilBundles(before + 1);
});

test('a record whose page was left while it was being sent goes out from the next page, and arrives once', async () => {
  const [person] = (await listUnmistakable(10)).slice(9);
  assert.ok(person);
  const before = (await listBundles()).length;
  // The bytes of the first request arrive, and its answer never does.
  let isLeft = false;
  await demo.phone.context.route('**/api/v1/transaction_bundles', async (route) => {
    if (isLeft) return route.continue();
    await route.fetch();
    isLeft = true;
  });
  await demo.goTo('/');
  await take('Donation', person.name, /€20/);
  await untilBundles(before + 1);
  await demo.goTo('/outbox');
  // Sooner than the claim of the page that is gone would have ended.
  await allAreSent().waitFor({ timeout: 60_000 });
  assert.equal((await listBundles()).length, before + 1);
  await demo.phone.context.unroute('**/api/v1/transaction_bundles');
});

test('five donations and two memberships taken offline survive a killed browser and arrive once each', async () => {
  const people = (await listUnmistakable(8)).slice(1);
  await demo.goTo('/');
  await text('Everything is sent').waitFor();
  const before = new Set((await listBundles()).map(({ id }) => id));

  await demo.phone.setOffline(true);
  const taken: { id: number; kind: 'Donation' | 'Membership' }[] = [];
  for (const [index, { id, name }] of people.entries()) {
    const kind = index < 5 ? 'Donation' : 'Membership';
    await take(kind, name, kind === 'Donation' ? /€50/ : /€20/);
    taken.push({ id, kind });
  }
  await demo.phone.killAndReopen();
  await demo.phone.setOffline(true);
  await demo.goTo('/outbox');
  await text(/7 on this phone/).waitFor();
  assert.equal((await listBundles()).length, before.size, 'nothing has left the phone');

  await demo.phone.setOffline(false);
  await visible('button', 'Send now').tap();
  await untilBundles(before.size + 7);
  await allAreSent().waitFor();

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
  assert.deepEqual(demo.phone.errors, []);
});

test('a login page in the way is no success: the record waits and is sent when the page is gone', async () => {
  const [person] = (await listUnmistakable(9)).slice(8);
  assert.ok(person);
  const before = (await listBundles()).length;
  await demo.phone.context.route('**/api/v1/transaction_bundles', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<html><body>Welcome to the hotel</body></html>',
    })
  );
  await demo.goTo('/');
  await take('Donation', person.name, /€5\b/);
  // By the bar, not by a new page: a page that is left takes its request with it, and the row would be checked first.
  await visible('tab', /^Outbox/).tap();
  await text(/login page/i).waitFor();
  assert.equal((await listBundles()).length, before);

  await demo.phone.context.unroute('**/api/v1/transaction_bundles');
  await visible('button', 'Send now').tap();
  await untilBundles(before + 1);
});

test('a second tab says where the records are open, and takes them over when asked [case 26]', async () => {
  const second = await demo.phone.context.newPage();
  await second.goto(demo.service.address);
  await second.getByText('Doorstep is open in another tab').waitFor();
  await second.getByRole('button', { name: 'Continue here' }).tap();
  await second.getByRole('tab', { name: 'Home' }).waitFor();
  await demo.phone.page.getByText('Doorstep is open in another tab').waitFor();
  await second.close();
});
