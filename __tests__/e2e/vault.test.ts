import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { maxWrongPins, waitAfterWrong } from '../../src/domain/lock';
import { findFaults } from './accessibility';
import { setUpDemo, type Bundle } from './demo';
import { eventually, refusedKey, tryToExportKeys } from './harness';

const demo = setUpDemo({ settings: { DEMO_CONTACTS: '200' }, aPhoneEach: true });
const { visible, text, findPerson, listBundles, listUnmistakable } = demo;
const { mailOf, passTheServicesPages, untilBundles } = demo;

beforeEach(() => demo.goTo('/'));

type Devices = { data: { devices: { id: number }[] } };

/** Where the volunteer is signed in, as the service sees it. */
const listDevices = async () => (await demo.service.get<Devices>('/oidc/devices', 'volunteer')).data.devices;

async function signInAsVolunteer(): Promise<void> {
  await visible('button', 'Sign in with a code').click();
  await passTheServicesPages(await mailOf('volunteer'));
  // Everybody of the demo belongs to two spaces.
  await visible('button', /Les Voisins de Valorme/).click();
  await visible('tab', 'Home').waitFor();
  await text(/In touch|Up to date/).waitFor();
}

async function take(name: string): Promise<void> {
  await visible('button', 'Record').click();
  await (await findPerson(name)).click();
  await visible('radio', /€20/).click();
  await visible('radio', 'Cash').click();
  await demo.save();
}

async function revokeEveryDevice(): Promise<void> {
  for (const { id } of await listDevices()) {
    const answer = await fetch(`${demo.service.address}/api/oidc/devices/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${demo.service.tokens.volunteer}` },
    });
    assert.equal(answer.status, 200);
  }
}

/** The bundles that have come to the service since, when there are that many. */
async function untilArrived(before: ReadonlySet<number>, count: number): Promise<Bundle[]> {
  await untilBundles(before.size + count);
  return (await listBundles()).filter(({ id }) => !before.has(id));
}

/** Signs in again where there is signal; the one record that waited arrives, once. */
async function signInAndSend(before: ReadonlySet<number>, contactId: number): Promise<void> {
  await demo.phone.setOffline(false);
  await signInAsVolunteer();
  const arrived = await untilArrived(before, 1);
  assert.deepEqual(
    arrived.map(({ transactions }) => transactions[0]?.contact_id),
    [contactId]
  );
}

async function setPin(pin: string): Promise<void> {
  await demo.goTo('/settings');
  await visible('radio', 'At once').click();
  await demo.phone.page.getByLabel('New PIN').fill(pin);
  await demo.phone.page.getByLabel('The same once more').fill(pin);
  await visible('button', 'Lock with this PIN').click();
  await visible('button', 'Change the PIN').waitFor();
}

/** What a person does who presses the phone's home button. */
async function putAwayAndTakeUp(): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await demo.phone.page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: next });
      Object.defineProperty(document, 'hidden', { configurable: true, value: next === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
}

test('what a browser keeps of a session is sealed: no token lies in its storage, and none of its keys can be read out', async () => {
  const tokens: string[] = [];
  demo.phone.page.on('response', (response) => {
    if (!response.url().endsWith('/oidc/token')) return;
    void response.json().then((pair: { access_token: string; refresh_token: string }) => {
      tokens.push(pair.access_token, pair.refresh_token);
    });
  });
  await signInAsVolunteer();
  await eventually('both tokens were noted', () => Promise.resolve(tokens.length === 2));
  const kept = await demo.phone.page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const asked = indexedDB.open('doorstep-secrets');
      asked.onsuccess = () => done(asked.result);
    });
    const sealed = await new Promise<{ bytes: ArrayBuffer }[]>((done) => {
      const reading = database.transaction('sealed').objectStore('sealed').getAll();
      reading.onsuccess = () => done(reading.result as { bytes: ArrayBuffer }[]);
    });
    const texts = sealed.map(({ bytes }) => new TextDecoder('latin1').decode(bytes));
    return { texts, other: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });
  assert.ok(kept.texts.length > 0);
  assert.deepEqual(await tryToExportKeys(demo.phone), [refusedKey]);
  for (const token of tokens) assert.ok(![...kept.texts, kept.other].some((text) => text.includes(token)));
});

test('a phone that was revoked with three unsent records forgets the rest, keeps the three, and sends them once its owner is back', async () => {
  await signInAsVolunteer();
  const people = await listUnmistakable(3);
  const before = new Set((await listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  for (const { name } of people) await take(name);
  await revokeEveryDevice();
  await demo.phone.setOffline(false);

  await text('3 records wait on this phone · €60.00').waitFor();
  const [first] = people;
  assert.ok(first);
  assert.equal(await demo.phone.page.getByText(first.name).count(), 0, 'no name is on the screen');
  assert.deepEqual(await findFaults(demo.phone.page), []);
  // Neither an address nor a new start leads around it.
  await demo.goTo('/outbox');
  await text('3 records wait on this phone · €60.00').waitFor();
  assert.equal(await demo.phone.page.getByText(first.name).count(), 0);
  assert.equal((await listBundles()).length, before.size, 'nothing was sent');

  await signInAsVolunteer();
  const arrived = await untilArrived(before, 3);
  const payers = arrived.map(({ transactions }) => transactions[0]?.contact_id);
  assert.deepEqual(payers.sort(), people.map(({ id }) => id).sort());
  await text('Everything is sent').waitFor();
  assert.equal((await listBundles()).length, before.size + 3);
  assert.deepEqual(demo.phone.errors, []);
});

test('signing out ends the sign-in at the service too; without a signal it is done on the phone all the same', async () => {
  const confirmSignOut = async () => {
    await visible('button', 'Sign out').click();
    await demo.phone.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await visible('button', 'Sign in with a code').waitFor();
  };
  const known = (await listDevices()).map(({ id }) => id);
  const listNew = async () => (await listDevices()).filter(({ id }) => !known.includes(id));
  await signInAsVolunteer();
  assert.equal((await listNew()).length, 1);
  await demo.goTo('/you');
  await confirmSignOut();
  assert.deepEqual(await listNew(), [], 'the service knows');

  await signInAsVolunteer();
  await demo.goTo('/you');
  await visible('button', 'Sign out').waitFor();
  await demo.phone.setOffline(true);
  await confirmSignOut();
  await demo.phone.setOffline(false);
  assert.equal((await listNew()).length, 1, 'the service has not heard of it');
  await demo.goTo('/contacts');
  await visible('button', 'Sign in with a code').waitFor();
  assert.deepEqual(demo.phone.errors, []);
});

test('no address that the app opens or asks for, and nothing it writes to the console, names anybody', async () => {
  const seen: string[] = [];
  demo.phone.page.on('request', (request) => seen.push(request.url()));
  demo.phone.page.on('framenavigated', (frame) => seen.push(frame.url()));
  demo.phone.page.on('console', (message) => seen.push(message.text()));
  await demo.join('volunteer');
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await visible('tab', 'Contacts').click();
  await demo.phone.page.getByLabel('Search').filter({ visible: true }).fill(person.name);
  const row = visible('button', new RegExp(person.name));
  // The only one with this name: pressed sooner, it moves away under the finger.
  await eventually('the list is that of the name', async () => ((await row.boundingBox())?.y ?? 844) < 300);
  await row.click();
  await demo.phone.page.waitForURL(`**/contacts/${person.id}`);
  await demo.goTo('/');
  await take(person.name);
  await text('Everything is sent').waitFor();

  const words = [...person.name.split(' '), await mailOf('volunteer')];
  const app = seen.filter((line) => !line.includes('/api/oidc/'));
  assert.ok(app.some((url) => url.endsWith(`/contacts/${person.id}`)) && app.length > 20);
  const telling = app.filter((line) =>
    words.some((word) => decodeURIComponent(line).toLowerCase().includes(word.toLowerCase()))
  );
  assert.deepEqual(telling, []);
});

test('a locked phone shows nothing at any address, opens with the PIN by keyboard, and finds the form as it was', async () => {
  await demo.join('volunteer');
  await setPin('274913');
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await demo.goTo(`/contacts/${person.id}`);
  await text('Doorstep is locked').waitFor();
  assert.equal(await demo.phone.page.getByText(person.name).count(), 0);
  assert.ok(!(await demo.phone.page.content()).includes(person.name), 'the name is nowhere in the page');
  assert.deepEqual(await findFaults(demo.phone.page), []);
  await demo.phone.page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await findFaults(demo.phone.page), []);
  await demo.phone.page.emulateMedia({ colorScheme: 'light' });

  // Nothing is pressed first: the field has the keyboard by itself, and again after a wrong PIN.
  const waitsForPin = () =>
    eventually('an empty field waits for the PIN', () =>
      demo.phone.page
        .getByLabel('PIN', { exact: true })
        .evaluate(
          (field) =>
            field === document.activeElement && field instanceof HTMLInputElement && field.value === ''
        )
    );
  await waitsForPin();
  await demo.phone.page.keyboard.type('111111');
  await demo.phone.page.keyboard.press('Enter');
  await text('That is not the PIN. 9 tries left, then you sign in again.').waitFor();
  await waitsForPin();
  await demo.phone.page.keyboard.type('274913');
  await demo.phone.page.keyboard.press('Enter');
  await text(person.name).waitFor();

  await demo.goTo('/record');
  await demo.phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await demo.phone.page.keyboard.press('Enter');
  await (await findPerson(person.name)).click();
  await visible('radio', /€20/).click();
  await visible('radio', /€20/)
    .and(demo.phone.page.getByRole('radio', { checked: true }))
    .waitFor();
  await putAwayAndTakeUp();
  await text('Doorstep is locked').waitFor();
  assert.ok(!(await demo.phone.page.content()).includes(person.name), 'the name is nowhere in the page');
  await demo.phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await demo.phone.page.keyboard.press('Enter');
  await text(person.name).waitFor();
  assert.equal(new URL(demo.phone.page.url()).pathname, '/record');
  // The form is as it was.
  await visible('radio', /€20/)
    .and(demo.phone.page.getByRole('radio', { checked: true }))
    .waitFor();
  assert.deepEqual(demo.phone.errors, []);
});

test('whoever has forgotten the PIN signs in again, and the record that waited is sent once', async () => {
  await demo.join('volunteer');
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await setPin('274913');
  await demo.goTo('/');
  await demo.phone.page.getByLabel('PIN', { exact: true }).fill('274913');
  await demo.phone.page.keyboard.press('Enter');
  await visible('tab', 'Home').waitFor();
  const before = new Set((await listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  await take(person.name);
  await putAwayAndTakeUp();
  await text('1 record waits on this phone. It sends by itself, locked or not.').waitFor();
  await visible('button', 'I forgot my PIN').click();
  await visible('button', 'Sign in again').click();
  await text('1 record waits on this phone · €20.00').waitFor();
  await signInAndSend(before, person.id);
});

test('ten wrong PINs take longer and longer, then only signing in helps; the record that waited is untouched and sent once', async () => {
  const { page } = demo.phone;
  await page.clock.install();
  await demo.join('volunteer');
  const [person] = await listUnmistakable(1);
  assert.ok(person);
  await setPin('274913');
  await demo.goTo('/');
  const field = page.getByLabel('PIN', { exact: true });
  const tryPin = async (pin: string) => {
    await field.fill(pin);
    await page.keyboard.press('Enter');
  };
  await tryPin('274913');
  await visible('tab', 'Home').waitFor();
  const before = new Set((await listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  await take(person.name);
  await putAwayAndTakeUp();
  await text('1 record waits on this phone. It sends by itself, locked or not.').waitFor();

  for (let wrong = 1; wrong < maxWrongPins; wrong += 1) {
    await tryPin('111111');
    const wait = waitAfterWrong(wrong);
    if (wait === 0) {
      await text(new RegExp(`^That is not the PIN. ${maxWrongPins - wrong} tries left`)).waitFor();
      continue;
    }
    await text(/^That is not the PIN. The next try in/).waitFor();
    // Not even the right one opens it before the time has passed.
    await tryPin('274913');
    // A third of it: the clock of the page goes on while a slow machine types.
    await page.clock.fastForward(wait / 3);
    assert.ok(await visible('button', 'Unlock').isDisabled(), `${wrong} wrong`);
    await page.clock.fastForward(wait);
    await page.waitForFunction(
      () =>
        document.querySelector('[role="button"][aria-label="Unlock"]')?.getAttribute('aria-disabled') !==
        'true'
    );
  }
  await tryPin('111111');
  await text('1 record waits on this phone · €20.00').waitFor();
  assert.ok(!(await page.content()).includes(person.name), 'the name is nowhere in the page');
  await demo.goTo('/outbox');
  await text('1 record waits on this phone · €20.00').waitFor();

  await signInAndSend(before, person.id);
  assert.deepEqual(demo.phone.errors, []);
});
