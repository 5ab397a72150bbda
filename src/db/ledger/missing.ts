import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** Which of these captures no downloaded bundle carries as its marker. */
export async function listMissingBundles(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Set<string>> {
  const rows = await reader.all<{ key: string }>(
    `SELECT value AS key FROM json_each(?2) AS wanted
     WHERE NOT EXISTS (
       SELECT 1 FROM transaction_bundles WHERE scope_id = ?1 AND delivery_token = wanted.value
     )`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Set(rows.map(({ key }) => key));
}
