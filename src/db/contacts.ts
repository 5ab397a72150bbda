import { type Contact } from '@/contract/contact';

import {
  insertPrepared,
  lastOfEachId,
  prepareMany,
  removeByIds,
  replaceWhereDifferent,
  type BulkInsert,
} from './bulk';
import { addressLine, readAddress, streetLine, type Address } from '@/domain/address';
import { fold, sortKeyOf } from '@/domain/fold';
import { distinguishNamesakes } from '@/domain/contacts/namesakes';
import { houseKey } from '@/domain/walkList';
import { getFact } from './facts';
import { addFormsToFetch } from './forms';
import { listChangedContacts } from './outbox/contactChanges';
import { parseBody, type PreparedRecords } from './recordTable';
import { type Scope } from './scopes';
import { mostResults, searchRecords } from './search/search';
import { indexContacts } from './search/deferredIndex';
import { joinWords, unindexRecords } from './search/searchIndex';
import { indexWords } from './search/searchWords';
import { listAtAddress } from './search/streets';
import { type Reader, type Transaction } from './store';
import { removeContactsToFetch } from './pull/contactsToFetch';

/** A contact as lists show it, read without opening its record. */
export type ContactLine = { id: number; name: string; town: string; optedOut: boolean; sortKey: string };

/** A contact as a search shows it: with what tells people of one name apart. */
export type FoundContact = ContactLine & {
  place: string;
  phone: string;
  differs: 'place' | 'phone' | 'number';
};

/** Where a window of a list begins: after a line, or at the first name that starts with (or follows) some letters. */
export type ListWindow = { after?: { sortKey: string; id: number }; from?: string; limit: number };

/** A window by places, for a list that can be thrown to any height. */
export type PlacedWindow = { offset: number; limit: number };

type Row = { id: number; name: string; town: string; opted_out: number; sort_key: string };

const lineColumns = 'id, name, town, opted_out, sort_key';

/** `is_indexed` is set by the first insert and by `indexDeferred` alone. */
const insertLines: BulkInsert = {
  into: 'contacts',
  shared: ['scope_id', 'is_indexed'],
  columns: ['id', 'sort_key', 'name', 'town', 'opted_out', 'words'],
  onConflict: replaceWhereDifferent(['scope_id', 'id'], ['sort_key', 'name', 'town', 'opted_out', 'words']),
};

const insertBodies: BulkInsert = {
  into: 'contact_bodies',
  shared: ['scope_id'],
  columns: ['id', 'house', 'uuid', 'body'],
  onConflict: replaceWhereDifferent(['scope_id', 'id'], ['house', 'uuid', 'body']),
};

/** A contact with everything done to it that needs no database. */
export type ReadyContact = {
  id: number;
  line: ReturnType<typeof lineOf>;
  house: string;
  uuid: string | null;
  body: string;
  forms: number[];
};

export function readyContact(contact: Contact): ReadyContact {
  return {
    id: contact.id,
    line: lineOf(contact),
    house: contact.address === undefined ? '' : houseKey(readAddress(contact.address)),
    uuid: contact.uuid ?? null,
    body: JSON.stringify(contact),
    forms: formsOf(contact),
  };
}

/**
 * Makes a page of contacts ready to be written with their words; the rest is the engine's work. Contacts that have not
 * changed cost one reading of their line.
 */
export function prepareContacts(page: readonly ReadyContact[]): PreparedRecords {
  const contacts = lastOfEachId(page);
  const ids = contacts.map(({ id }) => id);
  const lines = contacts.map(({ line }) => line);
  const forms = contacts.flatMap((contact) => contact.forms);
  const rows = prepareMany(insertLines, lines.map(rowOf));
  const bodies = prepareMany(
    insertBodies,
    contacts.map(({ id, house, uuid, body }) => [id, house, uuid, body])
  );
  return async (tx, scope) => {
    const { isDeferred } = await indexContacts(tx, scope, lines);
    await insertPrepared(tx, rows, [scope.id, isDeferred ? 0 : 1]);
    await insertPrepared(tx, bodies, [scope.id]);
    await removeContactsToFetch(tx, scope, ids);
    await addFormsToFetch(tx, scope, forms);
  };
}

export function applyContacts(tx: Transaction, scope: Scope, page: readonly Contact[]): Promise<void> {
  return prepareContacts(page.map(readyContact))(tx, scope);
}

const rowOf = ({ id, sortKey, name, town, optedOut, words }: ReadyContact['line']) => [
  id,
  sortKey,
  name,
  town,
  optedOut ? 1 : 0,
  joinWords(words),
];

function formsOf({ formdatas = [], custom_fields = [] }: Contact): number[] {
  return [...formdatas, ...custom_fields].flatMap((answer) => answer.form_id ?? []);
}

/** A contact as a list shows it, also one that is not on the phone. */
export function contactLine(contact: Contact): ContactLine {
  const { words: _words, ...line } = lineOf(contact);
  return line;
}

function lineOf(contact: Contact): ContactLine & { words: string[] } {
  const { id, firstname, surname, mail, mobile, phone, address } = contact;
  const town = address?.city ?? '';
  const name = [firstname, surname].filter(Boolean).join(' ');
  return {
    id,
    name: name || mail || mobile || phone || '',
    town,
    optedOut: contact.black_list ?? false,
    // Contacts without a name are sorted after all others.
    sortKey: sortKeyOf(surname, firstname) || `${noName}${sortKeyOf(mail ?? mobile ?? phone)}`,
    words: indexWords({ names: [firstname, surname, town], mail, phones: [mobile, phone] }),
  };
}

export async function removeContacts(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<void> {
  await unindexRecords(tx, scope, 'contacts', ids);
  await removeByIds(tx, 'contacts', scope, ids);
  await removeByIds(tx, 'contact_bodies', scope, ids);
}

/** The complete record, unknown fields included, or null when it is not on the phone. */
export async function getContact(reader: Reader, scope: Scope, id: number): Promise<Contact | null> {
  const row = await reader.get<{ body: string }>(
    'SELECT body FROM contact_bodies WHERE scope_id = ? AND id = ?',
    [scope.id, id]
  );
  return row ? parseBody<Contact>(row.body) : null;
}

/** Whether a download has the contact that a row of this phone added. */
export async function hasAddedContact(reader: Reader, scope: Scope, uuid: string): Promise<boolean> {
  const row = await reader.get('SELECT 1 FROM contact_bodies WHERE scope_id = ? AND uuid = ?', [
    scope.id,
    uuid,
  ]);
  return row !== null;
}

/** A window of the contacts in the order of their names. Costs the window, wherever it is in the list. */
export async function listContacts(reader: Reader, scope: Scope, window: ListWindow): Promise<ContactLine[]> {
  const after = window.after ?? { sortKey: fold(window.from ?? ''), id: -1 };
  const rows = await reader.all<Row>(
    `SELECT ${lineColumns} FROM contacts WHERE scope_id = ? AND is_indexed = 1 AND (sort_key, id) > (?, ?)
     ORDER BY sort_key, id LIMIT ?`,
    [scope.id, after.sortKey, after.id, window.limit]
  );
  return withChanges(rows.map(toLine), await listChangedContacts(reader, scope));
}

/** The contacts from an offset on. The index covers the lines, so that each skipped one costs a step. */
export async function listContactsAt(
  reader: Reader,
  scope: Scope,
  window: PlacedWindow
): Promise<ContactLine[]> {
  const rows = await reader.all<Row>(
    `SELECT ${lineColumns} FROM contacts WHERE scope_id = ? AND is_indexed = 1 ORDER BY sort_key, id LIMIT ? OFFSET ?`,
    [scope.id, window.limit, window.offset]
  );
  return withChanges(rows.map(toLine), await listChangedContacts(reader, scope));
}

/** How many contacts sort before a name: its position, or the one that it had. */
export async function countContactsBefore(
  reader: Reader,
  scope: Scope,
  line: Pick<ContactLine, 'sortKey' | 'id'>
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM contacts WHERE scope_id = ? AND is_indexed = 1 AND (sort_key, id) < (?, ?)',
    [scope.id, line.sortKey, line.id]
  );
  return row?.count ?? 0;
}

/** An initial of names, and the position of its first name in the list. */
export type LetterPosition = { letter: string; place: number };

/** Begins the sort key of contacts without a name. */
export const noName = '\uffff';

/**
 * Where each first letter begins, in the order of the list. Steps from letter to letter in the index and counts between
 * them: to group the lines by their letter would sort them all.
 */
export async function listContactLetters(reader: Reader, scope: Scope): Promise<LetterPosition[]> {
  const rows = await reader.all<{ letter: string; count: number }>(
    `WITH RECURSIVE letters (letter) AS (
       SELECT substr(min(sort_key), 1, 1) FROM contacts WHERE scope_id = ?1 AND is_indexed = 1
       UNION ALL
       SELECT (SELECT substr(min(sort_key), 1, 1) FROM contacts
               WHERE scope_id = ?1 AND is_indexed = 1 AND sort_key >= letter || char(0x10ffff))
       FROM letters WHERE letter IS NOT NULL)
     SELECT letter, (SELECT COUNT(*) FROM contacts
       WHERE scope_id = ?1 AND is_indexed = 1 AND sort_key >= letter AND sort_key < letter || char(0x10ffff)) AS count
     FROM letters WHERE letter IS NOT NULL`,
    [scope.id]
  );
  let place = 0;
  return rows.map(({ letter, count }) => {
    const begins = { letter, place };
    place += count;
    return begins;
  });
}

/** The lines of some contacts, for naming the people of a bundle. */
export async function listContactLines(
  reader: Reader,
  scope: Scope,
  ids: readonly number[]
): Promise<ContactLine[]> {
  const rows = await reader.all<Row>(
    `SELECT ${lineColumns} FROM contacts WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))
     ORDER BY sort_key, id`,
    [scope.id, JSON.stringify(ids)]
  );
  return withChanges(rows.map(toLine), await listChangedContacts(reader, scope));
}

/**
 * Contacts that have every typed word in name, mail, phone or town, by name; then those who live at the typed address.
 */
export async function searchContacts(reader: Reader, scope: Scope, text: string): Promise<FoundContact[]> {
  return describeLines(reader, scope, await searchLines(reader, scope, text));
}

/** The contacts whom this phone recorded, marked or opened last, the latest first. */
export async function listRecentPeople(reader: Reader, scope: Scope): Promise<FoundContact[]> {
  const ids = (await getFact(reader, scope, 'recent_people')) ?? [];
  const lines = new Map((await listContactLines(reader, scope, ids)).map((line) => [line.id, line]));
  return describeLines(
    reader,
    scope,
    ids.flatMap((id) => lines.get(id) ?? [])
  );
}

async function describeLines(
  reader: Reader,
  scope: Scope,
  lines: readonly ContactLine[]
): Promise<FoundContact[]> {
  const bodies = await reader.all<{ id: number; address: string | null; phone: string | null }>(
    `SELECT id, body ->> '$.address' AS address, coalesce(body ->> '$.mobile', body ->> '$.phone') AS phone
     FROM contact_bodies WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(lines.map(({ id }) => id))]
  );
  const bodyOf = new Map(bodies.map((body) => [body.id, body]));
  const changed = await listChangedContacts(reader, scope);
  return distinguishNamesakes(
    withChanges(lines, changed).map((line) => {
      const contact = changed.get(line.id);
      const { address = null, phone = null } = bodyOf.get(line.id) ?? {};
      const home = contact === undefined ? parseBody<object>(address ?? '{}') : (contact.address ?? {});
      return {
        ...line,
        place: [streetLine(readAddress(home)), line.town].filter(Boolean).join(', '),
        phone: (contact === undefined ? phone : (contact.mobile ?? contact.phone)) ?? '',
      };
    })
  );
}

async function searchLines(reader: Reader, scope: Scope, text: string): Promise<ContactLine[]> {
  const named = (await searchRecords<Row>(reader, scope, 'contacts', lineColumns, text)).map(toLine);
  if (named.length >= mostResults) return named;
  const ids = new Set(named.map(({ id }) => id));
  const atAddress = await listAtAddress(reader, scope, text, mostResults);
  const others = atAddress.filter((id) => !ids.has(id)).slice(0, mostResults - named.length);
  if (others.length === 0) return named;
  const lines = new Map((await listContactLines(reader, scope, others)).map((line) => [line.id, line]));
  return [...named, ...others.flatMap((id) => lines.get(id) ?? [])];
}

/** How many the list has: contacts of a first load are in it once they are indexed. */
export async function countContacts(reader: Reader, scope: Scope): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM contacts WHERE scope_id = ? AND is_indexed = 1',
    [scope.id]
  );
  return row?.count ?? 0;
}

/** The addresses of all contacts who may be visited, for counting those in an area. */
export async function listContactAddresses(reader: Reader, scope: Scope): Promise<Address[]> {
  const rows = await reader.all<{ address: string }>(
    `SELECT json_extract(b.body, '$.address') AS address FROM contact_bodies b
     JOIN contacts c ON c.scope_id = b.scope_id AND c.id = b.id
     WHERE b.scope_id = ? AND c.opted_out = 0 AND json_extract(b.body, '$.address') IS NOT NULL`,
    [scope.id]
  );
  return rows.map(({ address }) => readAddress(parseBody<object>(address)));
}

/** The addresses of some contacts, each as one line, for a table that leaves the app. */
export async function listAddressLines(
  reader: Reader,
  scope: Scope,
  ids: readonly number[]
): Promise<Map<number, string>> {
  const rows = await reader.all<{ id: number; address: string }>(
    `SELECT id, json_extract(body, '$.address') AS address FROM contact_bodies
     WHERE scope_id = ? AND id IN (SELECT value FROM json_each(?)) AND json_extract(body, '$.address') IS NOT NULL`,
    [scope.id, JSON.stringify(ids)]
  );
  return new Map(rows.map(({ id, address }) => [id, addressLine(readAddress(parseBody<object>(address)))]));
}

/** Lines with the unsent changes of their contacts. Each stays where the list has it. */
function withChanges(lines: readonly ContactLine[], changed: ReadonlyMap<number, Contact>): ContactLine[] {
  return lines.map((line) => {
    const contact = changed.get(line.id);
    return contact === undefined ? line : { ...contactLine(contact), sortKey: line.sortKey };
  });
}

function toLine(row: Row): ContactLine {
  return {
    id: row.id,
    name: row.name,
    town: row.town,
    optedOut: row.opted_out === 1,
    sortKey: row.sort_key,
  };
}
