import { type BundleUpdate, type TransactionBundle } from '@/contract/bundle';
import {
  applyBundleHistory,
  applyBundles,
  getBundle,
  getBundleHistory,
  removeBundles,
} from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { markConfirmed, replaceRow } from '@/db/outbox/outbox';
import {
  getBundleView,
  getDownloadedView,
  listBundlesOfContact,
  listCorrectedBundles,
  listPendingBundles,
  type BundleView,
} from '@/db/outbox/pendingBundles';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import {
  listContactsToFetch,
  markContactMissing,
  addContactsToFetch,
  getContactToFetch,
} from '@/db/pull/contactsToFetch';

import { countStored } from '../../support/records';
import { capture, contact, openTestStore, save } from '../harness';
import { acknowledge } from './outboxRows';

const bundle = (id: number, fields: Partial<TransactionBundle> = {}): TransactionBundle => ({
  id,
  transactions: [{ id: id * 10, amount: 500, currency: 'eur', contact_id: 7, date: '2026-01-01T10:00:00Z' }],
  ...fields,
});

const pull = (store: Store, scope: Scope, ...bundles: TransactionBundle[]) =>
  store.write((tx) => applyBundles(tx, scope, bundles));

const update = (entity: string, data: BundleUpdate) =>
  capture({ kind: 'bundle_update', entity, body: JSON.stringify({ data }) });

describe('bundles', () => {
  test('are stored completely, replaced when they change, and deleted when removed', async () => {
    const { store, scope, changes } = await openTestStore();
    const first = { ...bundle(3), novel: { kept: true } };
    await pull(store, scope, first, bundle(4));
    await pull(store, scope, first, bundle(4));
    expect(await getBundle(store, scope, 3)).toEqual(first);
    expect(changes.filter((tables) => tables.includes('transaction_bundles'))).toHaveLength(1);
    await store.write((tx) => applyBundleHistory(tx, scope, 4, [{ id: 1, kind: 'donation' }]));
    expect(await getBundleHistory(store, scope, 4)).toEqual([{ id: 1, kind: 'donation' }]);
    await store.write((tx) => removeBundles(tx, scope, [4]));
    expect(await countStored(store, scope, 'transaction_bundles')).toBe(1);
    expect(await getBundleHistory(store, scope, 4)).toBeNull();
  });

  test('add their contacts to the fetch queue, until those are on the phone', async () => {
    const { store, scope } = await openTestStore();
    const now = 1_000;
    await store.write((tx) => applyContacts(tx, scope, [contact(7)]));
    await pull(
      store,
      scope,
      bundle(1),
      bundle(2, { donations: [{ id: 1, contact_id: 8 }], memberships: [{ id: 1, contact_id: 9 }] })
    );
    expect(await listContactsToFetch(store, scope, { limit: 10, now })).toEqual([8, 9]);
    await store.write(async (tx) => {
      await addContactsToFetch(tx, scope, [7, 12]);
      await applyContacts(tx, scope, [contact(8)]);
      await markContactMissing(tx, scope, 9, now);
    });
    expect(await listContactsToFetch(store, scope, { limit: 10, now })).toEqual([12]);
    expect(await getContactToFetch(store, scope, 9)).toEqual({ missingAt: now });
    expect(await getContactToFetch(store, scope, 8)).toBeNull();
  });
});

describe('bundles of this phone, on top of downloaded ones', () => {
  test('are first in the list of a contact, for every person in them', async () => {
    const { store, scope } = await openTestStore();
    await pull(store, scope, bundle(1), bundle(2, { transactions: [{ id: 5, contact_id: 8 }] }));
    await save(store, scope, capture({ id: 'mine' }));
    await save(
      store,
      scope,
      capture({
        id: 'for two',
        body: JSON.stringify({
          data: { transactions: [{ contact_id: 99 }], memberships: [{ contact_id: 7 }] },
        }),
      })
    );
    const views = await listBundlesOfContact(store, scope, 7);
    expect(views.map(({ entity, id, pending }) => [entity, id, pending.length])).toEqual([
      ['bundle:for two', null, 1],
      ['bundle:mine', null, 1],
      ['bundle:1', 1, 0],
    ]);
    expect(views[1]?.bundle.transactions[0]).toMatchObject({ amount: 2000, contact_id: 7 });
  });

  test('stay when a pull does not contain them, and appear once when it does', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'mine' }));
    await acknowledge(store, scope, 50);
    await pull(store, scope, bundle(1));
    expect(await listPendingBundles(store, scope)).toHaveLength(1);
    const ofAnother = bundle(50, { transactions: [{ id: 5, contact_id: 7, delivery_token: 'other' }] });
    await pull(store, scope, ofAnother);
    expect(await listPendingBundles(store, scope)).toHaveLength(1);
    const own = { id: 500, amount: 2000, currency: 'eur', contact_id: 7 };
    await pull(store, scope, bundle(50, { transactions: [own] }));
    expect(await listPendingBundles(store, scope)).toEqual([]);
    expect((await listBundlesOfContact(store, scope, 7)).map(({ id }) => id)).toEqual([50, 1]);
  });

  test('are not shown beside a downloaded bundle that has a change of this phone', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'mine' }));
    await acknowledge(store, scope, 50);
    for (const change of [{ amount: 500 }, { comment: 'paid' }]) {
      const data = { id: 0, transactions: [{ at: 0, ...change }] };
      await save(store, scope, { ...update('bundle:50', { id: 50 }), body: JSON.stringify({ data }) });
    }
    await pull(store, scope, bundle(50));
    expect(await listPendingBundles(store, scope)).toEqual([]);
    expect(await listBundlesOfContact(store, scope, 7)).toMatchObject([
      { id: 50, bundle: { transactions: [{ amount: 500, comment: 'paid' }] } },
    ]);
    expect(await getBundleView(store, scope, 'bundle:50')).toMatchObject({ id: 50 });
  });

  test('whose number belonged to a lost gift are found by their number', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'lost' }));
    await acknowledge(store, scope, 3);
    const transactions = [{ id: 30, amount: 500, currency: 'eur', delivery_token: 'other' }];
    await pull(store, scope, bundle(3, { transactions }));

    expect(await getDownloadedView(store, scope, 3)).toMatchObject({
      id: 3,
      bundle: { transactions },
      pending: [],
    });
    expect(await getDownloadedView(store, scope, 4)).toBeNull();
    expect((await getBundleView(store, scope, 'bundle:3'))?.pending).toMatchObject([{ id: 'lost' }]);
  });

  test.each([
    ['with another amount', { amount: 500 }],
    ['with another external number', { amount: 2000, external_transaction_id: 4 }],
  ])('stay, with their corrections, beside the bundle %s that had their number', async (_, transaction) => {
    const { store, scope } = await openTestStore();
    await pull(store, scope, bundle(50, { transactions: [{ id: 5, contact_id: 7, ...transaction }] }));
    await save(store, scope, capture({ id: 'mine', externalTransactionId: 3 }));
    await acknowledge(store, scope, 50);
    await save(store, scope, update('bundle:50', { id: 50, donations: [{ amount: 70 }] }));
    const shown = await listBundlesOfContact(store, scope, 7);
    expect(shown.map(({ id, bundle: { donations } }) => [id, donations.length])).toEqual([
      [null, 1],
      [50, 0],
    ]);
    expect(await getBundleView(store, scope, 'bundle:50')).toMatchObject({
      id: null,
      bundle: { transactions: [{ amount: 2000 }], donations: [{ amount: 70 }] },
    });
  });

  test('a bundle whose response was lost is recognised by its token in a pull', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'lost answer' }));
    await pull(
      store,
      scope,
      bundle(51, { transactions: [{ id: 1, contact_id: 7, delivery_token: 'lost answer' }] })
    );
    expect(await listPendingBundles(store, scope)).toEqual([]);
    expect(await listBundlesOfContact(store, scope, 7)).toHaveLength(1);
  });

  test('a correction that waits for a bundle whose response was lost stays visible on the downloaded one', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'lost answer', entity: 'bundle:lost answer' }));
    await save(store, scope, update('bundle:lost answer', { id: 0, donations: [{ amount: 700 }] }));
    await pull(
      store,
      scope,
      bundle(51, { transactions: [{ id: 1, contact_id: 7, delivery_token: 'lost answer' }] })
    );
    const amounts = (views: (BundleView | null)[]) =>
      views.map((view) => [view?.id, view?.bundle.donations.map(({ amount }) => amount)]);
    const corrected = [[51, [700]]];
    expect(amounts(await listBundlesOfContact(store, scope, 7))).toEqual(corrected);
    expect(amounts(await listCorrectedBundles(store, scope))).toEqual(corrected);
    expect(amounts([await getBundleView(store, scope, 'bundle:51')])).toEqual(corrected);
    expect(amounts([await getBundleView(store, scope, 'bundle:lost answer')])).toEqual(corrected);
  });

  test('a replaced capture is shown as its replacement, a confirmed one from the cache', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'wrong' }));
    await store.write((tx) =>
      replaceRow(tx, scope, { id: 'wrong', state: 'queued' }, capture({ id: 'right' }), 5)
    );
    expect((await listPendingBundles(store, scope)).map(({ entity }) => entity)).toEqual(['bundle:right']);
    await acknowledge(store, scope, 60);
    await store.write((tx) => markConfirmed(tx, scope, ['right'], 6));
    expect(await listPendingBundles(store, scope)).toEqual([]);
  });

  test('an update changes items by id and adds the others, and survives a pull of the old state', async () => {
    const { store, scope } = await openTestStore();
    const known = bundle(1, { donations: [{ id: 3, amount: 500, affectation: 'roof' }] });
    await pull(store, scope, known);
    const change = {
      id: 1,
      transactions: [{ id: 10, status_id: 4, comment: 'bounced' }],
      donations: [{ amount: 700, currency: 'eur', date: '2026-02-01T10:00:00Z' }],
    };
    await save(store, scope, update('bundle:1', change));
    await pull(store, scope, { ...known, novel: 1 } as TransactionBundle);
    const view = await getBundleView(store, scope, 'bundle:1');
    expect(view?.pending).toHaveLength(1);
    expect(view?.bundle.transactions).toEqual([
      {
        id: 10,
        amount: 500,
        currency: 'eur',
        contact_id: 7,
        date: '2026-01-01T10:00:00Z',
        status_id: 4,
        comment: 'bounced',
      },
    ]);
    expect(view?.bundle.donations).toEqual([
      { id: 3, amount: 500, affectation: 'roof' },
      { amount: 700, currency: 'eur', date: '2026-02-01T10:00:00Z' },
    ]);
    expect((await listBundlesOfContact(store, scope, 7))[0]).toEqual(view);
  });

  test('a sent addition that a pull has downloaded already is shown once', async () => {
    const { store, scope } = await openTestStore();
    const known = bundle(1, { donations: [{ id: 3, amount: 500 }] });
    const added = { amount: 700, currency: 'eur', date: '2026-02-01T10:00:00Z' };
    await pull(store, scope, known);
    await save(store, scope, { ...update('bundle:1', { id: 1, donations: [added] }), base: known });
    const shown = async () => (await getBundleView(store, scope, 'bundle:1'))?.bundle.donations.length;
    expect(await shown()).toBe(2);
    await acknowledge(store, scope, 1);
    expect(await shown()).toBe(2);
    const byOffice = { id: 4, amount: 900 };
    await pull(store, scope, { ...known, donations: [{ id: 3, amount: 500 }, byOffice] });
    expect(await shown()).toBe(3);
    await pull(store, scope, {
      ...known,
      donations: [{ id: 3, amount: 500 }, byOffice, { id: 5, ...added, currency: 'EUR' }],
    });
    expect(await shown()).toBe(3);
  });

  test('an update made before the bundle was sent is shown with it, before and after the response', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'new' }));
    await save(
      store,
      scope,
      update('bundle:new', {
        id: 0,
        donations: [{ amount: 1, currency: 'eur', date: '2026-02-01T10:00:00Z' }],
      })
    );
    const shown = async () =>
      (await listPendingBundles(store, scope)).map(({ bundle: { donations } }) => donations.length);
    expect(await shown()).toEqual([1]);
    expect((await getBundleView(store, scope, 'bundle:new'))?.bundle.donations).toHaveLength(1);
    await acknowledge(store, scope, 70);
    expect(await shown()).toEqual([1]);
    expect(await getBundleView(store, scope, 'bundle:999')).toBeNull();
  });
});
