import { applyContacts, listContacts } from '@/db/contacts';
import { listOutbox } from '@/db/outbox/outbox';
import { type Store } from '@/db/store';
import { assemble } from '@/features/capture/assemble';
import { saveCapture } from '@/features/capture/mutations';
import { type Runtime } from '@/features/shared/runtime';
import { en } from '@/i18n/messages/en';
import { openPractice } from '@/runtime/practice';

import { demoCatalogue, draftOf } from '../features/capture/catalogue';
import { createTestRuntime, saturday } from '../features/support/runtime';
import { openMemoryEngine } from '../support/sqlite';

const paris = { now: saturday, offsetMinutesAt: () => 60, locale: 'en-GB', nameOfNumber: String };

const save = (runtime: Runtime) => {
  const draft = draftOf({ id: runtime.newId() });
  const { capture } = assemble(draft, demoCatalogue, paris);
  return saveCapture(runtime, { capture, draft, draftKey: 'capture:new:a', who: 'Jeanne' });
};

/** Every row of every table. */
async function contentOf(store: Store): Promise<string> {
  const tables = await store.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
  );
  const rows: unknown[] = [];
  for (const { name } of tables) rows.push([name, await store.all(`SELECT * FROM "${name}"`)]);
  return JSON.stringify(rows);
}

async function practising() {
  const real = await createTestRuntime();
  await real.store.write((tx) =>
    applyContacts(tx, real.scope, [{ id: 7, firstname: 'Jeanne', surname: 'Lacombe' }])
  );
  await save(real.runtime);
  let left = 0;
  const practice = await openPractice({
    real: real.runtime,
    engine: openMemoryEngine(),
    words: en.practice.words,
    leave: () => (left += 1),
  });
  return { real, practice, left: () => left };
}

test('a record of a practice is saved in the practice alone', async () => {
  const { real, practice } = await practising();
  const before = await contentOf(real.store);
  expect(await save(practice)).toEqual({ kind: 'saved' });
  expect(await listOutbox(practice.store, practice.scope)).toMatchObject([{ state: 'queued', amount: 2000 }]);
  const names = await listContacts(practice.store, practice.scope, { limit: 50 });
  expect(names.map(({ name }) => name)).not.toContain('Jeanne Lacombe');
  await practice.store.close();
  expect(await contentOf(real.store)).toBe(before);
});

test('a practice makes no request, and neither shares nor calls', async () => {
  const { real, practice } = await practising();
  const { fakes } = real;
  fakes.online = { createReceiptBook: { id: 1 } };
  const fetched = jest.spyOn(globalThis, 'fetch');
  let blocked = 0;
  if (practice.practice.isOn) practice.practice.onBlocked(() => (blocked += 1));
  await save(practice);
  practice.sync.sendNow();
  await practice.sync.fetchContact(7);
  await practice.sync.fetchBundleHistory(1);
  await practice.online.read({ endpoint: 'listContacts' });
  await practice.online.write({ endpoint: 'createReceiptBook', body: {}, key: 'a' });
  const { session, device } = practice;
  await session.refreshSpaces();
  await session.switchSpace(11);
  await session.signOut();
  await session.signInAgain();
  await session.clearCache();
  await session.devices.signOut(1);
  await session.devices.signOutUser(1);
  await session.devices.resetSecondStep(1);
  await device.shareText('a');
  await device.shareFile({ name: 'a', type: 'text/plain', text: 'a' });
  await device.sharePdf({ name: 'a', html: 'a' });
  await device.openExternal('tel:+33639981000');
  expect(fetched).not.toHaveBeenCalled();
  expect({ ...fakes, now: 0 }).toMatchObject({
    sendNows: 0,
    fetched: [],
    read: [],
    written: [],
    signIns: 0,
    signedOut: [],
    sharedTexts: [],
    shared: [],
    pdfs: [],
    opened: [],
  });
  expect(blocked).toBe(5);
});
