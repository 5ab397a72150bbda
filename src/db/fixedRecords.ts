import { type Scope } from './scopes';
import { type Transaction } from './store';

/** A counted record was fixed: its count keeps the first key, and the service gets the record under another one. */
export async function insertFixedRecord(
  tx: Transaction,
  scope: Scope,
  { id, replacedBy }: { id: string; replacedBy: string }
): Promise<void> {
  await tx.run('INSERT OR REPLACE INTO fixed_records (scope_id, id, replaced_by) VALUES (?, ?, ?)', [
    scope.id,
    id,
    replacedBy,
  ]);
}

/** SQL that begins a statement with `versions`: each key of the JSON array ?2, with every key that its record has had in scope ?1. */
export const withVersions = `WITH RECURSIVE versions (key, version) AS (
    SELECT value, value FROM json_each(?2)
    UNION
    SELECT versions.key, fixed.replaced_by FROM versions
    JOIN fixed_records AS fixed ON fixed.scope_id = ?1 AND fixed.id = versions.version)`;
