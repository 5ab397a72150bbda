import { prefixBits } from './prefixes';
import { insertMany, replaceWhereDifferent, type BulkInsert } from '../bulk';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

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

/** Under the empty word, which nobody types, stand the records whose words are not in the index yet. */
export const waitingWord = '';

/** So many new records at once are a first load, whose words wait to be written together. */
const manyAtOnce = 250;

/** More than this do not wait: a search looks through each of them. */
const mostWaiting = 10_000;

/** The tables whose records wait for their place in the list by name too; who lists them leaves out those with `waits`. */
const waitForPlace: Record<SearchSource, boolean> = { contacts: true, users: false };

/**
 * Brings the word index in line with a page of records. Has to run before the records themselves are written: what
 * stands beside the old record says which words to take out. A record whose words stayed costs no write; where one
 * came or went, the beginnings beside the others are written too.
 *
 * The words of a large page lie all over the index. Written page by page, a first load would write the whole index
 * again with each of them; so that its records wait, and are found by the words beside them until then. Answers whether
 * those that are new do.
 */
export async function indexRecords(
  tx: Transaction,
  scope: Scope,
  source: SearchSource,
  records: readonly Indexed[]
): Promise<{ newOnesWait: boolean }> {
  const known = await listKnown(
    tx,
    scope,
    source,
    records.map((record) => record.id)
  );
  const isFirstLoad = records.length - known.size >= manyAtOnce;
  const haveWaited = isFirstLoad && (await haveWaitedEnough(tx, scope, source));
  if (haveWaited) await indexWaitingOf(tx, scope, source);
  const written = new Map<string, [id: number, beginnings: number][]>();
  const removed: [string, number][] = [];
  for (const { id, words } of records) {
    const before = known.get(id);
    const now = prefixBits(words);
    if (before === undefined ? isFirstLoad : before.isWaiting && !haveWaited) {
      add(written, waitingWord, [id, now]);
      continue;
    }
    const wordsBefore = before?.words ?? [];
    const then = prefixBits(wordsBefore);
    for (const word of words) if (now !== then || !wordsBefore.includes(word)) add(written, word, [id, now]);
    for (const word of wordsBefore) if (!words.includes(word)) removed.push([word, id]);
  }
  await removeWords(tx, scope, source, removed);
  // In the order of the index: neighbours land on the same page of the file.
  const rows = [...written.keys()]
    .sort()
    .flatMap((word) => (written.get(word) ?? []).map((entry) => [word, ...entry]));
  await insertMany(tx, inserts[source], [scope.id], rows);
  return { newOnesWait: isFirstLoad };
}

/**
 * Writes the words of all records that wait, in the order of the index, and gives them their place in the list: at the end
 * of a reading, however it ends, and at a start, since the last one may have been killed.
 */
export async function indexWaiting(tx: Transaction, scope: Scope): Promise<void> {
  for (const source of ['contacts', 'users'] as const)
    if ((await countWaiting(tx, scope, source)) > 0) await indexWaitingOf(tx, scope, source);
}

async function countWaiting(reader: Reader, scope: Scope, source: SearchSource): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM ${wordTables[source]} WHERE scope_id = ? AND word = ?`,
    [scope.id, waitingWord]
  );
  return row?.count ?? 0;
}

/**
 * Whether those that wait are as many as those that do not, or too many: a list that is being read doubles what it shows
 * until it shows ten thousand, and writes each part of its index a few times instead of with every page. Asked with every
 * page, and answered by no row at nearly all of them, which takes the fewest messages to the engine's thread.
 */
async function haveWaitedEnough(reader: Reader, scope: Scope, source: SearchSource): Promise<boolean> {
  const [row] = await reader.all(
    `WITH waiting (count) AS (SELECT count(*) FROM ${wordTables[source]} WHERE scope_id = ?1 AND word = ?2)
     SELECT 1 FROM waiting WHERE count >= ?3 OR count > 0 AND NOT EXISTS (
       SELECT 1 FROM ${source} WHERE scope_id = ?1 LIMIT 1 OFFSET (SELECT 2 * count FROM waiting))`,
    [scope.id, waitingWord, mostWaiting]
  );
  return row !== undefined;
}

async function indexWaitingOf(tx: Transaction, scope: Scope, source: SearchSource): Promise<void> {
  const table = wordTables[source];
  // Words hold neither quotes nor spaces, so that their line becomes a list by putting quotes for spaces.
  await tx.run(
    `INSERT INTO ${table} (scope_id, word, record_id, beginnings)
     SELECT ?1, each.value, waiting.record_id, waiting.beginnings
     FROM ${table} AS waiting CROSS JOIN ${source} ON ${source}.scope_id = ?1 AND ${source}.id = waiting.record_id
     CROSS JOIN json_each('["' || replace(substr(words, 2), ' ', '","') || '"]') AS each
     WHERE waiting.scope_id = ?1 AND waiting.word = ?2 AND each.value <> ''
     ORDER BY each.value, waiting.record_id
     ${replaceWhereDifferent(['scope_id', 'word', 'record_id'], ['beginnings'])}`,
    [scope.id, waitingWord]
  );
  if (waitForPlace[source])
    await tx.run(
      `UPDATE ${source} SET waits = 0
       WHERE scope_id = ?1 AND id IN (SELECT record_id FROM ${table} WHERE scope_id = ?1 AND word = ?2)`,
      [scope.id, waitingWord]
    );
  await tx.run(`DELETE FROM ${table} WHERE scope_id = ? AND word = ?`, [scope.id, waitingWord]);
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
  const removed = [...known].flatMap(([id, { words, isWaiting }]) =>
    (isWaiting ? [waitingWord] : words).map((word): [string, number] => [word, id])
  );
  await removeWords(tx, scope, source, removed);
}

type Known = { words: string[]; isWaiting: boolean };

async function listKnown(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  ids: readonly number[]
): Promise<Map<number, Known>> {
  const rows = await reader.all<{ id: number; words: string; isWaiting: number }>(
    `SELECT id, words, EXISTS (SELECT 1 FROM ${wordTables[source]}
       WHERE scope_id = ?1 AND word = ?3 AND record_id = id) AS isWaiting
     FROM ${source} WHERE scope_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
    [scope.id, JSON.stringify(ids), waitingWord]
  );
  return new Map(
    rows.map(({ id, words, isWaiting }) => [id, { words: splitWords(words), isWaiting: isWaiting === 1 }])
  );
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
