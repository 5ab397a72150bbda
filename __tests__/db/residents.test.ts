import {
  applyContacts,
  listContactLines,
  listContacts,
  listRecentPeople,
  searchContacts,
} from '@/db/contacts';
import { setFact } from '@/db/facts';
import { enqueue } from '@/db/outbox/outbox';
import { listResidents } from '@/db/residents';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { readAddress } from '@/domain/address';
import { houseKey } from '@/domain/walkList';

import { contact, openTestStore } from './harness';

const at = (house_number: string) => ({ house_number, street: 'Rue de la Paix', city: 'Lyon' });
const house = (number: string) => houseKey(readAddress(at(number)));

let store: Store;
let scope: Scope;

beforeEach(async () => {
  ({ store, scope } = await openTestStore());
  await store.write(async (tx) => {
    await applyContacts(tx, scope, [
      contact(1, { firstname: 'Ana', surname: 'Roy', address: at('12') }),
      contact(2, { firstname: 'Bo', surname: 'Sand', address: at('12') }),
    ]);
    await setFact(tx, scope, 'recent_people', [1]);
  });
});

const change = (id: number, data: object, base: object = {}) =>
  store.write((tx) =>
    enqueue(
      tx,
      scope,
      {
        id: `00000000-0000-4000-8000-00000000000${id}`,
        kind: 'contact_update',
        entity: `contact:${id}`,
        body: JSON.stringify({ data }),
        base,
        bodyVersion: 1,
      },
      1
    )
  );

test('an unsent change is shown at the door, in lists and in the search', async () => {
  await change(1, { black_list: true, firstname: 'Anna' });
  const changed = { name: 'Anna Roy', optedOut: true };
  expect(await listResidents(store, scope, [house('12')])).toMatchObject([changed, { id: 2 }]);
  expect(await listContactLines(store, scope, [1])).toMatchObject([changed]);
  expect(await listContacts(store, scope, { limit: 1 })).toMatchObject([changed]);
  expect(await searchContacts(store, scope, 'roy')).toMatchObject([changed]);
  expect(await listRecentPeople(store, scope)).toMatchObject([changed]);
});

test('a changed address moves a contact from door to door before it is sent', async () => {
  await change(1, { address: at('14') }, { address: at('12') });
  const ids = async (...houses: string[]) => (await listResidents(store, scope, houses)).map(({ id }) => id);
  expect(await ids(house('12'))).toEqual([2]);
  expect(await ids(house('14'))).toEqual([1]);
  expect(await searchContacts(store, scope, 'roy')).toMatchObject([{ place: '14 Rue de la Paix, Lyon' }]);
});
