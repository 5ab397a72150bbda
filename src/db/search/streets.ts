import { wordsOf } from '@/domain/fold';
import { houseNumberOf, isPartOfNumber } from '@/domain/walkList';

import { type Scope } from '../scopes';
import { type Reader } from '../store';

/** A phone number or one letter would match half the streets. */
const shortestWord = 3;

/** Streets are compared in JavaScript; a text that matches more of them needs another letter. */
const mostStreets = 20;

const street = "substr(house, 1, instr(house, '|') + instr(substr(house, instr(house, '|') + 1), '|'))";

/**
 * The contacts at a typed address, by street and number: "Rue de la Paix 12", "12bis paix", "lilas lyon". Words may be the
 * beginning of a word of the street or town; at least one is of the street.
 */
export async function listAtAddress(
  reader: Reader,
  scope: Scope,
  text: string,
  limit: number
): Promise<number[]> {
  const words = wordsOf(text);
  const at = words.findIndex((word) => /^\d/.test(word));
  const number = at < 0 ? '' : houseNumberOf(words[at] ?? '');
  const others = words.filter((_, index) => index !== at);
  const [next = ''] = at < 0 ? [] : words.slice(at + 1);
  if (!isPartOfNumber(next)) return find(reader, scope, { named: others, number, limit });
  // "12 bis rue de la Paix" has a number of two words, "12 d’Artagnan" has not.
  const named = others.filter((_, index) => index !== at);
  const found = await find(reader, scope, { named, number: houseNumberOf(number + next), limit });
  return found.length > 0 ? found : find(reader, scope, { named: others, number, limit });
}

async function find(
  reader: Reader,
  scope: Scope,
  { named, number, limit }: { named: readonly string[]; number: string; limit: number }
): Promise<number[]> {
  if (!named.some((word) => word.length >= shortestWord)) return [];
  const streets = (await listStreets(reader, scope)).filter((key) => isMatch(key, named));
  if (streets.length === 0) return [];
  const rows = await reader.all<{ id: number; house: string }>(
    `SELECT home.id, house FROM json_each(?2) AS street JOIN contact_bodies AS home ON scope_id = ?1 AND house <> ''
       AND house >= street.value || ?3 AND house < street.value || ?3 || char(0x10ffff)
     ORDER BY house LIMIT ?4`,
    [scope.id, JSON.stringify(streets.slice(0, mostStreets)), number, limit]
  );
  // House 12 is not 120.
  const isNumber = new RegExp(`\\|${number}(?!\\d)[^|]*$`);
  return rows.filter(({ house }) => number === '' || isNumber.test(house)).map(({ id }) => id);
}

/** Steps from street to street in the index of houses. */
async function listStreets(reader: Reader, scope: Scope): Promise<string[]> {
  const rows = await reader.all<{ street: string }>(
    `WITH RECURSIVE houses (house) AS (
       SELECT min(house) FROM contact_bodies WHERE scope_id = ?1 AND house <> ''
       UNION ALL
       SELECT (SELECT min(house) FROM contact_bodies
               WHERE scope_id = ?1 AND house <> '' AND house > ${street.replaceAll('house', 'houses.house')} || char(0x10ffff))
       FROM houses WHERE house IS NOT NULL)
     SELECT ${street} AS street FROM houses WHERE house IS NOT NULL`,
    [scope.id]
  );
  return rows.map((row) => row.street);
}

function isMatch(key: string, typed: readonly string[]): boolean {
  const [name = '', town = ''] = key.split('|');
  const [ofStreet, ofTown] = [name.split(' '), town.split(' ')];
  const isAmong = (words: readonly string[], prefix: string) => words.some((word) => word.startsWith(prefix));
  return (
    typed.every((word) => isAmong(ofStreet, word) || isAmong(ofTown, word)) &&
    typed.some((word) => word.length >= shortestWord && isAmong(ofStreet, word))
  );
}
