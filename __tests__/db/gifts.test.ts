import { getGift } from '@/db/gifts';
import { applyBundles } from '@/db/ledger/bundles';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';

import { openMemoryEngine } from '../support/sqlite';

let store: Store;
let scope: Scope;

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A gift of this phone that the service confirmed as bundle 5; its row is deleted. */
beforeEach(async () => {
  store = await openStore(openMemoryEngine());
  scope = await openScope(store, { service: 'https://service.test', userId: 1, spaceId: 1 });
  await store.write((tx) =>
    tx.run("INSERT INTO deliveries VALUES (?, ?, 'bundle_create', 5, 0)", [scope.id, uuid(1)])
  );
});

const download = (id: number, token: string | undefined) =>
  store.write((tx) =>
    applyBundles(tx, scope, [{ id, transactions: [{ id: 70, amount: 500, delivery_token: token }] }])
  );

test('a gift is found by the number that the service gave it', async () => {
  expect(await getGift(store, scope, uuid(1))).toBeNull();
  await download(5, undefined);
  expect(await getGift(store, scope, uuid(1))).toMatchObject({ id: 5 });
});

test('the gift of somebody else that has the number of a lost one is not shown for it', async () => {
  await download(5, uuid(2));
  expect(await getGift(store, scope, uuid(1))).toBeNull();
});

test('a gift that a restored service has stored again is found under its new number', async () => {
  await download(5, uuid(2));
  await download(6, uuid(1));
  expect(await getGift(store, scope, uuid(1))).toMatchObject({ id: 6 });
});
