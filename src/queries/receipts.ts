import { getReceipt, getReceiptRecord } from '@/db/receipts';

import { tableQuery, type Source } from './query';

export const receiptQueries = {
  /** The receipt of a record of this phone; null without one. */
  ofRow: ({ store, scope }: Source, rowId: string) =>
    tableQuery({
      queryKey: ['receipts', scope.id, rowId],
      tables: ['receipts'],
      queryFn: () => getReceipt(store, scope, rowId),
    }),
  /** The record of a receipt, by the id of its row or by the number of its bundle. */
  record: ({ store, scope }: Source, id: string) =>
    tableQuery({
      queryKey: ['receipts', scope.id, 'record', id],
      tables: ['receipts', 'outbox', 'transaction_bundles', 'transaction_statuses', 'contacts'],
      queryFn: () => store.read((reader) => getReceiptRecord(reader, scope, id)),
    }),
};
