import { transferTokenIn } from '@/domain/girocode';
import { receiptPrefix } from '@/domain/receipt';

import { type SqlValue } from '../port';
import { hasReceipt } from '../schema/ledger';
import { wordTables } from '../search/searchIndex';
import { queryTerms } from '../search/searchWords';
import { type Scope } from '../scopes';

/** A condition on lines with the values of its question marks. */
export type Condition = [sql: string, ...values: SqlValue[]];

/** What was typed, and the amounts that it can mean, in minor units. */
export type LedgerSearch = { text: string; amounts: readonly number[] };

/** Sorts after every text that begins with the other. */
const endOf = (text: string) => `${text}\u{10ffff}`;

/** The words of a name. Figures are none: 20 would find every phone number that begins with it. */
export const termsIn = (text: string) => (/^[\d\s.,]*$/.test(text) ? [] : queryTerms(text));

/**
 * The bundles of people whose words begin with what was typed, and those with this number, amount, cheque number, terminal
 * reference, reference of a transfer or receipt number.
 */
export function searchCondition(scope: Scope, { text, amounts }: LedgerSearch): Condition {
  const typed = text.trim().toLowerCase();
  const terms = termsIn(typed);
  const found: Condition[] = [
    [
      'SELECT bundle_id FROM bundle_transactions WHERE scope_id = ? AND reference >= ? AND reference < ?',
      scope.id,
      typed,
      endOf(typed),
    ],
  ];
  const token = transferTokenIn(typed);
  if (token !== null)
    found.push([
      'SELECT id FROM transaction_bundles WHERE scope_id = ? AND delivery_token >= ? AND delivery_token < ?',
      scope.id,
      token,
      endOf(token),
    ]);
  const receipt = receiptPrefix(scope.spaceId, typed);
  if (receipt !== null)
    found.push([
      `SELECT id FROM transaction_bundles WHERE scope_id = ? AND ${hasReceipt('body')}
       AND body ->> '$.receipt' >= ? AND body ->> '$.receipt' < ?`,
      scope.id,
      receipt,
      endOf(receipt),
    ]);
  if (/^\d{1,15}$/.test(typed))
    found.push(['SELECT id FROM transaction_bundles WHERE scope_id = ? AND id = ?', scope.id, Number(typed)]);
  if (amounts.length > 0)
    found.push([
      'SELECT bundle_id FROM bundle_transactions WHERE scope_id = ? AND amount IN (SELECT value FROM json_each(?))',
      scope.id,
      JSON.stringify(amounts),
    ]);
  if (terms.length > 0) found.push(...ofPeople(scope, terms));
  return [
    `line.bundle_id IN (${found.map(([sql]) => sql).join(' UNION ')})`,
    ...found.flatMap(([, ...values]) => values),
  ];
}

function ofPeople(scope: Scope, terms: readonly string[]): Condition[] {
  const contacts = terms
    .map(() => `SELECT record_id FROM ${wordTables.contacts} WHERE scope_id = ? AND word >= ? AND word < ?`)
    .join(' INTERSECT ');
  const has = (column: string) => terms.map(() => `instr(${column}, ?) > 0`).join(' AND ');
  const words = terms.map((term) => ` ${term}`);
  return [
    [
      `SELECT bundle_id FROM bundle_contacts WHERE scope_id = ? AND contact_id IN (${contacts})`,
      scope.id,
      ...terms.flatMap((term) => [scope.id, term, endOf(term)]),
    ],
    // Contacts of a first download have no words in the index yet.
    [
      `SELECT bundle_id FROM bundle_contacts WHERE scope_id = ? AND contact_id IN (
         SELECT id FROM contacts INDEXED BY contacts_not_indexed
         WHERE scope_id = ? AND is_indexed = 0 AND ${has('words')})`,
      scope.id,
      scope.id,
      ...words,
    ],
    // A new supporter is named in the comment.
    [
      `SELECT bundle_id FROM bundle_transactions WHERE scope_id = ? AND supporter IS NOT NULL AND ${has('supporter')}`,
      scope.id,
      ...words,
    ],
  ];
}
