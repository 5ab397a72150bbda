import { type TransactionBundle } from '@/contract/bundle';
import { sumCounted } from '@/db/ledger/counted';
import { applyBundles } from '@/db/ledger/bundles';
import { applyContacts } from '@/db/contacts';
import { applyUsers } from '@/db/users';
import { listLedger, listRecorders, type LedgerFilter, type LedgerOrder } from '@/db/ledger/ledger';

import { contact, openTestStore } from '../harness';

const bundles: TransactionBundle[] = [
  {
    id: 1,
    created_by: 4,
    batches: [{ id: 1, number: 'B-7', state: 'open', transaction_id: 12 }],
    receipt: '1.10.12.17.code',
    transactions: [
      {
        id: 11,
        amount: 1000,
        currency: 'eur',
        payment_method_kind: 'cash',
        status_id: 1,
        contact_id: 7,
        date: '2026-03-01T23:30:00+01:00',
      },
      {
        id: 12,
        amount: 500,
        currency: 'EUR',
        payment_method_kind: 'card',
        payment_method: { number: 'AB-0041772' },
        status_id: 2,
        contact_id: 7,
        date: '2026-03-02T09:00:00Z',
      },
    ],
    donations: [{ id: 1, contact_id: 8 }],
  },
  {
    id: 2,
    created_by: 5,
    transactions: [
      {
        id: 21,
        delivery_token: '0f3a91bc-1111-4222-8333-444455556666',
        amount: 3000,
        currency: 'eur',
        payment_method_kind: 'cash',
        status_id: 1,
        code_campaign: 'SPRING',
        date: '2026-03-01T23:45:00Z',
        comment: 'New supporter\nName: Rosa Giraud\nPhone: 0611223344\n\nAsked for a receipt',
        reimbursed_amount: 200,
        unpaid_amount: 300,
      },
    ],
    memberships: [{ id: 1, contact_id: 9 }],
  },
  { id: 3, transactions: [{ id: 31, amount: 10 }] },
];

async function opened() {
  const { store, scope } = await openTestStore();
  await store.write(async (tx) => {
    await applyContacts(tx, scope, [contact(7)]);
    await applyUsers(tx, scope, [{ id: 4, firstname: 'Amina', surname: 'Berger' }]);
    await applyBundles(tx, scope, bundles);
  });
  const amounts = async (filter: LedgerFilter) =>
    (await listLedger(store, scope, filter, { limit: 10 })).map(({ amount }) => amount);
  return { store, scope, amounts };
}

test('lists the transactions of all bundles, the latest first, with the payer', async () => {
  const { store, scope } = await opened();
  expect(await listLedger(store, scope, {}, { limit: 2 })).toEqual([
    {
      bundleId: 1,
      transactionId: 12,
      position: 1,
      date: '2026-03-02T09:00:00.000Z',
      amount: 500,
      currency: 'EUR',
      paymentMethodKind: 'card',
      statusId: 2,
      contactId: 7,
      name: 'Marie Dupont',
      codeCampaign: null,
      withDonation: true,
      withMembership: false,
      reimbursedAmount: 0,
      unpaidAmount: 0,
      details: { number: 'AB-0041772' },
      comment: '',
      recordedBy: 4,
      recorder: 'Amina Berger',
      batch: 'B-7',
      receipt: '1.10.12.17.code',
      counted: [],
      donations: [],
      memberships: [],
    },
    expect.objectContaining({ bundleId: 2, withMembership: true, memberships: [{ id: 1, contact_id: 9 }] }),
  ]);
});

test('shows and adds up what counts in another month than that of its date', async () => {
  const { store, scope } = await opened();
  const part = { payment_method_kind: 'cash', currency: 'eur' };
  await store.write((tx) =>
    applyBundles(tx, scope, [
      {
        id: 8,
        transactions: [
          { id: 81, amount: 700, currency: 'EUR', date: '2026-02-27T10:00:00Z' },
          { id: 82, amount: 500, currency: 'EUR', date: '2026-01-27T10:00:00Z' },
        ],
        counted: [
          { ...part, transaction_id: 81, month: '2026-04', amount: 700 },
          { ...part, transaction_id: 82, month: '2026-04', amount: -100 },
        ],
      },
    ])
  );
  const february = { from: '2026-02-01T00:00:00.000Z', until: '2026-03-01T00:00:00.000Z' };
  const [line] = await listLedger(store, scope, february, { limit: 1 });
  expect(line?.counted).toEqual([{ month: '2026-04', amount: 700, currency: 'EUR' }]);
  expect(await sumCounted(store, scope, february)).toEqual(line?.counted);
  expect(await sumCounted(store, scope, {})).toEqual([{ month: '2026-04', amount: 600, currency: 'EUR' }]);
  expect(await sumCounted(store, scope, { contactId: 7 })).toEqual([]);
});

test('a new supporter has the same name after sending, and refunds are shown', async () => {
  const { store, scope } = await opened();
  const [line] = await listLedger(store, scope, { codeCampaign: 'SPRING' }, { limit: 1 });
  expect(line).toMatchObject({
    contactId: null,
    name: 'Rosa Giraud',
    reimbursedAmount: 200,
    unpaidAmount: 300,
  });
});

test.each<[LedgerFilter, number[]]>([
  [{}, [500, 3000, 1000, 10]],
  [{ statusId: 1 }, [3000, 1000]],
  [{ paymentMethodKind: 'card' }, [500]],
  [{ kind: 'donation' }, [500, 1000]],
  [{ kind: 'membership' }, [3000]],
  [{ contactId: 8 }, [500, 1000]],
  [{ codeCampaign: 'SPRING' }, [3000]],
  [{ from: '2026-03-01T23:00:00.000Z' }, [500, 3000]],
  [{ from: '2026-03-01T00:00:00.000Z', until: '2026-03-01T23:00:00.000Z' }, [1000]],
  [{ recordedBy: 4 }, [500, 1000]],
  [{ recordedBy: 5, statusId: 1 }, [3000]],
  [{ search: { text: 'mar dup', amounts: [] } }, [500, 1000]],
  [{ search: { text: 'Marie Martin', amounts: [] } }, []],
  [{ search: { text: 'Róša', amounts: [] } }, [3000]],
  [{ search: { text: 'ab-0041', amounts: [] } }, [500, 1000]],
  // The reference of a transfer, as the bank shows it.
  [{ search: { text: '0F3A91BC Rosa Giraud', amounts: [] } }, [3000]],
  // The number of a receipt.
  [{ search: { text: '12-17', amounts: [] } }, [500, 1000]],
  [{ search: { text: '12-1', amounts: [] } }, []],
  [{ search: { text: '2', amounts: [] } }, [3000]],
  [{ search: { text: '30', amounts: [3000, 30] } }, [3000]],
  [{ search: { text: '06', amounts: [600, 6] } }, []],
  [{ exceptBundleIds: [1, 3] }, [3000]],
  [{ statusId: 1, paymentMethodKind: 'cash', contactId: 7 }, [1000]],
])('filtered by %j', async (filter, expected) => {
  const { amounts } = await opened();
  expect(await amounts(filter)).toEqual(expected);
});

test('all windows together are the complete ledger, each line once', async () => {
  const { store, scope } = await opened();
  const seen: string[] = [];
  let window = await listLedger(store, scope, {}, { limit: 1 });
  while (window.length > 0) {
    seen.push(...window.map(({ bundleId, position }) => `${bundleId}/${position}`));
    window = await listLedger(store, scope, {}, { after: window.at(-1), limit: 1 });
  }
  expect(seen).toEqual(['1/1', '2/0', '1/0', '3/0']);
});

test('a changed bundle has only its new lines', async () => {
  const { store, scope, amounts } = await opened();
  await store.write((tx) =>
    applyBundles(tx, scope, [{ id: 1, transactions: [{ id: 11, amount: 77, date: '2026-04-01T00:00:00Z' }] }])
  );
  expect(await amounts({})).toEqual([77, 3000, 10]);
  expect(await amounts({ contactId: 8 })).toEqual([]);
});

test.each<[LedgerOrder, number[]]>([
  [{ by: 'date', descending: false }, [10, 1000, 3000, 500]],
  [{ by: 'amount', descending: true }, [3000, 1000, 500, 10]],
  [{ by: 'amount', descending: false }, [10, 500, 1000, 3000]],
  // Without a name last, in either direction.
  [{ by: 'name', descending: false }, [500, 1000, 3000, 10]],
  [{ by: 'name', descending: true }, [3000, 500, 1000, 10]],
  [{ by: 'recorder', descending: false }, [500, 1000, 3000, 10]],
  [{ by: 'bundle', descending: true }, [10, 3000, 500, 1000]],
  [{ by: 'campaign', descending: false }, [3000, 500, 1000, 10]],
])('sorted by %j, window by window', async (order, expected) => {
  const { store, scope } = await opened();
  const windows = await Promise.all(
    [0, 1, 2, 3].map((offset) => listLedger(store, scope, {}, { offset, limit: 1 }, order))
  );
  expect(windows.flat().map(({ amount }) => amount)).toEqual(expected);
});

test('the recorders are those of the payments, with their names', async () => {
  const { store, scope } = await opened();
  expect(await listRecorders(store, scope)).toEqual([
    { id: 4, name: 'Amina Berger' },
    { id: 5, name: null },
  ]);
});
