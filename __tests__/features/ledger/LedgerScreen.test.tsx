import { router } from 'expo-router';
import { act, fireEvent, screen } from 'expo-router/testing-library';

import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { applyBundleHistory, applyBundles } from '@/db/ledger/bundles';
import { enqueue, listOutbox } from '@/db/outbox/outbox';

import { capture } from '../../db/harness';
import { saturday } from '../support/runtime';
import { press, settle, type } from '../support/render';
import { openOrganiser, withSpace } from '../support/organiser';

it('shows unsent bundles above those of the service, and sums both', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  await store.write((tx) =>
    enqueue(tx, scope, capture({ who: 'Luc Armand', amount: 1000, currency: 'eur' }), saturday)
  );
  openOrganiser(runtime, '/ledger');
  expect((await screen.findAllByText('Rosa Giraud')).length).toBe(2);
  expect(screen.getByText('Luc Armand')).toBeTruthy();
  expect(await screen.findByText('3 transactions')).toBeTruthy();
  expect(screen.getByText(/of it on this phone/)).toBeTruthy();
});

it('sums what was received, and shows promises and what was not paid beside it, with unsent corrections', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  const paid = (id: number, rest: object) => ({
    id,
    transactions: [{ id, amount: 1000, currency: 'eur', payment_method_kind: 'cash', ...rest }],
  });
  await store.write((tx) =>
    applyBundles(tx, scope, [
      paid(200, { status_id: 4, unpaid_amount: 1000, payment_method: { promised: true } }),
      paid(201, { status_id: 3, unpaid_amount: 150 }),
    ])
  );
  openOrganiser(runtime, '/ledger');
  expect(await screen.findByText('€78.50')).toBeTruthy();
  expect(screen.getByText('Promised €10.00')).toBeTruthy();
  expect(screen.getByText('Cancelled or unpaid €1.50')).toBeTruthy();
  expect(screen.queryByText(/^Valid €/)).toBeNull();

  const update = { id: 100, transactions: [{ id: 1000, reimbursed_amount: 500 }] };
  await store.write((tx) =>
    enqueue(
      tx,
      scope,
      {
        id: 'correction',
        kind: 'bundle_update',
        entity: 'bundle:100',
        body: JSON.stringify({ data: update }),
        bodyVersion: 1,
      },
      saturday
    )
  );
  expect(await screen.findByText('€73.50')).toBeTruthy();
  expect(screen.getByText('Paid back €5.00')).toBeTruthy();
});

it('filters by payment method, and shows when nothing matches', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/ledger');
  await screen.findByText('€70.00');
  await press('button', 'Filter');
  await press('radio', 'Cash');
  await press('button', 'Show');
  expect(await screen.findByText('1 transaction')).toBeTruthy();
  expect(screen.getAllByText('Rosa Giraud')).toHaveLength(1);
  await press('button', 'Filter');
  await press('radio', 'Membership');
  await press('button', 'Show');
  expect(await screen.findByText('Nothing matches')).toBeTruthy();
});

it('shares the filtered list as CSV', async () => {
  const { runtime, fakes } = await withSpace('manager');
  openOrganiser(runtime, '/ledger');
  await screen.findByText('€70.00');
  await press('button', 'Share');
  await press('button', /Table \(CSV\)/);
  await settle();
  const [file] = fakes.shared;
  expect(file?.name).toBe('ledger-2026-11-14.csv');
  expect(file?.text.split('\r\n')).toHaveLength(4);
  expect(file?.text).toMatch(
    /100,2026-11-13,\d\d:\d\d,90,Rosa Giraud,,20\.00,,,EUR,Cash,,,,Valid,,,,,Donation,20\.00,90,Flyers,,,At the door,,Sent,20\.00,0\.00,0\.00,0\.00/
  );
});

it('corrects a bundle by an addition, shows it immediately, and sends only what was changed', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  openOrganiser(runtime, '/ledger/100/correct');
  await screen.findByText('Transaction of €20.00');
  expect(screen.queryByText('Old')).toBeNull();
  await press('radio', 'Unpaid');
  // The status sets the amount.
  fireEvent.changeText(screen.getByDisplayValue('20'), '15');
  await type('Paid back', 'twenty');
  await press('button', 'Save');
  expect(screen.getByText('Type an amount in figures, like 20 or 20.50.')).toBeTruthy();
  await type('Paid back', '5');
  await press('button', 'Add a donation');
  await type('Amount', '3');
  await press('button', 'Save');
  const [row] = await listOutbox(store, scope);
  expect(row).toMatchObject({ kind: 'bundle_update', entity: 'bundle:100', amount: null });
  expect(JSON.parse(row?.body ?? '').data).toEqual({
    id: 100,
    transactions: [{ id: 1000, status_id: 4, reimbursed_amount: 500, unpaid_amount: 1500 }],
    donations: [{ contact_id: 90, date: expect.any(String), amount: 300, currency: 'eur' }],
  });
});

it('reads a bundle field by field, with its history', async () => {
  const { runtime, store, scope } = await withSpace('user');
  const before = { id: 1000, amount: 2000, currency: 'eur', status_id: 3 };
  await store.write((tx) =>
    applyBundleHistory(tx, scope, 100, [
      { id: 1, CreatedAt: '2026-11-13T10:00:00Z', kind: 'transaction', target_id: 1000, new: before },
      {
        id: 2,
        CreatedAt: '2026-11-14T10:00:00Z',
        kind: 'transaction_status',
        target_id: 1000,
        old: before,
        new: { ...before, status_id: 4 },
        user_id: 1,
      },
      {
        id: 3,
        CreatedAt: '2026-11-14T10:00:00Z',
        kind: 'transaction',
        target_id: 1000,
        old: before,
        new: { ...before, amount: 2500 },
        user_id: 77,
      },
    ])
  );
  openOrganiser(runtime, '/ledger/100');
  expect(await screen.findByText('Status changed')).toBeTruthy();
  expect(screen.getByText(/ · by Marc Dulac · No\. 1000$/)).toBeTruthy();
  expect(screen.getByText(/ · by person No\. 77, not on this phone · No\. 1000$/i)).toBeTruthy();
  expect(screen.getByText('Status: Valid → Unpaid')).toBeTruthy();
  expect(screen.getByText('Flyers')).toBeTruthy();
  expect(screen.getByText('For Rosa Giraud')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
});

it('shows offline that the history is not downloaded yet', async () => {
  const { runtime } = await withSpace('user');
  openOrganiser(runtime, '/ledger/101');
  expect(await screen.findByText(/The history is not on this phone yet/)).toBeTruthy();
});

it.each([
  [null, 'The download is not finished. If there is a bundle with this number, it appears automatically.'],
  [saturday, /^At the last update there was no bundle with this number/],
])('says of a bundle that is not there what can be known (%s)', async (lastPulledAt, words) => {
  const { runtime, fakes } = await withSpace('admin');
  fakes.setStatus({ lastPulledAt });
  openOrganiser(runtime, '/ledger/9999');
  expect(await screen.findByText(words)).toBeTruthy();
});

it.each([
  [['space', 'user:1', 'action:1'], 'Your gifts'],
  [['space', 'user:1', 'led:3', 'gifts:3'], 'Gifts of your teams'],
])('with the buckets %s it is called %s and exports nothing', async (buckets, title) => {
  const { runtime, store, scope } = await withSpace('user');
  await store.write((tx) => setFact(tx, scope, 'buckets', buckets));
  openOrganiser(runtime, '/ledger');
  expect((await screen.findAllByText('Rosa Giraud')).length).toBe(2);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryByLabelText('Share')).toBeNull();
});

it('with all gifts of the space it is the ledger, with its export', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  await store.write((tx) => setFact(tx, scope, 'buckets', ['all', 'contacts', 'space']));
  openOrganiser(runtime, '/ledger');
  expect(await screen.findByText('Ledger')).toBeTruthy();
  expect(await screen.findByLabelText('Share')).toBeTruthy();
});

it('ends the table of a chart with the sum of each currency', async () => {
  const { runtime, store, scope } = await withSpace('manager');
  const francs = { id: 1, amount: 500, currency: 'chf', payment_method_kind: 'cash' };
  await store.write((tx) => applyBundles(tx, scope, [{ id: 300, transactions: [francs] }]));
  openOrganiser(runtime, '/ledger');
  await screen.findByText('€70.00');
  await press('button', 'Sums and charts');
  expect(await screen.findAllByText('Sum')).toHaveLength(2);
  expect(screen.getAllByText('€70.00').length).toBeGreaterThan(1);
  expect(screen.getAllByText('CHF 5.00').length).toBeGreaterThan(1);
});

it('says that a table could not be shared, and stays usable', async () => {
  const { runtime, store } = await withSpace('manager');
  openOrganiser(runtime, '/ledger');
  await screen.findByText('€70.00');
  await press('button', 'Share');
  const read = jest.spyOn(store, 'all').mockRejectedValueOnce(new StoreError('failed', 'cannot read'));
  await press('button', /Table \(CSV\)/);
  expect(await screen.findByText('Sharing failed.')).toBeTruthy();
  read.mockRestore();
  expect(screen.getAllByText(/^2 transactions/).length).toBeGreaterThan(0);
});

it('marks the usual time again after the filters are cleared', async () => {
  const { runtime } = await withSpace('manager');
  openOrganiser(runtime, '/ledger');
  await screen.findByText('€70.00');
  await press('button', 'Filter');
  await type('From', '2026-11-13');
  await press('button', 'Clear filters');
  expect(screen.getByRole('radio', { name: 'Any time' })).toBeChecked();
});

it('writes its filters into no other address', async () => {
  const { runtime } = await withSpace('manager');
  const app = openOrganiser(runtime, '/ledger');
  await screen.findByText('€70.00');
  await press('button', 'Filter');
  fireEvent.press(screen.getByRole('radio', { name: 'Cash' }));
  act(() => router.push('/contacts/90'));
  await act(() => jest.advanceTimersByTimeAsync(500));
  expect(app.getSearchParams()).toEqual({ id: '90' });
});
