import { type ReceivedNow } from '@/domain/lateCorrections';
import { moneyParts } from '@/domain/moneyParts';

import { withVersions } from '../fixedRecords';
import { type Scope } from '../scopes';
import { listTransactionStatuses } from '../statuses';
import { type Reader } from '../store';

type Line = {
  key: string;
  bundleId: number;
  currency: string;
  paymentMethodKind: string;
  statusId: number | null;
  amount: number;
  reimbursed: number;
  unpaid: number;
};

/** What the service has of these captures today, by their keys; none of one that was not downloaded. */
export async function listReceivedNow(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, ReceivedNow[]>> {
  const lines = await reader.all<Line>(
    `${withVersions}
     SELECT key, bundle.id AS bundleId, line.currency, line.payment_method_kind AS paymentMethodKind,
       line.status_id AS statusId, line.amount, line.reimbursed, line.unpaid
     FROM versions
     CROSS JOIN transaction_bundles AS bundle ON bundle.scope_id = ?1 AND bundle.delivery_token = version
     CROSS JOIN bundle_transactions AS line ON line.scope_id = ?1 AND line.bundle_id = bundle.id
     ORDER BY bundle.id, line.position`,
    // A recount has the keys of the count that it replaces.
    [scope.id, JSON.stringify([...new Set(keys)])]
  );
  const kinds = new Map((await listTransactionStatuses(reader, scope)).map(({ id, kind }) => [id, kind]));
  const found = new Map<string, ReceivedNow[]>();
  for (const { key, bundleId, currency, paymentMethodKind, statusId, ...amounts } of lines) {
    const amount = moneyParts(amounts, kinds.get(statusId ?? -1)).received;
    const before = found.get(key) ?? [];
    // A gift that arrived twice is not counted twice here.
    if (before.some((other) => other.bundleId !== bundleId)) continue;
    found.set(key, [...before, { bundleId, currency, paymentMethodKind, amount }]);
  }
  return found;
}
