import { router } from 'expo-router';
import { act, fireEvent, screen, waitFor } from 'expo-router/testing-library';

import { applyBundles } from '@/db/ledger/bundles';

import { openOrganiserInStack } from '../support/organiser';
import { press, settle, type } from '../support/render';

import { batch, openBatches, pageOf, payment } from './batchPage';

it('makes a batch of what is ticked, and opens it', async () => {
  const { fakes, show } = await openBatches('/batches');
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
  const { fakes, show, store, scope } = await openBatches(
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
  const { fakes, show } = await openBatches('/batches/new?payments=101.1,102.2,103.3');
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
  const { fakes, show } = await openBatches('/batches/new?payments=101.1,102.2');
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
  const { fakes, show } = await openBatches('/batches/new');
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
  const { fakes, show } = await openBatches('/batches/new');
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
  const { fakes, show } = await openBatches('/batches/new');
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
  const { fakes, show } = await openBatches('/batches/new');
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

it('finds payments by name, amount, cheque or number, and ticks only those', async () => {
  const { fakes, show } = await openBatches('/batches/new');
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

it('keeps what was ticked while another tab is in front, and fetches the payments again after it', async () => {
  const { runtime, fakes } = await openBatches('/batches/new');
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
