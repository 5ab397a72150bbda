import { withVersions } from '../fixedRecords';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** The arrived bundle of a counted record, who recorded it, what of its cash is at the bank and since when, as far as this person may see batches. */
export type CountedBundle = {
  key: string;
  bundleId: number;
  recordedBy: number | null;
  banked: number;
  bankedAt: string | null;
  /** 1 if any payment of the bundle is at the bank. */
  isAtBank: number;
};

/** Whether a line of the ledger is cash. */
export const isCash = `lower(line.payment_method_kind) = 'cash'`;

/** Those of these captures that have arrived. */
export function listCountedBundles(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<CountedBundle[]> {
  return reader.all(
    `${withVersions}
     SELECT key, bundle.id AS bundleId, line.recorded_by AS recordedBy,
       coalesce(sum(line.banked) FILTER (WHERE ${isCash}), 0) AS banked, max(line.banked_at) FILTER (WHERE ${isCash}) AS bankedAt,
       max(line.banked IS NOT NULL) AS isAtBank
     FROM versions
     CROSS JOIN transaction_bundles AS bundle ON bundle.scope_id = ?1 AND bundle.delivery_token = version
     CROSS JOIN bundle_transactions AS line ON line.scope_id = ?1 AND line.bundle_id = bundle.id
     GROUP BY key, bundle.id ORDER BY bundle.id`,
    [scope.id, JSON.stringify([...new Set(keys)])]
  );
}

/** The cash at the bank of each record that is there; 0 for a cheque. */
export const bankedIn = (bundles: Iterable<CountedBundle>): Map<string, number> =>
  new Map([...bundles].flatMap(({ key, isAtBank, banked }) => (isAtBank === 1 ? [[key, banked]] : [])));
