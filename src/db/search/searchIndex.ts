import { insertMany, type BulkInsert } from '../bulk';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/** The tables that can be searched. Each has `sort_key`, and `words`: every word with a space before it. */
export type SearchSource = 'contacts' | 'users';

/** The word index of each table: which records have a word. */
export const wordTables = { contacts: 'contact_words', users: 'user_words' } as const;

/** A record as the index knows it: the words that find it. */
export type Indexed = { id: number; words: readonly string[] };

const insertInto = (into: string): BulkInsert => ({
  into,
  shared: ['scope_id'],
  columns: ['word', 'record_id'],
  onConflict: 'ON CONFLICT DO NOTHING',
});

const inserts = { contacts: insertInto(wordTables.contacts), users: insertInto(wordTables.users) };

/** Words as the record stores them, so that ` dup` finds every word that begins with dup. */
export function joinWords(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}

const splitWords = (words: string) => words.split(' ').filter((word) => word !== '');

/**
 * Updates the word index for a page of records. Runs before the records themselves are written: the stored
 * words of a record determine which entries to remove. Unchanged words cost no write.
 */
export async function indexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  records: readonly Indexed[]
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const known = await listWords(tx, scope, source, ids);
  const added: [string, number][] = [];
  const removed: [string, number][] = [];
  for (const { id, words } of records) {
    const before = known.get(id) ?? [];
    for (const word of words) if (!before.includes(word)) added.push([word, id]);
    for (const word of before) if (!words.includes(word)) removed.push([word, id]);
  }
  await removeWords(tx, scope, source, removed);
  // In the order of the index: neighbours are on the same page of the file.
  added.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  await insertMany(tx, inserts[source], [scope.id], added);
}

/** Removes records from the word index. Runs before the records themselves are deleted. */
export async function unindexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  ids: readonly number[]
): Promise<void> {
  const known = await listWords(tx, scope, source, ids);
  const removed = [...known].flatMap(([id, words]) => words.map((word): [string, number] => [word, id]));
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
