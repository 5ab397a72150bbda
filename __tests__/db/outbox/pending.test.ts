import { type BundleUpdate, type TransactionBundle } from '@/contract/bundle';
import { type Team } from '@/contract/team';
import {
  applyBundleHistory,
  applyBundles,
  getBundle,
  getBundleHistory,
  removeBundles,
} from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { applyTransition, getOutboxRow, markConfirmed, renameEntity, replaceRow } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
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
import { applyTeams, getTeam, listTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import {
  listContactsToFetch,
  markContactMissing,
  addContactsToFetch,
  getContactToFetch,
} from '@/db/contactsToFetch';

import { countStored } from '../../support/records';
import { capture, contact, openTestStore, save } from '../harness';

const bundle = (id: number, fields: Partial<TransactionBundle> = {}): TransactionBundle => ({
  id,
  transactions: [{ id: id * 10, amount: 500, currency: 'eur', contact_id: 7, date: '2026-01-01T10:00:00Z' }],
  ...fields,
});

const pull = (store: Store, scope: Scope, ...bundles: TransactionBundle[]) =>
  store.write((tx) => applyBundles(tx, scope, bundles));

async function ack(store: Store, scope: Scope, serverId: number): Promise<void> {
  const row = await store.write((tx) => claimNext(tx, { scope, now: 1_000, leaseMs: 1_000, owner: 'me' }));
  if (!row) throw new Error('There must be a row to claim.');
  await store.write(async (tx) => {
    const { id, entity } = row;
    await applyTransition(tx, { id, from: 'sending', to: 'acked', owner: 'me', now: 1, patch: { serverId } });
    if (row.kind === 'bundle_create') await renameEntity(tx, scope, entity, `bundle:${serverId}`);
  });
}

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
    await ack(store, scope, 50);
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
    await ack(store, scope, 50);
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
    await ack(store, scope, 3);
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
    await ack(store, scope, 50);
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
    await ack(store, scope, 60);
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
    await ack(store, scope, 1);
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
    await ack(store, scope, 70);
    expect(await shown()).toEqual([1]);
    expect(await getBundleView(store, scope, 'bundle:999')).toBeNull();
  });
});

describe('teams of this phone, on top of downloaded ones', () => {
  const north: Team = {
    id: 1,
    name: 'North',
    description: 'as it was',
    private: false,
    leaders: [{ id: 5, firstname: 'Eva' }],
    users: [{ id: 5, firstname: 'Eva' }],
  };
  const edit = (mine: object, base: Team = north) =>
    capture({
      kind: 'team_edit',
      entity: 'team:1',
      base,
      body: JSON.stringify({ data: { team: { ...mine, id: 1 } } }),
    });
  const references = (team: Team) => ({
    ...team,
    leaders: (team.leaders ?? []).map(({ id }) => ({ id })),
    users: (team.users ?? []).map(({ id }) => ({ id })),
  });

  test('an edit shows the fields that the person changed, on top of the state on the service', async () => {
    const { store, scope } = await openTestStore();
    await store.write(async (tx) => {
      await applyTeams(tx, scope, [north]);
      await applyUsers(tx, scope, [{ id: 6, firstname: 'Ana', surname: 'Ruiz', mail: 'ana@post.example' }]);
    });
    await save(
      store,
      scope,
      edit({ ...references(north), name: 'North End', users: [{ id: 5 }, { id: 6 }] })
    );
    await store.write((tx) => applyTeams(tx, scope, [{ ...north, description: 'changed by somebody else' }]));
    const view = await getTeam(store, scope, 'team:1');
    expect(view).toMatchObject({
      id: 1,
      isLeaving: false,
      team: { name: 'North End', description: 'changed by somebody else' },
    });
    expect(view?.team.users).toEqual([
      { id: 5, firstname: 'Eva' },
      { id: 6, firstname: 'Ana', surname: 'Ruiz', mail: 'ana@post.example' },
    ]);
    expect(view?.pending).toHaveLength(1);
    expect(await listTeams(store, scope)).toEqual([view]);
  });

  test('a team that is only on this phone is in the list by its name, and once after a pull', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyTeams(tx, scope, [north, { ...north, id: 2, name: 'Zoo' }]));
    await save(
      store,
      scope,
      capture({
        id: 'made',
        kind: 'team_create',
        entity: 'team:made',
        body: JSON.stringify({ data: { team: { name: 'South', leaders: [{ id: 5 }] } } }),
      })
    );
    expect((await listTeams(store, scope)).map(({ entity, team }) => [entity, team.name])).toEqual([
      ['team:1', 'North'],
      ['team:made', 'South'],
      ['team:2', 'Zoo'],
    ]);
    expect(await getTeam(store, scope, 'team:made')).toMatchObject({
      id: null,
      team: { leaders: [{ id: 5 }] },
    });
    await ack(store, scope, 3);
    await store.write((tx) => applyTeams(tx, scope, [{ ...north, id: 3, name: 'South' }]));
    expect((await listTeams(store, scope)).map(({ entity }) => entity)).toEqual([
      'team:1',
      'team:3',
      'team:2',
    ]);
  });

  test('an edit of a team that got its number, and is not downloaded yet, is addressed to the number and shown', async () => {
    const { store, scope } = await openTestStore();
    const created = { name: 'South', description: 'as created' };
    const body = (team: object) => JSON.stringify({ data: { team } });
    await save(
      store,
      scope,
      capture({ id: 'made', kind: 'team_create', entity: 'team:made', body: body(created) })
    );
    await ack(store, scope, 3);
    // The form was opened before the acknowledgement.
    const edit = { id: 'edit', kind: 'team_edit', entity: 'team:made', base: { ...created, id: 0 } } as const;
    await save(store, scope, capture({ ...edit, body: body({ ...created, name: 'South End' }) }));
    expect(await getOutboxRow(store, scope, 'edit')).toMatchObject({ entity: 'team:3' });
    for (const entity of ['team:made', 'team:3'])
      expect(await getTeam(store, scope, entity)).toMatchObject({ team: { ...created, name: 'South End' } });
    expect((await listTeams(store, scope)).map(({ team }) => team.name)).toEqual(['South End']);
  });

  test('a team with an unsent deletion is marked; one that does not exist is null', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyTeams(tx, scope, [north]));
    await save(store, scope, capture({ kind: 'team_delete', entity: 'team:1', body: '' }));
    expect((await getTeam(store, scope, 'team:1'))?.isLeaving).toBe(true);
    expect(await getTeam(store, scope, 'team:99')).toBeNull();
  });
});
