import { type TransactionBundle } from '@/contract/bundle';
import { applyBundles } from '@/db/ledger/bundles';
import { listDoubledBundles } from '@/db/ledger/doubled';

import { openTestStore } from '../harness';

const bundle = (id: number, marker: object, amount = 500): TransactionBundle => ({
  id,
  transactions: [{ id, amount, currency: 'eur', ...marker }],
});

test('bundles with one delivery token are one gift that arrived twice', async () => {
  const { store, scope } = await openTestStore();
  const bundles = [
    bundle(4, { delivery_token: 'a', external_transaction_id: 1 }),
    bundle(9, { delivery_token: 'a', external_transaction_id: 1 }),
    bundle(2, { delivery_token: 'b' }),
    bundle(3, {}),
    bundle(5, {}),
  ];
  await store.write((tx) => applyBundles(tx, scope, bundles));
  expect(await listDoubledBundles(store, scope)).toEqual([[4, 9]]);
});

test('without delivery tokens the external id counts, if it is filled and the amounts are equal', async () => {
  const { store, scope } = await openTestStore();
  const bundles = [
    ...[1, 2].map((id) => bundle(id, { external_transaction_id: 77 })),
    ...[3, 4].map((id) => bundle(id, { external_transaction_id: 0 })),
    ...[5, 6].map((id) => bundle(id, { external_transaction_id: 88 }, id)),
    ...[7, 8].map((id) => bundle(id, { external_transaction_id: 99, delivery_token: `token ${id}` })),
  ];
  await store.write((tx) => applyBundles(tx, scope, bundles));
  expect(await listDoubledBundles(store, scope)).toEqual([[1, 2]]);
});
