import { dayOf } from '@/domain/day';
import { entityOf, idIn } from '@/domain/entity';
import { isUnpaid, promiseIn, type Promised } from '@/domain/promise';
import { isCash } from '@/domain/cash/cash';
import { moneyParts } from '@/domain/moneyParts';

import { getCallBack } from './callBacks';
import { insertDayEntry, type DayEntry } from './dayTotals';
import { getNumberOf, getRowOfNumber } from './deliveries';
import { withVersions } from './cash/fixedRecords';
import { getBundleByMarker, tokenOf } from './ledger/markers';
import { getRowMarkedIn } from './outbox/numbers';
import { getOutboxRow } from './outbox/row';
import { getBundleView, type BundleView, type ShownBundle } from './outbox/pendingBundles';
import { type NewOutboxRow } from './outbox/save';
import { type Scope } from './scopes';
import { listTransactionStatuses } from './statuses';
import { type Reader, type Transaction } from './store';

/** A gift as it is shown, by the id of the row that created it, here or on another phone, or by the number of its bundle. */
export async function getGift(reader: Reader, scope: Scope, id: string): Promise<BundleView | null> {
  const view = await getBundleView(reader, scope, entityOf('bundle', id));
  if (view !== null) return view;
  const marked = await getBundleByMarker(reader, scope, { id, externalTransactionId: null });
  const number = marked?.id ?? (await getNumberOf(reader, scope, id));
  const numbered = number === null ? null : await getBundleView(reader, scope, entityOf('bundle', number));
  // A restored service gives numbers again: another gift may have this one.
  const token = numbered && tokenOf(withIds(numbered));
  return token === null || token === id ? numbered : null;
}

const withIds = ({ bundle }: Pick<BundleView, 'bundle'>) => ({
  transactions: bundle.transactions.map((each) => ({ id: 0, ...each })),
});

/** The id under which the day counts a gift: that of the row which created it. Null for one of another phone. */
export async function getCaptureId(
  reader: Reader,
  scope: Scope,
  { id, bundle, pending }: BundleView
): Promise<string | null> {
  const creation = pending.find(({ kind }) => kind === 'bundle_create');
  const delivered = id === null ? null : await getRowOfNumber(reader, scope, id);
  const { transactions } = withIds({ bundle });
  return (
    creation?.id ?? delivered ?? tokenOf({ transactions }) ?? getRowMarkedIn(reader, scope, transactions)
  );
}

/** The shift of a capture: in progress on this phone, counted, or none. */
export async function getShiftOfCapture(
  reader: Reader,
  scope: Scope,
  id: string
): Promise<'open' | 'counted' | null> {
  if ((await listCountedAt(reader, scope, [id])).has(id)) return 'counted';
  const entry = await reader.get('SELECT 1 FROM day_entries WHERE scope_id = ? AND id = ?', [scope.id, id]);
  return entry === null ? null : 'open';
}

/**
 * When these captures were counted; one whose shift is open has no entry. Of what retention deleted, and of what the person saved on
 * another phone, the counts know it.
 */
export async function listCountedAt(
  reader: Reader,
  scope: Scope,
  ids: readonly string[]
): Promise<Map<string, number>> {
  const rows = await reader.all<{ id: string; endedAt: number | null }>(
    `SELECT entry.id, shifts.ended_at AS endedAt FROM day_entries AS entry
     JOIN shifts ON shifts.scope_id = entry.scope_id AND shifts.id = entry.shift_id
     WHERE entry.scope_id = ? AND entry.id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(ids)]
  );
  const known = new Set(rows.map(({ id }) => id));
  const inCounts = await listInCounts(
    reader,
    scope,
    ids.filter((id) => !known.has(id))
  );
  return new Map([
    ...inCounts,
    ...rows.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [[id, endedAt] as const])),
  ]);
}

/** When the counts of this person with these captures were made. */
async function listInCounts(
  reader: Reader,
  scope: Scope,
  ids: readonly string[]
): Promise<[id: string, at: number][]> {
  if (ids.length === 0) return [];
  const rows = await reader.all<{ id: string; at: string }>(
    `${withVersions}
     SELECT versions.key AS id, content ->> '$.made_at' AS at FROM (
       SELECT content FROM cash_records WHERE scope_id = ?1 AND user_id = ?3
       UNION ALL
       SELECT body -> '$.data.cash_record' FROM outbox WHERE scope_id = ?1 AND kind = 'cash_record')
     CROSS JOIN json_each(content, '$.records') AS record
     JOIN versions ON version = record.value ->> '$.key'`,
    [scope.id, JSON.stringify(ids), scope.userId]
  );
  return rows.map(({ id, at }) => [id, Date.parse(at)]);
}

/** When the shift of a gift was counted, by what finds the gift (`getGift`); null while it is open, and for one of another phone. */
export async function getCountedAt(reader: Reader, scope: Scope, id: string): Promise<number | null> {
  const view = await getGift(reader, scope, id);
  const captureId = (view && (await getCaptureId(reader, scope, view))) ?? id;
  return (await listCountedAt(reader, scope, [captureId])).get(captureId) ?? null;
}

/** The name that lists show for a capture of this phone. */
export async function getNameOfCapture(reader: Reader, scope: Scope, id: string): Promise<string | null> {
  const entry = await reader.get<{ who: string | null }>(
    'SELECT who FROM day_entries WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
  return entry?.who ?? null;
}

/** The status of a cancelled payment; null if the space has none. */
export async function getCancelStatus(reader: Reader, scope: Scope): Promise<number | null> {
  const statuses = await listTransactionStatuses(reader, scope);
  return statuses.find(({ kind, archived }) => kind === 'cancel' && archived !== true)?.id ?? null;
}

/** Whether all payments of a gift have the status of a cancelled payment, or none of them was paid or is promised. */
export async function isGiftCancelled(reader: Reader, scope: Scope, view: BundleView): Promise<boolean> {
  const cancelled = await listCancelStatuses(reader, scope);
  return (
    view.bundle.transactions.every((each) => cancelled.has(each.status_id ?? -1) || isUnpaid(each)) &&
    (await getPromise(reader, scope, view)) === null
  );
}

async function listCancelStatuses(reader: Reader, scope: Scope): Promise<Set<number>> {
  const statuses = await listTransactionStatuses(reader, scope);
  return new Set(statuses.filter(({ kind }) => kind === 'cancel').map(({ id }) => id));
}

/** The promise that a gift is, and the place of its payment. `isOnlyHere`: the service does not return that it is one. */
export type OpenPromise = Promised & { place: number; isOnlyHere: boolean };

/** Null for a gift that was paid, cancelled, or never a promise. */
export async function getPromise(
  reader: Reader,
  scope: Scope,
  view: BundleView
): Promise<OpenPromise | null> {
  const { transactions } = view.bundle;
  const unpaid = transactions.findIndex(isUnpaid);
  if (unpaid === -1) return null;
  const cancelled = await listCancelStatuses(reader, scope);
  if (transactions.every((each) => cancelled.has(each.status_id ?? -1))) return null;
  const place = transactions.findIndex((each) => promiseIn(each) !== null);
  const found = promiseIn(transactions[place] ?? {});
  if (found !== null) return { ...found, place, isOnlyHere: false };
  const id = await getCaptureId(reader, scope, view);
  const callBack = id === null ? undefined : await getCallBack(reader, scope, id);
  return callBack === undefined ? null : { callBack, place: unpaid, isOnlyHere: true };
}

/** Counts the gift of a correction again. Unpaid cash that the correction makes received is in the hand of whoever corrects. */
export async function recountGift(
  tx: Transaction,
  scope: Scope,
  { entity, base }: Pick<NewOutboxRow, 'entity' | 'base'>,
  now: number
): Promise<void> {
  const id = idIn(entity);
  const view = await getGift(tx, scope, id);
  if (view === null) return;
  const seen: Partial<ShownBundle> = Object(base);
  const cancelled = await listCancelStatuses(tx, scope);
  const before = (seen.transactions ?? []).filter((each) => !cancelled.has(each.status_id ?? -1));
  const isPaidNow =
    before.some(({ payment_method_kind: kind = '' }) => isCash(kind)) &&
    (await sumReceived(tx, scope, before)) === 0;
  await recountCapture(tx, scope, (await getCaptureId(tx, scope, view)) ?? id, { now, isPaidNow });
}

export async function uncountCapture(tx: Transaction, scope: Scope, id: string): Promise<void> {
  await tx.run('DELETE FROM day_entries WHERE scope_id = ? AND id = ?', [scope.id, id]);
}

/**
 * Counts the received money of a capture of this phone as it is shown, in the transaction that corrects it or takes a
 * correction back. A promise does not count. One whose cancellation was taken back (`countsAgain`) belongs to the open
 * shift, and so does a promise that is paid now (`isPaidNow`), on whichever phone it was made.
 */
export async function recountCapture(
  tx: Transaction,
  scope: Scope,
  id: string,
  {
    now,
    who,
    countsAgain = false,
    isPaidNow = false,
  }: { now: number; who?: string | null; countsAgain?: boolean; isPaidNow?: boolean }
): Promise<void> {
  const view = await getGift(tx, scope, id);
  if (view === null || (await getPromise(tx, scope, view)) !== null) return uncountCapture(tx, scope, id);
  const counted = await tx.get<{ shiftId: string; savedAt: number; who: string | null }>(
    'SELECT shift_id AS shiftId, saved_at AS savedAt, who FROM day_entries WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
  const { created_by: maker, received_by: receiver = maker } = view.bundle;
  const isOwn = (receiver ?? scope.userId) === scope.userId;
  // Not of this phone, or so old that it is not counted any more. What another person took is not in this one's shift.
  if (counted === null && !isPaidNow && !(countsAgain && isOwn)) return;
  const row = await getOutboxRow(tx, scope, id);
  const savedAt = counted?.savedAt ?? (isPaidNow ? now : (row?.createdAt ?? now));
  const shownWho = who === undefined ? (counted?.who ?? row?.who ?? null) : who;
  const entry = await entryOf(tx, scope, view, { id, savedAt, who: shownWho });
  if (entry?.amount === 0 && (!isOwn || counted === null)) return uncountCapture(tx, scope, id);
  if (entry !== null) await insertDayEntry(tx, scope, entry, counted?.shiftId ?? null);
}

async function entryOf(
  reader: Reader,
  scope: Scope,
  { bundle }: BundleView,
  { id, savedAt, who }: Pick<DayEntry, 'id' | 'savedAt' | 'who'>
): Promise<DayEntry | null> {
  const [payment] = bundle.transactions;
  if (payment === undefined) return null;
  return {
    id,
    savedAt,
    takenOn: dayOf(payment.date === undefined ? savedAt : Date.parse(payment.date)),
    amount: await sumReceived(reader, scope, bundle.transactions),
    currency: payment.currency ?? '',
    paymentMethodKind: payment.payment_method_kind ?? '',
    memberships: bundle.memberships.length,
    donations: bundle.donations.length,
    who,
  };
}

async function sumReceived(
  reader: Reader,
  scope: Scope,
  payments: BundleView['bundle']['transactions']
): Promise<number> {
  const kinds = new Map((await listTransactionStatuses(reader, scope)).map((each) => [each.id, each.kind]));
  return payments.reduce((sum, each) => {
    const amounts = {
      amount: each.amount ?? 0,
      reimbursed: each.reimbursed_amount ?? 0,
      unpaid: each.unpaid_amount ?? 0,
    };
    return sum + moneyParts(amounts, kinds.get(each.status_id ?? -1)).received;
  }, 0);
}
