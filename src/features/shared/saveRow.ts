import { StoreError } from '@/db/errors';
import { enqueue, type NewOutboxRow } from '@/db/outbox';

import { type Runtime } from './runtime';

/** The words for what came of saving; `saved` is on the disk. */
export type SaveAnswer = 'saved' | 'full' | 'failed';

/**
 * Puts changes into the outbox, all or none, in one transaction. The same ids a second time are the same changes:
 * nothing is written twice.
 */
export async function saveRows(runtime: Runtime, rows: readonly NewOutboxRow[]): Promise<SaveAnswer> {
  try {
    await runtime.store.write(async (tx) => {
      for (const row of rows) await enqueue(tx, runtime.scope, row, runtime.now());
    });
    runtime.device.feelDone();
    return 'saved';
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure;
    return failure.kind === 'full' ? 'full' : 'failed';
  }
}
