import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** Facts about the phone itself, in no space. */
const ofThePhone = 0;

const scopeId = (scope: Scope | null) => scope?.id ?? ofThePhone;

/** A remembered value, as it was written; null scope for what concerns the whole phone. */
export async function getFact<T>(reader: Reader, scope: Scope | null, key: string): Promise<T | null> {
  const row = await reader.get<{ value: string }>('SELECT value FROM facts WHERE scope_id = ? AND key = ?', [
    scopeId(scope),
    key,
  ]);
  return row ? parseBody<T>(row.value) : null;
}

/** A value to remember. */
export type Fact = { key: string; value: unknown };

/** The remembered values whose keys begin alike. */
export async function listFacts<T>(
  reader: Reader,
  scope: Scope | null,
  prefix: string
): Promise<{ key: string; value: T }[]> {
  const rows = await reader.all<{ key: string; value: string }>(
    'SELECT key, value FROM facts WHERE scope_id = ? AND key >= ? AND key < ? ORDER BY key',
    [scopeId(scope), prefix, `${prefix}\u{10ffff}`]
  );
  return rows.map(({ key, value }) => ({ key, value: parseBody<T>(value) }));
}

export async function setFact(
  tx: Transaction,
  scope: Scope | null,
  key: string,
  value: unknown
): Promise<void> {
  await tx.run(
    `INSERT INTO facts (scope_id, key, value) VALUES (?, ?, ?)
     ON CONFLICT (scope_id, key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
    [scopeId(scope), key, JSON.stringify(value)]
  );
}

export async function removeFact(tx: Transaction, scope: Scope | null, key: string): Promise<void> {
  await tx.run('DELETE FROM facts WHERE scope_id = ? AND key = ?', [scopeId(scope), key]);
}
