import { type RecordedMoney } from '@/domain/moneyParts';

import { withVersions } from '../fixedRecords';
import { hasRefund } from '../schema/ledger';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** The arrived bundle of a counted record, who recorded it, and what of its cash is at the bank, as far as this person may see batches. */
export type CountedBundle = { key: string; bundleId: number; recordedBy: number | null; banked: number };

/** Cash in no count, by person, currency and status. `banked` is null for what is in no deposited batch. */
export type UncountedCash = Required<Omit<RecordedMoney, 'promised'>> & {
  userId: number | null;
  currency: string;
  statusId: number | null;
  banked: number | null;
};

/** What deposited batches contain of the cash payments of a bundle that fulfil a condition; null for none. */
const bankedOf = (condition: string) => `(SELECT sum(json_extract(batch.value, '$.amount'))
  FROM json_each(bundle.body, '$.batches') AS batch
  JOIN bundle_transactions AS paid ON paid.scope_id = bundle.scope_id AND paid.bundle_id = bundle.id
    AND json_extract(bundle.body, '$.transactions[' || paid.position || '].id') = json_extract(batch.value, '$.transaction_id')
  WHERE json_extract(batch.value, '$.state') IN ('deposited', 'reconciled') AND lower(paid.payment_method_kind) = 'cash'
    AND ${condition})`;

/** Those of these captures that have arrived. */
export function listCountedBundles(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<CountedBundle[]> {
  return reader.all(
    `${withVersions}
     SELECT key, bundle.id AS bundleId, line.recorded_by AS recordedBy, coalesce(${bankedOf('true')}, 0) AS banked
     FROM versions
     JOIN transaction_bundles AS bundle ON bundle.scope_id = ?1 AND bundle.delivery_token = version
     JOIN bundle_transactions AS line ON line.scope_id = ?1 AND line.bundle_id = bundle.id AND line.position = 0
     GROUP BY key ORDER BY bundle.id`,
    [scope.id, JSON.stringify([...new Set(keys)])]
  );
}

const noted = (field: string) => `CASE WHEN ${hasRefund('bundle.body')}
  THEN coalesce(json_extract(bundle.body, '$.transactions[' || line.position || '].${field}'), 0) ELSE 0 END`;

/** The cash of everyone in the ledger without these bundles, each in one currency: `100 eur`. Costs the cash that is not counted. */
export function sumUncounted(
  reader: Reader,
  scope: Scope,
  counted: readonly string[]
): Promise<UncountedCash[]> {
  return reader.all(
    // Materialized: the bodies are read once for each payment, not once for each use of a column.
    `WITH payments AS MATERIALIZED (
       SELECT line.recorded_by AS userId, lower(line.currency) AS currency, line.status_id AS statusId, line.amount,
         ${noted('reimbursed_amount')} AS reimbursed, ${noted('unpaid_amount')} AS unpaid,
         ${bankedOf('paid.position = line.position')} AS banked
       FROM bundle_transactions AS line
       JOIN transaction_bundles AS bundle ON bundle.scope_id = line.scope_id AND bundle.id = line.bundle_id
       WHERE line.scope_id = ? AND lower(line.payment_method_kind) = 'cash'
         AND line.bundle_id || ' ' || lower(line.currency) NOT IN (SELECT value FROM json_each(?)))
     SELECT userId, currency, statusId, sum(amount) AS amount, sum(reimbursed) AS reimbursed, sum(unpaid) AS unpaid,
       sum(banked) AS banked
     FROM payments GROUP BY userId, currency, statusId, banked IS NULL`,
    [scope.id, JSON.stringify(counted)]
  );
}
