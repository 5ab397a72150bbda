import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** The numbers of downloaded bundles with one marker: each group is one gift that arrived more than once. */
export async function listDoubledBundles(reader: Reader, scope: Scope): Promise<number[][]> {
  const rows = await reader.all<{ ids: string }>(
    `SELECT json_group_array(id) AS ids FROM transaction_bundles
     WHERE scope_id = ? AND delivery_token IS NOT NULL
     GROUP BY delivery_token HAVING count(*) > 1 ORDER BY min(id)`,
    [scope.id]
  );
  return rows.map(({ ids }) => (JSON.parse(ids) as number[]).sort((one, other) => one - other));
}
