import { withVersions } from '../fixedRecords';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** Which of these captures are in a batch that was taken to the bank, as far as this person may see batches. */
export async function listBankedKeys(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Set<string>> {
  const rows = await reader.all<{ key: string }>(
    `${withVersions}
     SELECT DISTINCT key FROM versions
     CROSS JOIN transaction_bundles AS bundle ON bundle.scope_id = ?1 AND bundle.delivery_token = version
     CROSS JOIN bundle_transactions AS line ON line.scope_id = ?1 AND line.bundle_id = bundle.id
     WHERE line.banked IS NOT NULL`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Set(rows.map(({ key }) => key));
}
