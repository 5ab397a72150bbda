import { getCaptureId, getGift } from '@/db/gifts';
import { applyBundles } from '@/db/ledger/bundles';
import { claimNext } from '@/db/outbox/claims';
import { applyTransition, deleteConfirmed, enqueue, markConfirmed } from '@/db/outbox/outbox';
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

test('the number that a restored service gave again belongs to the later gift', async () => {
  const now = 1_000;
  await store.write(async (tx) => {
    const body = JSON.stringify({ data: { transactions: [{ amount: 500 }] } });
    const entity = `bundle:${uuid(2)}`;
    await enqueue(tx, scope, { id: uuid(2), kind: 'bundle_create', entity, body, bodyVersion: 1 }, now);
    await claimNext(tx, { scope, now, leaseMs: 1_000, owner: 'engine' });
    const acked = { id: uuid(2), from: 'sending', to: 'acked', owner: 'engine', now } as const;
    await applyTransition(tx, { ...acked, patch: { serverId: 5, ackedAt: now } });
    await markConfirmed(tx, scope, [uuid(2)], now);
    await deleteConfirmed(tx, scope);
  });
  // As a service that returns no markers.
  await download(5, undefined);
  const view = await getGift(store, scope, uuid(2));
  expect(view && (await getCaptureId(store, scope, view))).toBe(uuid(2));
  expect(await getGift(store, scope, uuid(1))).toBeNull();
});
