import { withVersions } from '../cash/fixedRecords';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** A capture that the service does not have. `isUnsent` while it waits in the outbox of this phone. */
export type MissingRecord = { receipt: string | null; isUnsent: boolean };

/**
 * Which of these captures of this phone the service does not have, as far as the phone knows. One that was sent and is not
 * downloaded yet has arrived. One that was fixed has arrived when its last version has.
 */
export async function listMissingRecords(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, MissingRecord>> {
  const rows = await reader.all<{ key: string; receipt: string | null; is_unsent: number }>(
    `${withVersions}
     SELECT key, receipt.book || '-' || receipt.number AS receipt,
       max(EXISTS (SELECT 1 FROM outbox WHERE scope_id = ?1 AND id = version)) AS is_unsent
     FROM versions
     LEFT JOIN receipts AS receipt ON receipt.scope_id = ?1 AND receipt.row_id = key
     GROUP BY key HAVING NOT max(EXISTS (
       SELECT 1 FROM transaction_bundles WHERE scope_id = ?1 AND delivery_token = version
     ) OR EXISTS (
       SELECT 1 FROM outbox WHERE scope_id = ?1 AND id = version AND state IN ('acked', 'cancelled')
     ) OR EXISTS (SELECT 1 FROM deliveries WHERE scope_id = ?1 AND row_id = version))`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Map(rows.map(({ key, receipt, is_unsent }) => [key, { receipt, isUnsent: is_unsent === 1 }]));
}
