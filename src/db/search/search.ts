import { type Scope } from '../scopes';
import { wordTables, type SearchSource } from './searchIndex';
import { queryTerms } from './searchWords';
import { type Reader } from '../store';

/** A person who sees more than this types another letter. */
export const mostResults = 50;

/** Steps for comparing how rare two terms are: no term is counted beyond the last one. */
const steps = [0, 16, 128, 1_024];

/** A term this short is taken to be more common than any longer one. */
const shortTerm = 2;

/** Sorts after every text that begins with the term. */
const endOf = (term: string) => `${term}\u{10ffff}`;

type Sorted = { id: number; sort_key: string };

/**
 * Finds the records that have, for every typed word, a word that begins with it, in any order; sorted by name. With
 * more than fifty, those whose name begins with the typed text are first. The cost follows the rarest typed word and
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
  // Those without index entries first: what is indexed between the two reads is found twice rather than never.
  const deferred = source === 'contacts' ? await amongDeferred<Row>(reader, scope, columns, terms) : [];
  const found =
    second === undefined
      ? await byOneTerm<Row>(reader, scope, source, columns, first)
      : await byRarestTerm<Row>(reader, scope, source, columns, terms);
  if (deferred.length === 0) return found;
  const ids = new Set(found.map(({ id }) => id));
  const all = [...found, ...deferred.filter(({ id }) => !ids.has(id))];
  const isNamed = ({ sort_key }: Row) => sort_key.startsWith(terms.join(' '));
  return inOrder([...all.filter(isNamed), ...all.filter((row) => !isNamed(row))].slice(0, mostResults));
}

/**
 * Scans the contacts of a first load that have no index entries yet. At all other times there are none, and the index
 * is named because the planner prefers to scan all contacts.
 */
function amongDeferred<Row extends Sorted>(
  reader: Reader,
  scope: Scope,
  columns: string,
  terms: readonly string[]
): Promise<Row[]> {
  const typed = terms.join(' ');
  return reader.all<Row>(
    `SELECT ${columns} FROM contacts INDEXED BY contacts_not_indexed WHERE scope_id = ? AND is_indexed = 0
     AND ${terms.map(() => 'instr(words, ?) > 0').join(' AND ')}
     ORDER BY sort_key >= ? AND sort_key < ? DESC LIMIT ${mostResults}`,
    [scope.id, ...terms.map((term) => ` ${term}`), typed, endOf(typed)]
  );
}

/** The sources whose lists leave out records that are not indexed. */
const isListed = { contacts: 'is_indexed = 1', users: 'true' } as const;

function byName<Row extends Sorted>(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  columns: string,
  term: string
): Promise<Row[]> {
  return reader.all<Row>(
    `SELECT ${columns} FROM ${source} WHERE scope_id = ? AND ${isListed[source]} AND sort_key >= ? AND sort_key < ?
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
  const others = named.length === 0 ? '' : 'AND record_id NOT IN (SELECT value FROM json_each(?5))';
  const found = await reader.all<Row>(
    `SELECT ${columns} FROM ${source} WHERE scope_id = ?1 AND id IN (
       SELECT DISTINCT record_id FROM ${wordTables[source]}
       WHERE scope_id = ?1 AND word >= ?2 AND word < ?3 ${others} LIMIT ?4)`,
    [
      scope.id,
      term,
      endOf(term),
      mostResults - named.length,
      ...(named.length === 0 ? [] : [JSON.stringify(named.map(({ id }) => id))]),
    ]
  );
  return inOrder([...named, ...found]);
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
  // CROSS JOIN fixes the order of the loops: from the index entries to the words of each record.
  const found = await reader.all<Row>(
    `SELECT ${columns} FROM (
       SELECT DISTINCT record_id FROM ${wordTables[source]}
       WHERE scope_id = ?1 AND word >= ?2 AND word < ?3)
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
  const ranks = candidates.length > 1 ? await rankTerms(reader, scope, source, candidates) : [1];
  if (ranks.includes(0)) return [];
  const rarest = candidates[ranks.indexOf(Math.min(...ranks))];
  return rarest === undefined ? [] : [rarest, ...terms.filter((term) => term !== rarest)];
}

/** For each term how many of the steps it has entries for; 0 is a term that leads nowhere. */
async function rankTerms(
  reader: Reader,
  scope: Scope,
  source: SearchSource,
  terms: readonly string[]
): Promise<number[]> {
  const rankOf = (place: number) => {
    const [from, to] = [`?${2 * place + 2}`, `?${2 * place + 3}`];
    const reaches = steps.map(
      (step, rank) =>
        `WHEN (SELECT 1 FROM ${wordTables[source]} WHERE scope_id = ?1 AND word >= ${from} AND word < ${to}
           LIMIT 1 OFFSET ${step}) IS NULL THEN ${rank}`
    );
    return `SELECT CASE ${reaches.join(' ')} ELSE ${steps.length} END AS rank`;
  };
  const rows = await reader.all<{ rank: number }>(
    terms.map((_, place) => rankOf(place)).join(' UNION ALL '),
    [scope.id, ...terms.flatMap((term) => [term, endOf(term)])]
  );
  return rows.map(({ rank }) => rank);
}

function inOrder<Row extends Sorted>(rows: Row[]): Row[] {
  return rows.sort((one, other) =>
    one.sort_key < other.sort_key ? -1 : one.sort_key > other.sort_key ? 1 : one.id - other.id
  );
}
