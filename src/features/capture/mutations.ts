import { StoreError, type StoreProblem } from '@/db/errors';
import {
  applyBeside,
  getOutboxRow,
  type NewOutboxRow,
  replaceRow,
  saveRow,
  type Saving,
} from '@/db/outbox/outbox';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { type Capture, captureTotal, freezeBundle } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { dayOf } from '@/domain/day';
import type { Runtime } from '@/features/shared/runtime';
import { forgetTaking, type TakenRecord, takingFact } from '@/features/shared/dayTotals';

import type { Draft } from './draft';
import { takenAtOfBody } from './fix';
import { type CaptureHabits, habitsKey } from './openForm';

export type SaveAnswer =
  | { kind: 'saved' }
  /** Nothing was written; the draft is still there. */
  | { kind: 'not_saved'; problem: StoreProblem }
  /** The record to replace is not refused any more. */
  | { kind: 'not_fixable' };

interface Filled {
  capture: Capture;
  draft: Draft;
  draftKey: string;
  /** The name shown in lists. */
  who: string | null;
}

const BODY_VERSION = 1;

/**
 * Saves a capture in one transaction: its outbox row, its day entry, the last used values, and the deletion of the
 * draft. `saved` is on disk.
 */
export async function saveCapture(runtime: Runtime, form: Filled): Promise<SaveAnswer> {
  const { store, scope } = runtime;
  const now = runtime.now();
  const { replaces } = form.draft;
  const saving: Saving = {
    row: toRow(form),
    draftKey: form.draftKey,
    facts: async (seal) => [
      await takingFact(seal, { id: form.capture.id, taking: toTaking(form, now) }),
      { key: habitsKey, value: toHabits(form.draft) },
    ],
  };
  try {
    if (replaces === null) {
      await saveRow(store, scope, saving, now);
      return { kind: 'saved' };
    }
    return await store.write(async (tx): Promise<SaveAnswer> => {
      if (!(await takePlace(tx, scope, replaces, saving.row, now))) return { kind: 'not_fixable' };
      await applyBeside(tx, scope, saving);
      return { kind: 'saved' };
    });
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure;
    // The same id is on disk already: a second tap is the same record.
    if (failure.kind === 'refused' && (await getOutboxRow(store, scope, form.capture.id)) !== null)
      return { kind: 'saved' };
    return { kind: 'not_saved', problem: failure.kind };
  }
}

/** Replaces the refused row, and deletes its day entry. */
async function takePlace(
  tx: Transaction,
  scope: Scope,
  replaces: string,
  row: NewOutboxRow,
  now: number
): Promise<boolean> {
  const refused = await getOutboxRow(tx, scope, replaces);
  if (refused === null || !(await replaceRow(tx, scope, { id: replaces, state: 'parked' }, row, now)))
    return false;
  await forgetTaking(tx, scope, {
    id: replaces,
    savedAt: refused.createdAt,
    takenAt: takenAtOfBody(refused.body),
  });
  return true;
}

function toRow({ capture, who }: Filled): NewOutboxRow {
  const { payer } = capture;
  return {
    id: capture.id,
    kind: 'bundle_create',
    entity: entityOf('bundle', capture.id),
    body: freezeBundle(capture),
    bodyVersion: BODY_VERSION,
    ...(who === null ? {} : { who }),
    amount: captureTotal(capture),
    currency: capture.currency,
    paymentMethodKind: capture.paymentMethodKind,
    ...(payer.kind === 'contact' ? { contactId: payer.contactId } : {}),
    externalTransactionId: capture.externalId,
  };
}

function toTaking({ capture, who }: Filled, now: number): TakenRecord & { savedAt: number } {
  const takenOn = dayOf(Date.parse(capture.takenAt));
  return {
    amount: captureTotal(capture),
    currency: capture.currency,
    isCash: capture.paymentMethodKind.toLowerCase() === 'cash',
    members: capture.items.filter((item) => item.kind === 'membership').length,
    donations: capture.items.filter((item) => item.kind === 'donation').length,
    ...(who === null ? {} : { who }),
    method: capture.paymentMethodKind,
    savedAt: now,
    ...(takenOn === dayOf(now) ? {} : { takenOn }),
  };
}

const toHabits = ({ method, currency, campaign }: Draft): CaptureHabits => ({
  method,
  currency,
  campaign: campaign.trim(),
});
