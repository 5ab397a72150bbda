import { type TransactionBundle } from '@/contract/bundle';
import { applyBundles } from '@/db/ledger/bundles';
import { listUnlinked } from '@/db/ledger/unlinked';
import { enqueue } from '@/db/outbox/outbox';
import { type Reader } from '@/db/store';
import { correctionRow } from '@/features/shared/correctionRow';

import { openTestStore } from '../harness';

const payment = (id: number) => ({
  id: id * 10,
  amount: 500,
  currency: 'eur',
  comment: `New supporter\nName: Ida ${id}`,
});
const bundle = (id: number): TransactionBundle => ({ id, transactions: [payment(id)] });

async function storeWith(count: number) {
  const opened = await openTestStore();
  const bundles = Array.from({ length: count }, (_, index) => bundle(index + 1));
  await opened.store.write((tx) => applyBundles(tx, opened.scope, bundles));
  let reads = 0;
  const reader = {
    all: (...query: Parameters<Reader['all']>) => ((reads += 1), opened.store.all(...query)),
    get: (...query: Parameters<Reader['get']>) => ((reads += 1), opened.store.get(...query)),
  } as Reader;
  const list = async () => {
    reads = 0;
    const gifts = await listUnlinked(reader, opened.scope);
    return { names: gifts.map(({ supporter }) => supporter.name), reads };
  };
  return { ...opened, list };
}

test('the gifts of new supporters are read together, the latest first, with unsent links on top', async () => {
  const one = await (await storeWith(1)).list();
  const { store, scope, list } = await storeWith(40);
  const { names, reads } = await list();
  expect([names.length, names[0], names[39]]).toEqual([40, 'Ida 40', 'Ida 1']);
  expect(reads).toBe(one.reads);

  const seen = { transactions: [payment(40)], memberships: [], donations: [] };
  const update = { id: 40, transactions: [{ id: 400, contact_id: 7 }] };
  await store.write((tx) =>
    enqueue(tx, scope, correctionRow({ id: 'link', entity: 'bundle:40', seen, update, who: 'Ida' }), 1)
  );
  expect((await list()).names.slice(0, 2)).toEqual(['Ida 39', 'Ida 38']);
});
