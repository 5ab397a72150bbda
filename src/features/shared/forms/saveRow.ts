import { removeDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';
import { recountGift } from '@/db/gifts';
import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';

import { type Runtime } from '../runtime';

/** The result of saving; `saved` is on disk. */
export type SaveResult = 'saved' | 'full' | 'failed';

/**
 * Adds changes to the outbox and deletes their draft in one transaction. The same ids a
 * second time are the same changes: nothing is written twice.
 */
export async function saveRows(
  { store, scope, now, device }: Runtime,
  rows: readonly NewOutboxRow[],
  draftKey?: string
): Promise<SaveResult> {
  try {
    await store.write(async (tx) => {
      for (const row of rows) {
        await enqueue(tx, scope, row, now());
        if (row.kind === 'bundle_update') await recountGift(tx, scope, row, now());
      }
      if (draftKey !== undefined) await removeDraft(tx, scope, draftKey);
    });
    device.vibrateSuccess();
    return 'saved';
  } catch (failure) {
    return whyNotSaved(failure);
  }
}

/** Why the store refused a write, as a key of `common.saved`; any other error is thrown again. */
export function whyNotSaved(failure: unknown): Exclude<SaveResult, 'saved'> {
  if (!(failure instanceof StoreError)) throw failure;
  return failure.kind === 'full' ? 'full' : 'failed';
}
