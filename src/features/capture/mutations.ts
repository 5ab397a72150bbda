import { type DayRecord, insertDayRecord, removeDayRecord } from '@/db/dayTotals';
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
import { type CaptureHabits, habitsKey } from './queries';

export type SaveAnswer =
  | { kind: 'saved' }
  /** Nothing was written; the draft is still there. */
  | { kind: 'not_saved'; problem: StoreProblem }
  /** The refused record that this was to replace is no longer refused. */
  | { kind: 'not_mendable' };

interface Filled {
  capture: Capture;
  draft: Draft;
  draftKey: string;
  /** The name that lists show. */
  who: string | null;
}

const BODY_VERSION = 1;

/**
 * Saves a capture in one transaction: its row in the queue, its part in the totals of the day, what the next form starts
 * with, and the end of the draft. What this returns as saved is on the disk.
 */
export async function saveCapture(runtime: Runtime, form: Filled): Promise<SaveAnswer> {
  const { store, scope } = runtime;
  const now = runtime.now();
  const { mends } = form.draft;
  const row = toRow(form);
  try {
    return await store.write(async (tx): Promise<SaveAnswer> => {
      const isNew =
        mends === null
          ? await enqueue(tx, scope, row, now)
          : await replaceRefused(tx, scope, mends, row, now);
      if (!isNew && mends !== null) return { kind: 'not_mendable' };
      if (isNew) {
        await insertDayRecord(tx, scope, toDayRecord(form, now));
        await setFact(tx, scope, habitsKey, toHabits(form.draft));
      }
      await removeDraft(tx, scope, form.draftKey);
      return { kind: 'saved' };
    });
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure;
    // The same capture under the same id is on the disk already: a second tap, and no second record.
    if (failure.kind === 'refused' && (await getOutboxRow(store, scope, form.capture.id)) !== null)
      return { kind: 'saved' };
    return { kind: 'not_saved', problem: failure.kind };
  }
}

/** Puts the corrected row in the place of the refused one, and stops counting that one. */
async function replaceRefused(
  tx: Transaction,
  scope: Scope,
  mends: string,
  row: NewOutboxRow,
  now: number
): Promise<boolean> {
  const refused = await getOutboxRow(tx, scope, mends);
  if (refused === null || !(await replaceRow(tx, scope, { id: mends, state: 'parked' }, row, now)))
    return false;
  await removeDayRecord(tx, scope, { id: mends, savedAt: refused.createdAt });
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

const toDayRecord = ({ capture, who }: Filled, now: number): DayRecord => ({
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

const toHabits = ({ method, currency, campaign }: Draft): CaptureHabits => ({
  method,
  currency,
  campaign: campaign.trim(),
});
