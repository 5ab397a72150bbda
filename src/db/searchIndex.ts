import { beginningsOf } from './beginnings';
import { insertMany, replaceWhereDifferent, type BulkInsert } from './bulk';
import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** The tables that can be searched. Each has `sort_key`, and `words`: every word with a space before it. */
export type SearchSource = 'contacts' | 'users';

/** Where the words of a table's records stand, each with the record it leads to and the beginnings of all its words. */
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
    columns: ['word', 'record_id', 'beginnings'],
    onConflict: replaceWhereDifferent(['scope_id', 'word', 'record_id'], ['beginnings']),
  };
}

/** Words as they are kept beside the record, so that ` dup` finds every word that begins with dup. */
export function joinWords(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')}`;
}

const splitWords = (words: string) => words.split(' ').filter((word) => word !== '');

/**
 * Brings the word index in line with a page of records. Has to run before the records themselves are written: what
 * stands beside the old record says which words to take out. A record whose words stayed costs no write; where one
 * came or went, the beginnings beside the others are written too.
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
  const written = new Map<string, [id: number, beginnings: number][]>();
  const removed: [string, number][] = [];
  for (const { id, words } of records) {
    const before = known.get(id) ?? [];
    const [now, then] = [beginningsOf(words), beginningsOf(before)];
    for (const word of words) if (now !== then || !before.includes(word)) add(written, word, [id, now]);
    for (const word of before) if (!words.includes(word)) removed.push([word, id]);
  }
  await removeWords(tx, scope, source, removed);
  // In the order of the index: neighbours land on the same page of the file.
  const rows = [...written.keys()]
    .sort()
    .flatMap((word) => (written.get(word) ?? []).map((entry) => [word, ...entry]));
  await insertMany(tx, inserts[source], [scope.id], rows);
}

function add<T>(index: Map<string, T[]>, word: string, entry: T): void {
  const entries = index.get(word);
  if (entries) entries.push(entry);
  else index.set(word, [entry]);
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
