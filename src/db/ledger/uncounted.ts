import { type RecordedMoney } from '@/domain/moneyParts';

import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** Cash in no count, by person, currency and status. `banked` is null for what is in no deposited batch. */
export type UncountedCash = Required<Omit<RecordedMoney, 'promised'>> & {
  userId: number | null;
  currency: string;
  statusId: number | null;
  banked: number | null;
};

/** The cash of everyone in the ledger without these bundles, each in one currency: `100 eur`. Costs all lines of the ledger. */
export function sumUncounted(
  reader: Reader,
  scope: Scope,
  counted: readonly string[]
): Promise<UncountedCash[]> {
  return reader.all(
    `SELECT received_by AS userId, lower(currency) AS currency, status_id AS statusId, sum(amount) AS amount,
       sum(reimbursed) AS reimbursed, sum(unpaid) AS unpaid, sum(banked) AS banked
     FROM bundle_transactions AS line
     WHERE scope_id = ? AND lower(payment_method_kind) = 'cash' AND bundle_id || ' ' || lower(currency) NOT IN (SELECT value FROM json_each(?))
     GROUP BY userId, lower(currency), statusId, banked IS NULL`,
    [scope.id, JSON.stringify(counted)]
  );
}
