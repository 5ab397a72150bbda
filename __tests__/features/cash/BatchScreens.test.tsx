import { router } from 'expo-router';
import { act, fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { type BatchDetail } from '@/contract/batch';
import { setFact } from '@/db/facts';
import { applyCashRecords } from '@/db/cash/cashRecords';
import { applyBundles } from '@/db/ledger/bundles';
import { cashQueries } from '@/queries/cash';

import { nodeSigner, receiptOf } from '../../support/receipts';
import { openOrganiser, openOrganiserInStack, withSpace } from '../support/organiser';
import { press, settle, type } from '../support/render';

const payment = (id: number, part: Partial<NonNullable<BatchDetail['transactions']>[number]> = {}) => ({
  id,
  bundle_id: 100 + id,
  date: '2026-11-14T10:00:00Z',
  amount: 2_000,
  user_id: 4,
  recorder: 'Amina Berger',
  name: `Payer ${id}`,
  ...part,
});
const batch: BatchDetail = {
  id: 7,
  number: 'B-12',
  payment_method_kind: 'cheque',
  currency: 'eur',
  state: 'open',
  count: 2,
  amount: 4_000,
  created_at: '2026-11-14T10:00:00Z',
  transactions: [payment(1), payment(2)],
  steps: [{ id: 1, step: 'make', at: '2026-11-14T10:00:00Z', user_id: 1, name: 'Marc Dulac', amount: 4_000 }],
};
const pageOf = <Item,>(...good: Item[]) => ({ good, bad: [] });

/** The button of a dialog, which has the name of the one that opened it. */
function pressLast(name: string): void {
  const button = screen.getAllByRole('button', { name }).at(-1);
  if (button) fireEvent.press(button);
}

async function open(path: string, role: 'manager' | 'user' = 'manager') {
  const test = await withSpace(role);
  await test.runtime.store.write((tx) => setFact(tx, test.runtime.scope, 'capabilities', ['batches']));
  return { ...test, show: (timeZone?: string) => openOrganiser(test.runtime, path, timeZone) };
}

it('makes a batch of what is ticked, and opens it', async () => {
  const { fakes, show } = await open('/batches');
  fakes.online.listBatches = pageOf();
  const kinds = { payment_method_kind: 'cheque', currency: 'EUR' };
  fakes.online.listBatchable = pageOf({ ...payment(1), ...kinds }, { ...payment(2), ...kinds });
  show();
  expect(await screen.findByText('No batches yet')).toBeTruthy();
  await press('button', 'New batch');
  expect(await screen.findByText('2 payments, €40.00')).toBeTruthy();
  fireEvent.press(screen.getByRole('checkbox', { name: /Payer 2/ }));
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  await press('button', 'Make batch');
  expect(await screen.findByText('No signal. Only the service has this.')).toBeTruthy();
  const { transactions: _, steps: __, ...made } = batch;
  fakes.online.createBatches = pageOf(made);
  fakes.online.getBatch = batch;
  await press('button', 'Make batch');
  const wanted = { payment_method_kind: 'cheque', currency: 'EUR', transactions: [1] };
  expect(fakes.written).toEqual([
    { endpoint: 'createBatches', params: undefined, body: { data: { batch: wanted } } },
  ]);
  expect(await screen.findByText('Close batch')).toBeTruthy();
});

it('ticks what was selected in the ledger, and says why the others cannot be put into a batch', async () => {
  const { fakes, show, store, scope } = await open(
    '/batches/new?payments=101.1,103.3,104.4,105.5,106.6,107.7,x'
  );
  const paid = (id: number, rest: object) => ({
    id: 100 + id,
    transactions: [
      { id, amount: 2_000, currency: 'eur', payment_method_kind: 'cheque', status_id: 3, ...rest },
    ],
  });
  await store.write((tx) =>
    applyBundles(tx, scope, [
      { ...paid(3, {}), batches: [{ id: 9, number: 'B-9', state: 'open', transaction_id: 3 }] },
      paid(4, { payment_method_kind: 'card' }),
      paid(5, { unpaid_amount: 2_000 }),
      paid(6, { payment_method_kind: 'cash' }),
    ])
  );
  const kinds = { payment_method_kind: 'cheque', currency: 'EUR' };
  fakes.online.listBatchable = pageOf(
    { ...payment(8), payment_method_kind: 'cash', currency: 'EUR' },
    { ...payment(2), ...kinds },
    { ...payment(1), ...kinds, recorder: 'Zoé N’Diaye' }
  );
  show();
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  // The selected one is the first of the list, and says who took the money.
  const [first] = screen.getAllByRole('checkbox');
  expect(first).toHaveAccessibleName(/Payer 1/);
  expect(screen.getByText(/No\. 101 · Zoé N’Diaye/)).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /Payer 1/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /Payer 2/ })).not.toBeChecked();
  expect(await screen.findByText('5 selected payments cannot be put into a batch')).toBeTruthy();
  for (const why of [
    'It is in batch B-9.',
    'Card is not taken to the bank in a batch.',
    'Nothing of it was received.',
    'Its hand-over is not confirmed yet, and no manager counted it.',
    'It is not on this device.',
  ])
    expect(screen.getByText(why)).toBeTruthy();
});

it('makes one batch after the other of a selection with several methods, and loses none of it', async () => {
  const { fakes, show } = await open('/batches/new?payments=101.1,102.2,103.3');
  const cheque = { payment_method_kind: 'cheque', currency: 'EUR' };
  const cash = { payment_method_kind: 'cash', currency: 'EUR' };
  const later = [
    { ...payment(2), ...cash },
    { ...payment(3), ...cash },
    { ...payment(4), ...cash },
  ];
  fakes.online.listBatchable = pageOf({ ...payment(1), ...cheque }, ...later);
  const { transactions: _, steps: __, ...made } = batch;
  fakes.online.createBatches = pageOf(made);
  fakes.online.getBatch = batch;
  show();
  expect(await screen.findByText('Cheque · EUR · 1 payment, €20.00')).toBeTruthy();
  expect(screen.getByText(/^A batch has one method and one currency/)).toBeTruthy();
  expect(screen.getByText('2 payments, €40.00')).toBeTruthy();
  fakes.online.listBatchable = pageOf(...later);
  await press('button', 'Make batch');
  expect(await screen.findByText('Made: B-12. Here is the next batch of your selection.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^A batch has one method/)).toBeNull());
  expect(screen.getByText('2 payments, €40.00')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /Payer 4/ })).not.toBeChecked();
  expect(screen.queryByText(/cannot be put into a batch/)).toBeNull();
  await press('button', 'Make batch');
  expect(await screen.findByText('Close batch')).toBeTruthy();
  const sent = fakes.written.map(({ body }) => body);
  expect(sent).toEqual([
    { data: { batch: { ...cheque, transactions: [1] } } },
    { data: { batch: { ...cash, transactions: [2, 3] } } },
  ]);
});

it('clears a group without showing another one, and ticks nothing that nobody selected', async () => {
  const { fakes, show } = await open('/batches/new?payments=101.1,102.2');
  const cheque = { payment_method_kind: 'cheque', currency: 'EUR' };
  const cash = { payment_method_kind: 'cash', currency: 'EUR' };
  fakes.online.listBatchable = pageOf({ ...payment(1), ...cheque }, { ...payment(2), ...cash });
  show();
  await screen.findByText('Cheque · EUR · 1 payment, €20.00');
  await press('button', 'Untick all');
  expect(screen.getByRole('checkbox', { name: /Payer 1/ })).not.toBeChecked();
  expect(screen.queryByRole('checkbox', { name: /Payer 2/ })).toBeNull();
  await press('button', 'Tick all');
  // It is not made, and another payment has come in meanwhile.
  fakes.online.listBatchable = pageOf({ ...payment(1), ...cheque }, { ...payment(5), ...cheque });
  await press('button', 'Make batch');
  expect(await screen.findByRole('checkbox', { name: /Payer 5/ })).not.toBeChecked();
});

it('asks to count cash again that its receiver counted differently', async () => {
  const { fakes, show } = await open('/batches/new');
  const kinds = { payment_method_kind: 'cash', currency: 'EUR' };
  fakes.online.listBatchable = pageOf(
    { ...payment(1), ...kinds },
    { ...payment(2), ...kinds, is_disputed: true }
  );
  show();
  expect(await screen.findByText(/^Who received this counted something else/)).toBeTruthy();
  fireEvent.press(screen.getByRole('checkbox', { name: /Payer 2.*Counted differently/ }));
  await waitFor(() => expect(screen.queryByText(/^Who received this/)).toBeNull());
});

it('does not tick cheques of which their receiver counted another number', async () => {
  const { fakes, show } = await open('/batches/new');
  const cheque = { payment_method_kind: 'cheque', currency: 'EUR' };
  fakes.online.listBatchable = pageOf(
    { ...payment(1), ...cheque },
    { ...payment(2), ...cheque, is_disputed: true }
  );
  show();
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  fireEvent.press(screen.getByRole('checkbox', { name: /Payer 2.*Counted differently/ }));
  expect(await screen.findByText(/^Who received this counted something else/)).toBeTruthy();
});

it('does not tick a cheque that was not there at its count, and says so', async () => {
  const { fakes, show } = await open('/batches/new');
  const cheque = { payment_method_kind: 'cheque', currency: 'EUR' };
  fakes.online.listBatchable = pageOf(
    { ...payment(1), ...cheque },
    { ...payment(2), ...cheque, is_absent: true }
  );
  show();
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  expect(screen.getByText(/Not there at the count/)).toBeTruthy();
  const warning = /Put it into the batch only if you have it/;
  expect(screen.queryByText(warning)).toBeNull();
  fireEvent.press(screen.getByRole('checkbox', { name: /Payer 2/ }));
  expect(await screen.findByText('2 payments, €40.00')).toBeTruthy();
  expect(screen.getByText(warning)).toBeTruthy();
});

it('does not tick cash that is with somebody who is no manager, and says with whom', async () => {
  const { fakes, show } = await open('/batches/new');
  const kinds = { payment_method_kind: 'cash', currency: 'EUR' };
  fakes.online.listBatchable = pageOf(
    { ...payment(1), ...kinds },
    { ...payment(2), ...kinds, held_by: { user_id: 6, name: 'Yann Oger' } }
  );
  show();
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  const warning = /some of this cash is with somebody who is no manager/;
  expect(screen.queryByText(warning)).toBeNull();
  fireEvent.press(screen.getByRole('checkbox', { name: /Payer 2.*With Yann Oger/ }));
  expect(await screen.findByText(warning)).toBeTruthy();
});

it('is closed, taken to the bank with a slip, and checked with a reason for the difference', async () => {
  const { fakes, show } = await open('/batches/7');
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
  const { fakes, show } = await open('/batches/7');
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

it('finds payments by name, amount, cheque or number, and ticks only those', async () => {
  const { fakes, show } = await open('/batches/new');
  const cheque = { payment_method_kind: 'cheque', currency: 'EUR' };
  const method = { number: 'A-77', bank: 'Crédit rural' };
  const others = Array.from({ length: 9 }, (_, index) => ({ ...payment(index + 1), ...cheque }));
  fakes.online.listBatchable = pageOf(...others, {
    ...payment(50, { name: 'Noé Béranger', amount: 3_550, payment_method: method }),
    ...cheque,
  });
  show();
  expect(await screen.findByText('10 payments, €215.50')).toBeTruthy();
  await press('button', 'Untick all');
  for (const words of ['noe ber', '35.50', 'a-77', 'credit', '150']) {
    await type('Search', words);
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
    expect(screen.getByRole('checkbox', { name: /Noé Béranger/ })).not.toBeChecked();
  }
  await press('button', 'Tick all');
  await type('Search', 'zzz');
  expect(await screen.findByText('No payment matches')).toBeTruthy();
  // What is ticked stays ticked behind a search.
  expect(screen.getByText('1 payment, €35.50')).toBeTruthy();
  expect(screen.getByText('The search does not show 1 of them')).toBeTruthy();
  await type('Search', '');
  expect(await screen.findAllByRole('checkbox', { checked: true })).toHaveLength(1);
  expect(screen.queryByText(/The search does not show/)).toBeNull();
});

it('shows what was corrected since, and prints and exports what adds up', async () => {
  const { fakes, show } = await open('/batches/7');
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
  const { fakes, show } = await open('/batches/7');
  fakes.online.getBatch = { ...batch, state: 'deposited', slip_number: 'S-17', deposited_on: '2026-11-16' };
  show('America/Los_Angeles');
  expect(await screen.findByText('16 Nov 2026')).toBeTruthy();
  await press('button', 'Deposit slip');
  await waitFor(() => expect(fakes.pdfs).toHaveLength(1));
  expect(fakes.pdfs[0]?.html).toContain('<strong>16 Nov 2026</strong>');
});

it('is for managers, and for a service that has batches', async () => {
  const volunteer = await open('/batches', 'user');
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

it('keeps what was ticked while another tab is in front, and fetches the payments again after it', async () => {
  const { runtime, fakes } = await open('/batches/new');
  const kinds = { payment_method_kind: 'cheque', currency: 'EUR' };
  fakes.online.listBatchable = pageOf({ ...payment(1), ...kinds }, { ...payment(2), ...kinds });
  openOrganiserInStack(runtime, '/batches/new');
  fireEvent.press(await screen.findByRole('checkbox', { name: /Payer 2/ }));
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  const reads = () => fakes.read.filter(({ endpoint }) => endpoint === 'listBatchable').length;
  expect(reads()).toBe(1);
  act(() => router.push('/ledger/100'));
  await settle();
  act(() => router.back());
  await settle();
  expect(await screen.findByText('1 payment, €20.00')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /Payer 2/ })).not.toBeChecked();
  expect(reads()).toBe(2);
});

it('takes a payment out once, and shows that it does', async () => {
  const { runtime, fakes, show } = await open('/batches/7');
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
