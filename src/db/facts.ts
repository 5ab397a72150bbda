import { parseBody } from './recordTable';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** Facts about the phone itself, in no space. */
const ofThePhone = 0;

/** What the service answered to invitations: Invitation[] under this and the id of the row that sent them. */
export const invitedPrefix = 'invited:';

/** The tally of a day: one capture under this, its day and its id; and the whole of a day where an earlier build kept it. */
export const takingPrefix = 'taking:';
export const earlierTakingPrefix = 'takings:';

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

/** Forgets the tallies of the days before this one. They name people, and nobody counts cash of last month. */
export async function removeTakingsBefore(tx: Transaction, scope: Scope, day: string): Promise<void> {
  for (const prefix of [takingPrefix, earlierTakingPrefix])
    await tx.run('DELETE FROM facts WHERE scope_id = ? AND key >= ? AND key < ?', [
      scope.id,
      prefix,
      `${prefix}${day}`,
    ]);
}

/** Forgets the answers to invitations that were sent before this moment: they name people, and the service knows them. */
export async function removeInvitedBefore(tx: Transaction, scope: Scope, moment: number): Promise<void> {
  await tx.run(
    `DELETE FROM facts WHERE scope_id = ? AND key >= ? AND key < ?
     AND julianday(coalesce(json_extract(value, '$[0].last_sent'), json_extract(value, '$[0].created_at')))
       < julianday(?)`,
    [scope.id, invitedPrefix, `${invitedPrefix}\u{10ffff}`, new Date(moment).toISOString()]
  );
}
