import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { insertDayEntry, removeDayEntry } from '@/db/dayTotals';
import { StoreError } from '@/db/errors';
import { getShiftOfCapture } from '@/db/gifts';
import { getOutboxRow, type NewOutboxRow, type OutboxRow, replaceRow } from '@/db/outbox/outbox';
import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { sentData } from '@/db/outbox/pending';
import { moveReceipt } from '@/db/receipts';
import { readSupporter } from '@/domain/contacts/supporter';
import { freezeBundle, makeExternalId, type Capture, type Person } from '@/domain/bundle';
import { type BundleChange } from '@/domain/bundleChange';
import { dayOf } from '@/domain/day';
import { entityOf } from '@/domain/entity';
import { isPaidTwice } from '@/domain/outcome';
import { endChange, findCaptureChangedBy } from '@/features/shared/cancelRecord';
import type { Runtime } from '@/features/shared/runtime';

/**
 * Another phone had marked the promise as paid, and this person got money too: their payment becomes a gift of its own, in its
 * shift and with its receipt. False if the row has another state than the screen showed.
 */
export async function recordPaymentAsGift(
  runtime: Pick<Runtime, 'store' | 'scope' | 'now' | 'newId' | 'random'>,
  { id: rowId }: Pick<OutboxRow, 'id'>,
  note: string
): Promise<boolean> {
  const { store, scope, newId, random } = runtime;
  const at = runtime.now();
  return store.write(async (tx) => {
    const row = await getOutboxRow(tx, scope, rowId);
    const captureId = row && (await findCaptureChangedBy(tx, scope, row));
    if (!row || !captureId || !isPaidTwice(row)) return false;
    const { receipt } = sentData<BundleChange>(row);
    const capture = giftOf(row, { id: newId(), externalId: makeExternalId(random), note });
    const { id, paymentMethodKind, currency, items } = capture;
    const amount = items.reduce((sum, item) => sum + item.amount, 0);
    const gift: NewOutboxRow = {
      id,
      kind: 'bundle_create',
      entity: entityOf('bundle', id),
      body: freezeBundle(capture, receipt ?? null),
      bodyVersion: 1,
      ...(row.who === null ? {} : { who: row.who }),
      amount,
      currency,
      paymentMethodKind,
      ...(capture.payer.kind === 'contact' ? { contactId: capture.payer.contactId } : {}),
      externalTransactionId: capture.externalId,
    };
    const isCounted = (await getShiftOfCapture(tx, scope, captureId)) === 'counted';
    const shiftId = await removeDayEntry(tx, scope, captureId);
    const context = { scope, newId, at };
    if (!(await endChange(tx, context, row, () => replaceRow(tx, scope, row, gift, at))))
      throw new StoreError('refused', 'The payment changed in its own transaction.');
    // What a count states of the payment is found by the key of the gift.
    await insertFixedRecord(tx, scope, { id: row.id, replacedBy: id });
    await moveReceipt(tx, scope, { from: row.id, to: id });
    const takenOn = dayOf(Date.parse(capture.takenAt));
    const counts = { memberships: 0, donations: 1, who: row.who };
    const entry = { id, savedAt: row.createdAt, takenOn, amount, currency, paymentMethodKind, ...counts };
    // What was counted so long ago that its entry was deleted begins no other shift.
    if (shiftId !== null || !isCounted) await insertDayEntry(tx, scope, entry, shiftId);
    return true;
  });
}

/** What was paid, as a donation of whoever promised it. */
function giftOf(row: OutboxRow, by: { id: string; externalId: number; note: string }): Capture {
  const { transactions: seen, donations = [] } = Object(row.base) as ShownBundle;
  const [paid = { at: 0 }] = sentData<BundleChange>(row).transactions ?? [];
  const promised = seen[paid.at ?? seen.findIndex(({ id }) => id === paid.id)] ?? {};
  const { contact_id: contactId, comment = '', currency = '', code_campaign: campaign } = promised;
  const payer = payerOf(contactId, comment);
  const amount = (paid.amount ?? promised.amount ?? 0) - (promised.reimbursed_amount ?? 0);
  const affectation = donations[0]?.affectation;
  const details = paid.payment_method ?? {};
  return {
    id: by.id,
    externalId: by.externalId,
    takenAt: paid.date ?? new Date(row.createdAt).toISOString(),
    currency,
    payer,
    paymentMethodKind: paid.payment_method_kind ?? '',
    ...(Object.keys(details).length === 0 ? {} : { paymentMethod: details }),
    items: [{ kind: 'donation', beneficiary: payer, amount, ...(affectation ? { affectation } : {}) }],
    ...(campaign ? { codeCampaign: campaign } : {}),
    comment: by.note,
    ...(paid.status_id === undefined ? {} : { statusId: paid.status_id }),
  };
}

function payerOf(contactId: number | undefined, comment: string): Person {
  if (contactId !== undefined) return { kind: 'contact', contactId };
  const supporter = readSupporter(comment)?.supporter;
  return supporter ? { kind: 'supporter', ...supporter } : { kind: 'nobody' };
}
