import type { BundleCreate } from '@/contract/bundle';
import { countForBoard } from '@/db/board';
import { listDayEntries } from '@/db/dayTotals';
import { setFact } from '@/db/facts';
import { applyBundles } from '@/db/ledger/bundles';
import { claimNext } from '@/db/outbox/claims';
import {
  applyTransition,
  countOutbox,
  deleteConfirmed,
  getOutboxRow,
  listOutbox,
  markConfirmed,
  renameEntity,
} from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { listPromises } from '@/db/promises';
import { listReceipts } from '@/db/receipts';
import { applyTransactionStatuses } from '@/db/statuses';
import { readMyCash } from '@/db/cash/myCash';
import type { BundleChange } from '@/domain/bundleChange';
import { cashInHand } from '@/domain/cash/cashChain';
import { dayOf } from '@/domain/day';
import { encodeBytes } from '@/domain/signedText';
import { outboxTotals } from '@/domain/outboxTotals';
import { assemble } from '@/features/capture/assemble';
import type { Draft } from '@/features/capture/draft';
import { saveCapture } from '@/features/capture/mutations';
import { ledgerQueries } from '@/features/ledger/queries';

import { demoCatalogue, draftOf, openedCapture } from '../capture/catalogue';
import { createTestRuntime, saturday } from '../support/runtime';

export const paris = {
  now: saturday,
  offsetMinutesAt: () => 60,
  locale: 'en-GB',
  nameOfNumber: (id: number) => `No. ${id}`,
};
const statuses = [
  { id: 1, name: 'Paid', kind: 'valid', archived: false },
  { id: 2, name: 'Unpaid', kind: 'unpaid', archived: false },
];
const cancelStatus = { id: 9, name: 'Cancelled', kind: 'cancel', archived: false };
export const day = 86_400_000;
export const id = 'capture-1';
export const inCash = {
  rowId: 'payment-1',
  amount: 2_000,
  method: 'cash',
  details: {},
  rest: { id: 'rest-1', callBack: '2026-12-24' },
};
export const who = 'Jeanne';

/** A promise of €20 with a day to call back, and the ways it can go from there. */
export async function savedPromise({
  dropsDetails = false,
  dropsMarkers = false,
  dropsToken = false,
  cancels = true,
} = {}) {
  const test = await createTestRuntime();
  const { runtime, store, scope, fakes } = test;
  await store.write(async (tx) => {
    await applyTransactionStatuses(tx, scope, cancels ? [...statuses, cancelStatus] : statuses);
    const signer = await runtime.receipts.ensureSigner();
    const publicKey = encodeBytes(signer.publicKey);
    await setFact(tx, scope, 'receipt_book', { key: 'book', publicKey, number: 4 });
  });
  const save = (draft: Draft) =>
    saveCapture(runtime, {
      capture: assemble(draft, demoCatalogue, paris).capture,
      opened: openedCapture(draft),
      draft,
      draftKey: 'capture:new:a',
      who,
    });
  expect(await save(draftOf({ promise: { callBack: '2026-11-21' } }))).toEqual({ kind: 'saved' });
  /** The service has it as bundle 5, and a pull has downloaded it: its row is deleted once it is confirmed. */
  const arrive = async ({ isConfirmed = true } = {}) => {
    const row = (await getOutboxRow(store, scope, id))!;
    const { transactions, donations = [] } = sentData<BundleCreate>(row);
    await store.write(async (tx) => {
      await claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'engine' });
      const patch = { serverId: 5, ackedAt: saturday };
      await applyTransition(tx, { id, from: 'sending', to: 'acked', owner: 'engine', now: saturday, patch });
      await renameEntity(tx, scope, `bundle:${id}`, 'bundle:5');
      await applyBundles(tx, scope, [
        {
          id: 5,
          transactions: transactions.map(({ payment_method: details, ...each }) => ({
            ...each,
            id: 50,
            ...(dropsDetails ? {} : { payment_method: details }),
            ...(dropsToken || dropsMarkers ? { delivery_token: undefined } : {}),
            ...(dropsMarkers ? { external_transaction_id: undefined } : {}),
          })),
          memberships: [],
          donations: donations.map((each) => ({ ...each, id: 60 })),
        },
      ]);
      if (!isConfirmed) return;
      await markConfirmed(tx, scope, [id], saturday);
      await deleteConfirmed(tx, scope);
    });
  };
  const list = async () =>
    (await listPromises(store, scope)).map(({ amount, callBack, isOnlyHere }) => ({
      amount,
      callBack,
      isOnlyHere,
    }));
  /** What every total of money counts. */
  const counted = async (time = fakes.now) => {
    const { entries, chain } = await readMyCash(store, scope);
    const sums = await ledgerQueries.sums(runtime, {}).queryFn();
    const board = await countForBoard(store, scope, time);
    return {
      today: (await listDayEntries(store, scope, dayOf(time))).map((entry) => [
        entry.amount,
        entry.paymentMethodKind,
      ]),
      cash: cashInHand(entries, chain)[0]?.amount ?? 0,
      ledger: sums.reduce((sum, { received }) => sum + received, 0),
      board: board.taken.reduce((sum, { amount }) => sum + amount, 0),
      unsent: board.unsent.sums.length + outboxTotals(await countOutbox(store, scope)).unsent.sums.length,
      receipts: (await listReceipts(store, scope)).length,
    };
  };
  const lastChange = async () => sentData<BundleChange>((await listOutbox(store, scope)).at(-1)!);
  return { ...test, save, arrive, list, counted, lastChange };
}
