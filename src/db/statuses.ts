import { type TransactionStatus } from '@/contract/status';

import { sortKeyOf } from '@/domain/fold';
import { recordTable } from './recordTable';

const statuses = recordTable<TransactionStatus>('transaction_statuses', {
  idOf: (status) => status.id,
  sortKey: (status) => sortKeyOf(status.name),
});

export const applyTransactionStatuses = statuses.apply;
export const removeTransactionStatuses = statuses.remove;
/** Includes archived ones, flagged; a form that offers statuses excludes them. */
export const listTransactionStatuses = statuses.list;
