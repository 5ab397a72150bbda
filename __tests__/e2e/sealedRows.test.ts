import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perform } from '../../server/cli/command';
import { openExport } from '../../server/cli/open-export';
import { findFaults } from './axe';
import { expect, test as base, type Bundle, type Demo } from './demo';
import { openJoinLink, startDemoService, type TestPhone } from './harness';
import { notExportable, tryToExportKeys } from './pageProbes';

/** A service whose space has the key of a treasurer; the secret half is in a file of this folder. */
const test = base.extend<object, { treasurerFolder: string }>({
  treasurerFolder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'doorstep-treasurer-'));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ treasurerFolder }, use) => {
      const service = await startDemoService({ DEMO_CONTACTS: '200' });
      const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
      const identity = await generateX25519Identity();
      await writeFile(join(treasurerFolder, 'treasurer.key'), `${identity}\n`);
      const setting = JSON.stringify({ treasurer_age_key: await identityToRecipient(identity) });
      await service.runSql(
        'UPDATE transaction_settings SET additional_settings = additional_settings || $1::jsonb',
        [setting]
      );
      await use(service);
      await service.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Waits until the key of the rows exists, as Settings shows. */
async function waitForRowKey({ goTo, text, visible }: Demo): Promise<void> {
  await goTo('/settings');
  await text('Encrypted on this device').waitFor();
  await goTo('/');
  await visible('button', 'Record').waitFor();
}

/** Records a donation of a new supporter, whose name exists in this record only. */
async function recordNewSupporter(demo: Demo, name: string): Promise<void> {
  await demo.visible('button', 'Record').click();
  await (await demo.findNewSupporter(name)).click();
  await demo.visible('radio', /€20/).click();
  await demo.visible('radio', 'Cash').click();
  await demo.save();
}

/** Leaves the app for a page of the same origin without scripts, so that its files are not locked. */
async function leaveApp(demo: Demo): Promise<void> {
  await demo.phone.page.goto('about:blank');
  await demo.phone.setOffline(false);
  await demo.goTo('/api/health');
}

/** Which of these words occur in the files that the browser stores for the app. */
function findInFiles(
  { page }: TestPhone,
  words: readonly string[]
): Promise<{ size: number; found: string[] }> {
  return page.evaluate(async (searched) => {
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
      found: searched.filter((word) => texts.some((whole) => whole.includes(word))),
    };
  }, words);
}

const people = ['Amandine Zwanzig', 'Balthazar Quillfeather', 'Clothilde Yxenhofer'];
const words = people.flatMap((name) => name.split(' '));

test('unsent records are sealed in the browser’s file; without the key they stay, and the treasurer can read them', async ({
  persistentDemo: demo,
  treasurerFolder,
}) => {
  const { visible, text, listBundles, waitForBundles } = demo;
  await waitForRowKey(demo);
  // One key for the session, one for the rows.
  expect(await tryToExportKeys(demo.phone)).toEqual([notExportable, notExportable]);
  const before = (await listBundles()).length;
  await demo.phone.setOffline(true);
  for (const name of people) await recordNewSupporter(demo, name);
  await demo.goTo('/outbox');
  for (const name of people) await text(name).waitFor();
  await leaveApp(demo);
  // The search finds a cached surname and a table's name, so it would find a name of a record too.
  const { data: known } = await demo.service.get<{ data: { surname: string }[] }>('/v1/contacts?limit=1');
  const search = await findInFiles(demo.phone, [...words, known[0]?.surname ?? '?', 'outbox_keeps_unsent']);
  expect(search.size, `${search.size} bytes were searched`).toBeGreaterThan(100_000);
  expect(search.found).toEqual([known[0]?.surname, 'outbox_keeps_unsent']);

  // A damaged IndexedDB: the browser starts an empty one, and the database file stays.
  const gone = await demo.phone.page.evaluate(
    () =>
      new Promise<string>((done) => {
        const asked = indexedDB.deleteDatabase('doorstep-secrets');
        asked.onsuccess = () => done('deleted');
        asked.onblocked = () => done('blocked');
        asked.onerror = () => done('failed');
      })
  );
  expect(gone).toBe('deleted');
  await demo.phone.restart();
  // Home shows first that three records need attention, so there is no text about the download.
  await openJoinLink(demo.phone, demo.service.joinLink('volunteer'));
  await demo.goTo('/outbox');
  await demo.phone.page.getByText('Encrypted record').nth(2).waitFor();
  const sealed = demo.phone.page
    .getByText(/this phone can no longer open this record/)
    .filter({ visible: true });
  const amounts = demo.phone.page.getByText(/€20.00/).filter({ visible: true });
  // The list re-renders after each record that was tried.
  await expect
    .poll(async () => (await sealed.count()) === 3 && (await amounts.count()) >= 3, {
      message: 'three of them stand, each with its amount',
    })
    .toBe(true);
  expect(await findFaults(demo.phone.page)).toEqual([]);
  expect((await listBundles()).length, 'none of them was sent').toBe(before);

  const downloading = demo.phone.page.waitForEvent('download');
  await visible('button', 'Share unsent records').click();
  const file = join(treasurerFolder, 'unsent.age');
  await (await downloading).saveAs(file);
  const { code, text: printed } = await perform(openExport, [
    '--key',
    join(treasurerFolder, 'treasurer.key'),
    file,
  ]);
  expect(code, printed).toBe(0);
  const { records } = JSON.parse(printed) as {
    records: { who: string; is_as_saved: boolean; body: { data: Omit<Bundle, 'id'> } }[];
  };
  expect(records.map(({ who }) => who).sort()).toEqual(people);
  for (const { who, is_as_saved, body } of records) {
    expect(is_as_saved).toBe(true);
    expect(body.data.transactions[0]?.amount).toBe(2000);
    expect(body.data.transactions[0]?.comment?.includes(who)).toBe(true);
  }

  // A new record gets a new key, and is sent past the sealed ones.
  await demo.goTo('/');
  await recordNewSupporter(demo, 'Désirée Vlkova');
  await waitForBundles(before + 1);
  expect(demo.phone.errors).toEqual([]);
});

test('sealed records survive a killed browser, and arrive once and complete', async ({
  persistentDemo: demo,
}) => {
  const { text, listBundles } = demo;
  await waitForRowKey(demo);
  const before = new Set((await listBundles()).map(({ id }) => id));
  await demo.phone.setOffline(true);
  for (const name of people) await recordNewSupporter(demo, name);
  await demo.phone.killAndReopen();
  await demo.goTo('/outbox');
  await text(/3 sent/).waitFor();
  const arrived = (await listBundles()).filter(({ id }) => !before.has(id));
  expect(arrived.length).toBe(3);
  const comments = arrived.map(({ transactions }) => transactions[0]?.comment ?? '');
  for (const name of people) expect(comments.filter((comment) => comment.includes(name)).length).toBe(1);
  for (const name of people) await text(name).waitFor();
  expect(demo.phone.errors).toEqual([]);
});
