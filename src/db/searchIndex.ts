import { insertMany, type BulkInsert } from './bulk';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The tables that can be searched. Each has `sort_key`, and `words`: every word with a space before it. */
export type SearchSource = 'contacts' | 'users';

/** Where the words of a table's records stand, each with the record it leads to. */
export const wordTables = { contacts: 'contact_words', users: 'user_words' } as const;

/** A record as the index knows it: the words under which it is found. */
export type Indexed = { id: number; words: readonly string[] };

const inserts = {
  contacts: insertInto(wordTables.contacts),
  users: insertInto(wordTables.users),
};

function insertInto(into: string): BulkInsert {
  return {
    into,
    shared: ['scope_id'],
    columns: ['word', 'record_id'],
    onConflict: 'ON CONFLICT DO NOTHING',
  };
}

/** Words as they are kept beside the record, so that ` dup` finds every word that begins with dup. */
export function joinWords(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}

const splitWords = (words: string) => words.split(' ').filter((word) => word !== '');

/**
 * Brings the word index in line with a page of records. Has to run before the records themselves are written: what
 * stands beside the old record says which words to take out. Only words that came or went cost a write.
 */
export async function indexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  records: readonly Indexed[]
): Promise<void> {
  const known = await listKnown(
    tx,
    scope,
    source,
    records.map((record) => record.id)
  );
  const added = new Map<string, number[]>();
  const removed: [string, number][] = [];
  for (const { id, words } of records) {
    const before = known.get(id) ?? [];
    for (const word of words) if (!before.includes(word)) add(added, word, id);
    for (const word of before) if (!words.includes(word)) removed.push([word, id]);
  }
  await removeWords(tx, scope, source, removed);
  // In the order of the index: neighbours land on the same page of the file.
  const rows = [...added.keys()].sort().flatMap((word) => (added.get(word) ?? []).map((id) => [word, id]));
  await insertMany(tx, inserts[source], [scope.id], rows);
}

function add(index: Map<string, number[]>, word: string, id: number): void {
  const ids = index.get(word);
  if (ids) ids.push(id);
  else index.set(word, [id]);
}

/** Takes records out of the word index. Has to run before the records themselves are removed. */
export async function unindexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  ids: readonly number[]
): Promise<void> {
  const known = await listKnown(tx, scope, source, ids);
  const removed = [...known].flatMap(([id, words]) => words.map((word): [string, number] => [word, id]));
  await removeWords(tx, scope, source, removed);
}

async function listKnown(
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
