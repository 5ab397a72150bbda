import { type Scope } from '../scopes';
import { type Reader } from '../store';

/**
 * The numbers of downloaded bundles with one marker: each group is one gift that arrived more than once, the oldest
 * first. The external id alone is no marker of this app: other systems may use it too, so the amounts have to be equal.
 */
export async function listDoubledBundles(reader: Reader, scope: Scope): Promise<number[][]> {
  const rows = await reader.all<{ ids: string }>(
    `SELECT json_group_array(id) AS ids FROM transaction_bundles
     WHERE scope_id = ?1 AND delivery_token IS NOT NULL
     GROUP BY delivery_token HAVING count(*) > 1
     UNION
     SELECT json_group_array(doubled.id) FROM transaction_bundles AS doubled
     JOIN bundle_transactions AS line ON line.scope_id = doubled.scope_id AND line.bundle_id = doubled.id
       AND line.position = 0
     WHERE doubled.scope_id = ?1 AND doubled.delivery_token IS NULL AND doubled.external_transaction_id IN (
       SELECT external_transaction_id FROM transaction_bundles
       WHERE scope_id = ?1 AND external_transaction_id IS NOT NULL AND delivery_token IS NULL
       GROUP BY external_transaction_id HAVING count(*) > 1)
     GROUP BY doubled.external_transaction_id, line.amount, line.currency HAVING count(*) > 1`,
    [scope.id]
  );
  return rows
    .map(({ ids }) => (JSON.parse(ids) as number[]).sort((one, other) => one - other))
    .sort(([one = 0], [other = 0]) => one - other);
}
