import { type DayEntry, insertDayEntry, removeDayEntry } from '@/db/dayTotals';
import { removeDraft } from '@/db/drafts';
import { StoreError, type StoreProblem } from '@/db/errors';
import { setFact } from '@/db/facts';
import { enqueue, getOutboxRow, type NewOutboxRow, replaceRow } from '@/db/outbox/outbox';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { type Capture, captureTotal, freezeBundle } from '@/domain/bundle';
import { entityOf } from '@/domain/entity';
import { dayOf } from '@/domain/day';
import type { Runtime } from '@/features/shared/runtime';

import type { Draft } from './draft';
import { type LastUsedValues, lastUsedKey } from './openForm';

export type SaveResult =
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
export async function saveCapture(runtime: Runtime, form: Filled): Promise<SaveResult> {
  const { store, scope } = runtime;
  const now = runtime.now();
  const { replaces } = form.draft;
  const row = toRow(form);
  try {
    return await store.write(async (tx): Promise<SaveResult> => {
      const isNew =
        replaces === null
          ? await enqueue(tx, scope, row, now)
          : await replaceRefused(tx, scope, replaces, row, now);
      if (!isNew && replaces !== null) return { kind: 'not_fixable' };
      if (isNew) {
        await insertDayEntry(tx, scope, toDayEntry(form, now));
        await setFact(tx, scope, lastUsedKey, toLastUsed(form.draft));
      }
      await removeDraft(tx, scope, form.draftKey);
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
async function replaceRefused(
  tx: Transaction,
  scope: Scope,
  replaces: string,
  row: NewOutboxRow,
  now: number
): Promise<boolean> {
  const refused = await getOutboxRow(tx, scope, replaces);
  if (refused === null || !(await replaceRow(tx, scope, { id: replaces, state: 'parked' }, row, now)))
    return false;
  await removeDayEntry(tx, scope, { id: replaces, savedAt: refused.createdAt });
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

const toLastUsed = ({ method, currency, campaign }: Draft): LastUsedValues => ({
  method,
  currency,
  campaign: campaign.trim(),
});
