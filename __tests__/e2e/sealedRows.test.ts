import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { perform } from '../../server/cli/command';
import { openExport } from '../../server/cli/open-export';
import { findFaults } from './accessibility';
import { setUpDemo, type Bundle } from './demo';
import { eventually, joinBy, refusedKey, tryToExportKeys } from './harness';

let folder = '';
const keyFile = () => join(folder, 'treasurer.key');

/** A space whose treasurer has a key, whose secret half is in a file. */
const demo = setUpDemo({
  settings: { DEMO_CONTACTS: '200' },
  aPhoneEach: true,
  prepare: async (service) => {
    folder = await mkdtemp(join(tmpdir(), 'doorstep-treasurer-'));
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
    const identity = await generateX25519Identity();
    await writeFile(keyFile(), `${identity}\n`);
    const part = JSON.stringify({ treasurer_age_key: await identityToRecipient(identity) });
    await service.change(
      'UPDATE transaction_settings SET additional_settings = additional_settings || $1::jsonb',
      [part]
    );
  },
});
const { visible, text, listBundles, untilBundles } = demo;
after(() => rm(folder, { recursive: true, force: true }));

/** Joins, and waits until the key of the rows stands, as the settings say. */
async function joinAndSeal(): Promise<void> {
  await demo.join('volunteer');
  await demo.goTo('/settings');
  await text('Encrypted on this device').waitFor();
  await demo.goTo('/');
  await visible('button', 'Record').waitFor();
}

/** A donation of somebody whom the service does not know, so that their name is nowhere but in the record. */
async function takeFromNew(name: string): Promise<void> {
  await visible('button', 'Record').click();
  await (await demo.findNobody(name)).click();
  await visible('radio', /€20/).click();
  await visible('radio', 'Cash').click();
  await demo.save();
}

/** Leaves the app for a page of the same origin on which nothing runs, with its storage free to be looked at. */
async function leaveApp(): Promise<void> {
  await demo.phone.page.goto('about:blank');
  await demo.phone.setOffline(false);
  await demo.goTo('/api/health');
}

/** Which of these words stand anywhere in the files that the browser keeps for the app, byte by byte. */
function findInFiles(words: readonly string[]): Promise<{ size: number; found: string[] }> {
  return demo.phone.page.evaluate(async (looked) => {
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

const people = ['Amandine Zwanzig', 'Balthazar Quillfeather', 'Clothilde Yxenhofer'];
const words = people.flatMap((name) => name.split(' '));

test('unsent records lie sealed in the browser’s file; with the key gone they stand, and the treasurer reads them whole', async () => {
  await joinAndSeal();
  // One for the session, one for the rows.
  assert.deepEqual(await tryToExportKeys(demo.phone), [refusedKey, refusedKey]);
  const before = (await listBundles()).length;
  await demo.phone.setOffline(true);
  for (const name of people) await takeFromNew(name);
  await demo.goTo('/outbox');
  for (const name of people) await text(name).waitFor();
  await leaveApp();
  // The same search finds what the cache holds, so that it would find a name of a record.
  const { data: known } = await demo.service.get<{ data: { surname: string }[] }>('/v1/contacts?limit=1');
  const looked = await findInFiles([...words, known[0]?.surname ?? '?', 'outbox_keeps_unsent']);
  assert.ok(looked.size > 100_000, `${looked.size} bytes were looked through`);
  assert.deepEqual(looked.found, [known[0]?.surname, 'outbox_keeps_unsent']);

  // What a browser does whose store of keys was damaged: it begins an empty one, and the file stands.
  const gone = await demo.phone.page.evaluate(
    () =>
      new Promise<string>((done) => {
        const asked = indexedDB.deleteDatabase('doorstep-secrets');
        asked.onsuccess = () => done('deleted');
        asked.onblocked = () => done('blocked');
        asked.onerror = () => done('failed');
      })
  );
  assert.equal(gone, 'deleted');
  await demo.phone.restart();
  // Home says first that three need somebody; whether it is up to date comes after.
  await joinBy(demo.phone, demo.service.joinLink('volunteer'));
  await demo.goTo('/outbox');
  await demo.phone.page.getByText('Encrypted record').nth(2).waitFor();
  const sealed = demo.phone.page
    .getByText(/this phone can no longer open this record/)
    .filter({ visible: true });
  const amounts = demo.phone.page.getByText(/€20.00/).filter({ visible: true });
  // The list is drawn anew with every one of them that was tried.
  await eventually(
    'three of them stand, each with its amount',
    async () => (await sealed.count()) === 3 && (await amounts.count()) >= 3
  );
  assert.deepEqual(await findFaults(demo.phone.page), []);
  assert.equal((await listBundles()).length, before, 'nothing of them was sent');

  const downloading = demo.phone.page.waitForEvent('download');
  await visible('button', 'Share unsent records').click();
  const file = join(folder, 'unsent.age');
  await (await downloading).saveAs(file);
  const { code, text: printed } = await perform(openExport, ['--key', keyFile(), file]);
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
  await demo.goTo('/');
  await takeFromNew('Désirée Vlkova');
  await untilBundles(before + 1);
  assert.deepEqual(demo.phone.errors, []);
});

test('sealed records survive a killed browser, are opened by it again, and arrive once and whole', async () => {
  await joinAndSeal();
  const before = new Set((await listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  for (const name of people) await takeFromNew(name);
  await demo.phone.killAndReopen();
  await demo.goTo('/outbox');
  await text(/3 sent/).waitFor();
  const arrived = (await listBundles()).filter(({ id }) => !before.has(id));
  assert.equal(arrived.length, 3);
  const comments = arrived.map(({ transactions }) => transactions[0]?.comment ?? '');
  for (const name of people) assert.equal(comments.filter((comment) => comment.includes(name)).length, 1);
  for (const name of people) await text(name).waitFor();
  assert.deepEqual(demo.phone.errors, []);
});
