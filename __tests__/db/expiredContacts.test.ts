import { removeContactsOfStreets } from '@/db/expiredContacts';
import { applyBundles } from '@/db/ledger/bundles';
import { applyContacts, listContactLines, searchContacts } from '@/db/contacts';
import { setDraft } from '@/db/drafts';
import { enqueue } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';
import { streetsToPrune } from '@/domain/retention';

import { openMemoryEngine } from '../support/sqlite';
import { capture } from './harness';

const live = (id: number, street: string) => ({
  id,
  surname: `Name${id}`,
  address: { street, city: 'Lyon' },
});

async function withContacts() {
  const store = await openStore(openMemoryEngine());
  const scope = await openScope(store, { service: 'https://one.example/api', userId: 1, spaceId: 10 });
  const other = await openScope(store, { service: 'https://one.example/api', userId: 2, spaceId: 10 });
  const contacts = [1, 2, 3, 4, 5].map((id) => live(id, 'Rue A'));
  await store.write(async (tx) => {
    await applyContacts(tx, scope, [...contacts, live(6, 'Rue B'), { id: 7, surname: 'Name7' }]);
    await applyContacts(tx, other, [live(1, 'Rue A')]);
  });
  const left = async () => {
    const lines = await listContactLines(store, scope, [1, 2, 3, 4, 5, 6, 7]);
    return lines.map(({ id }) => id).sort();
  };
  return { store, scope, other, left };
}

const ended = [{ end: '2020-01-01T00:00:00Z', Addresses: [{ street: 'rue A', city: 'LYON' }] }];
const streets = streetsToPrune(ended, Date.parse('2026-11-14T14:00:00Z'));

it('deletes the contacts in the streets of the action with their search words, and no others', async () => {
  const { store, scope, other, left } = await withContacts();
  expect(await store.write((tx) => removeContactsOfStreets(tx, scope, streets))).toBe(5);
  expect(await left()).toEqual([6, 7]);
  expect(await searchContacts(store, scope, 'name1')).toEqual([]);
  expect(await listContactLines(store, other, [1])).toHaveLength(1);
});

it('keeps contacts that an unsent record, a draft or a payment refers to', async () => {
  const { store, scope, left } = await withContacts();
  await store.write(async (tx) => {
    const body = JSON.stringify({
      data: { transactions: [{ amount: 9000 }], donations: [{ contact_id: 2 }] },
    });
    await enqueue(tx, scope, capture({ id: 'one', body }), 1);
    await setDraft(tx, scope, 'capture:1', { contactId: 3 }, 1);
    await applyBundles(tx, scope, [
      {
        id: 90,
        transactions: [
          {
            id: 91,
            amount: 1,
            currency: 'eur',
            payment_method_kind: 'cash',
            date: '2026-01-01T00:00:00Z',
            contact_id: 4,
          },
        ],
      },
    ]);
    await removeContactsOfStreets(tx, scope, streets);
  });
  expect(await left()).toEqual([2, 3, 4, 6, 7]);
});

it('keeps no contact for a number that is something else', async () => {
  const { store, scope, left } = await withContacts();
  await store.write(async (tx) => {
    const uuid = '00000001-0002-4003-8004-000000000005';
    const body = JSON.stringify({ data: { transactions: [{ amount: 1, date: '2026-11-02', uuid }] } });
    await enqueue(tx, scope, capture({ id: uuid, entity: `bundle:${uuid}`, body }), 1);
    await setDraft(tx, scope, `capture:fix:${uuid}`, { day: '2026-11-03', donation: '4' }, 1);
    await removeContactsOfStreets(tx, scope, streets);
  });
  expect(await left()).toEqual([6, 7]);
});

it('keeps a contact that a draft or a change is about by its name', async () => {
  const { store, scope, left } = await withContacts();
  await store.write(async (tx) => {
    const body = JSON.stringify({ data: { surname: 'Lacombe' } });
    await enqueue(tx, scope, capture({ id: 'one', kind: 'contact_update', entity: 'contact:1', body }), 1);
    await setDraft(tx, scope, 'contact:2', { form: {} }, 1);
    await setDraft(tx, scope, 'answers:3', { form: {} }, 1);
    await removeContactsOfStreets(tx, scope, streets);
  });
  expect(await left()).toEqual([1, 2, 3, 6, 7]);
});
