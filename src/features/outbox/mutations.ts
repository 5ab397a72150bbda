import { TeamRead, type TeamReplace } from '@/contract/team';
import { type Transaction as BundleTransaction } from '@/contract/bundle';
import { insertDayEntry, markLost, removeDayEntry, type DayEntry } from '@/db/dayTotals';
import { keyOfFix, removeDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';
import { setFact } from '@/db/facts';
import { getShiftOfCapture } from '@/db/gifts';
import { getBundle } from '@/db/ledger/bundles';
import { getRowOfNumber } from '@/db/deliveries';
import { tokenOf } from '@/db/ledger/markers';
import { askAboutLost, isNumberTaken, returnChanges } from '@/db/outbox/numbers';
import {
  applyTransition,
  deleteConfirmed,
  listOutbox,
  listUnsent,
  markConfirmed,
  markExported,
  type OutboxRow,
  patchNotes,
  removeExported,
  renameEntity,
  replaceRow,
} from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Transaction } from '@/db/store';
import { getTreasurerKey } from '@/db/treasurerKey';
import { readFrozenBundle } from '@/domain/bundle';
import { dayOf } from '@/domain/day';
import { entityAfterAck, entityOf } from '@/domain/entity';
import type { FieldConflict } from '@/domain/merge';
import { promiseIn } from '@/domain/promise';
import { settleConflict, type ConflictSide } from '@/domain/fieldConflict';
import { endChange } from '@/features/shared/cancelRecord';
import type { Runtime, ShareResult } from '@/features/shared/runtime';

import { sealFile, toExportFile } from './exportFile';
import { findFirstVersion, reminderDeclinedFact } from './queries';

/** False: the row has another state than the screen showed. */
type Moved = boolean;

/**
 * The person confirms that the service has the record, under this number if they have one: nothing is sent. A number
 * that another record has is refused, since one of the two would be lost.
 */
export async function confirmExists(
  { store, scope, now }: Runtime,
  row: OutboxRow,
  serverId: number | null
): Promise<Moved | 'number_taken'> {
  const at = now();
  return store.write(async (tx) => {
    if (serverId !== null && (await isNumberTaken(tx, scope, row, serverId))) return 'number_taken';
    const isMoved = await applyTransition(tx, {
      id: row.id,
      from: 'needs_person',
      to: 'acked',
      now: at,
      patch: { serverId, ackedAt: at, problem: null },
    });
    if (isMoved && row.kind === 'bundle_create' && serverId !== null)
      await askAboutLost(tx, scope, { id: row.id, serverId, now: at });
    // Rows that wait for it refer to the number from here on.
    const created = entityAfterAck(row.kind, serverId);
    if (isMoved && created !== null) await renameEntity(tx, scope, row.entity, created);
    return isMoved;
  });
}

/**
 * The person keeps the first version, which arrived after all: the row that was to replace it ends, and the day counts
 * the first version.
 */
export async function keepFirstVersion(
  { store, scope, now }: Runtime,
  row: OutboxRow,
  serverId: number | null
): Promise<Moved> {
  return store.write(async (tx) => {
    const first = findFirstVersion(await listOutbox(tx, scope), row.id);
    const entity = serverId === null ? null : entityOf('bundle', serverId);
    const isMoved = await applyTransition(tx, {
      id: row.id,
      from: 'needs_person',
      to: 'replaced',
      now: now(),
      // The row of the first version may be confirmed and deleted: then the bundle of the service stands for it.
      patch: { replacedBy: first?.id ?? entity ?? row.entity, problem: null },
    });
    if (!isMoved) return false;
    if (entity !== null) await renameEntity(tx, scope, row.entity, entity);
    const isCounted = (await getShiftOfCapture(tx, scope, row.id)) === 'counted';
    const shiftId = await removeDayEntry(tx, scope, row.id);
    const entry =
      first === null
        ? await dayEntryOfBundle(tx, scope, row, serverId)
        : toDayEntry(first, readFrozenBundle(first.body));
    if (entry !== null && (shiftId !== null || !isCounted)) await insertDayEntry(tx, scope, entry, shiftId);
    return true;
  });
}

type Payment = Partial<
  Pick<
    BundleTransaction,
    'amount' | 'currency' | 'payment_method_kind' | 'payment_method' | 'unpaid_amount' | 'date'
  >
>;
type Items = { transactions?: Payment[]; memberships?: unknown[]; donations?: unknown[] };

/** Under the key that arrived: what a count states of it is found by that. */
async function dayEntryOfBundle(
  tx: Transaction,
  scope: Scope,
  row: OutboxRow,
  serverId: number | null
): Promise<DayEntry | null> {
  if (serverId === null) return null;
  const bundle = await getBundle(tx, scope, serverId);
  const key = (bundle && tokenOf(bundle)) ?? (await getRowOfNumber(tx, scope, serverId));
  return toDayEntry({ ...row, id: key ?? row.id }, bundle);
}

function toDayEntry({ id, createdAt, who }: OutboxRow, bundle: Items | null): DayEntry | null {
  const { transactions = [], memberships = [], donations = [] } = bundle ?? {};
  const [payment] = transactions;
  if (payment === undefined || promiseIn(payment) !== null) return null;
  return {
    id,
    savedAt: createdAt,
    takenOn: dayOf(payment.date === undefined ? createdAt : Date.parse(payment.date)),
    amount: transactions.reduce((sum, { amount = 0 }) => sum + amount, 0),
    currency: payment.currency ?? '',
    paymentMethodKind: payment.payment_method_kind ?? '',
    memberships: memberships.length,
    donations: donations.length,
    who,
  };
}

/**
 * The person accepts what the service has: nothing, or a correction twice. The row ends without a number, which may be that
 * of another record now, and nothing is sent again. The day still counts it, because the money was taken.
 */
export async function acceptAsIs({ store, scope, now }: Runtime, row: OutboxRow): Promise<Moved> {
  const at = now();
  return store.write(async (tx) => {
    const isMoved = await applyTransition(tx, {
      id: row.id,
      from: 'needs_person',
      to: 'acked',
      now: at,
      patch: { problem: null, serverId: null },
    });
    if (!isMoved) return false;
    await markLost(tx, scope, row.id);
    // Confirmed by the person, because no pull can do so.
    await markConfirmed(tx, scope, [row.id], at);
    await deleteConfirmed(tx, scope);
    return true;
  });
}

/**
 * The person confirms that the service does not have the record, or retries a refused one unchanged. A record that the
 * service lost gets another number: its changes are sent again after it, and none to the record that has the first
 * number now.
 */
export async function sendAgain(runtime: Runtime, row: OutboxRow): Promise<Moved> {
  const { store, scope } = runtime;
  const at = runtime.now();
  const { serverId } = row;
  const isMoved = await store.write(async (tx) => {
    const patch = {
      nextAttemptAt: at,
      problem: null,
      attemptsWithoutKey: 0,
      failedLookups: 0,
      serverId: null,
    };
    const hasMoved = await applyTransition(tx, { id: row.id, from: row.state, to: 'queued', now: at, patch });
    // What answered in place of the service gets as many tries again. A row without notes stays one.
    if (hasMoved && row.notes !== null) await patchNotes(tx, row.id, { intercepted: null });
    const created = entityAfterAck(row.kind, serverId);
    if (hasMoved && serverId !== null && created !== null && !(await isNumberTaken(tx, scope, row, serverId)))
      await returnChanges(tx, scope, row, { from: created, now: at });
    return hasMoved;
  });
  if (isMoved) runtime.sync.sendNow();
  return isMoved;
}

/** Replaces the row by one with the person's choice for every field. */
export async function settleFieldConflict(
  runtime: Runtime,
  row: OutboxRow,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, ConflictSide>>
): Promise<Moved> {
  const { base, data } = settledEdit(row, conflicts, choices);
  const isMoved = await runtime.store.write((tx) =>
    replaceRow(
      tx,
      runtime.scope,
      row,
      {
        id: runtime.newId(),
        kind: row.kind,
        entity: row.entity,
        body: JSON.stringify({ data }),
        bodyVersion: row.bodyVersion,
        base,
        ...(row.who === null ? {} : { who: row.who }),
      },
      runtime.now()
    )
  );
  if (isMoved) runtime.sync.sendNow();
  return isMoved;
}

function settledEdit(
  { kind, base, body }: OutboxRow,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, ConflictSide>>
): { base: object; data: object } {
  if (kind === 'contact_update') {
    const { data: update }: { data: object } = JSON.parse(body);
    const settled = settleConflict({ base: Object(base) as object, mine: update }, conflicts, choices);
    // Null, not absent: what the other person cleared stays cleared.
    const data = Object.fromEntries(
      Object.entries(settled.mine).map(([name, value]) => [name, value ?? null])
    );
    return { base: settled.base, data };
  }
  const { data }: { data: { team: TeamReplace } } = JSON.parse(body);
  const settled = settleConflict({ base: TeamRead.parse(base), mine: data.team }, conflicts, choices);
  return { base: settled.base, data: { team: settled.mine } };
}

/** `no_key`: nothing was shared, because there is no key to encrypt for. */
export type ShareRowsResult = ShareResult | 'no_key';

interface WhatToShare {
  /** Without rows, all that were not sent. */
  rows?: readonly OutboxRow[];
  /** The person has confirmed a readable file. Ignored while there is a key. */
  unsealed?: boolean;
}

/** Shares rows as a file, encrypted for the treasurer, and marks them as exported. */
export async function shareRows(
  runtime: Runtime,
  { rows, unsealed = false }: WhatToShare = {}
): Promise<ShareRowsResult> {
  const { store, scope, device, now } = runtime;
  const treasurer = await getTreasurerKey(store, scope);
  if (treasurer === null && !unsealed) return 'no_key';
  const shared = rows ?? (await listUnsent(store, scope));
  const clear = toExportFile(shared, scope, now());
  const file = treasurer === null ? clear : await sealFile(clear, (text) => device.seal(text, treasurer.key));
  const result = await device.shareFile(file);
  if (result !== 'shared') return result;
  const ids = shared.map((row) => row.id);
  await store.write((tx) => markExported(tx, scope, ids, now()));
  return result;
}

/** Deletes an exported row after the person typed the word. */
export async function removeRow(runtime: Runtime, row: OutboxRow): Promise<'removed' | 'refused'> {
  const { store, scope, newId } = runtime;
  const at = runtime.now();
  try {
    return await store.write(async (tx) => {
      const remove = () => removeExported(tx, scope, row.id);
      if (!(await endChange(tx, { scope, newId, at }, row, remove))) return 'refused';
      await removeDayEntry(tx, scope, row.id);
      await removeDraft(tx, scope, keyOfFix(row.id));
      return 'removed';
    });
  } catch (failure) {
    // The database refuses to delete a row that is in no export.
    if (failure instanceof StoreError && failure.kind === 'refused') return 'refused';
    throw failure;
  }
}

export function declineReminder({ store }: Runtime): Promise<void> {
  return store.write((tx) => setFact(tx, null, reminderDeclinedFact, true));
}
