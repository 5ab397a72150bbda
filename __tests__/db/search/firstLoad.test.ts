import {
  applyContacts,
  countContacts,
  listContactLetters,
  listContacts,
  listContactsAt,
  removeContacts,
  searchContacts,
} from '@/db/contacts';
import { indexDeferred } from '@/db/search/deferredIndex';

import { contact, openTestStore } from '../harness';

test('the list of a first load doubles its visible part, and shows everything at the end', async () => {
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
  await store.write((tx) => indexDeferred(tx, scope));
  expect(await countContacts(store, scope)).toBe(3_002);
  expect(await listContacts(store, scope, { limit: 5_000 })).toHaveLength(3_002);
});

test('a contact that changes before it is indexed is listed under its new name', async () => {
  const { store, scope } = await openTestStore();
  const many = Array.from({ length: 300 }, (_, id) => contact(id, { surname: `Name${id}` }));
  await store.write((tx) => applyContacts(tx, scope, many));
  await store.write((tx) => applyContacts(tx, scope, [contact(7, { surname: 'Aaa' })]));
  expect(await countContacts(store, scope)).toBe(0);
  await store.write((tx) => indexDeferred(tx, scope));
  expect((await listContacts(store, scope, { limit: 1 }))[0]?.id).toBe(7);
});

test('a contact that changes in the page that starts the indexing is found only by its new name', async () => {
  const { store, scope } = await openTestStore();
  const page = (from: number) =>
    Array.from({ length: 300 }, (_, index) => contact(from + index, { surname: `Name${from + index}` }));
  await store.write((tx) => applyContacts(tx, scope, page(0)));
  await store.write((tx) => applyContacts(tx, scope, [...page(300), contact(7, { surname: 'Zimmer' })]));
  const found = async (text: string) => (await searchContacts(store, scope, text)).map(({ id }) => id);
  for (const isEnded of [false, true]) {
    if (isEnded) await store.write((tx) => indexDeferred(tx, scope));
    expect(await found('name7')).not.toContain(7);
    expect(await found('zimmer')).toEqual([7]);
  }
});

describe('the words of a first load', () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      contact(from + index, { firstname: `First${from + index}`, surname: `Last${from + index}` })
    );

  async function loaded(count = 300) {
    const { store, scope } = await openTestStore();
    for (let from = 1; from <= count; from += 1_000)
      await store.write((tx) => applyContacts(tx, scope, page(from, Math.min(1_000, count - from + 1))));
    const search = async (text: string) => (await searchContacts(store, scope, text)).map(({ id }) => id);
    const countEntries = async (word: string) =>
      (await store.all('SELECT 1 FROM contact_words WHERE word = ?', [word])).length;
    const countDeferred = async () => (await store.all('SELECT 1 FROM contacts WHERE is_indexed = 0')).length;
    return { store, scope, search, countEntries, countDeferred };
  }

  test('are written together, at its end', async () => {
    const { store, scope, search, countEntries } = await loaded();
    expect(await countEntries('first7')).toBe(0);
    expect(await search('first7 last7')).toEqual([7, ...[70, 71, 72, 73, 74, 75, 76, 77, 78, 79]]);
    await store.write((tx) => indexDeferred(tx, scope));
    expect(await countEntries('first7')).toBe(1);
    expect(await search('first7 last7')).toEqual([7, ...[70, 71, 72, 73, 74, 75, 76, 77, 78, 79]]);
  });

  test('are deferred for no more contacts than a search can scan', async () => {
    const { countEntries, countDeferred, search } = await loaded(12_000);
    expect(await countDeferred()).toBeLessThanOrEqual(10_000);
    expect(await countEntries('first7')).toBe(1);
    expect(await search('first7 last11007')).toEqual([]);
    expect(await search('first11007')).toEqual([11_007]);
    expect(await search('first9007')).toEqual([9_007]);
  });

  test('of a contact that changes before they are written find it only by the new ones, before and after', async () => {
    const { store, scope, search, countEntries } = await loaded();
    await store.write((tx) =>
      applyContacts(tx, scope, [contact(7, { firstname: 'Nora', surname: 'Quill' })])
    );
    for (const turn of ['deferred', 'indexed']) {
      expect({ turn, found: [await search('nora qu'), await search('first7 last7 nora')] }).toEqual({
        turn,
        found: [[7], []],
      });
      await store.write((tx) => indexDeferred(tx, scope));
    }
    expect([await countEntries('first7'), await countEntries('quill')]).toEqual([0, 1]);
  });

  test('of a deleted contact are deleted', async () => {
    const { store, scope, search } = await loaded();
    await store.write((tx) => removeContacts(tx, scope, [7]));
    expect(await search('last7')).not.toContain(7);
    expect(await store.all('SELECT * FROM contact_words WHERE record_id = 7')).toEqual([]);
    await store.write((tx) => indexDeferred(tx, scope));
    expect(await search('last7')).not.toContain(7);
  });

  test('a single contact that arrives meanwhile is indexed immediately', async () => {
    const { store, scope, search, countEntries } = await loaded();
    await store.write((tx) => applyContacts(tx, scope, page(301, 1)));
    expect(await countEntries('first301')).toBe(1);
    expect(await search('first301')).toEqual([301]);
  });
});
