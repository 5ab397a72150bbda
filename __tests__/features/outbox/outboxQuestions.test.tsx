import '../support/layout';

import { screen } from '@testing-library/react-native';

import { readMyCash } from '@/db/cash/myCash';
import { StoreError } from '@/db/errors';
import { applyBundles } from '@/db/ledger/bundles';
import { claimNext } from '@/db/outbox/claims';
import { applyTransition, getOutboxRow } from '@/db/outbox/outbox';
import { applyTransactionStatuses } from '@/db/statuses';
import type { Question, RowProblem } from '@/domain/outcome';

import { payPromise } from '@/features/promises/mutations';

import { createTestRuntime, saturday } from '../support/runtime';
import { press, type } from '../support/render';

import { open, put } from './outboxList';

const asks = (question: Question): RowProblem => ({ kind: 'question', question });

async function openQuestion(question: Question) {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Nadia Kone' }, 'needs_person', asks(question));
  open(test.runtime);
  await screen.findByRole('button', { name: 'Decide' });
  await press('button', 'Decide');
  return { ...test, read: () => getOutboxRow(test.store, test.scope, id) };
}

it('keeps the first version of a fixed record that arrived after all', async () => {
  const { read } = await openQuestion({ kind: 'arrived_already', serverId: 123 });
  expect(screen.getByText('The first version arrived after all, No. 123')).toBeTruthy();
  await press('button', 'Keep it');
  expect(await read()).toMatchObject({ state: 'replaced' });
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
});

it('opens a downloaded first version to correct it; the fixed one stays until the person keeps the first', async () => {
  const test = await createTestRuntime();
  const problem = asks({ kind: 'arrived_already', serverId: 123 });
  const id = await put(test, { who: 'Nadia Kone', amount: 3000 }, 'needs_person', problem);
  const payment = { id: 1, amount: 2000, currency: 'eur', payment_method_kind: 'cash' };
  await test.store.write((tx) => applyBundles(tx, test.scope, [{ id: 123, transactions: [payment] }]));
  const treasurer = { type: 'manager' };
  const role = { get: () => treasurer, subscribe: () => () => undefined };
  const drawn = open({ ...test.runtime, role });
  await screen.findByRole('button', { name: 'Decide' });
  await press('button', 'Decide');
  await screen.findByText('Your fixed version');
  expect(screen.getByText('€20.00')).toBeTruthy();
  await press('button', 'Open and correct it');
  expect(drawn.getPathname()).toBe('/ledger/123/correct');
  expect(await getOutboxRow(test.store, test.scope, id)).toMatchObject({ state: 'needs_person' });
});

it('sends a record again that the service confirmed and does not have any more', async () => {
  const { read } = await openQuestion({ kind: 'vanished' });
  expect(screen.getByText('Deleted in the service?')).toBeTruthy();
  await press('button', 'Send again');
  expect(await read()).toMatchObject({ state: 'queued' });
});

it('ends such a record only after a confirmation', async () => {
  const { read } = await openQuestion({ kind: 'vanished' });
  await press('button', 'It is fine');
  expect(await read()).toMatchObject({ state: 'needs_person' });
  await press('button', 'Do not send it again');
  expect(await read()).toBeNull();
});

it('names a payment that has what a correction added twice, until the person has settled it', async () => {
  const { read } = await openQuestion({ kind: 'added_twice', serverId: 123 });
  expect(screen.getByText('Added twice?')).toBeTruthy();
  expect(screen.getByText(/Payment 123 contains what this correction added twice/)).toBeTruthy();
  await press('button', 'Settled with the office');
  expect(await read()).toBeNull();
});

describe('a record that the phone cannot check', () => {
  const cannotCheck: Question = { kind: 'is_it_there', candidates: [] };

  it('is there: its number is asked, and may be empty', async () => {
    const { read } = await openQuestion(cannotCheck);
    await press('button', 'It is there');
    await press('button', 'Yes, it is there');
    expect(await read()).toMatchObject({ state: 'acked', serverId: null });
  });

  it('is there under a number; what is no number is refused', async () => {
    const { read } = await openQuestion(cannotCheck);
    await press('button', 'It is there');
    await type('Number in the service', '12a');
    await press('button', 'Yes, it is there');
    expect(screen.getByText('Enter digits only.')).toBeTruthy();
    await type('Number in the service', ' 123 ');
    await press('button', 'Yes, it is there');
    expect(await read()).toMatchObject({ state: 'acked', serverId: 123 });
  });

  it('is not there under the number of another record: a sentence says so', async () => {
    const { read, store, scope } = await openQuestion(cannotCheck);
    const other = { id: 123, transactions: [{ id: 1, delivery_token: 'of another phone' }] };
    await store.write((tx) => applyBundles(tx, scope, [other]));
    await press('button', 'It is there');
    await type('Number in the service', '123');
    await press('button', 'Yes, it is there');
    expect(screen.getByText(/Another record already has this number\./)).toBeTruthy();
    expect(await read()).toMatchObject({ state: 'needs_person' });
  });
});

it('shows an ambiguous record next to that of the service, and does what the person decides', async () => {
  const test = await createTestRuntime();
  const question = {
    kind: 'is_it_there',
    candidates: [{ id: 555, amount: 2000, currency: 'EUR', date: '2026-11-14T14:24:00Z', contactId: null }],
  } as const;
  const id = await put(test, { who: 'Nadia Kone' }, 'needs_person', {
    kind: 'question',
    question: { ...question, candidates: [...question.candidates] },
  });
  open(test.runtime);
  await screen.findByRole('button', { name: 'Decide' });
  await press('button', 'Decide');
  expect(screen.getByText('In the service')).toBeTruthy();
  expect(screen.getByText('Number 555')).toBeTruthy();
  await screen.findByRole('button', { name: 'Yes, this is the one' });
  await press('button', 'Yes, this is the one');
  expect(await getOutboxRow(test.store, test.scope, id)).toMatchObject({ state: 'acked', serverId: 555 });
  expect(await screen.findByText('1 sent · €20.00')).toBeTruthy();
});

it('shows a question again with a message if the decision is not stored', async () => {
  const test = await createTestRuntime();
  const id = await put(test, { who: 'Nadia Kone' }, 'needs_person', {
    kind: 'question',
    question: { kind: 'is_it_there', candidates: [] },
  });
  const store = {
    ...test.store,
    write: () => Promise.reject(new StoreError('full', 'The disk is full.')),
  };
  open({ ...test.runtime, store });
  await screen.findByRole('button', { name: 'Decide' });
  await press('button', 'Decide');
  await screen.findByRole('button', { name: 'Send again' });
  await press('button', 'Send again');
  expect(await screen.findByText(/out of storage/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
  expect(await getOutboxRow(test.store, test.scope, id)).toMatchObject({ state: 'needs_person' });
});

it.each([
  ['No, it is the same payment', 'cancelled', []],
  ['Yes, record mine as a gift of its own', 'replaced', [2_000]],
])('asks about a promise that another phone marked as paid before: %s', async (answer, state, amounts) => {
  const test = await createTestRuntime();
  const { runtime, store, scope } = test;
  const promised = {
    id: 1,
    amount: 2_000,
    currency: 'eur',
    payment_method_kind: 'transfer',
    unpaid_amount: 2_000,
    payment_method: { promised: true },
    delivery_token: 'of-another-phone',
  };
  await store.write((tx) => applyBundles(tx, scope, [{ id: 123, transactions: [promised] }]));
  const payment = {
    rowId: 'payment-1',
    amount: 2_000,
    method: 'cash',
    details: {},
    rest: { id: 'rest-1', callBack: null },
  };
  await store.write((tx) =>
    applyTransactionStatuses(tx, scope, [{ id: 1, name: 'Paid', kind: 'valid', archived: false }])
  );
  expect(await payPromise(runtime, { id: '123', who: 'Nadia Kone' }, payment)).toBe('saved');
  await store.write(async (tx) => {
    await claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'test' });
    const problem: RowProblem = { kind: 'refused', refusal: { status: 409, code: 'already_paid' } };
    const move = { id: 'payment-1', from: 'sending', to: 'parked', owner: 'test', now: saturday } as const;
    await applyTransition(tx, { ...move, patch: { problem } });
  });
  open(runtime);
  await screen.findByText(/another phone marked this promise as paid before/);
  await press('button', 'Decide');
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  await press('button', answer);
  expect(await getOutboxRow(store, scope, 'payment-1')).toMatchObject({ state });
  const { entries } = await readMyCash(store, scope);
  expect(entries.map(({ amount }) => amount)).toEqual(amounts);
});
