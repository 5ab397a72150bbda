import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** A record was fixed: its count, or one in progress, keeps the key before, and the service gets the record under another one. */
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

/**
 * SQL that begins a statement with `versions`: each key of the JSON array ?2, with every key that its record has had in scope ?1, before and
 * after: the first version of a fixed record may be the one that arrived.
 */
export const withVersions = `WITH RECURSIVE others (key, version) AS (
    SELECT value, value FROM json_each(?2) WHERE value IN (
      SELECT id FROM fixed_records WHERE scope_id = ?1
      UNION SELECT replaced_by FROM fixed_records WHERE scope_id = ?1)
    UNION
    SELECT others.key, fixed.replaced_by FROM others
    JOIN fixed_records AS fixed ON fixed.scope_id = ?1 AND fixed.id = others.version
    UNION
    SELECT others.key, fixed.id FROM others
    JOIN fixed_records AS fixed ON fixed.scope_id = ?1 AND fixed.replaced_by = others.version),
  versions (key, version) AS (
    SELECT value, value FROM json_each(?2) UNION ALL SELECT key, version FROM others WHERE key <> version)`;

/** The ids that a record has had, before and after it was fixed. */
export async function listVersions(reader: Reader, scope: Scope, id: string): Promise<Set<string>> {
  const rows = await reader.all<{ version: string }>(`${withVersions} SELECT version FROM versions`, [
    scope.id,
    JSON.stringify([id]),
  ]);
  return new Set(rows.map(({ version }) => version));
}

/** The key of the first version of each of these records; none of one that was never fixed. */
export async function listFirstVersions(
  reader: Reader,
  scope: Scope,
  keys: readonly string[]
): Promise<Map<string, string>> {
  const rows = await reader.all<{ key: string; version: string }>(
    `WITH RECURSIVE versions (key, version) AS (
       SELECT value, value FROM json_each(?2)
       UNION
       SELECT versions.key, fixed.id FROM versions
       JOIN fixed_records AS fixed ON fixed.scope_id = ?1 AND fixed.replaced_by = versions.version)
     SELECT key, version FROM versions WHERE version <> key
       AND NOT EXISTS (SELECT 1 FROM fixed_records WHERE scope_id = ?1 AND replaced_by = version)`,
    [scope.id, JSON.stringify(keys)]
  );
  return new Map(rows.map(({ key, version }) => [key, version]));
}
