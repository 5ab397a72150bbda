import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { perform } from '../../server/cli/command';
import { openExport } from '../../server/cli/open-export';
import { findFaults } from './accessibility';
import { joinBy, openPhone, startDemoService, type TestPhone, type TestService } from './harness';

let service: TestService;
let phone: TestPhone;
let folder: string;

before(async () => {
  service = await startDemoService({ DEMO_CONTACTS: '200' });
  folder = await mkdtemp(join(tmpdir(), 'doorstep-treasurer-'));
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  await writeFile(join(folder, 'treasurer.key'), `${identity}\n`);
  const part = JSON.stringify({ treasurer_age_key: await identityToRecipient(identity) });
  await service.change(
    'UPDATE transaction_settings SET additional_settings = additional_settings || $1::jsonb',
    [part]
  );
});
after(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(async () => {
  await phone?.close();
});

type Bundle = { id: number; transactions: { amount: number; comment?: string }[] };

const visible = (role: 'button' | 'radio' | 'tab', name: string | RegExp) =>
  phone.page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();
const text = (words: string | RegExp) => phone.page.getByText(words).filter({ visible: true }).first();

async function listBundles(): Promise<Bundle[]> {
  return (await service.get<{ data: Bundle[] }>('/v1/transaction_bundles?limit=1000')).data;
}

/** Joins, and waits until the key of the rows stands, as the settings say. */
async function joinAndSeal(): Promise<void> {
  await joinBy(phone, service.joinLink('volunteer'));
  await text(/In touch|Up to date/).waitFor();
  await phone.page.goto(`${service.address}/settings`);
  await text('Sealed on this device').waitFor();
  await phone.page.goto(service.address);
  await visible('button', 'Record').waitFor();
}

/** A donation of somebody whom the service does not know, so that their name is nowhere but in the record. */
async function takeFromNew(name: string): Promise<void> {
  await visible('button', 'Record').click();
  await phone.page.getByLabel('Search').filter({ visible: true }).fill(name);
  await visible('button', new RegExp(`New supporter: ${name}`)).click();
  await visible('radio', /€20/).click();
  await visible('radio', 'Cash').click();
  await visible('button', 'Save').click();
  // The word of the record before may still be on the screen; the form goes when this one is on the disk.
  await phone.page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' });
  await text('Saved on this phone').waitFor();
}

/** Leaves the app for a page of the same origin on which nothing runs, with its storage free to be looked at. */
async function leaveApp(): Promise<void> {
  await phone.page.goto('about:blank');
  await phone.setOffline(false);
  await phone.page.goto(`${service.address}/api/health`);
}

/** Which of these words stand anywhere in the files that the browser keeps for the app, byte by byte. */
function findInFiles(words: readonly string[]): Promise<{ size: number; found: string[] }> {
  return phone.page.evaluate(async (looked) => {
    type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };
    const folders = [await navigator.storage.getDirectory()];
    const files: ArrayBuffer[] = [];
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      for await (const handle of (folder as Folder).values()) {
        if (handle.kind === 'directory') folders.push(handle as Folder);
        else files.push(await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer());
      }
    }
    const texts = files.map((bytes) => new TextDecoder('utf-8').decode(bytes));
    return {
      size: files.reduce((sum, { byteLength }) => sum + byteLength, 0),
      found: looked.filter((word) => texts.some((whole) => whole.includes(word))),
    };
  }, words);
}

const people = ['Amandine Zwanzig', 'Balthazar Quillfeather', 'Clothilde Yxe'];
const words = people.flatMap((name) => name.split(' '));

test('unsent records lie sealed in the browser’s file; with the key gone they stand, and the treasurer reads them whole', async () => {
  await joinAndSeal();
  const before = (await listBundles()).length;
  await phone.setOffline(true);
  for (const name of people) await takeFromNew(name);
  await phone.page.goto(`${service.address}/outbox`);
  for (const name of people) await text(name).waitFor();
  await leaveApp();
  // The same search finds what the cache holds, so that it would find a name of a record.
  const { data: known } = await service.get<{ data: { surname: string }[] }>('/v1/contacts?limit=1');
  const looked = await findInFiles([...words, known[0]?.surname ?? '?', 'outbox_keeps_unsent']);
  assert.ok(looked.size > 100_000, `${looked.size} bytes were looked through`);
  assert.deepEqual(looked.found, [known[0]?.surname, 'outbox_keeps_unsent']);

  // What a browser does whose store of keys was damaged: it begins an empty one, and the file stands.
  const gone = await phone.page.evaluate(
    () =>
      new Promise<string>((done) => {
        const asked = indexedDB.deleteDatabase('doorstep-secrets');
        asked.onsuccess = () => done('deleted');
        asked.onblocked = () => done('blocked');
        asked.onerror = () => done('failed');
      })
  );
  assert.equal(gone, 'deleted');
  await phone.restart();
  await joinBy(phone, service.joinLink('volunteer'));
  await phone.page.goto(`${service.address}/outbox`);
  await phone.page.getByText('Sealed record').nth(2).waitFor();
  const sealed = phone.page.getByText(/this phone can no longer open it/).filter({ visible: true });
  await sealed.nth(2).waitFor();
  assert.equal(await sealed.count(), 3);
  assert.equal(
    (await phone.page
      .getByText(/€20.00/)
      .filter({ visible: true })
      .count()) >= 3,
    true
  );
  assert.deepEqual(await findFaults(phone.page), []);
  assert.equal((await listBundles()).length, before, 'nothing of them was sent');

  const downloading = phone.page.waitForEvent('download');
  await visible('button', 'Share unsent records').click();
  const file = join(folder, 'unsent.age');
  await (await downloading).saveAs(file);
  const { code, text: printed } = await perform(openExport, ['--key', join(folder, 'treasurer.key'), file]);
  assert.equal(code, 0, printed);
  const { records } = JSON.parse(printed) as {
    records: { who: string; is_as_saved: boolean; body: { data: Omit<Bundle, 'id'> } }[];
  };
  assert.deepEqual(records.map(({ who }) => who).sort(), people);
  for (const { who, is_as_saved, body } of records) {
    assert.equal(is_as_saved, true);
    assert.equal(body.data.transactions[0]?.amount, 2000);
    assert.ok(body.data.transactions[0]?.comment?.includes(who));
  }

  // What is taken from now on has a key of its own, and goes its way past the sealed ones.
  await phone.page.goto(service.address);
  await takeFromNew('Désirée Vlk');
  while ((await listBundles()).length === before) await phone.page.waitForTimeout(500);
  assert.equal((await listBundles()).length, before + 1);
  assert.deepEqual(phone.errors, []);
});

test('sealed records survive a killed browser, are opened by it again, and arrive once and whole', async () => {
  await joinAndSeal();
  const before = new Set((await listBundles()).map(({ id }) => id));
  await phone.setOffline(true);
  for (const name of people) await takeFromNew(name);
  await phone.killAndReopen();
  await phone.page.goto(`${service.address}/outbox`);
  await text(/3 sent/).waitFor();
  const arrived = (await listBundles()).filter(({ id }) => !before.has(id));
  assert.equal(arrived.length, 3);
  const comments = arrived.map(({ transactions }) => transactions[0]?.comment ?? '');
  for (const name of people) assert.equal(comments.filter((comment) => comment.includes(name)).length, 1);
  for (const name of people) await text(name).waitFor();
  assert.deepEqual(phone.errors, []);
});
