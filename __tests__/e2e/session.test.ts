import assert from 'node:assert/strict';
import { findViolations } from './axe';
import { expect, test, type Demo } from './demo';
import { notExportable, tryToExportKeys } from './pageProbes';
import { recordDonation, signInAsVolunteer, waitForNewBundles } from './volunteer';

test.use({ joinAs: null });
test.beforeEach(({ demo }) => demo.open('/'));

type Devices = { data: { devices: { id: number }[] } };

/** The devices on which the volunteer is signed in, as the service lists them. */
const listDevices = async ({ service }: Demo) =>
  (await service.get<Devices>('/oidc/devices', 'volunteer')).data.devices;

async function revokeAllDevices(demo: Demo): Promise<void> {
  for (const { id } of await listDevices(demo)) {
    const response = await fetch(`${demo.service.address}/api/oidc/devices/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${demo.service.tokens.volunteer}` },
    });
    expect(response.status).toBe(200);
  }
}

test('the stored session is sealed: no token is in the browser’s storage, and none of its keys can be exported', async ({
  demo,
}) => {
  const tokens: string[] = [];
  demo.phone.page.on('response', (response) => {
    if (!response.url().endsWith('/oidc/token')) return;
    void response.json().then((pair: { access_token: string; refresh_token: string }) => {
      tokens.push(pair.access_token, pair.refresh_token);
    });
  });
  await signInAsVolunteer(demo);
  await expect
    .poll(() => Promise.resolve(tokens.length === 2), { message: 'both tokens were captured' })
    .toBe(true);
  const stored = await demo.phone.page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open('doorstep-secrets');
      opening.onsuccess = () => done(opening.result);
    });
    const sealed = await new Promise<{ bytes: ArrayBuffer }[]>((done) => {
      const reading = database.transaction('sealed').objectStore('sealed').getAll();
      reading.onsuccess = () => done(reading.result as { bytes: ArrayBuffer }[]);
    });
    const texts = sealed.map(({ bytes }) => new TextDecoder('latin1').decode(bytes));
    return { texts, other: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });
  expect(stored.texts.length).toBeGreaterThan(0);
  expect(await tryToExportKeys(demo.phone)).toEqual([notExportable]);
  for (const token of tokens)
    expect([...stored.texts, stored.other].filter((text) => text.includes(token))).toEqual([]);
});

test('a revoked phone keeps its three unsent records, deletes the rest, and sends the three after the next sign-in', async ({
  demo,
}) => {
  await signInAsVolunteer(demo);
  const people = await demo.listUniqueContacts(3);
  const before = new Set((await demo.listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  for (const { name } of people) await recordDonation(demo, name);
  await revokeAllDevices(demo);
  await demo.phone.setOffline(false);

  await demo.text('3 records wait on this phone · €60.00').waitFor();
  const [first] = people;
  assert.ok(first);
  expect(await demo.phone.page.getByText(first.name).count(), 'no name is on the screen').toBe(0);
  expect(await findViolations(demo.phone.page)).toEqual([]);
  // An address or a restart does not bypass it.
  await demo.open('/outbox');
  await demo.text('3 records wait on this phone · €60.00').waitFor();
  expect(await demo.phone.page.getByText(first.name).count()).toBe(0);
  expect((await demo.listBundles()).length, 'nothing was sent').toBe(before.size);

  await signInAsVolunteer(demo);
  const arrived = await waitForNewBundles(demo, before, 3);
  const payers = arrived.map(({ transactions }) => transactions[0]?.contact_id);
  expect(payers.sort()).toEqual(people.map(({ id }) => id).sort());
  await demo.text('Everything is sent').waitFor();
  expect((await demo.listBundles()).length).toBe(before.size + 3);
  expect(demo.phone.errors).toEqual([]);
});

test('signing out also ends the session on the service; offline it is done on the phone alone', async ({
  demo,
}) => {
  const confirmSignOut = async () => {
    await demo.visible('button', 'Sign out').click();
    await demo.phone.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await demo.visible('button', 'Sign in with a code').waitFor();
  };
  const known = (await listDevices(demo)).map(({ id }) => id);
  const listNew = async () => (await listDevices(demo)).filter(({ id }) => !known.includes(id));
  await signInAsVolunteer(demo);
  expect((await listNew()).length).toBe(1);
  await demo.open('/you');
  await confirmSignOut();
  expect(await listNew(), 'the service has ended it').toEqual([]);

  await signInAsVolunteer(demo);
  await demo.open('/you');
  await demo.visible('button', 'Sign out').waitFor();
  await demo.phone.setOffline(true);
  await confirmSignOut();
  await demo.phone.setOffline(false);
  expect((await listNew()).length, 'the service has not ended it').toBe(1);
  await demo.open('/contacts');
  await demo.visible('button', 'Sign in with a code').waitFor();
  expect(demo.phone.errors).toEqual([]);
});

test('no address that the app opens or requests, and nothing on the console, contains personal data', async ({
  demo,
}) => {
  const seen: string[] = [];
  demo.phone.page.on('request', (request) => seen.push(request.url()));
  demo.phone.page.on('framenavigated', (frame) => seen.push(frame.url()));
  demo.phone.page.on('console', (message) => seen.push(message.text()));
  await demo.join('volunteer');
  const [person] = await demo.listUniqueContacts(1);
  assert.ok(person);
  await demo.visible('tab', 'Contacts').click();
  await demo.phone.page.getByLabel('Search').filter({ visible: true }).fill(person.name);
  const row = demo.visible('button', new RegExp(person.name));
  // The name is unique; before the list is filtered the row would move away.
  await expect
    .poll(async () => ((await row.boundingBox())?.y ?? 844) < 300, {
      message: 'the list shows the results of the name',
    })
    .toBe(true);
  await row.click();
  await demo.phone.page.waitForURL(`**/contacts/${person.id}`);
  await demo.open('/');
  await recordDonation(demo, person.name);
  await demo.text('Everything is sent').waitFor();

  const words = [...person.name.split(' '), await demo.mailOf('volunteer')];
  const app = seen.filter((line) => !line.includes('/api/oidc/'));
  expect(app.some((url) => url.endsWith(`/contacts/${person.id}`)) && app.length > 20).toBe(true);
  const telling = app.filter((line) =>
    words.some((word) => decodeURIComponent(line).toLowerCase().includes(word.toLowerCase()))
  );
  expect(telling).toEqual([]);
});
