import { applyContacts } from '@/db/contacts';
import { setFact } from '@/db/facts';
import { enqueue } from '@/db/outbox/outbox';
import { getContactView, listAddedContacts } from '@/db/outbox/pendingContacts';
import { createContactRow, updateContactRow } from '@/features/contacts/mutations';

import {
  captureId,
  createTestPhone,
  emptyService,
  respond,
  success,
  type Sent,
  type TestPhone,
} from './support';
import { minutes } from './outboxPhone';

const extensions = ['idempotency_key', 'changes', 'if_match', 'etag', 'contacts_write'];
const uuid = captureId(1);
const nora = createContactRow({ uuid, firstname: 'Nora', surname: 'Blum' });
const known = { id: 7, firstname: 'Ada', surname: 'Lee', mail: 'old@example.org' };

const save = ({ store, scope, ports }: TestPhone, row: typeof nora) =>
  store.write((tx) => enqueue(tx, scope, row, ports.clock.now()));
const postsOf = ({ ports }: TestPhone) =>
  ports.sent.filter(({ path, method }) => path.startsWith('/v1/contacts') && method !== 'GET');
const stored = (sent: Sent) =>
  success({ ...(JSON.parse(sent.body ?? '{}') as { data: object }).data, id: 101 });

const feedOf = (changes: object[]) =>
  success({ changes, cursor: 'end', more: false, position: 'a.99', buckets: ['space', 'user:1'] });

test('a contact whose response was lost is sent again as the same contact, and shown once', async () => {
  let isShown = false;
  const service = emptyService(extensions, (sent, nth) => (nth === 1 ? 'lost' : stored(sent)));
  const phone = await createTestPhone((sent, count) =>
    isShown && sent.path.startsWith('/v1/changes')
      ? feedOf([{ kind: 'contact', id: 101, bucket: 'user:1', record: { id: 101, surname: 'Blum', uuid } }])
      : service(sent, count)
  );
  await save(phone, nora);
  const engine = await phone.start();
  await phone.pass(minutes(5));
  expect(postsOf(phone).map(({ body }) => body)).toEqual([nora.body, nora.body]);
  expect(await phone.states()).toEqual(['acked']);
  const listed = async () => (await listAddedContacts(phone.store, phone.scope)).map(({ row }) => row.id);
  expect(await listed()).toEqual([uuid]);
  isShown = true;
  engine.requestRound('button');
  await phone.pass(minutes(2));
  expect(await phone.states()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect((await getContactView(phone.store, phone.scope, 101))?.contact.surname).toBe('Blum');
});

test('a contact that is downloaded before its response is known is shown once', async () => {
  const phone = await createTestPhone(emptyService(extensions, () => 'lost'));
  await save(phone, nora);
  expect(await listAddedContacts(phone.store, phone.scope)).toHaveLength(1);
  await phone.store.write((tx) => applyContacts(tx, phone.scope, [{ id: 101, surname: 'Blum', uuid }]));
  expect(await listAddedContacts(phone.store, phone.scope)).toEqual([]);
});

test('a service without the extension gets no contact, and it stays on the phone', async () => {
  const phone = await createTestPhone(emptyService(['idempotency_key', 'changes'], () => 'lost'));
  await save(phone, nora);
  await phone.start();
  await phone.pass(minutes(5));
  expect(postsOf(phone)).toEqual([]);
  expect(await phone.states()).toEqual(['local']);
  expect(await listAddedContacts(phone.store, phone.scope)).toHaveLength(1);
});

async function phoneWithContact(theirs: object) {
  const service = emptyService(extensions, stored);
  const phone = await createTestPhone((sent, count) =>
    sent.method === 'GET' && sent.path === '/v1/contacts/7'
      ? respond(200, { ...known, ...theirs })
      : service(sent, count)
  );
  await phone.store.write(async (tx) => {
    await setFact(tx, phone.scope, 'capabilities', extensions);
    await applyContacts(tx, phone.scope, [known]);
  });
  return phone;
}

test('a change is sent without the fields that others have changed meanwhile', async () => {
  const phone = await phoneWithContact({ surname: 'Else' });
  await save(phone, updateContactRow(captureId(2), known, { mail: 'new@example.org' }));
  expect((await getContactView(phone.store, phone.scope, 7))?.contact.mail).toBe('new@example.org');
  await phone.start();
  await phone.pass(minutes(2));
  expect(postsOf(phone).map(({ body }) => body)).toEqual(['{"data":{"mail":"new@example.org"}}']);
});

test('two changes of one field are a question, and nothing is sent', async () => {
  const phone = await phoneWithContact({ mail: 'theirs@example.org' });
  await save(phone, updateContactRow(captureId(2), known, { mail: 'new@example.org' }));
  await phone.start();
  await phone.pass(minutes(2));
  expect(postsOf(phone)).toEqual([]);
  expect(await phone.states()).toEqual(['needs_person']);
});
