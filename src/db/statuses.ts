import { type TransactionStatus } from '@/contract/status';
import { sortKeyOf } from '@/domain/fold';
import { isReceived } from '@/domain/moneyParts';

import { recordTable } from './recordTable';
import { type Scope } from './scopes';
import { getTransactionSettings } from './settings';
import { type Reader } from './store';

const statuses = recordTable<TransactionStatus>('transaction_statuses', {
  idOf: (status) => status.id,
  sortKey: (status) => sortKeyOf(status.name),
});

export const applyTransactionStatuses = statuses.apply;
export const removeTransactionStatuses = statuses.remove;
/** Includes archived ones, flagged; a form that offers statuses excludes them. */
export const listTransactionStatuses = statuses.list;

/** The statuses of a payment before and after it is paid; null where the space has none. There is no `unpaid` without `paid`. */
export async function getPaymentStatuses(
  reader: Reader,
  scope: Scope
): Promise<{ unpaid: number | null; paid: number | null }> {
  const usable = (await listTransactionStatuses(reader, scope)).filter(({ archived }) => archived !== true);
  const defaultId = (await getTransactionSettings(reader, scope))?.default_status_id;
  const received = usable.filter(({ kind }) => kind === 'valid' || kind === undefined);
  const standard = usable.find(({ id, kind }) => id === defaultId && isReceived(kind));
  const paid = (standard ?? received[0])?.id ?? null;
  const unpaid = usable.find(({ kind }) => kind === 'unpaid')?.id ?? null;
  return { unpaid: paid === null ? null : unpaid, paid };
}
