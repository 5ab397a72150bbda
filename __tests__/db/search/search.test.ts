import { applyContacts, getContact, listContacts, removeContacts, searchContacts } from '@/db/contacts';
import { fold, wordsOf } from '@/domain/fold';
import { phoneWord } from '@/db/search/searchWords';
import { applyUsers, searchUsers } from '@/db/users';
import { openScope } from '@/db/scopes';

import { anna, contact, openTestStore } from '../harness';

describe('searching contacts', () => {
  const people = [
    contact(1, {
      firstname: 'Marie',
      surname: 'Dupont',
      mail: 'm.dupont@post.example',
      mobile: '+33612345678',
    }),
    contact(2, {
      firstname: 'Élodie',
      surname: 'Martin',
      mail: 'elo@quiet.example',
      mobile: '07 00 00 00 02',
      address: { city: 'Saint-Étienne' },
    }),
    contact(3, {
      firstname: 'Martin',
      surname: 'Abel',
      mail: 'abel@post.example',
      mobile: '07 00 00 00 03',
      phone: '04 78 00 00 03',
      address: { city: 'Marseille' },
    }),
    contact(4, {
      firstname: 'محمد',
      surname: 'الأحمد',
      mail: undefined,
      mobile: undefined,
      address: { city: 'Lyon' },
    }),
  ];

  async function opened() {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyContacts(tx, scope, people));
    const search = async (text: string) => (await searchContacts(store, scope, text)).map(({ id }) => id);
    return { store, scope, search };
  }

  test.each([
    ['dup', [1]],
    ['DUPONT marie', [1]],
    ['marie dupont', [1]],
    ['mar', [3, 1, 2]],
    ['martin', [3, 2]],
    ['elodie', [2]],
    ['Élo', [2]],
    ['saint etienne', [2]],
    ['lyon', [4, 1]],
    ['lyon dup', [1]],
    ['06 12 34', [1]],
    ['+33 6 12 34 56 78', [1]],
    ['0478', [3]],
    ['elo@quiet.example', [2]],
    ['quiet', [2]],
    ['محمد', [4]],
    ['الاحمد', [4]],
    ['dupont marseille', []],
    ['nobody', []],
  ])('%j finds %j', async (text, ids) => {
    const { search } = await opened();
    expect([...(await search(text))].sort()).toEqual([...ids].sort());
  });

  test('results are in the order of the names', async () => {
    const { search } = await opened();
    expect(await search('mar')).toEqual([3, 1, 2]);
  });

  test('an empty search returns the list from its start', async () => {
    const { search } = await opened();
    expect(await search(' ')).toEqual([3, 1, 2, 4]);
  });

  test('a changed contact is found by its new words and not by the old ones', async () => {
    const { store, scope, search } = await opened();
    await store.write((tx) =>
      applyContacts(tx, scope, [
        contact(1, { surname: 'Durand', mail: 'md@post.example', mobile: '0711111111' }),
      ])
    );
    expect(await search('dupont')).toEqual([]);
    expect(await search('06 12')).toEqual([]);
    expect(await search('durand')).toEqual([1]);
    expect(await search('07 11 11')).toEqual([1]);
    expect(await store.all('SELECT word FROM contact_words WHERE record_id = 1 ORDER BY word')).toEqual(
      ['711111111', 'durand', 'lyon', 'marie', 'md', 'post'].map((word) => ({ word }))
    );
  });

  test('a changed contact is found by its new and its unchanged words', async () => {
    const { store, scope, search } = await opened();
    await store.write((tx) =>
      applyContacts(tx, scope, [contact(1, { address: { city: 'Quimper' }, mail: 'm.dupont@post.example' })])
    );
    expect(await search('dupont qu')).toEqual([1]);
    expect(await search('marie q')).toEqual([1]);
    expect(await search('dupont ly')).toEqual([]);
  });

  test('a deleted contact is missing from list, search and record', async () => {
    const { store, scope, search } = await opened();
    await store.write((tx) => removeContacts(tx, scope, [1]));
    expect(await search('dupont')).toEqual([]);
    expect(await getContact(store, scope, 1)).toBeNull();
    expect(await store.all('SELECT * FROM contact_words WHERE record_id = 1')).toEqual([]);
  });

  test('a contact that is twice in a page is stored as the later one', async () => {
    const { store, scope, search } = await opened();
    await store.write((tx) =>
      applyContacts(tx, scope, [contact(9, { surname: 'Early' }), contact(9, { surname: 'Late' })])
    );
    expect(await search('early')).toEqual([]);
    expect(await search('late')).toEqual([9]);
  });

  test('another space, another user and another service have separate words', async () => {
    const { store, search } = await opened();
    for (const identity of [
      { ...anna, spaceId: 11 },
      { ...anna, userId: 2 },
      { ...anna, service: 'https://two.example' },
    ]) {
      const other = await openScope(store, identity);
      expect(await searchContacts(store, other, 'dupont')).toEqual([]);
      expect(await listContacts(store, other, { limit: 10 })).toEqual([]);
    }
    expect(await search('dupont')).toEqual([1]);
  });
});

describe('searching among many', () => {
  test('with more than fifty results, names that begin with the text are first; every rarer combination is found', async () => {
    const { store, scope } = await openTestStore();
    const many = Array.from({ length: 600 }, (_, index) =>
      contact(index + 1, {
        firstname: index % 2 === 0 ? 'Martine' : 'Paul',
        surname:
          index % 2 === 0
            ? `Zed${String(index).padStart(3, '0')}`
            : `Martel${String(index).padStart(3, '0')}`,
        mail: undefined,
        mobile: undefined,
        address: { city: index === 598 ? 'Faraway' : 'Lyon' },
      })
    );
    await store.write((tx) => applyContacts(tx, scope, many));
    const found = await searchContacts(store, scope, 'mart');
    expect(found).toHaveLength(50);
    expect(found.every(({ sortKey }) => sortKey.startsWith('martel'))).toBe(true);
    expect(found.map(({ sortKey }) => sortKey)).toEqual(found.map(({ sortKey }) => sortKey).sort());
    expect((await searchContacts(store, scope, 'faraway mart')).map(({ id }) => id)).toEqual([599]);
    expect((await searchContacts(store, scope, 'martine lyon zed596')).map(({ id }) => id)).toEqual([597]);
    expect(await searchContacts(store, scope, 'martine lyon')).toHaveLength(50);
  });
});

test('with more than fifty results of several words, names that begin with the text are first', async () => {
  const { store, scope } = await openTestStore();
  const others = Array.from({ length: 200 }, (_, index) =>
    contact(index + 1, { firstname: 'Zan', surname: `Abel${index}`, address: { city: 'Mariefred' } })
  );
  const named = Array.from({ length: 60 }, (_, index) =>
    contact(index + 1_001, { firstname: `Marie${index}`, surname: 'Zan', address: { city: 'Lyon' } })
  );
  await store.write((tx) => applyContacts(tx, scope, [...others, ...named]));
  const found = await searchContacts(store, scope, 'zan marie');
  expect(found).toHaveLength(50);
  expect(found.filter(({ sortKey }) => !sortKey.startsWith('zan marie'))).toEqual([]);
  expect((await searchContacts(store, scope, 'zan marie59')).map(({ id }) => id)).toEqual([1_060]);
});

test('any prefixes of several words find exactly the contacts that have them all', async () => {
  const { store, scope } = await openTestStore();
  const names = [
    'Ana',
    'Anouk',
    'Bo',
    'Zoë',
    'Ñuño',
    'Çelik',
    'Marta',
    'Martin',
    'محمد',
    'مريم',
    '𝒳énia',
    'O',
  ];
  const nameOf = (number: number) => names[number % names.length] ?? '';
  const people = Array.from({ length: 300 }, (_, id) =>
    contact(id, {
      firstname: nameOf(id),
      surname: `${nameOf(Math.floor(id / 3))}${id % 7}`,
      mail: undefined,
      mobile: `06${String(id * 7_919).padStart(8, '0')}`,
      address: { city: nameOf(id * 5 + 1) },
    })
  );
  await store.write((tx) => applyContacts(tx, scope, people));
  const wordsOfPerson = new Map(
    people.map(({ id, firstname, surname, mobile, address }) => [
      id,
      [...wordsOf(`${firstname} ${surname} ${address?.city}`), phoneWord(mobile ?? '')],
    ])
  );
  for (let turn = 0; turn < 400; turn += 1) {
    const typed = [turn, turn * 7 + 3, turn * 11 + 5]
      .slice(0, 2 + (turn % 2))
      .map((number, place) => fold(nameOf(number)).slice(0, 1 + ((turn + place) % 4)))
      .concat(turn % 5 === 0 ? [`6${turn % 9}`] : []);
    const expected = people.filter(({ id }) =>
      typed.every((term) => wordsOfPerson.get(id)?.some((word) => word.startsWith(term)))
    );
    const found = await searchContacts(store, scope, typed.join(' '));
    expect({ typed, found: found.length }).toEqual({ typed, found: Math.min(50, expected.length) });
    expect(expected.map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
  }
});

test('people are found by any words of name, mail, phone or town', async () => {
  const { store, scope } = await openTestStore();
  await store.write((tx) =>
    applyUsers(tx, scope, [
      {
        id: 1,
        firstname: 'Zoë',
        surname: 'Müller',
        mail: 'zoe@post.example',
        phone: '+49 151 5550100',
        city: 'Köln',
      },
      { id: 2, firstname: 'Ana', surname: 'Ruiz', mail: 'ana@post.example' },
    ])
  );
  const search = async (text: string) => (await searchUsers(store, scope, text)).map(({ id }) => id);
  expect(await search('koln zoe')).toEqual([1]);
  expect(await search('0151 555')).toEqual([1]);
  expect(await search('post')).toEqual([1, 2]);
});
