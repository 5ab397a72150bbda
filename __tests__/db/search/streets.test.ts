import { applyContacts, searchContacts } from '@/db/contacts';
import { openScope } from '@/db/scopes';

import { anna, contact, openTestStore } from '../harness';

const at = (id: number, houseNumber: string, street: string, city = 'Lyon') =>
  contact(id, {
    firstname: 'Ana',
    surname: `Someone${id}`,
    mail: undefined,
    mobile: undefined,
    address: { house_number: houseNumber, street, city },
  });

async function opened() {
  const { store, scope } = await openTestStore();
  const other = await openScope(store, { ...anna, spaceId: 11 });
  await store.write(async (tx) => {
    await applyContacts(tx, scope, [
      at(1, '12', 'Rue de la Paix'),
      at(2, '12 bis', 'rue de la paix'),
      at(3, '120', 'Rue de la Paix'),
      at(4, '3', 'Allée des Lilas'),
      at(5, '3', 'Allée des Lilas', 'Paris'),
      at(9, '12', 'Rue d’Artagnan'),
      contact(6, { surname: 'Lilas', firstname: 'Bo', mail: undefined, mobile: undefined }),
      contact(7, { surname: 'Nowhere', address: {} }),
    ]);
    await applyContacts(tx, other, [at(8, '3', 'Allée des Lilas')]);
  });
  return async (text: string) => (await searchContacts(store, scope, text)).map(({ id }) => id);
}

test.each([
  ['rue de la paix', [1, 2, 3]],
  ['paix', [1, 2, 3]],
  ['12 rue de la paix', [1, 2]],
  ['Rue de la Paix 12', [1, 2]],
  ['paix 120', [3]],
  ['12 bis rue de la paix', [2]],
  ['12bis paix', [2]],
  ['paix 12b', [2]],
  ['paix 12 ter', []],
  ['12 d’artagnan', [9]],
  ['١٢ paix', [1, 2]],
  ['allee des lilas ۳ paris', [5]],
  ['allee des lilas 3 paris', [5]],
  ['lilas', [6, 4, 5]],
  ['lyon paix', [1, 2, 3]],
  ['12', []],
  ['la', []],
  ['paix 7', []],
  ['boulevard paix', []],
])('searching for %s finds who lives there', async (text, ids) => {
  const search = await opened();
  expect(await search(text)).toEqual(ids);
});
