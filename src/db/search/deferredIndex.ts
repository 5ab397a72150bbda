import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';
import { indexRecords, type Indexed } from './searchIndex';

/**
 * The names and words of a page are spread over the entire index: written page by page, a load of 50,000 contacts
 * writes 482 MB instead of 208 MB. So large pages of new contacts are stored without index entries (`is_indexed = 0`), and
 * their entries are written together. A search scans those contacts until then.
 */

/** A page with so many new contacts is part of a first load. */
const firstLoadPage = 250;

/** At most this many have no index entries, because a search scans them all. */
const mostDeferred = 10_000;

/** Indexes the words of a page of contacts; returns whether its new contacts are stored without index entries. */
export async function indexContacts(
  tx: Transaction,
  scope: Scope,
  contacts: readonly Indexed[]
): Promise<{ isDeferred: boolean }> {
  let stored = await listStored(tx, scope, contacts);
  const isDeferred = contacts.length - stored.size >= firstLoadPage;
  if (isDeferred && (await areEnoughDeferred(tx, scope))) {
    await indexDeferred(tx, scope);
    stored = await listStored(tx, scope, contacts);
  }
  const toIndex = contacts.filter(({ id }) => stored.get(id) ?? !isDeferred);
  await indexRecords(tx, scope, 'contacts', toIndex);
  return { isDeferred };
}

/** Writes the index entries of all contacts that have none: at the end of a pull, and at a start after a kill. */
export async function indexDeferred(tx: Transaction, scope: Scope): Promise<void> {
  // Words contain neither quotes nor spaces, so that quotes for spaces make a JSON list of them.
  await tx.run(
    `INSERT INTO contact_words (scope_id, word, record_id)
     SELECT ?1, each.value, contacts.id
     FROM contacts INDEXED BY contacts_not_indexed CROSS JOIN json_each('["' || replace(substr(words, 2), ' ', '","') || '"]') AS each
     WHERE scope_id = ?1 AND is_indexed = 0 AND each.value <> ''
     ORDER BY each.value, contacts.id ON CONFLICT DO NOTHING`,
    [scope.id]
  );
  await tx.run(
    'UPDATE contacts INDEXED BY contacts_not_indexed SET is_indexed = 1 WHERE scope_id = ? AND is_indexed = 0',
    [scope.id]
  );
}

/** Which of the contacts are stored, and whether they are indexed. */
async function listStored(
  reader: Reader,
  scope: Scope,
  contacts: readonly Indexed[]
): Promise<Map<number, boolean>> {
  const rows = await reader.all<{ id: number; isIndexed: number }>(
    `SELECT id, is_indexed AS isIndexed FROM contacts
     WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(contacts.map(({ id }) => id))]
  );
  return new Map(rows.map(({ id, isIndexed }) => [id, isIndexed === 1]));
}

/** As many as are indexed, or the most: so the list doubles what it shows while a first load runs. */
async function areEnoughDeferred(reader: Reader, scope: Scope): Promise<boolean> {
  const count = async (from: string, limit: number) => {
    const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM contacts ${from} AND scope_id = ? LIMIT ?)`;
    return (await reader.get<{ count: number }>(sql, [scope.id, limit]))?.count ?? 0;
  };
  const deferred = await count('INDEXED BY contacts_not_indexed WHERE is_indexed = 0', mostDeferred);
  if (deferred === 0 || deferred === mostDeferred) return deferred > 0;
  return (await count('INDEXED BY contacts_by_name WHERE is_indexed = 1', deferred + 1)) <= deferred;
}
