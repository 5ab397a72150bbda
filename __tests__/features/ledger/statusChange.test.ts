import { applyBundles } from '@/db/ledger/bundles';
import { listLedger } from '@/db/ledger/ledger';
import { enqueue } from '@/db/outbox/outbox';
import { entryOf } from '@/features/ledger/mutations';
import { ledgerQueries } from '@/features/ledger/queries';
import { statusCorrections } from '@/features/ledger/statusChange';

import { createTestRuntime } from '../support/runtime';

const payment = (id: number, amount: number, rest: object = {}) => ({
  id,
  amount,
  currency: 'eur',
  payment_method_kind: 'cash',
  date: '2026-11-13T10:00:00Z',
  status_id: 3,
  ...rest,
});

async function opened() {
  const test = await createTestRuntime();
  await test.store.write((tx) =>
    applyBundles(tx, test.scope, [
      { id: 100, transactions: [payment(1000, 2000), payment(1001, 500)] },
      { id: 101, transactions: [payment(1010, 700), payment(1011, 800)] },
      { id: 102, transactions: [payment(1020, 900, { status_id: 4, unpaid_amount: 900 })] },
    ])
  );
  const entries = (await listLedger(test.store, test.scope, {}, { limit: 10 })).map(entryOf);
  return { ...test, entries };
}

const unpaid = { id: 4, name: 'Unpaid', kind: 'unpaid' };
const bodyOf = ({ body }: { body: string }) => (JSON.parse(body) as { data: unknown }).data;

test('the payments of one bundle are one correction, and those that were not selected stay', async () => {
  const { runtime, entries } = await opened();
  const selected = entries.filter(({ key }) => ['100 0', '100 1', '101 1'].includes(key));
  const rows = await statusCorrections(runtime, { entries: selected, status: unpaid, locale: 'en' });
  expect(rows.map(({ kind, entity }) => [kind, entity]).sort()).toEqual([
    ['bundle_update', 'bundle:100'],
    ['bundle_update', 'bundle:101'],
  ]);
  expect(rows.map(bodyOf)).toEqual(
    expect.arrayContaining([
      {
        id: 100,
        transactions: [
          { id: 1000, status_id: 4, unpaid_amount: 2000 },
          { id: 1001, status_id: 4, unpaid_amount: 500 },
        ],
      },
      { id: 101, transactions: [{ id: 1011, status_id: 4, unpaid_amount: 800 }] },
    ])
  );
});

test('a payment that has the status already is not corrected again', async () => {
  const { runtime, entries } = await opened();
  const selected = entries.filter(({ key }) => key === '102 0');
  expect(await statusCorrections(runtime, { entries: selected, status: unpaid, locale: 'en' })).toEqual([]);
});

test('a second change is made of the bundle with the first one on it', async () => {
  const { runtime, store, scope, entries } = await opened();
  const selected = entries.filter(({ key }) => key === '100 0');
  const [row] = await statusCorrections(runtime, { entries: selected, status: unpaid, locale: 'en' });
  if (!row) throw new Error('There is a correction.');
  await store.write((tx) => enqueue(tx, scope, row, 1));
  const { entries: corrected } = await ledgerQueries.onPhone(runtime, {}).queryFn();
  const valid = { id: 3, name: 'Valid', kind: 'valid' };
  const again = await statusCorrections(runtime, { entries: corrected, status: valid, locale: 'en' });
  expect(again.map(bodyOf)).toEqual([
    { id: 100, transactions: [{ id: 1000, status_id: 3, unpaid_amount: 0 }] },
  ]);
});
