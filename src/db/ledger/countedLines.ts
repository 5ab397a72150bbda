import { withVersions } from '../cash/fixedRecords';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** A payment of a counted record, as the ledger has it. */
export type CountedLine = {
  key: string;
  bundleId: number;
  currency: string;
  paymentMethodKind: string;
  statusId: number | null;
  amount: number;
  reimbursed: number;
  unpaid: number;
  receivedBy: number | null;
  /** What a batch took to the bank, and when, as far as this person may see batches. */
  banked: number | null;
  bankedAt: string | null;
};

/** The payments of those of these captures that have arrived, in the order of their bundles. */
export function listCountedLines(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<CountedLine[]> {
  return reader.all(
    `${withVersions}
     SELECT key, line.bundle_id AS bundleId, line.currency, line.payment_method_kind AS paymentMethodKind,
       line.status_id AS statusId, line.amount, line.reimbursed, line.unpaid, line.received_by AS receivedBy, line.banked,
       line.banked_at AS bankedAt
     FROM versions
     CROSS JOIN transaction_bundles AS bundle ON bundle.scope_id = ?1 AND bundle.delivery_token = version
     CROSS JOIN bundle_transactions AS line ON line.scope_id = ?1 AND line.bundle_id = bundle.id
     ORDER BY line.bundle_id, line.position`,
    // A recount has the keys of the count that it replaces.
    [scope.id, JSON.stringify([...new Set(keys)])]
  );
}
