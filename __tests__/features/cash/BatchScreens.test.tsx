import { act, fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { applyCashRecords } from '@/db/cash/cashRecords';
import { applyBundles } from '@/db/ledger/bundles';
import { cashQueries } from '@/queries/cash';

import { nodeSigner, receiptOf } from '../../support/receipts';
import { openOrganiser, withSpace } from '../support/organiser';
import { press, type } from '../support/render';

import { batch, openBatches, payment } from './batchPage';

/** The button of a dialog, which has the name of the one that opened it. */
function pressLast(name: string): void {
  const button = screen.getAllByRole('button', { name }).at(-1);
  if (button) fireEvent.press(button);
}

it('is closed, taken to the bank with a slip, and checked with a reason for the difference', async () => {
  const { fakes, show } = await openBatches('/batches/7');
  fakes.online.getBatch = batch;
  fakes.online.updateBatch = batch;
  show();
  await screen.findByText('Payer 1');
  fakes.online.getBatch = { ...batch, state: 'closed' };
  await press('button', 'Close batch');
  await screen.findByRole('button', { name: 'Taken to the bank' });
  await press('button', 'Taken to the bank');
  await screen.findByText('Take B-12 to the bank');
  pressLast('Taken to the bank');
  expect(await screen.findByText('Enter the number on the bank’s slip')).toBeTruthy();
  await type('Number of the bank’s slip', 'S-17');
  await type('Day at the bank', '2026-11-16');
  fakes.online.getBatch = { ...batch, state: 'deposited', slip_number: 'S-17' };
  pressLast('Taken to the bank');
  await waitFor(() => expect(screen.queryByText('Take B-12 to the bank')).toBeNull());
  await screen.findByRole('button', { name: 'Check with the bank' });
  await press('button', 'Check with the bank');
  pressLast('Check with the bank');
  expect(await screen.findByText('Enter the amount on the statement')).toBeTruthy();
  await type('Amount at the bank', '39');
  expect(await screen.findByText('The bank has €1.00 less than the batch')).toBeTruthy();
  pressLast('Check with the bank');
  expect(await screen.findByText('Enter the reason. It stays visible.')).toBeTruthy();
  await type('Reason', 'A torn note');
  const reconciled = { ...batch, state: 'reconciled', bank_amount: 3_900, reason: 'A torn note' } as const;
  const at = '2026-11-16T10:00:00Z';
  const deposit = { id: 2, step: 'deposit', at, user_id: 1, name: 'Marc Dulac', amount: 4_000 } as const;
  fakes.online.getBatch = {
    ...reconciled,
    steps: [...(batch.steps ?? []), { ...deposit, slip_number: 'S-17' }],
  };
  pressLast('Check with the bank');
  expect(await screen.findByText('A torn note')).toBeTruthy();
  expect(screen.getByText('Marc Dulac · slip S-17')).toBeTruthy();
  expect(fakes.written.map(({ body }) => body)).toEqual([
    { data: { batch: { step: 'close' } } },
    { data: { batch: { step: 'deposit', slip_number: 'S-17', deposited_on: '2026-11-16' } } },
    { data: { batch: { step: 'reconcile', bank_amount: 3_900, reason: 'A torn note' } } },
  ]);
});

it('that is empty can only be dissolved, which is asked and ends it', async () => {
  const { fakes, show } = await openBatches('/batches/7');
  fakes.online.getBatch = { ...batch, count: 0, amount: 0, transactions: [] };
  fakes.online.updateBatch = batch;
  show();
  expect(await screen.findByText(/^No payments are in this batch/)).toBeTruthy();
  for (const name of ['Close batch', 'Deposit slip', 'Reopen'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await press('button', 'Dissolve batch');
  expect(await screen.findByText('Dissolve B-12?')).toBeTruthy();
  fakes.online.getBatch = { ...batch, state: 'dissolved', count: 0, amount: 0, transactions: [] };
  await press('button', 'Dissolve');
  expect(await screen.findByText('Dissolved')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Dissolve|Reopen|Close batch/ })).toBeNull();
  expect(fakes.written.map(({ body }) => body)).toEqual([{ data: { batch: { step: 'dissolve' } } }]);
});

it('shows what was corrected since, and prints and exports what adds up', async () => {
  const { fakes, show } = await openBatches('/batches/7');
  const receipt = receiptOf(nodeSigner(), { book: 12, number: 17 });
  fakes.online.getBatch = {
    ...batch,
    state: 'closed',
    transactions: [payment(1, { amount_since: 1_500, name: '=Ana <b>' }), payment(2, { receipt })],
  };
  show();
  expect(await screen.findByText('1 payment was corrected since')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take out' })).toBeNull();
  await press('button', 'Table (CSV)');
  await waitFor(() => expect(fakes.shared).toHaveLength(1));
  const lines = fakes.shared[0]?.text.split('\r\n') ?? [];
  expect(lines).toEqual([
    '\uFEFFBatch,Number,Date,Payer,Details,Recorded by,Receipt number,Amount,Currency',
    "B-12,101,2026-11-14,'=Ana <b>,,Amina Berger,,20.00,EUR",
    'B-12,102,2026-11-14,Payer 2,,Amina Berger,No. 12-17,20.00,EUR',
    '',
  ]);
  await press('button', 'Deposit slip');
  await waitFor(() => expect(fakes.pdfs).toHaveLength(1));
  expect(fakes.pdfs[0]?.html).toContain('=Ana &lt;b&gt;');
  expect(fakes.pdfs[0]?.html).toContain('<strong>€40.00</strong>');
  expect(fakes.pdfs[0]?.html).toContain('<td class="date">14 Nov 2026</td>');
});

it('shows and prints the day of a deposit as it was typed, also west of Greenwich', async () => {
  const { fakes, show } = await openBatches('/batches/7');
  fakes.online.getBatch = { ...batch, state: 'deposited', slip_number: 'S-17', deposited_on: '2026-11-16' };
  show('America/Los_Angeles');
  expect(await screen.findByText('16 Nov 2026')).toBeTruthy();
  await press('button', 'Deposit slip');
  await waitFor(() => expect(fakes.pdfs).toHaveLength(1));
  expect(fakes.pdfs[0]?.html).toContain('<strong>16 Nov 2026</strong>');
});

it('is for managers, and for a service that has batches', async () => {
  const volunteer = await openBatches('/batches', 'user');
  volunteer.show();
  expect(await screen.findByText('Only managers see batches')).toBeTruthy();
  const other = await withSpace('manager');
  openOrganiser(other.runtime, '/batches');
  expect(await screen.findByText('This service has no batches')).toBeTruthy();
});

it('lets cash that is at the bank leave the hand, until the batch is reopened', async () => {
  const { runtime } = await withSpace('manager');
  const { store, scope } = runtime;
  const sums = [{ currency: 'eur', amount: 2_000 }];
  const content = {
    kind: 'count',
    key: 'counted',
    made_at: '2026-11-14T18:00:00Z',
    shift: { key: 's', started_at: '2026-11-14T14:00:00Z' },
    expected: sums,
    counted: sums,
    records: [{ key: 'gift', currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }],
    unsent: 0,
  };
  await store.write((tx) =>
    applyCashRecords(tx, scope, [{ id: 1, key: 'counted', kind: 'count', user_id: scope.userId, content }])
  );
  const leftAfter = async (state: string) => {
    const transactions = [
      { id: 1, amount: 2_000, currency: 'eur', payment_method_kind: 'cash', delivery_token: 'gift' },
    ];
    const batches = [{ id: 7, number: 'B-12', state, transaction_id: 1, amount: 2_000 }];
    await store.write((tx) => applyBundles(tx, scope, [{ id: 101, transactions, batches }]));
    const { chain } = await cashQueries.mine(runtime).queryFn();
    return [chain.kept.length, chain.banked];
  };
  expect(await leftAfter('closed')).toEqual([1, []]);
  expect(await leftAfter('deposited')).toEqual([0, [{ amount: 2_000, currency: 'eur' }]]);
  expect(await leftAfter('reconciled')).toEqual([0, [{ amount: 2_000, currency: 'eur' }]]);
  expect(await leftAfter('open')).toEqual([1, []]);
});

it('takes a payment out once, and shows that it does', async () => {
  const { runtime, fakes, show } = await openBatches('/batches/7');
  fakes.online.getBatch = batch;
  let answer: (result: unknown) => void = () => undefined;
  const write = jest.fn(() => new Promise((resolve) => (answer = resolve)));
  runtime.online.write = write as never;
  show();
  const [first] = await screen.findAllByRole('button', { name: 'Take out' });
  fireEvent.press(first!);
  fireEvent.press(first!);
  expect(write).toHaveBeenCalledTimes(1);
  await act(async () => answer({ kind: 'offline' }));
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
});
