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
const statuses = [
  { id: 3, name: 'Valid', kind: 'valid' },
  unpaid,
  { id: 5, name: 'Refunded', kind: 'reimbursed' },
  { id: 6, name: 'In the bank', kind: 'valid' },
];
const bodyOf = ({ body }: { body: string }) => (JSON.parse(body) as { data: unknown }).data;

test('the payments of one bundle are one correction, and those that were not selected stay', async () => {
  const { runtime, entries } = await opened();
  const selected = entries.filter(({ key }) => ['100 0', '100 1', '101 1'].includes(key));
  const { rows } = await statusCorrections(runtime, {
    entries: selected,
    status: unpaid,
    statuses,
    locale: 'en',
  });
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
  expect(
    await statusCorrections(runtime, { entries: selected, status: unpaid, statuses, locale: 'en' })
  ).toEqual({ rows: [], promised: [] });
});

test('a second change is made of the bundle with the first one on it', async () => {
  const { runtime, store, scope, entries } = await opened();
  const selected = entries.filter(({ key }) => key === '100 0');
  const {
    rows: [row],
  } = await statusCorrections(runtime, { entries: selected, status: unpaid, statuses, locale: 'en' });
  if (!row) throw new Error('There is a correction.');
  await store.write((tx) => enqueue(tx, scope, row, 1));
  const { entries: corrected } = await ledgerQueries.onPhone(runtime, {}).queryFn();
  const valid = { id: 3, name: 'Valid', kind: 'valid' };
  const again = await statusCorrections(runtime, {
    entries: corrected,
    status: valid,
    statuses,
    locale: 'en',
  });
  expect(again.rows.map(bodyOf)).toEqual([
    { id: 100, transactions: [{ id: 1000, status_id: 3, unpaid_amount: 0 }] },
  ]);
});

describe('amounts in bulk', () => {
  const changed = async (fields: object, statusId: number) => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write((tx) =>
      applyBundles(tx, scope, [{ id: 100, transactions: [payment(1, 5000, fields)] }])
    );
    const entries = (await listLedger(store, scope, {}, { limit: 10 })).map(entryOf);
    const status = statuses.find(({ id }) => id === statusId);
    if (!status) throw new Error('There is this status.');
    const { rows, promised } = await statusCorrections(runtime, { entries, status, statuses, locale: 'en' });
    return {
      transactions: rows.map(bodyOf).map((body) => (body as { transactions: unknown[] }).transactions[0]),
      promised,
    };
  };

  test.each([
    ['another status of the same kind', { reimbursed_amount: 1000 }, 6, {}],
    [
      'received although it was refunded',
      { status_id: 5, reimbursed_amount: 5000 },
      3,
      { reimbursed_amount: 0 },
    ],
    ['received, and a part was refunded', { status_id: 5, reimbursed_amount: 1000 }, 3, {}],
    ['unpaid, and a part was refunded', { reimbursed_amount: 1000 }, 4, { unpaid_amount: 4000 }],
    ['refunded, and a part was before', { reimbursed_amount: 1000 }, 5, { reimbursed_amount: 5000 }],
    ['received although all is unpaid', { unpaid_amount: 5000 }, 6, { unpaid_amount: 0 }],
  ])('%s', async (_, fields, statusId, amounts) => {
    expect((await changed(fields, statusId)).transactions).toEqual([
      { id: 1, status_id: statusId, ...amounts },
    ]);
  });

  test('a promise is left out and named', async () => {
    const promise = { status_id: 4, unpaid_amount: 5000, payment_method: { promised: true } };
    expect(await changed(promise, 3)).toEqual({ transactions: [], promised: [{ number: 100, who: '' }] });
  });
});

test('a payment is corrected although a gift that the service lost had the number of its bundle', async () => {
  const { runtime, entries, store, scope } = await opened();
  const body = JSON.stringify({ data: { transactions: [{ amount: 40, currency: 'eur' }] } });
  await store.write(async (tx) => {
    const lost = {
      id: 'lost-1',
      kind: 'bundle_create',
      entity: 'bundle:lost-1',
      body,
      bodyVersion: 1,
      amount: 40,
    } as const;
    await enqueue(tx, scope, lost, 0);
    await tx.run("UPDATE outbox SET state = 'acked', attempts = 1, server_id = 101, acked_at = 0");
  });
  const selected = entries.filter(({ key }) => key === '101 0');
  const { rows } = await statusCorrections(runtime, {
    entries: selected,
    status: unpaid,
    statuses,
    locale: 'en',
  });
  expect(rows.map(bodyOf)).toMatchObject([{ id: 101, transactions: [{ id: 1010, status_id: 4 }] }]);
});
