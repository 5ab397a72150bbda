import type { OutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import type { StoredReceipt } from '@/db/receipts';

/** The numbers of a phone have no gap, and each belongs to one saved record, which contains the receipt. */
export function checkReceipts(
  receipts: readonly StoredReceipt[],
  outbox: readonly OutboxRow[],
  saved: ReadonlySet<string>,
  report: (record: string, what: string) => void
): void {
  for (const [index, { number, rowId }] of receipts.entries()) {
    if (number !== index + 1) report(rowId, `has number ${number} after ${index}`);
    if (!saved.has(rowId)) report(rowId, `has number ${number} and was not saved`);
  }
  for (const row of outbox) {
    const given = receipts.find(({ rowId }) => rowId === row.id);
    if (row.kind !== 'bundle_create' && row.kind !== 'bundle_update') continue;
    if (given?.code !== sentData<{ receipt?: string }>(row).receipt) report(row.id, 'has another receipt');
    const isUnsent = row.state === 'cancelled' || row.state === 'replaced';
    if (given && given.isVoid !== isUnsent) report(row.id, `is ${row.state}, void: ${given.isVoid}`);
  }
}
