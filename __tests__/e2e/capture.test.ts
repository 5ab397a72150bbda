import assert from 'node:assert/strict';
import { expect, test, type Demo } from './demo';

/** Records a donation or membership from Home, and returns how many taps that took. */
async function record(
  demo: Demo,
  kind: 'Donation' | 'Membership',
  name: string,
  price: RegExp
): Promise<number> {
  let taps = 0;
  const tap = async (role: 'button' | 'radio' | 'tab', label: string | RegExp) => {
    await demo.visible(role, label).tap();
    taps += 1;
  };
  await tap('button', 'Record');
  await (await demo.findPerson(name)).tap();
  taps += 1;
  if (kind === 'Membership') await tap('radio', 'Membership');
  await tap('radio', price);
  await tap('radio', 'Cash');
  await demo.save();
  return taps + 1;
}

test('a catalogue donation by a known contact takes at most eight taps', async ({ demo }) => {
  const [person] = await demo.listUniqueContacts(1);
  assert.ok(person);
  const before = (await demo.listBundles()).length;
  await demo.visible('tab', 'Home').tap();
  const started = Date.now();
  const taps = await record(demo, 'Donation', person.name, /€20/);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  test.info().annotations.push({ type: 'measured', description: `${taps} taps, ${seconds} s` });
  expect(taps).toBeLessThanOrEqual(8);
  await demo.visible('button', 'Record').waitFor();
  await demo.waitForBundles(before + 1);
});

test('a record whose page was closed while sending is sent by the next page, and arrives once', async ({
  demo,
}) => {
  const [person] = (await demo.listUniqueContacts(10)).slice(9);
  assert.ok(person);
  const before = (await demo.listBundles()).length;
  // The first request reaches the service, and its response never reaches the page.
  let isSent = false;
  await demo.phone.context.route('**/api/v1/transaction_bundles', async (route) => {
    if (isSent) return route.continue();
    await route.fetch();
    isSent = true;
  });
  await demo.goTo('/');
  await record(demo, 'Donation', person.name, /€20/);
  await demo.waitForBundles(before + 1);
  await demo.open('/outbox');
  // Sooner than the lease of the closed page would have expired.
  await demo.text(/\b1 sent/).waitFor({ timeout: 60_000 });
  expect((await demo.listBundles()).length).toBe(before + 1);
});

test('five donations and two memberships taken offline survive a killed browser and arrive once each', async ({
  demo,
}) => {
  const people = (await demo.listUniqueContacts(8)).slice(1);
  const before = new Set((await demo.listBundles()).map(({ id }) => id));

  await demo.phone.setOffline(true);
  const recorded: { id: number; kind: 'Donation' | 'Membership' }[] = [];
  for (const [index, { id, name }] of people.entries()) {
    const kind = index < 5 ? 'Donation' : 'Membership';
    await record(demo, kind, name, kind === 'Donation' ? /€50/ : /€20/);
    recorded.push({ id, kind });
  }
  await demo.phone.killAndReopen();
  await demo.phone.setOffline(true);
  await demo.goTo('/outbox');
  await demo.text(/7 to send/).waitFor();
  expect((await demo.listBundles()).length, 'nothing has left the phone').toBe(before.size);

  await demo.phone.setOffline(false);
  await demo.visible('button', 'Send now').tap();
  await demo.waitForBundles(before.size + 7);
  await demo.text(/\b7 sent/).waitFor();

  const arrived = (await demo.listBundles()).filter(({ id }) => !before.has(id));
  expect(arrived.length).toBe(7);
  for (const { id, kind } of recorded) {
    const [bundle, ...more] = arrived.filter((one) => one.transactions[0]?.contact_id === id);
    assert.ok(bundle);
    expect(more, `one bundle for contact ${id}`).toEqual([]);
    expect(bundle.transactions[0]?.amount).toBe(kind === 'Donation' ? 5000 : 2000);
    expect(bundle.transactions[0]?.payment_method_kind).toBe('cash');
    expect((kind === 'Donation' ? bundle.donations : bundle.memberships)?.length).toBe(1);
  }
  const tokens = arrived.map((bundle) => bundle.transactions[0]?.delivery_token);
  expect(new Set(tokens).size).toBe(7);
  expect(demo.phone.errors).toEqual([]);
});

test('a captive portal is not a success: the record waits and is sent without the portal', async ({
  demo,
}) => {
  const [person] = (await demo.listUniqueContacts(9)).slice(8);
  assert.ok(person);
  const before = (await demo.listBundles()).length;
  await demo.phone.context.route('**/api/v1/transaction_bundles', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<html><body>Welcome to the hotel</body></html>',
    })
  );
  await record(demo, 'Donation', person.name, /€5\b/);
  // By the tab bar: loading a new page would cancel the request, and the record would be checked first.
  await demo.visible('tab', /^Outbox/).tap();
  await demo.text(/login page/i).waitFor();
  expect((await demo.listBundles()).length).toBe(before);

  await demo.phone.context.unroute('**/api/v1/transaction_bundles');
  await demo.visible('button', 'Send now').tap();
  await demo.waitForBundles(before + 1);
});

test('a second tab shows that the records are open elsewhere, and takes them over on request', async ({
  demo,
}) => {
  const second = await demo.phone.context.newPage();
  await second.goto(demo.service.address);
  await second.getByText('Doorstep is open in another tab').waitFor();
  await second.getByRole('button', { name: 'Continue here' }).tap();
  await second.getByRole('tab', { name: 'Home' }).waitFor();
  await demo.phone.page.getByText('Doorstep is open in another tab').waitFor();
});
