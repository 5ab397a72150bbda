import {
  applyContacts,
  countContacts,
  listContactLetters,
  listContacts,
  listContactsAt,
  searchContacts,
} from '@/db/contacts';
import { indexWaiting } from '@/db/search/searchIndex';

import { contact, openTestStore } from '../harness';

test('the list of a first load doubles what it shows, and shows all at the end', async () => {
  const { store, scope } = await openTestStore();
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => contact(from + index, { surname: `Name${from + index}` }));
  const shown: number[] = [];
  for (let from = 0; from < 3_000; from += 300) {
    await store.write((tx) => applyContacts(tx, scope, page(from, 300)));
    const listed = await listContacts(store, scope, { limit: 5_000 });
    const letters = await listContactLetters(store, scope);
    expect(await countContacts(store, scope)).toBe(listed.length);
    expect(await listContactsAt(store, scope, { offset: 0, limit: 5_000 })).toEqual(listed);
    expect(letters).toEqual(listed.length === 0 ? [] : [{ letter: 'n', place: 0 }]);
    shown.push(listed.length);
  }
  expect(shown).toEqual([0, 300, 600, 600, 1_200, 1_200, 1_200, 1_200, 2_400, 2_400]);
  await store.write((tx) => applyContacts(tx, scope, page(3_000, 2)));
  expect(await countContacts(store, scope)).toBe(2_402);
  await store.write((tx) => indexWaiting(tx, scope));
  expect(await countContacts(store, scope)).toBe(3_002);
  expect(await listContacts(store, scope, { limit: 5_000 })).toHaveLength(3_002);
});

test('a contact that changes while it waits for its place in the list still waits, and gets the new one', async () => {
  const { store, scope } = await openTestStore();
  const many = Array.from({ length: 300 }, (_, id) => contact(id, { surname: `Name${id}` }));
  await store.write((tx) => applyContacts(tx, scope, many));
  await store.write((tx) => applyContacts(tx, scope, [contact(7, { surname: 'Aaa' })]));
  expect(await countContacts(store, scope)).toBe(0);
  await store.write((tx) => indexWaiting(tx, scope));
  expect((await listContacts(store, scope, { limit: 1 }))[0]?.id).toBe(7);
});

test('a contact that changes in the very page with which those that wait get their place is found by its new name alone', async () => {
  const { store, scope } = await openTestStore();
  const page = (from: number) =>
    Array.from({ length: 300 }, (_, index) => contact(from + index, { surname: `Name${from + index}` }));
  await store.write((tx) => applyContacts(tx, scope, page(0)));
  await store.write((tx) => applyContacts(tx, scope, [...page(300), contact(7, { surname: 'Zimmer' })]));
  const found = async (text: string) => (await searchContacts(store, scope, text)).map(({ id }) => id);
  for (const isEnded of [false, true]) {
    if (isEnded) await store.write((tx) => indexWaiting(tx, scope));
    expect(await found('name7')).not.toContain(7);
    expect(await found('zimmer')).toEqual([7]);
  }
});
