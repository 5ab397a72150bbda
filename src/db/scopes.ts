import { type Reader, type Store, type Transaction } from './store';

/** Whose data it is: a user, in a space, of a service. */
export type ScopeIdentity = { service: string; userId: number; spaceId: number };

/** An identity with its number, the first column of every key. Nothing is read or written without one. */
export type Scope = ScopeIdentity & { id: number };

const columns = 'id, service, user_id AS userId, space_id AS spaceId';
const ofIdentity = 'service = ? AND user_id = ? AND space_id = ?';

/** The scope of an identity, made on first use. It stays for ever, since unsent rows refer to it. */
export async function openScope(store: Store, identity: ScopeIdentity): Promise<Scope> {
  const key = [identity.service, identity.userId, identity.spaceId];
  const known = await store.get<Scope>(`SELECT ${columns} FROM scopes WHERE ${ofIdentity}`, key);
  if (known) return known;
  return store.write(async (tx) => {
    await tx.run('INSERT OR IGNORE INTO scopes (service, user_id, space_id) VALUES (?, ?, ?)', key);
    const made = await tx.get<Scope>(`SELECT ${columns} FROM scopes WHERE ${ofIdentity}`, key);
    if (!made) throw new Error('A scope that was just written must be there.');
    return made;
  });
}

/** Every scope on this phone, for choosing a space and for finding unsent rows of another user. */
export function listScopes(reader: Reader): Promise<Scope[]> {
  return reader.all<Scope>(`SELECT ${columns} FROM scopes ORDER BY id`);
}

/** The scopes of one person at one service: one for each space they worked in on this phone. */
export async function listScopesOf(
  reader: Reader,
  { service, userId }: Pick<ScopeIdentity, 'service' | 'userId'>
): Promise<Scope[]> {
  const scopes = await listScopes(reader);
  return scopes.filter((scope) => scope.service === service && scope.userId === userId);
}

/** What the service can send again. The outbox, drafts and roll calls exist nowhere else and are not among them. */
const cachedTables = [
  'actions',
  'teams',
  'public_teams',
  'users',
  'roles',
  'contacts',
  'contact_bodies',
  'contact_words',
  'user_words',
  'forms',
  'membership_price_groups',
  'donation_prices',
  'transaction_statuses',
  'transaction_settings',
  'transaction_bundles',
  // The sums before their lines, which would otherwise be taken out of them one by one.
  'ledger_days',
  'ledger_months',
  'bundle_transactions',
  'bundle_contacts',
  'bundle_history',
  'sync_cursors',
  'listed_ids',
  'bucket_records',
  'quarantine',
  'contacts_to_fetch',
  'forms_to_fetch',
  'visits',
  'cash_records',
  'answers',
] as const;

/** What only this phone knows of a scope and may be deleted at sign-out. */
const localTables = ['facts', 'call_backs', 'invitation_results', 'deliveries'] as const;

/** Needed as long as a shift is open; they contain no names. */
const shiftTables = ['fixed_records', 'receipts'] as const;

/**
 * Deletes everything of a scope that was downloaded, at sign-out or to download it again. Unsent rows stay, and the captures of the
 * open shift without names. `keepLocal` also preserves what the service cannot send again, such as the totals of the day.
 */
export async function removeScopeData(
  tx: Transaction,
  scope: Scope,
  { keepLocal = false } = {}
): Promise<void> {
  const tables = keepLocal ? cachedTables : [...cachedTables, ...localTables];
  for (const table of tables) await tx.run(`DELETE FROM ${table} WHERE scope_id = ?`, [scope.id]);
  if (!keepLocal) await removeEndedShifts(tx, scope);
  // With its ETag the service would return an unchanged list as 304, without its records.
  if (keepLocal) await tx.run("DELETE FROM facts WHERE scope_id = ? AND key LIKE 'etag:%'", [scope.id]);
}

/** The cash of the open shift is still in somebody's hand, who counts it after signing in again. */
async function removeEndedShifts(tx: Transaction, scope: Scope): Promise<void> {
  await tx.run('DELETE FROM shifts WHERE scope_id = ? AND ended_at IS NOT NULL', [scope.id]);
  const open = 'SELECT id FROM shifts WHERE scope_id = ?1';
  await tx.run(`DELETE FROM day_entries WHERE scope_id = ?1 AND shift_id NOT IN (${open})`, [scope.id]);
  await tx.run('UPDATE day_entries SET who = NULL WHERE scope_id = ?', [scope.id]);
  for (const table of shiftTables)
    await tx.run(`DELETE FROM ${table} WHERE scope_id = ?1 AND NOT EXISTS (${open})`, [scope.id]);
}
