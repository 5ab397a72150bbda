import { removeCallBack, setCallBack } from '@/db/callBacks';
import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { getCaptureId, getGift, getPromise, recountCapture, type OpenPromise } from '@/db/gifts';
import { enqueue } from '@/db/outbox/outbox';
import { type BundleView } from '@/db/outbox/pendingBundles';
import { giveReceipt } from '@/db/receipts';
import { getPaymentStatuses, listTransactionStatuses } from '@/db/statuses';
import { type Transaction } from '@/db/store';
import { makeExternalId, timestampWithOffset } from '@/domain/bundle';
import { type BundleChange } from '@/domain/bundleChange';
import { detailsOf, type PaymentDetails } from '@/domain/paymentDetails';
import { promiseDetails, restOf, withoutPromise } from '@/domain/promise';
import { isReceived } from '@/domain/moneyParts';
import { correctionRow } from '@/features/shared/correctionRow';
import { type Runtime } from '@/features/shared/runtime';
import { whyNotSaved } from '@/features/shared/forms/saveRow';

import { paidItems, restRow } from './rest';

/**
 * `gone`: it is no promise any more, e.g. because another phone marked it as paid. `no_status`: the office gave it a status of
 * unpaid money, and the space has no other one. Nothing is written then.
 */
export type PromiseResult = 'saved' | 'full' | 'failed' | 'gone' | 'no_status';

type Context = Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>;

/** What was paid, and how. The ids are made when the form opens: a second press is the same payment. */
export interface Payment {
  rowId: string;
  amount: number;
  method: string;
  details: PaymentDetails;
  /** What is left of a promise that is paid in part is a promise of its own. */
  rest: { id: string; callBack: string | null };
}

/** The gift of a promise, in the transaction that changes it. */
type Found = { view: BundleView; promise: OpenPromise; captureId: string };

/**
 * Marks a promise as paid: from now on it counts, dated and in the shift of this time, with a receipt of this phone. Paid in
 * part, it becomes a gift of that part, and the rest a new promise.
 */
export async function payPromise(
  context: Context & Pick<Runtime, 'receipts' | 'random'>,
  { id, who }: { id: string; who: string | null },
  payment: Payment
): Promise<PromiseResult> {
  const { scope, receipts, random } = context;
  const at = context.now();
  const date = timestampWithOffset(at, -new Date(at).getTimezoneOffset());
  // Before the transaction, which the screens wait for. Without the key the payment is saved without a receipt.
  const signer = await receipts.signer().catch(() => null);
  return change(context, { id, who, at, rowId: payment.rowId }, async (tx, { view, promise, captureId }) => {
    const { place } = promise;
    const promised = view.bundle.transactions[place] ?? {};
    const { amount = 0, unpaid_amount: unpaid = 0, currency = '', status_id, payment_method } = promised;
    const kinds = new Map((await listTransactionStatuses(tx, scope)).map((each) => [each.id, each.kind]));
    const isPaidStatus = isReceived(kinds.get(status_id ?? -1));
    const { paid, unpaid: statusId } = await getPaymentStatuses(tx, scope);
    if (!isPaidStatus && paid === null) return 'no_status';
    const details = detailsOf(payment.method, { ...withoutPromise(payment_method), ...payment.details });
    const left = Math.max(0, unpaid - payment.amount);
    const receipt =
      signer &&
      (await giveReceipt(tx, scope, signer, {
        rowId: payment.rowId,
        captureId,
        amount: unpaid - left,
        currency,
        method: payment.method,
        takenAt: at,
      }));
    const items = paidItems(view.bundle, place, left);
    return {
      update: {
        id: 0,
        transactions: [
          {
            at: place,
            date,
            payment_method_kind: payment.method,
            payment_method: details ?? {},
            unpaid_amount: 0,
            ...(left === 0 ? {} : { amount: amount - left }),
            ...(isPaidStatus ? {} : { status_id: paid ?? undefined }),
          },
        ],
        ...(items.memberships.length === 0 ? {} : { memberships: items.memberships }),
        donations: items.donations.map((item) => ({ ...item, date })),
        ...(receipt === null ? {} : { receipt }),
      },
      after: async () => {
        await removeCallBack(tx, scope, captureId);
        // Refused, because another phone was first, it may become a gift of its own: a count finds it by this key.
        await insertFixedRecord(tx, scope, { id: payment.rowId, replacedBy: captureId });
        await recountCapture(tx, scope, captureId, { now: at, who, isPaidNow: true });
        if (left === 0) return;
        const { id: restId, callBack } = payment.rest;
        const externalId = makeExternalId(random);
        const rest = { id: restId, externalId, amount: left, callBack, of: payment.rowId, statusId };
        await enqueue(tx, scope, restRow(view.bundle, place, rest, who), at);
        await setCallBack(tx, scope, { id: restId, day: callBack, now: at });
      },
    };
  });
}

/** Moves the day to call back; null is none. */
export function movePromise(
  context: Context,
  { id, who }: { id: string; who: string | null },
  callBack: string | null
): Promise<PromiseResult> {
  const at = context.now();
  const rowId = context.newId();
  return change(context, { id, who, at, rowId }, (tx, { view, promise: { place }, captureId }) => {
    const payment = view.bundle.transactions[place] ?? {};
    const details = withoutPromise(payment.payment_method);
    const moved = promiseDetails({ callBack }, restOf(payment));
    return Promise.resolve({
      update: {
        id: 0,
        transactions: [{ at: place, payment_method: { ...details, ...moved } }],
      },
      after: () => setCallBack(tx, context.scope, { id: captureId, day: callBack, now: at }),
    });
  });
}

/** One transaction decides and writes: two presses, or two phones, pay a promise once. */
async function change(
  { store, scope }: Context,
  { id, who, at, rowId }: { id: string; who: string | null; at: number; rowId: string },
  make: (
    tx: Transaction,
    found: Found
  ) => Promise<{ update: BundleChange; after: () => Promise<void> } | 'no_status'>
): Promise<PromiseResult> {
  try {
    return await store.write(async (tx): Promise<PromiseResult> => {
      const view = await getGift(tx, scope, id);
      const promise = view && (await getPromise(tx, scope, view));
      if (!view || !promise) return 'gone';
      const captureId = (await getCaptureId(tx, scope, view)) ?? id;
      const made = await make(tx, { view, promise, captureId });
      if (made === 'no_status') return made;
      const { entity, bundle } = view;
      const row = correctionRow({ id: rowId, entity, seen: bundle, update: made.update, who: who ?? '' });
      await enqueue(tx, scope, row, at);
      await made.after();
      return 'saved';
    });
  } catch (failure) {
    return whyNotSaved(failure);
  }
}
