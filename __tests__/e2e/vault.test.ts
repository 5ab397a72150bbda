import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { findFaults } from './accessibility';
import { joinBy, openPhone, startDemoService, type TestPhone, type TestService } from './harness';

let service: TestService;
let phone: TestPhone;

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '200' });
});
after(async () => {
  await service?.close();
});
beforeEach(async () => {
  phone = await openPhone();
  await phone.page.goto(service.address);
});
afterEach(async () => {
  await phone?.close();
});

type Me = { data: { User: { mail: string } } };
type Devices = { data: { devices: { id: number }[] } };
type Contact = { id: number; firstname?: string; surname?: string };
type Bundle = { id: number; transactions: { amount: number; contact_id?: number }[] };

const visible = (role: 'button' | 'radio' | 'tab', name: string | RegExp) =>
  phone.page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();
const text = (words: string | RegExp) => phone.page.getByText(words).filter({ visible: true }).first();

/** By a code, of which an address gets five in a while: whoever needs no refresh token joins by link. */
async function signInAsVolunteer(): Promise<void> {
  const { mail } = (await service.get<Me>('/me', 'volunteer')).data.User;
  await visible('button', 'Sign in with a code').click();
  await phone.page.getByLabel('Mail address').fill(mail);
  await phone.page.getByRole('button', { name: 'Send me a code' }).click();
  await phone.page.getByLabel('Code').fill(await phone.page.locator('.hint strong').innerText());
  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Everybody of the demo belongs to two spaces.
  await visible('button', /Les Voisins de Valorme/).click();
  await visible('tab', 'Home').waitFor();
  await text(/In touch|Up to date/).waitFor();
}

async function joinAsVolunteer(): Promise<void> {
  await joinBy(phone, service.joinLink('volunteer'));
  await text(/In touch|Up to date/).waitFor();
}

/** Contacts whose name nobody else has, so that a search finds one person. */
async function listUnmistakable(count: number): Promise<{ id: number; name: string }[]> {
  const { data } = await service.get<{ data: Contact[] }>('/v1/contacts?limit=1000');
  const named = data
    .filter(({ firstname, surname }) => firstname && surname)
    .map(({ id, firstname, surname }) => ({ id, name: `${firstname} ${surname}` }));
  return named
    .filter(({ name }) => named.filter((other) => other.name.includes(name)).length === 1)
    .slice(0, count);
}

async function take(name: string): Promise<void> {
  await visible('button', 'Record').click();
  await phone.page.getByLabel('Search').filter({ visible: true }).fill(name);
  await visible('button', new RegExp(name)).click();
  await visible('radio', /€20/).click();
  await visible('radio', 'Cash').click();
  await visible('button', 'Save').click();
  await text('Saved on this phone').waitFor();
}

async function listBundles(): Promise<Bundle[]> {
  return (await service.get<{ data: Bundle[] }>('/v1/transaction_bundles?limit=1000')).data;
}

async function revokeEveryDevice(): Promise<void> {
  const { devices } = (await service.get<Devices>('/oidc/devices', 'volunteer')).data;
  for (const { id } of devices) {
    const answer = await fetch(`${service.address}/api/oidc/devices/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.tokens.volunteer}` },
    });
    assert.equal(answer.status, 200);
  }
}

/** Waits until the service has these bundles; the test's own time limit ends a wait for what never comes. */
async function untilArrived(before: ReadonlySet<number>, count: number): Promise<Bundle[]> {
  for (;;) {
    const arrived = (await listBundles()).filter(({ id }) => !before.has(id));
    if (arrived.length >= count) return arrived;
    await phone.page.waitForTimeout(500);
  }
}

async function setPin(pin: string): Promise<void> {
  await phone.page.goto(`${service.address}/settings`);
  await visible('radio', 'At once').click();
  await phone.page.getByLabel('New PIN').fill(pin);
  await phone.page.getByLabel('The same once more').fill(pin);
  await visible('button', 'Lock with this PIN').click();
  await visible('button', 'Change the PIN').waitFor();
}

/** What a person does who presses the phone's home button. */
async function putAwayAndTakeUp(): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await phone.page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: next });
      Object.defineProperty(document, 'hidden', { configurable: true, value: next === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
}

test('what a browser keeps of a session is sealed: no token lies in its storage, and its key cannot be read out', async () => {
  const tokens: string[] = [];
  phone.page.on('response', (response) => {
    if (!response.url().endsWith('/oidc/token')) return;
    void response.json().then((pair: { access_token: string; refresh_token: string }) => {
      tokens.push(pair.access_token, pair.refresh_token);
    });
  });
  await signInAsVolunteer();
  assert.equal(tokens.length, 2);
  const kept = await phone.page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const asked = indexedDB.open('doorstep-secrets');
      asked.onsuccess = () => done(asked.result);
    });
    const [sealed, keys] = await Promise.all(
      ['sealed', 'keys'].map(
        (name) =>
          new Promise<unknown[]>((done) => {
            const reading = database.transaction(name).objectStore(name).getAll();
            reading.onsuccess = () => done(reading.result);
          })
      )
    );
    const texts = (sealed as { bytes: ArrayBuffer }[]).map(({ bytes }) =>
      new TextDecoder('latin1').decode(bytes)
    );
    const [key] = keys as CryptoKey[];
    const exported = key && (await crypto.subtle.exportKey('raw', key).catch(() => 'refused'));
    return { texts, exported, other: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });
  assert.ok(kept.texts.length > 0);
  assert.equal(kept.exported, 'refused');
  for (const token of tokens) assert.ok(![...kept.texts, kept.other].some((text) => text.includes(token)));
});

test('a phone that was revoked with three unsent records forgets the rest, keeps the three, and sends them once its owner is back', async () => {
  await signInAsVolunteer();
  const people = await listUnmistakable(3);
  const before = new Set((await listBundles()).map(({ id }) => id));
  await phone.setOffline(true);
  for (const { name } of people) await take(name);
  await revokeEveryDevice();
  await phone.setOffline(false);

  await text('3 records wait on this phone · €60.00').waitFor();
  const [first] = people;
  assert.ok(first);
  assert.equal(await phone.page.getByText(first.name).count(), 0, 'no name is on the screen');
  assert.deepEqual(await findFaults(phone.page), []);
  // Neither an address nor a new start leads around it.
  await phone.page.goto(`${service.address}/outbox`);
  await text('3 records wait on this phone · €60.00').waitFor();
  assert.equal(await phone.page.getByText(first.name).count(), 0);
  assert.equal((await listBundles()).length, before.size, 'nothing was sent');

  await signInAsVolunteer();
  const arrived = await untilArrived(before, 3);
  const payers = arrived.map(({ transactions }) => transactions[0]?.contact_id);
  assert.deepEqual(payers.sort(), people.map(({ id }) => id).sort());
  await text('Everything is sent').waitFor();
  assert.equal((await listBundles()).length, before.size + 3);
  assert.deepEqual(phone.errors, []);
});

test('no address that the app opens or asks for, and nothing it writes to the console, names anybody', async () => {
  const seen: string[] = [];
  phone.page.on('request', (request) => seen.push(request.url()));
  phone.page.on('framenavigated', (frame) => seen.push(frame.url()));
  phone.page.on('console', (message) => seen.push(message.text()));
  await joinAsVolunteer();
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await visible('tab', 'Contacts').click();
  await phone.page.getByLabel('Search').filter({ visible: true }).fill(person.name);
  await visible('button', new RegExp(person.name)).click();
  await phone.page.waitForURL(`**/contacts/${person.id}`);
  await phone.page.goto(service.address);
  await take(person.name);
  await text('Everything is sent').waitFor();

  const words = [...person.name.split(' '), (await service.get<Me>('/me', 'volunteer')).data.User.mail];
  const app = seen.filter((line) => !line.includes('/api/oidc/'));
  assert.ok(app.some((url) => url.endsWith(`/contacts/${person.id}`)) && app.length > 20);
  const telling = app.filter((line) =>
    words.some((word) => decodeURIComponent(line).toLowerCase().includes(word.toLowerCase()))
  );
  assert.deepEqual(telling, []);
});

test('a locked phone shows nothing at any address, opens with the PIN by keyboard, and finds the form as it was', async () => {
  await joinAsVolunteer();
  await setPin('274913');
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await phone.page.goto(`${service.address}/contacts/${person.id}`);
  await text('Doorstep is locked').waitFor();
  assert.equal(await phone.page.getByText(person.name).count(), 0);
  assert.ok(!(await phone.page.content()).includes(person.name), 'the name is nowhere in the page');
  assert.deepEqual(await findFaults(phone.page), []);
  await phone.page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await findFaults(phone.page), []);
  await phone.page.emulateMedia({ colorScheme: 'light' });

  await phone.page.keyboard.type('111111');
  await phone.page.keyboard.press('Enter');
  await text('That is not the PIN. 9 tries left, then you sign in again.').waitFor();
  await phone.page.keyboard.type('274913');
  await phone.page.keyboard.press('Enter');
  await text(person.name).waitFor();

  await phone.page.goto(`${service.address}/record`);
  await phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await phone.page.keyboard.press('Enter');
  await phone.page.getByLabel('Search').filter({ visible: true }).fill(person.name);
  await visible('button', new RegExp(person.name)).click();
  await visible('radio', /€20/).click();
  await putAwayAndTakeUp();
  await text('Doorstep is locked').waitFor();
  assert.ok(!(await phone.page.content()).includes(person.name), 'the name is nowhere in the page');
  await phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await phone.page.keyboard.press('Enter');
  await text(person.name).waitFor();
  assert.equal(new URL(phone.page.url()).pathname, '/record');
  assert.ok(await visible('radio', /€20/).isChecked(), 'the form is as it was');
  assert.deepEqual(phone.errors, []);
});

test('whoever has forgotten the PIN signs in again, and the record that waited is sent once', async () => {
  await joinAsVolunteer();
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await setPin('274913');
  await phone.page.goto(service.address);
  await phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await phone.page.keyboard.press('Enter');
  await visible('tab', 'Home').waitFor();
  const before = new Set((await listBundles()).map(({ id }) => id));
  await phone.setOffline(true);
  await take(person.name);
  await putAwayAndTakeUp();
  await text('1 record waits on this phone. It sends by itself, locked or not.').waitFor();
  await visible('button', 'I forgot my PIN').click();
  await visible('button', 'Sign in again').click();
  await text('1 record waits on this phone · €20.00').waitFor();
  await phone.setOffline(false);
  await signInAsVolunteer();
  const arrived = await untilArrived(before, 1);
  assert.deepEqual(
    arrived.map(({ transactions }) => transactions[0]?.contact_id),
    [person.id]
  );
});
