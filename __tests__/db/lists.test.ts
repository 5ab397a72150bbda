import { applyActions, getAction, listActions, removeActions } from '@/db/actions';
import {
  applyContacts,
  countContacts,
  getContact,
  listContactLines,
  listContacts,
  listContactLetters,
  listContactsAt,
  noName,
} from '@/db/contacts';
import { indexDeferred } from '@/db/search/deferredIndex';
import { applyForms, getForm, listFormsToFetch, markFormMissing } from '@/db/forms';
import { countListed, clearListMarks, markListed, removeUnlisted } from '@/db/pull/listings';
import {
  applyDonationPrices,
  applyMembershipPriceGroups,
  listDonationPrices,
  listMembershipPriceGroups,
} from '@/db/prices';
import { applyRoles, listRoles } from '@/db/roles';
import { listOutbox } from '@/db/outbox/outbox';
import { listScopes, openScope, removeScopeData } from '@/db/scopes';
import { applyTransactionSettings, getTransactionSettings } from '@/db/settings';
import { applyUsers, getUser, listUsers } from '@/db/users';
import { countRecords, getStoreSize } from '@/db/usage';
import { getDraft, setDraft } from '@/db/drafts';

import { countStored } from '../support/records';
import { anna, capture, contact, openTestStore, save } from './harness';

describe('a cached list', () => {
  test('preserves unknown fields, at any depth', async () => {
    const { store, scope } = await openTestStore();
    const record = {
      Action: { id: 5, name: 'Spring', extra: { deep: [1, { two: null }] } },
      NbVisites: 3,
      novel: true,
    };
    await store.write((tx) => applyActions(tx, scope, [record]));
    expect(await getAction(store, scope, 5)).toEqual(record);
  });

  test('is sorted by name, ignoring case and accents', async () => {
    const { store, scope } = await openTestStore();
    const names = ['Zoo', 'élan', 'Eagle', 'ärger'];
    await store.write((tx) =>
      applyActions(
        tx,
        scope,
        names.map((name, id) => ({ Action: { id, name } }))
      )
    );
    expect((await listActions(store, scope)).map(({ Action }) => Action.name)).toEqual([
      'ärger',
      'Eagle',
      'élan',
      'Zoo',
    ]);
  });

  test('writes and publishes only records that differ', async () => {
    const { store, scope, changes } = await openTestStore();
    const page = Array.from({ length: 300 }, (_, id) => ({ id, name: `Price ${id}`, amount: id }));
    await store.write((tx) => applyDonationPrices(tx, scope, page));
    await store.write((tx) => applyDonationPrices(tx, scope, page));
    expect(changes).toEqual([['donation_prices']]);
    const [first, ...rest] = page;
    const written = await store.write((tx) =>
      applyDonationPrices(tx, scope, [{ ...first, id: 0, amount: 999 }, ...rest])
    );
    expect(written).toBe(1);
    expect(changes).toHaveLength(2);
  });

  test('prices are sorted by amount, roles by order, price groups by name', async () => {
    const { store, scope } = await openTestStore();
    await store.write(async (tx) => {
      await applyDonationPrices(tx, scope, [
        { id: 1, amount: 10_000 },
        { id: 2, amount: 900 },
      ]);
      await applyRoles(tx, scope, [
        { id: 1, name: 'User', order: 10 },
        { id: 2, name: 'Admin', order: 2 },
        { id: 3, name: 'Owner', order: -1 },
      ]);
      await applyMembershipPriceGroups(tx, scope, [
        { id: 1, name: 'Yearly' },
        { id: 2, name: 'Adults', hidden: true },
      ]);
    });
    expect((await listDonationPrices(store, scope)).map(({ id }) => id)).toEqual([2, 1]);
    expect((await listRoles(store, scope)).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect((await listMembershipPriceGroups(store, scope)).map(({ id }) => id)).toEqual([2, 1]);
  });

  test('the settings of a space are one record, and equal settings are not published again', async () => {
    const { store, scope, changes } = await openTestStore();
    expect(await getTransactionSettings(store, scope)).toBeNull();
    const settings = { payment_method_kinds: ['cash'], currency: 'eur', novel: 1 };
    await store.write((tx) => applyTransactionSettings(tx, scope, settings));
    await store.write((tx) => applyTransactionSettings(tx, scope, settings));
    expect(await getTransactionSettings(store, scope)).toEqual(settings);
    expect(changes).toEqual([['transaction_settings']]);
  });
});

test('the records of a page are read back unchanged, with any characters and any length', async () => {
  const { store, scope } = await openTestStore();
  const texts = [
    '',
    'plain',
    'é',
    '🎉✓',
    'مُحَمَّد',
    '"quoted\\"',
    '\u0000 and \ud800',
    'x'.repeat(70_000),
    'last',
  ];
  const page = texts.map((text, id) => contact(id, { firstname: text, surname: text.slice(0, 9) }));
  await store.write((tx) => applyContacts(tx, scope, page));
  for (const record of page) expect(await getContact(store, scope, record.id)).toEqual(record);
  // Bodies are bound as one byte array, and stored as text.
  const types = await store.all('SELECT DISTINCT typeof(body) AS type FROM contact_bodies');
  expect(types).toEqual([{ type: 'text' }]);
});

describe('windows of a long list', () => {
  /** 500 contacts with 250 different names. */
  async function openStoreWithContacts() {
    const { store, scope } = await openTestStore();
    const people = Array.from({ length: 500 }, (_, index) =>
      contact(index, { firstname: 'Same', surname: `Name${String((index * 7) % 250).padStart(3, '0')}` })
    );
    await store.write(async (tx) => {
      await applyContacts(tx, scope, people);
      await indexDeferred(tx, scope);
    });
    return { store, scope };
  }

  test('together contain each contact once, even if names are equal', async () => {
    const { store, scope } = await openStoreWithContacts();
    const ids: number[] = [];
    let window = await listContacts(store, scope, { limit: 33 });
    while (window.length > 0) {
      ids.push(...window.map(({ id }) => id));
      window = await listContacts(store, scope, { after: window.at(-1), limit: 33 });
    }
    expect(ids).toHaveLength(500);
    expect(new Set(ids).size).toBe(500);
    expect(await countContacts(store, scope)).toBe(500);
  });

  test('can start at any prefix of a name', async () => {
    const { store, scope } = await openStoreWithContacts();
    expect((await listContacts(store, scope, { from: 'NAME2', limit: 1 }))[0]?.sortKey).toBe('name200 same');
    expect(await listContacts(store, scope, { from: 'z', limit: 1 })).toEqual([]);
  });

  test('each initial has the offset of its first contact, ignoring accents; no name is last', async () => {
    const { store, scope } = await openTestStore();
    const surnames = ['Élan', 'Eder', 'abel', '3 Suisses', 'Ōta', 'علي', ''];
    await store.write((tx) =>
      applyContacts(
        tx,
        scope,
        surnames.map((surname, id) => contact(id, { firstname: '', surname, mail: 'z@example.org' }))
      )
    );
    const letters = await listContactLetters(store, scope);
    expect(letters.map(({ letter }) => letter)).toEqual(['3', 'a', 'e', 'o', 'ع', noName]);
    for (const { letter, place } of letters) {
      const [line] = await listContactsAt(store, scope, { offset: place, limit: 1 });
      expect(line?.sortKey.startsWith(letter)).toBe(true);
    }
    expect(letters.map(({ place }) => place)).toEqual([0, 1, 2, 4, 5, 6]);
  });

  test('a window at an offset contains the rows from there, and none beyond the end', async () => {
    const { store, scope } = await openTestStore();
    const surnames = Array.from({ length: 250 }, (_, index) => `Name${String(index).padStart(3, '0')}`);
    await store.write((tx) =>
      applyContacts(
        tx,
        scope,
        surnames.map((surname, id) => contact(id + 1, { surname }))
      )
    );
    const all = await listContacts(store, scope, { limit: 1000 });
    const windowAt = (offset: number) => listContactsAt(store, scope, { offset, limit: 100 });
    expect(await windowAt(0)).toEqual(all.slice(0, 100));
    expect(await windowAt(200)).toEqual(all.slice(200));
    expect(await windowAt(300)).toEqual([]);
  });

  test('lines contain name, town and opt-out; without a name, the mobile number or mail address', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) =>
      applyContacts(tx, scope, [
        contact(1, { black_list: true }),
        { id: 2, mail: 'only@mail.example' },
        { id: 3, mobile: '+33 6 00' },
        { id: 4 },
      ])
    );
    const lines = await listContactLines(store, scope, [1, 2, 3, 4, 5]);
    expect(lines.map(({ id, name, town, optedOut }) => ({ id, name, town, optedOut }))).toEqual([
      { id: 1, name: 'Marie Dupont', town: 'Lyon', optedOut: true },
      { id: 4, name: '', town: '', optedOut: false },
      { id: 3, name: '+33 6 00', town: '', optedOut: false },
      { id: 2, name: 'only@mail.example', town: '', optedOut: false },
    ]);
  });

  test('a change in a field that the line does not contain is published too', async () => {
    const { store, scope, changes } = await openTestStore();
    await store.write((tx) => applyContacts(tx, scope, [contact(1)]));
    await store.write((tx) => applyContacts(tx, scope, [contact(1, { tags: [{ name: 'new' }] })]));
    await store.write((tx) => applyContacts(tx, scope, [contact(1, { tags: [{ name: 'new' }] })]));
    expect(changes).toEqual([['contacts'], ['contacts']]);
    expect((await getContact(store, scope, 1))?.tags).toEqual([{ name: 'new' }]);
  });
});

describe('records that a complete read did not contain', () => {
  const action = (id: number) => ({ Action: { id, name: `Action ${id}` } });

  test('are deleted at its end, and the marks of each page are stored until then', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyActions(tx, scope, [1, 2, 3, 4].map(action)));
    await store.write((tx) => markListed(tx, scope, 'actions', [1, 2]));
    // Each page is a separate transaction, so a read can continue here after a kill. Only 4 is new.
    expect(await store.write((tx) => markListed(tx, scope, 'actions', [2, 4]))).toBe(1);
    expect(await countListed(store, scope, 'actions')).toBe(3);
    expect(await store.write((tx) => removeUnlisted(tx, scope, 'actions'))).toBe(1);
    expect((await listActions(store, scope)).map(({ Action }) => Action.id)).toEqual([1, 2, 4]);
    expect(await countListed(store, scope, 'actions')).toBe(0);
  });

  test('a read that restarts deletes its marks', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyActions(tx, scope, [action(1)]));
    await store.write((tx) => markListed(tx, scope, 'actions', [1]));
    await store.write((tx) => clearListMarks(tx, scope, 'actions'));
    expect(await store.write((tx) => removeUnlisted(tx, scope, 'actions'))).toBe(1);
  });

  test('are deleted only from the list and the scope that were read', async () => {
    const { store, scope } = await openTestStore();
    const other = await openScope(store, { ...anna, spaceId: 11 });
    await store.write(async (tx) => {
      await applyActions(tx, scope, [action(1)]);
      await applyActions(tx, other, [action(1)]);
      await applyContacts(tx, scope, [contact(1)]);
      await removeUnlisted(tx, scope, 'actions');
    });
    expect(await countStored(store, scope, 'actions')).toBe(0);
    expect(await countStored(store, other, 'actions')).toBe(1);
    expect(await countContacts(store, scope)).toBe(1);
  });

  test('thousands of records are deleted by id in one call', async () => {
    const { store, scope } = await openTestStore();
    const ids = Array.from({ length: 2_000 }, (_, id) => id);
    await store.write((tx) => applyActions(tx, scope, ids.map(action)));
    expect(await store.write((tx) => removeActions(tx, scope, ids.slice(1)))).toBe(1_999);
    expect(await countStored(store, scope, 'actions')).toBe(1);
  });
});

describe('people', () => {
  test('are listed ascending and descending, by role and by ids', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) =>
      applyUsers(tx, scope, [
        {
          id: 1,
          surname: 'Zahn',
          mail: 'z@post.example',
          role_data: { id: 9, name: 'Admin', type: 'admin' },
        },
        { id: 2, firstname: 'Eva', surname: 'Abel', mail: 'e@post.example', phone: '1', role: 'user' },
        { id: 3, mail: 'm@post.example', role_data: { id: 9, name: 'Admin', type: 'admin' } },
      ])
    );
    expect((await listUsers(store, scope)).map(({ id }) => id)).toEqual([2, 3, 1]);
    expect((await listUsers(store, scope, { descending: true })).map(({ id }) => id)).toEqual([1, 3, 2]);
    expect((await listUsers(store, scope, { roleId: 9 })).map(({ id }) => id)).toEqual([3, 1]);
    expect((await listUsers(store, scope, { ids: [1, 2] })).map(({ id }) => id)).toEqual([2, 1]);
    expect((await listUsers(store, scope))[0]).toMatchObject({
      name: 'Eva Abel',
      roleName: 'user',
      roleId: null,
    });
    expect((await getUser(store, scope, 3))?.mail).toBe('m@post.example');
    expect(await countStored(store, scope, 'users')).toBe(3);
  });
});

describe('forms', () => {
  test('that contacts refer to are queued until fetched; a missing form is queued again after a day', async () => {
    const { store, scope } = await openTestStore();
    const day = 24 * 60 * 60_000;
    await store.write((tx) =>
      applyContacts(tx, scope, [
        contact(1, {
          formdatas: [{ form_id: 4 }, { form_id: 5 }],
          custom_fields: [{ form_id: 5 }, { form_id: 6 }],
        }),
      ])
    );
    expect(await listFormsToFetch(store, scope, { limit: 10, now: 0 })).toEqual([4, 5, 6]);
    await store.write(async (tx) => {
      await applyForms(tx, scope, [{ id: 5, label: 'Consent' }]);
      await markFormMissing(tx, scope, 6, 1_000);
    });
    expect(await listFormsToFetch(store, scope, { limit: 10, now: 2_000 })).toEqual([4]);
    expect(await listFormsToFetch(store, scope, { limit: 10, now: 1_000 + day })).toEqual([4, 6]);
    expect((await getForm(store, scope, 5))?.label).toBe('Consent');
    await store.write((tx) => applyContacts(tx, scope, [contact(2, { formdatas: [{ form_id: 5 }] })]));
    expect(await listFormsToFetch(store, scope, { limit: 10, now: 2_000 })).toEqual([4]);
  });
});

describe('scopes', () => {
  test('opening the same identity again returns the same scope', async () => {
    const { store, scope } = await openTestStore();
    const [reopened, other] = await Promise.all([
      openScope(store, anna),
      openScope(store, { ...anna, spaceId: 11 }),
    ]);
    expect(reopened).toEqual(scope);
    expect(other.id).not.toBe(scope.id);
    expect(await listScopes(store)).toEqual([scope, other]);
  });

  test('sign-out deletes downloaded data of this space only, and no unsent rows or drafts', async () => {
    const { store, scope } = await openTestStore();
    const other = await openScope(store, { ...anna, spaceId: 11 });
    for (const each of [scope, other]) {
      await store.write(async (tx) => {
        await applyContacts(tx, each, [contact(1)]);
        await applyUsers(tx, each, [{ id: 1, mail: 'a@post.example' }]);
        await setDraft(tx, each, 'capture', { amount: 1 }, 1);
      });
    }
    await save(store, scope, capture({ id: 'unsent' }));
    await store.write((tx) => removeScopeData(tx, scope));

    const remaining = await countRecords(store, scope);
    expect(remaining.filter(({ count }) => count > 0)).toEqual([
      { table: 'outbox', count: 1 },
      { table: 'drafts', count: 1 },
    ]);
    expect(await store.all('SELECT * FROM contact_words WHERE scope_id = ?', [scope.id])).toEqual([]);
    expect((await listOutbox(store, scope)).map(({ id }) => id)).toEqual(['unsent']);
    expect(await getDraft(store, scope, 'capture')).not.toBeNull();
    expect(await countContacts(store, other)).toBe(1);
    expect(await openScope(store, anna)).toEqual(scope);
  });

  test('every table with data of a scope is cleared at sign-out, except drafts, outbox and roll calls', async () => {
    const { store } = await openTestStore();
    const tables = await store.all<{ name: string }>(
      `SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND c.name = 'scope_id' ORDER BY m.name`
    );
    const cleared = new Set<string>();
    await store.write(async (tx) => {
      const recordingTx = {
        ...tx,
        run: async (sql: string) => {
          cleared.add(/(?:DELETE FROM|UPDATE) (\w+)/.exec(sql)?.[1] ?? sql);
          return { changes: 0, lastInsertRowId: 0 };
        },
      };
      await removeScopeData(recordingTx, { ...anna, id: 1 });
    });
    const excluded = ['drafts', 'outbox', 'roll_calls'];
    expect([...cleared, ...excluded].sort()).toEqual(tables.map(({ name }) => name));
  });
});

test('the size of the database file is reported', async () => {
  const { store } = await openTestStore();
  expect(await getStoreSize(store)).toBeGreaterThan(50_000);
});
