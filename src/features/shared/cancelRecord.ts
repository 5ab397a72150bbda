import { removeCallBack, setCallBack } from '@/db/callBacks';
import { keyOfFix, removeDraft } from '@/db/drafts';
import {
  getCancelStatus,
  getCaptureId,
  getCountedAt,
  getGift,
  getNameOfCapture,
  getPromise,
  getShiftOfCapture,
  isGiftCancelled,
  recountCapture,
  uncountCapture,
} from '@/db/gifts';
import { cancelRow, enqueue, getOutboxRow, type OutboxRow } from '@/db/outbox/outbox';
import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { listPromises } from '@/db/promises';
import { type Scope } from '@/db/scopes';
import { type Transaction } from '@/db/store';
import { timestampWithOffset } from '@/domain/bundle';
import { readFrozenChange } from '@/domain/bundleChange';
import { entityOf, idIn } from '@/domain/entity';
import { type CancelReason } from '@/domain/outbox';
import { isPaidTwice } from '@/domain/outcome';
import { paysPromise, promiseIn, restOf, withoutPromise } from '@/domain/promise';

import { correctionRow } from './correctionRow';
import { undoDoorOfGift } from './giftVisit';
import { type Runtime } from './runtime';

/**
 * `cancelled`: it will never be sent. `correcting`: it may be at the service, and a correction cancels it there. `counted`:
 * its shift is closed. `too_late`: it is being sent, and cannot be cancelled there.
 */
export type CancelResult = 'cancelled' | 'correcting' | 'counted' | 'too_late';

interface Cancellation {
  reason: CancelReason;
  /** What the office reads in the note of the payment. */
  note: string;
}

type Context = Pick<Runtime, 'store' | 'scope' | 'now' | 'newId'>;

/**
 * Takes a record of this phone back, by the id of its row. What certainly did not arrive ends on the phone; a gift that may
 * have arrived is cancelled by a correction, which is sent after it. One transaction decides and writes: a row that is being
 * sent at this moment is never taken for one that was not.
 */
export async function cancelRecord(
  context: Context,
  id: string,
  cancellation: Cancellation
): Promise<CancelResult> {
  const { store, scope, now } = context;
  const at = now();
  return store.write(async (tx): Promise<CancelResult> => {
    const row = await getOutboxRow(tx, scope, id);
    if (row === null || row.kind === 'bundle_create')
      return cancelGift(tx, { ...context, at }, { id, row }, cancellation);
    const giftId = await findCaptureChangedBy(tx, scope, row);
    const isCounted = giftId !== null && (await getShiftOfCapture(tx, scope, giftId)) === 'counted';
    // What another person received is in no count of this one, whatever the count says.
    if (isCounted && !isPaidTwice(row)) return 'counted';
    const end = () => cancelRow(tx, scope, row, { reason: cancellation.reason, now: at });
    return (await endChange(tx, { ...context, at }, row, end)) ? 'cancelled' : 'too_late';
  });
}

/** Ends a change that is not at the service, and counts its gift without it. False if it did not end: nothing is written. */
export async function endChange(
  tx: Transaction,
  { scope, newId, at }: Pick<Context, 'scope' | 'newId'> & { at: number },
  row: OutboxRow,
  end: () => Promise<boolean>
): Promise<boolean> {
  const restId = await findOpenRest(tx, scope, row);
  const captureId = await findCaptureChangedBy(tx, scope, row);
  const view = captureId === null ? null : await getGift(tx, scope, captureId);
  const countsAgain =
    view !== null &&
    ((await isGiftCancelled(tx, scope, view)) || (await getPromise(tx, scope, view)) !== null);
  if (!(await end())) return false;
  if (captureId === null) return true;
  // A service may not return that it is a promise.
  if (isPayment(row)) await setCallBack(tx, scope, { id: captureId, day: callBackBefore(row), now: at });
  if (isPaidTwice(row)) await uncountCapture(tx, scope, captureId);
  else await recountCapture(tx, scope, captureId, { now: at, countsAgain });
  if (restId === null) return true;
  // The promise is open again with all of it, and its rest would be promised twice.
  const rest = { id: restId, row: await getOutboxRow(tx, scope, restId) };
  await cancelGift(tx, { scope, newId, at }, rest, { reason: 'mistake', note: '' });
  return true;
}

/** The id under which the day counts the gift that a row changes; null if it changes none. */
export async function findCaptureChangedBy(
  tx: Transaction,
  scope: Scope,
  row: OutboxRow
): Promise<string | null> {
  if (row.kind !== 'bundle_update') return null;
  const giftId = idIn(row.entity);
  const view = await getGift(tx, scope, giftId);
  return view && ((await getCaptureId(tx, scope, view)) ?? giftId);
}

/** The promise of what the payment in a row left open, by the id of its row; null if it is none or is paid too. */
async function findOpenRest(tx: Transaction, scope: Scope, row: OutboxRow): Promise<string | null> {
  if (!isPayment(row)) return null;
  for (const promise of await listPromises(tx, scope)) {
    const payment = promise.view.bundle.transactions[promise.place];
    if (payment && restOf(payment) === row.id) return getCaptureId(tx, scope, promise.view);
  }
  return null;
}

const isPayment = ({ kind, body, base }: OutboxRow): boolean =>
  kind === 'bundle_update' && paysPromise(readFrozenChange(body) ?? {}, base);

/** The day to call back of the promise that a payment has paid. */
function callBackBefore({ base }: OutboxRow): string | null {
  const { transactions = [] }: Partial<ShownBundle> = Object(base);
  return transactions.map((each) => promiseIn(each)?.callBack ?? null).find((day) => day !== null) ?? null;
}

async function cancelGift(
  tx: Transaction,
  { scope, newId, at }: Pick<Context, 'scope' | 'newId'> & { at: number },
  { id, row }: { id: string; row: OutboxRow | null },
  cancellation: Cancellation
): Promise<CancelResult> {
  if ((await getCountedAt(tx, scope, id)) !== null) return 'counted';
  if (row !== null && (await cancelRow(tx, scope, row, { reason: cancellation.reason, now: at }))) {
    await uncountCapture(tx, scope, id);
    await removeCallBack(tx, scope, id);
    await removeDraft(tx, scope, keyOfFix(id));
    if (wasMistake(cancellation)) await undoDoorOfGift(tx, scope, { id, now: at });
    return 'cancelled';
  }
  // What waits for a refused record is never sent.
  const isKnown = row === null || !['cancelled', 'replaced', 'needs_person', 'parked'].includes(row.state);
  const view = isKnown ? await getGift(tx, scope, id) : null;
  if (view === null) return 'too_late';
  const statusId = await getCancelStatus(tx, scope);
  const { transactions } = view.bundle;
  const promise = await getPromise(tx, scope, view);
  const update = {
    id: 0,
    transactions: transactions.map(
      ({ amount = 0, reimbursed_amount: returned = 0, comment = '', payment_method: details }, place) => ({
        at: place,
        // Without a status for it, unpaid and not promised is what a cancelled payment is.
        ...(promise?.place === place && { payment_method: withoutPromise(details) }),
        ...(statusId === null ? { unpaid_amount: amount - returned } : { status_id: statusId }),
        ...(cancellation.note !== '' && {
          comment: [comment, cancellation.note].filter(Boolean).join('\n'),
          comment_date: timestampWithOffset(at, -new Date(at).getTimezoneOffset()),
        }),
      })
    ),
  };
  const correction = correctionRow({
    id: newId(),
    entity: entityOf('bundle', id),
    seen: view.bundle,
    update,
    who: row?.who ?? (await getNameOfCapture(tx, scope, id)) ?? '',
  });
  await enqueue(tx, scope, correction, at);
  const captureId = (await getCaptureId(tx, scope, view)) ?? id;
  await uncountCapture(tx, scope, captureId);
  await removeCallBack(tx, scope, captureId);
  await removeDraft(tx, scope, keyOfFix(id));
  if (wasMistake(cancellation)) await undoDoorOfGift(tx, scope, { id: captureId, now: at });
  return 'correcting';
}

/** There was no gift; of every other reason the person was there and talked. */
const wasMistake = ({ reason }: Cancellation) => reason === 'undone' || reason === 'mistake';
