import { type BundleCreate } from '@/contract/bundle';
import { readMyCash } from '@/db/cash/myCash';
import { getOpenShift } from '@/db/cash/shifts';
import { setFact } from '@/db/facts';
import { applyBundles } from '@/db/ledger/bundles';
import { applyTransition, enqueue, getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { listPromises } from '@/db/promises';
import { listReceipts } from '@/db/receipts';
import { applyTransactionStatuses } from '@/db/statuses';
import { type RowProblem } from '@/domain/outcome';
import { readReceipt } from '@/domain/receipt';
import { encodeBytes } from '@/domain/signedText';
import { recordPaymentAsGift } from '@/features/outbox/paidTwice';
import { payPromise } from '@/features/promises/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';

import { savedGift } from '../capture/savedGift';
import { saturday } from '../support/runtime';

const rowId = 'payment-1';

/** A promise of €20 of which €15 was paid here with a receipt, after another phone had marked it as paid. */
async function refusedPayment() {
  const test = await savedGift({ promise: { callBack: '2026-11-21' } });
  const { runtime, store, scope, id, arrive, claim } = test;
  await store.write(async (tx) => {
    await applyTransactionStatuses(tx, scope, [{ id: 1, name: 'Paid', kind: 'valid', archived: false }]);
    const publicKey = encodeBytes((await runtime.receipts.ensureSigner()).publicKey);
    await setFact(tx, scope, 'receipt_book', { key: 'book', publicKey, number: 4 });
  });
  await arrive();
  const rest = { id: 'rest-1', callBack: null };
  const payment = { rowId, amount: 1_500, method: 'cash', details: {}, rest };
  expect(await payPromise(runtime, { id, who: 'Jeanne' }, payment)).toBe('saved');
  await claim();
  const problem: RowProblem = { kind: 'refused', refusal: { status: 409, code: 'already_paid' } };
  const move = { id: rowId, from: 'sending', to: 'parked', owner: 'engine', now: saturday } as const;
  await store.write((tx) => applyTransition(tx, { ...move, patch: { problem } }));
  return test;
}

it('becomes a gift with the receipt that was given, in the shift that was counted, and promises no rest', async () => {
  const { runtime, store, scope, closeShift, taken } = await refusedPayment();
  await closeShift();
  expect(await recordPaymentAsGift(runtime, { id: rowId }, 'Paid twice')).toBe(true);
  const gift = (await listOutbox(store, scope)).find(
    ({ kind, amount }) => kind === 'bundle_create' && amount === 1_500
  )!;
  const { transactions, donations, receipt } = sentData<BundleCreate>(gift);
  expect(transactions).toMatchObject([
    { amount: 1_500, payment_method_kind: 'cash', delivery_token: gift.id, comment: 'Paid twice' },
  ]);
  expect(transactions[0]).not.toHaveProperty('unpaid_amount');
  expect(donations).toMatchObject([{ amount: 1_500 }]);
  expect(readReceipt(receipt ?? '')?.facts).toMatchObject({ number: 1, amount: 1_500, method: 'cash' });
  expect(await listReceipts(store, scope)).toMatchObject([{ number: 1, rowId: gift.id, isVoid: false }]);
  expect(await taken()).toEqual([[1_500, 'cash']]);
  // It is in the shift that was counted, and begins no other one.
  expect(await readMyCash(store, scope)).toMatchObject({ shift: null, entries: [] });
  expect((await listPromises(store, scope)).map(({ amount }) => amount)).not.toContain(500);
  expect(await getOutboxRow(store, scope, rowId)).toMatchObject({ state: 'replaced', replacedBy: gift.id });
});

it('that was counted long ago begins no other shift', async () => {
  const { runtime, store, scope, id } = await refusedPayment();
  const made_at = new Date(saturday).toISOString();
  const count = {
    id: 'count-1',
    kind: 'cash_record',
    entity: 'cash:count-1',
    body: JSON.stringify({ data: { cash_record: { made_at, records: [{ key: id }] } } }),
    bodyVersion: 1,
  } as const;
  await store.write(async (tx) => {
    await enqueue(tx, scope, count, saturday);
    // Retention deletes the entries of shifts that were counted.
    await tx.run('DELETE FROM day_entries');
    await tx.run('UPDATE shifts SET ended_at = ?', [saturday]);
  });
  expect(await recordPaymentAsGift(runtime, { id: rowId }, 'Paid twice')).toBe(true);
  expect(await getOpenShift(store, scope)).toBeNull();
});

it('that was the same payment ends after its shift was counted too, and its receipt is void', async () => {
  const { runtime, store, scope, closeShift, taken } = await refusedPayment();
  await closeShift();
  expect(await cancelRecord(runtime, rowId, { reason: 'twice', note: '' })).toBe('cancelled');
  expect(await taken()).toEqual([]);
  expect(await listReceipts(store, scope)).toMatchObject([{ number: 1, isVoid: true }]);
});

it('that was the same payment leaves no cash here once the phone shows who received it', async () => {
  const { runtime, store, scope, id, taken } = await refusedPayment();
  const received = {
    id: 50,
    amount: 2_000,
    currency: 'eur',
    payment_method_kind: 'cash',
    delivery_token: id,
  };
  await store.write((tx) => applyBundles(tx, scope, [{ id: 5, created_by: 99, transactions: [received] }]));
  expect(await cancelRecord(runtime, rowId, { reason: 'twice', note: '' })).toBe('cancelled');
  expect(await taken()).toEqual([]);
});
