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

/**
 * Which of these captures of this phone the service does not have, as far as the phone knows, with their receipt number. One that was
 * sent and is not downloaded yet has arrived.
 */
export async function listMissingRecords(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, string | null>> {
  const rows = await reader.all<{ key: string; receipt: string | null }>(
    `SELECT wanted.value AS key, receipt.book || '-' || receipt.number AS receipt FROM json_each(?2) AS wanted
     LEFT JOIN receipts AS receipt ON receipt.scope_id = ?1 AND receipt.row_id = wanted.value
     WHERE NOT EXISTS (
       SELECT 1 FROM transaction_bundles WHERE scope_id = ?1 AND delivery_token = wanted.value
     ) AND NOT EXISTS (
       SELECT 1 FROM outbox WHERE scope_id = ?1 AND id = wanted.value AND state IN ('acked', 'replaced', 'cancelled')
     ) AND NOT EXISTS (SELECT 1 FROM deliveries WHERE scope_id = ?1 AND row_id = wanted.value)`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Map(rows.map(({ key, receipt }) => [key, receipt]));
}
