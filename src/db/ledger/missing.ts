import { withVersions } from '../fixedRecords';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** Which of these captures no downloaded bundle carries as its marker. */
export async function listMissingBundles(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Set<string>> {
  const rows = await reader.all<{ key: string }>(
    `${withVersions}
     SELECT key FROM versions GROUP BY key HAVING NOT max(EXISTS (
       SELECT 1 FROM transaction_bundles WHERE scope_id = ?1 AND delivery_token = version
     ))`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Which of these captures of this phone the service does not have, as far as the phone knows, with their receipt number. One that was
 * sent and is not downloaded yet has arrived. One that was fixed has arrived when its last version has.
 */
export async function listMissingRecords(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, string | null>> {
  const rows = await reader.all<{ key: string; receipt: string | null }>(
    `${withVersions}
     SELECT key, receipt.book || '-' || receipt.number AS receipt FROM versions
     LEFT JOIN receipts AS receipt ON receipt.scope_id = ?1 AND receipt.row_id = key
     GROUP BY key HAVING NOT max(EXISTS (
       SELECT 1 FROM transaction_bundles WHERE scope_id = ?1 AND delivery_token = version
     ) OR EXISTS (
       SELECT 1 FROM outbox WHERE scope_id = ?1 AND id = version AND state IN ('acked', 'cancelled')
     ) OR EXISTS (SELECT 1 FROM deliveries WHERE scope_id = ?1 AND row_id = version))`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Map(rows.map(({ key, receipt }) => [key, receipt]));
}
