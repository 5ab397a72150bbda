import { removeCallBack, setCallBack } from '@/db/callBacks';
import { getCaptureId, getGift, getPromise, recountCapture, type OpenPromise } from '@/db/gifts';
import { enqueue } from '@/db/outbox/outbox';
import { type BundleView } from '@/db/outbox/pendingBundles';
import { getPaymentStatuses } from '@/db/promises';
import { listTransactionStatuses } from '@/db/statuses';
import { type Transaction } from '@/db/store';
import { timestampWithOffset } from '@/domain/bundle';
import { type BundleChange } from '@/domain/bundleChange';
import { detailsOf, type PaymentDetails } from '@/domain/paymentDetails';
import { promiseDetails, withoutPromise } from '@/domain/promise';
import { isReceived } from '@/domain/received';
import { correctionRow } from '@/features/shared/correctionRow';
import { type Runtime } from '@/features/shared/runtime';
import { whyNotSaved } from '@/features/shared/saveRow';

/**
 * `gone`: it is no promise any more, e.g. because another phone marked it as paid. `no_status`: the office gave it a status of
 * unpaid money, and the space has no other one. Nothing is written then.
 */
export type PromiseResult = 'saved' | 'full' | 'failed' | 'gone' | 'no_status';

type Context = Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>;

/** What was paid, and how. */
export interface Payment {
  amount: number;
  method: string;
  details: PaymentDetails;
}

/** The gift of a promise, in the transaction that changes it. */
type Found = { view: BundleView; promise: OpenPromise; captureId: string };

/**
 * Marks a promise as paid: from now on it counts, dated and in the shift of this time. What is missing of it stays unpaid
 * and is not expected any more.
 */
export function payPromise(
  context: Context,
  { id, who }: { id: string; who: string | null },
  payment: Payment
): Promise<PromiseResult> {
  const at = context.now();
  const date = timestampWithOffset(at, -new Date(at).getTimezoneOffset());
  return change(context, { id, who, at }, async (tx, { view, promise, captureId }) => {
    const { transactions, donations } = view.bundle;
    const { place } = promise;
    const {
      amount = 0,
      reimbursed_amount: returned = 0,
      status_id,
      payment_method,
    } = transactions[place] ?? {};
    const kinds = new Map(
      (await listTransactionStatuses(tx, context.scope)).map((each) => [each.id, each.kind])
    );
    const isPaidStatus = isReceived(kinds.get(status_id ?? -1));
    const { paid } = await getPaymentStatuses(tx, context.scope);
    if (!isPaidStatus && paid === null) return 'no_status';
    const details = detailsOf(payment.method, { ...withoutPromise(payment_method), ...payment.details });
    return {
      update: {
        id: 0,
        transactions: [
          {
            at: place,
            date,
            payment_method_kind: payment.method,
            payment_method: details ?? {},
            unpaid_amount: amount - returned - payment.amount,
            ...(isPaidStatus ? {} : { status_id: paid ?? undefined }),
          },
        ],
        donations: donations.map((_, each) => ({ at: each, date })),
      },
      after: async () => {
        await removeCallBack(tx, context.scope, captureId);
        await recountCapture(tx, context.scope, captureId, { now: at, who, isPaidNow: true });
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
  return change(context, { id, who, at }, (tx, { view, promise: { place }, captureId }) => {
    const details = withoutPromise(view.bundle.transactions[place]?.payment_method);
    return Promise.resolve({
      update: {
        id: 0,
        transactions: [{ at: place, payment_method: { ...details, ...promiseDetails({ callBack }) } }],
      },
      after: () => setCallBack(tx, context.scope, { id: captureId, day: callBack, now: at }),
    });
  });
}

/** One transaction decides and writes: two presses, or two phones, pay a promise once. */
async function change(
  { store, scope, newId }: Context,
  { id, who, at }: { id: string; who: string | null; at: number },
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
      const row = correctionRow({ id: newId(), entity, seen: bundle, update: made.update, who: who ?? '' });
      await enqueue(tx, scope, row, at);
      await made.after();
      return 'saved';
    });
  } catch (failure) {
    return whyNotSaved(failure);
  }
}
