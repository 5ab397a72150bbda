import { insertMany, type BulkInsert } from '../bulk';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** The tables that can be searched. Each has the columns `sort_key` and `words` (see `joinWords`). */
export type SearchSource = 'contacts' | 'users';

/** The word index of each table: a row for each word of each record. */
export const wordTables = { contacts: 'contact_words', users: 'user_words' } as const;

/** The id of a record and the words that a search finds it by. */
export type Indexed = { id: number; words: readonly string[] };

const wordInsert = (table: string): BulkInsert => ({
  into: table,
  shared: ['scope_id'],
  columns: ['word', 'record_id'],
  onConflict: 'ON CONFLICT DO NOTHING',
});

const wordInserts = { contacts: wordInsert(wordTables.contacts), users: wordInsert(wordTables.users) };

/** The value of the column `words`: a space before each word, so that ` dup` matches the prefix dup of any word. */
export function joinWords(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}

const splitWords = (words: string) => words.split(' ').filter((word) => word !== '');

/**
 * Updates the word index for a page of records. Runs before the records themselves are written: the stored
 * words of a record determine which entries to remove. Unchanged words are not written.
 */
export async function indexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  records: readonly Indexed[]
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const stored = await listWords(tx, scope, source, ids);
  const added: [string, number][] = [];
  const removed: [string, number][] = [];
  for (const { id, words } of records) {
    const storedWords = stored.get(id) ?? [];
    for (const word of words) if (!storedWords.includes(word)) added.push([word, id]);
    for (const word of storedWords) if (!words.includes(word)) removed.push([word, id]);
  }
  await removeWords(tx, scope, source, removed);
  // Inserts in index order write fewer pages of the database file.
  added.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  await insertMany(tx, wordInserts[source], [scope.id], added);
}

/** Removes records from the word index. Runs before the records themselves are deleted. */
export async function unindexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  ids: readonly number[]
): Promise<void> {
  const stored = await listWords(tx, scope, source, ids);
  const removed = [...stored].flatMap(([id, words]) => words.map((word): [string, number] => [word, id]));
  await removeWords(tx, scope, source, removed);
}

async function listWords(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  ids: readonly number[]
): Promise<Map<number, string[]>> {
  const rows = await reader.all<{ id: number; words: string }>(
    `SELECT id, words FROM ${source} WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(ids)]
  );
  return new Map(rows.map(({ id, words }) => [id, splitWords(words)]));
}

async function removeWords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  removed: readonly [string, number][]
): Promise<void> {
  if (removed.length === 0) return;
  await tx.run(
    `DELETE FROM ${wordTables[source]} WHERE (scope_id, word, record_id) IN (
       SELECT ?, value ->> 0, value ->> 1 FROM json_each(?))`,
    [scope.id, JSON.stringify(removed)]
  );
}
