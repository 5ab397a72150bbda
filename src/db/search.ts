import { type Scope } from './scopes';
import { wordTables, type SearchSource } from './searchIndex';
import { queryTerms } from './searchWords';
import { type Reader } from './store';

/** More than this nobody reads; a person types another letter instead. */
const mostResults = 50;

/** How far terms are counted, until one of them ends: the cost follows the rarest word, not the commonest. */
const bounds = [64, 256, 1_024, 4_096];

/** A term this short is taken to be more common than any longer one. */
const shortTerm = 2;

/** Sorts after every text that begins with the term. */
const endOf = (term: string) => `${term}\u{10ffff}`;

type Sorted = { id: number; sort_key: string };

/**
 * Finds the records that have, for every typed word, a word that begins with it, in any order; sorted by name. With
 * more than fifty, those whose name begins with what was typed come first. The cost follows the rarest typed word and
 * the fifty lines shown, not the number of records.
 */
export async function searchRecords<Row extends Sorted>(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  columns: string,
  text: string
): Promise<Row[]> {
  const terms = queryTerms(text);
  const [first, second] = terms;
  if (first === undefined) return byName(reader, scope, source, columns, '');
  if (second === undefined) return byOneTerm(reader, scope, source, columns, first);
  return byRarestTerm(reader, scope, source, columns, terms);
}

function byName<Row extends Sorted>(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  columns: string,
  term: string
): Promise<Row[]> {
  return reader.all<Row>(
    `SELECT ${columns} FROM ${source} WHERE scope_id = ? AND sort_key >= ? AND sort_key < ?
     ORDER BY sort_key, id LIMIT ${mostResults}`,
    [scope.id, term, endOf(term)]
  );
}

async function byOneTerm<Row extends Sorted>(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  columns: string,
  term: string
): Promise<Row[]> {
  const named = await byName<Row>(reader, scope, source, columns, term);
  if (named.length === mostResults) return named;
  const found = await reader.all<Row>(
    `SELECT ${columns} FROM ${source} WHERE scope_id = ? AND id IN (
       SELECT DISTINCT record_id FROM ${wordTables[source]}
       WHERE scope_id = ? AND word >= ? AND word < ? LIMIT ${mostResults})`,
    [scope.id, scope.id, term, endOf(term)]
  );
  const shown = new Map([...named, ...found].map((row) => [row.id, row]));
  return inOrder([...shown.values()].slice(0, mostResults));
}

async function byRarestTerm<Row extends Sorted>(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  columns: string,
  terms: readonly string[]
): Promise<Row[]> {
  const named = await byName<Row>(reader, scope, source, columns, terms.join(' '));
  if (named.length === mostResults) return named;
  const [rarest, ...others] = await rarestFirst(reader, scope, source, terms);
  if (rarest === undefined) return [];
  // CROSS JOIN keeps the order of the loops: through the rarest word, then by key to the record's own words.
  const found = await reader.all<Row>(
    `SELECT ${columns} FROM (
       SELECT DISTINCT record_id FROM ${wordTables[source]} WHERE scope_id = ?1 AND word >= ? AND word < ?)
     CROSS JOIN ${source} ON scope_id = ?1 AND id = record_id
     WHERE ${others.map(() => 'instr(words, ?) > 0').join(' AND ')} LIMIT ${mostResults}`,
    [scope.id, rarest, endOf(rarest), ...others.map((term) => ` ${term}`)]
  );
  return inOrder(found);
}

/** The terms, the one with the fewest entries first; none when one of them leads nowhere. */
async function rarestFirst(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  terms: readonly string[]
): Promise<string[]> {
  const long = terms.filter((term) => term.length > shortTerm);
  const candidates = long.length > 0 ? long : terms;
  let counts: number[] = [];
  for (const most of candidates.length > 1 ? bounds : []) {
    counts = await countEntries(reader, scope, source, candidates, most);
    if (counts.some((count) => count === 0)) return [];
    if (counts.some((count) => count < most)) break;
  }
  const rarest = candidates[Math.max(0, counts.indexOf(Math.min(...counts)))];
  return rarest === undefined ? [] : [rarest, ...terms.filter((term) => term !== rarest)];
}

async function countEntries(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  terms: readonly string[],
  most: number
): Promise<number[]> {
  const rows = await reader.all<{ count: number }>(
    terms
      .map(
        () =>
          `SELECT count(*) AS count FROM (
             SELECT 1 FROM ${wordTables[source]} WHERE scope_id = ?1 AND word >= ? AND word < ? LIMIT ${most})`
      )
      .join(' UNION ALL '),
    [scope.id, ...terms.flatMap((term) => [term, endOf(term)])]
  );
  return rows.map(({ count }) => count);
}

function inOrder<Row extends Sorted>(rows: Row[]): Row[] {
  return rows.sort((one, other) =>
    one.sort_key < other.sort_key ? -1 : one.sort_key > other.sort_key ? 1 : one.id - other.id
  );
}
