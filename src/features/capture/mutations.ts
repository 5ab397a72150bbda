import type { AnswersCreate } from '@/contract/answers';
import type { BundleCreate } from '@/contract/bundle';
import { removeCallBack, setCallBack } from '@/db/callBacks';
import { type DayEntry, insertDayEntry, removeDayEntry } from '@/db/dayTotals';
import { removeDraft } from '@/db/drafts';
import { StoreError, type StoreProblem } from '@/db/errors';
import { getFact, setFact } from '@/db/facts';
import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { getCaptureId, getCountedAt, getGift, getPromise, recountCapture } from '@/db/gifts';
import {
  enqueue,
  getOutboxRow,
  isCertainlyAbsent,
  type NewOutboxRow,
  type OutboxRow,
  replaceRow,
} from '@/db/outbox/outbox';
import { addRecentPeople } from '@/db/recentPeople';
import { listPendingOf, sentData } from '@/db/outbox/pending';
import { getVersionToReplace } from '@/db/outbox/pendingBundles';
import { getPaymentStatuses } from '@/db/statuses';
import { giveReceipt } from '@/db/receipts';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { type Capture, captureTotal, freezeBundle, makeExternalId } from '@/domain/bundle';
import { additionsOf } from '@/domain/additions';
import { type BundleChange } from '@/domain/bundleChange';
import { entityOf } from '@/domain/entity';
import { dayOf } from '@/domain/day';
import { canMove } from '@/domain/outbox';
import type { DeviceSigner } from '@/domain/signedText';
import { isSameJson } from '@/domain/sameJson';
import { giftAnswersRow } from '@/features/shared/answersRow';
import { correctionRow } from '@/features/shared/correctionRow';
import { markDoorOfGift } from '@/features/shared/giftVisit';
import type { Runtime } from '@/features/shared/runtime';

import { changesOf } from './changes';
import type { Draft } from './draft';
import { lastUsedKey } from './openForm';

export type SaveResult =
  | { kind: 'saved' }
  /** Nothing was written; the draft is still there. */
  | { kind: 'not_saved'; problem: StoreProblem }
  /** The record to replace cannot be changed any more. */
  | { kind: 'not_fixable' }
  /** The record is in a shift that was counted: only a manager corrects it. */
  | { kind: 'counted'; at: number }
  /** It has less than the record at the service, from which a correction removes nothing. */
  | { kind: 'cannot_remove' }
  /** An earlier version is saved, and may be at the service already. */
  | { kind: 'on_its_way' };

interface Filled {
  capture: Capture;
  draft: Draft;
  draftKey: string;
  /** The name shown in lists. */
  who: string | null;
  /** What the payer answered, who is no contact yet. */
  asked?: Pick<AnswersCreate, 'answers' | 'action_id'>;
  /** Of another version of a saved record: what the form would have saved unchanged. */
  opened?: Capture | null;
  /** Managers correct records of every shift. */
  canCorrectAll?: boolean;
}

/** `signer` is null where no receipt can be given. */
type Signed = Filled & { signer: DeviceSigner | null };

const BODY_VERSION = 1;

/**
 * Saves a capture in one transaction: its outbox row, its receipt, its day entry, the visit of its door, the last used
 * values, and the deletion of the draft. `saved` is on disk.
 */
export async function saveCapture(runtime: Runtime, form: Filled): Promise<SaveResult> {
  const { store, scope } = runtime;
  // Before the transaction, which the screens wait for. Without the key the record is saved without a receipt.
  const signer = await runtime.receipts.signer().catch(() => null);
  try {
    return await store.write(async (tx): Promise<SaveResult> => {
      const earlier = await getOutboxRow(tx, scope, form.capture.id);
      const isSame = earlier !== null && isSameRecord(form.capture, earlier);
      const result = isSame
        ? { kind: 'saved' as const }
        : await saveNew(tx, runtime, { ...form, signer }, earlier);
      if (isSame) await saveAnswers(tx, runtime, form);
      // What can never be saved is no unfinished gift.
      if (result.kind === 'saved' || result.kind === 'counted') await removeDraft(tx, scope, form.draftKey);
      return result;
    });
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure;
    return { kind: 'not_saved', problem: failure.kind };
  }
}

/** How much later a second tap is. */
const secondTapMs = 60_000;

/** Whether the row on disk is this capture: a second tap has only a later time, and no receipt of its own. */
function isSameRecord(capture: Capture, row: OutboxRow): boolean {
  if (row.kind !== 'bundle_create') return true;
  const { transactions, receipt } = sentData<BundleCreate>(row);
  const takenAt = transactions[0]?.date ?? '';
  const isSoonAfter = Math.abs(Date.parse(capture.takenAt) - Date.parse(takenAt)) < secondTapMs;
  const statusId = transactions[0]?.status_id;
  return isSoonAfter && freezeBundle({ ...capture, takenAt, statusId }, receipt ?? null) === row.body;
}

/**
 * `earlier` is on disk under the id of this capture, although its save was reported as failed, and has other content: the
 * capture gets an id of its own and replaces it. Where the earlier one is on its way, nothing is saved.
 */
async function saveNew(
  tx: Transaction,
  runtime: Runtime,
  form: Signed,
  earlier: OutboxRow | null
): Promise<SaveResult> {
  const { scope } = runtime;
  const now = runtime.now();
  const renamed = { id: runtime.newId(), externalId: makeExternalId(runtime.random) };
  const filled = earlier === null ? form : { ...form, capture: { ...form.capture, ...renamed } };
  const { replaces } = form.draft;
  let shiftId: string | null = null;
  let isCounted = false;
  if (earlier !== null) {
    const replaced =
      (await isUpToDate(tx, scope, earlier, form.draft)) &&
      (await replaceAndUncount(tx, scope, earlier, filled, now));
    if (!replaced) return { kind: 'on_its_way' };
    ({ shiftId } = replaced);
  } else if (replaces !== null) {
    const before = await getOutboxRow(tx, scope, replaces);
    if (before?.state === 'cancelled' || before?.state === 'replaced' || before?.state === 'needs_person')
      return { kind: 'not_fixable' };
    const at = await getCountedAt(tx, scope, replaces);
    isCounted = at !== null;
    if (at !== null && before?.state !== 'parked' && form.canCorrectAll !== true)
      return { kind: 'counted', at };
    const isShown = before !== null && (await isUpToDate(tx, scope, before, form.draft));
    if (before?.state === 'parked' && !isShown) return { kind: 'not_fixable' };
    const replaced =
      isShown &&
      (await isReplaceable(tx, scope, before)) &&
      (await replaceAndUncount(tx, scope, before, filled, now));
    if (!replaced) return correct(tx, runtime, filled, replaces);
    ({ shiftId } = replaced);
  } else {
    await enqueue(tx, scope, await toRow(tx, scope, filled), now);
    const { id, takenAt } = filled.capture;
    const { door } = form.draft;
    if (door) await markDoorOfGift(tx, scope, door, { id, takenAt: Date.parse(takenAt), now });
  }
  await saveAnswers(tx, runtime, filled);
  const { id, promise } = filled.capture;
  if (promise) await setCallBack(tx, scope, { id, day: promise.callBack, now });
  // Retention deletes the entry of what was counted: it does not count again.
  else if (shiftId !== null || !isCounted) await insertDayEntry(tx, scope, toDayEntry(filled, now), shiftId);
  if (replaces === null) await keepLastUsed(tx, scope, form.draft);
  await addRecentPeople(tx, scope, contactsIn(form.capture));
  return { kind: 'saved' };
}

/** Behind the gift. A second tap saves the same answers; other ones are answers of their own. */
async function saveAnswers(
  tx: Transaction,
  { scope, now, newId }: Runtime,
  { capture, draft, asked, who }: Filled
): Promise<void> {
  if (asked === undefined || asked.answers.length === 0) return;
  const earlier = await getOutboxRow(tx, scope, draft.answersId);
  if (earlier && isSameJson(sentData<AnswersCreate>(earlier).answers, asked.answers)) return;
  const uuid = earlier === null ? draft.answersId : newId();
  const row = giftAnswersRow({ uuid, ...asked, answered_at: capture.takenAt }, capture.id, who);
  await enqueue(tx, scope, row, now());
}

/** Whether the form showed every correction that ends with the row. */
async function isUpToDate(
  tx: Transaction,
  scope: Scope,
  row: OutboxRow,
  { seen }: Pick<Draft, 'seen'>
): Promise<boolean> {
  const waiting = await listPendingOf(tx, scope, row.entity);
  if (seen === null) return waiting.every(({ kind }) => kind !== 'bundle_update');
  return isSameJson(seen, await getVersionToReplace(tx, scope, row));
}

/** Refused, or certainly not sent and without additions that wait for it: those are already in what the form showed. */
async function isReplaceable(tx: Transaction, scope: Scope, row: OutboxRow): Promise<boolean> {
  if (row.state === 'parked') return true;
  if (!(await isCertainlyAbsent(tx, scope, row))) return false;
  const waiting = await listPendingOf(tx, scope, row.entity);
  return waiting.every(
    (each) => each.kind !== 'bundle_update' || additionsOf(sentData<BundleChange>(each)).length === 0
  );
}

/** The record may be at the service: a correction with the changed fields follows it, and the day counts the new version. */
async function correct(
  tx: Transaction,
  { scope, now }: Runtime,
  { capture, opened, who, draft }: Filled,
  id: string
): Promise<SaveResult> {
  const view = await getGift(tx, scope, id);
  const { seen } = draft;
  // Not to the bundle as it is: what others have changed since the form opened stays.
  const update = seen && opened && changesOf({ seen, opened, wanted: capture, draft });
  // A promise is paid in the list of promises, which asks for what was paid.
  const isSameKind = view && ((await getPromise(tx, scope, view)) === null) === !capture.promise;
  if (!view || !seen || !opened || !isSameKind) return { kind: 'on_its_way' };
  if (!update) return { kind: 'cannot_remove' };
  if (Object.keys(update).length === 1) return { kind: 'saved' };
  const entity = entityOf('bundle', id);
  const row = correctionRow({ id: capture.id, entity, seen, update, who: who ?? '' });
  await enqueue(tx, scope, row, now());
  const captureId = (await getCaptureId(tx, scope, view)) ?? id;
  if (capture.promise)
    await setCallBack(tx, scope, { id: captureId, day: capture.promise.callBack, now: now() });
  await recountCapture(tx, scope, captureId, { now: now(), who });
  return { kind: 'saved' };
}

/** Replaces a row, and deletes its day entry. False if the row is on its way to the service, else the shift of the entry. */
async function replaceAndUncount(
  tx: Transaction,
  scope: Scope,
  replaced: OutboxRow,
  filled: Signed,
  now: number
): Promise<false | { shiftId: string | null }> {
  if (!canMove(replaced.state, 'replaced')) return false;
  if (!(await replaceRow(tx, scope, replaced, await toRow(tx, scope, filled), now)))
    throw new StoreError('refused', 'The record changed in its own transaction.');
  await removeCallBack(tx, scope, replaced.id);
  await insertFixedRecord(tx, scope, { id: replaced.id, replacedBy: filled.capture.id });
  return { shiftId: await removeDayEntry(tx, scope, replaced.id) };
}

/**
 * The row of a capture, with the next receipt of this phone if it has a book. A promise has no receipt and the status of
 * unpaid money, and its row no currency: no sum counts it.
 */
async function toRow(tx: Transaction, scope: Scope, { capture, who, ...by }: Signed): Promise<NewOutboxRow> {
  const { payer, promise } = capture;
  const signer = promise ? null : by.signer;
  const received = {
    rowId: capture.id,
    amount: captureTotal(capture),
    currency: capture.currency,
    method: capture.paymentMethodKind,
    takenAt: Date.parse(capture.takenAt),
  };
  const receipt = signer && (await giveReceipt(tx, scope, signer, received));
  const statusId = promise ? (await getPaymentStatuses(tx, scope)).unpaid : null;
  return {
    id: capture.id,
    kind: 'bundle_create',
    entity: entityOf('bundle', capture.id),
    body: freezeBundle(statusId === null ? capture : { ...capture, statusId }, receipt),
    bodyVersion: BODY_VERSION,
    ...(who === null ? {} : { who }),
    amount: captureTotal(capture),
    ...(promise ? {} : { currency: capture.currency, paymentMethodKind: capture.paymentMethodKind }),
    ...(payer.kind === 'contact' ? { contactId: payer.contactId } : {}),
    externalTransactionId: capture.externalId,
  };
}

const toDayEntry = ({ capture, who }: Filled, now: number): DayEntry => ({
  id: capture.id,
  savedAt: now,
  takenOn: dayOf(Date.parse(capture.takenAt)),
  amount: captureTotal(capture),
  currency: capture.currency,
  paymentMethodKind: capture.paymentMethodKind,
  memberships: capture.items.filter((item) => item.kind === 'membership').length,
  donations: capture.items.filter((item) => item.kind === 'donation').length,
  who,
});

const contactsIn = ({ payer, items }: Capture) =>
  [payer, ...items.map(({ beneficiary }) => beneficiary)].flatMap((person) =>
    person.kind === 'contact' ? person.contactId : []
  );

/** A promise is not paid by any method yet: the next payment is suggested as the one before it was. */
async function keepLastUsed(
  tx: Transaction,
  scope: Scope,
  { promise, method, currency, campaign }: Draft
): Promise<void> {
  const paidBy = promise === null ? method : ((await getFact(tx, scope, lastUsedKey))?.method ?? '');
  await setFact(tx, scope, lastUsedKey, { method: paidBy, currency, campaign: campaign.trim() });
}
