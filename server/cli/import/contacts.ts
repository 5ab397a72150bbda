import { hash } from 'node:crypto';

import { type SQL, and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';

import { ContactAddressSchema } from '@/contract/contact';
import { Mail, Name, Phone, integerText, text } from '@/contract/primitives';

import type { Tx } from '../../store/database';
import { searchWords, sortKey } from '../../store/fold';
import { contacts } from '../../store/schema';
import { booleanCell, dateCell, listCell } from './cells';
import type { BadLine, Cells, Line, Reading } from './csv';
import { type Counts, findImported, chunk, isUnchanged, noCounts, insertImportKeys } from './outcome';

const { id: _id, ...addressFields } = ContactAddressSchema.shape;
const addressColumns = Object.fromEntries(
  Object.entries(addressFields).map(([name, schema]) => [`address.${name}`, schema.unwrap()])
);

export const contactColumns = {
  external_id: text(200),
  firstname: Name,
  surname: Name,
  gender: z.enum(['M', 'F', 'O']),
  mail: Mail,
  mobile: Phone,
  mobile_invalid: booleanCell,
  phone: Phone,
  phone_invalid: booleanCell,
  birthdate: dateCell,
  birth_city: Name,
  birth_country: Name,
  nationality: Name,
  age_category: integerText(0, 2_147_483_647),
  black_list: booleanCell,
  tags: listCell,
  ...addressColumns,
};
type ContactCells = Cells<typeof contactColumns>;
type Row = typeof contacts.$inferInsert;

/** Marks lines without a name as bad. */
export function withNames(reading: Reading<typeof contactColumns>): Reading<typeof contactColumns> {
  const isNamed = ({ cells }: Line<typeof contactColumns>) => Boolean(cells.firstname || cells.surname);
  const nameless = reading.lines
    .filter((line) => !isNamed(line))
    .map(({ line }): BadLine => ({ line, reason: 'firstname, surname: one of them is needed' }));
  return { lines: reading.lines.filter(isNamed), bad: [...reading.bad, ...nameless] };
}

/** Merges the address parts of the file into the address; empty parts are removed. */
function addressOf(cells: ContactCells, before: Row['address']): Row['address'] {
  const given = Object.entries(cells).filter(([name]) => name.startsWith('address.'));
  if (given.length === 0) return before ?? null;
  const address: Record<string, unknown> = { ...before };
  for (const [name, value] of given) {
    if (value === null) delete address[name.slice('address.'.length)];
    else address[name.slice('address.'.length)] = value;
  }
  return Object.keys(address).length > 0 ? ContactAddressSchema.parse(address) : null;
}

/** The columns that the file contains. A required text becomes ''. */
function givenColumns(cells: ContactCells, before: Row | undefined): Partial<Row> {
  const given: Record<string, unknown> = {
    firstname: cells.firstname === null ? '' : cells.firstname,
    surname: cells.surname === null ? '' : cells.surname,
    gender: cells.gender === null ? '' : cells.gender,
    mail: cells.mail,
    mobile: cells.mobile,
    mobileInvalid: cells.mobile_invalid,
    phone: cells.phone,
    phoneInvalid: cells.phone_invalid,
    birthdate: cells.birthdate,
    birthCity: cells.birth_city,
    birthCountry: cells.birth_country,
    nationality: cells.nationality,
    ageCategory: cells.age_category,
    blackList: cells.black_list === null ? false : cells.black_list,
    tags: cells.tags === null ? [] : cells.tags,
    address: addressOf(cells, before?.address),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const NEW = { firstname: '', surname: '', gender: '', blackList: false } as const;

function wholeRow(groupId: number, id: number, before: Row | undefined, given: Partial<Row>): Row {
  const now = new Date();
  const row = { ...NEW, customFields: [], formdatas: [], tags: [], createdAt: now, ...before, ...given };
  return { ...row, groupId, id, updatedAt: now, sortKey: sortKey(row), words: searchWords(groupId, row) };
}

async function newIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT nextval(pg_get_serial_sequence('contacts', 'id'))::text AS id FROM generate_series(1, ${count})`
  );
  return rows.map(({ id }) => Number(id));
}

const columns = Object.entries(getTableColumns(contacts));
const KEPT = ['group_id', 'id', 'created_at'];
const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const names = list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`));
const changes = list(
  columns
    .filter(([, { name }]) => !KEPT.includes(name))
    .map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`)
);

/** Writes rows as one JSON parameter, which is faster than thousands of parameters. */
async function putRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key as keyof Row] ?? null]))
  );
  await tx.execute(sql`
    INSERT INTO contacts (${names})
    SELECT ${names} FROM jsonb_populate_recordset(NULL::contacts, ${JSON.stringify(records)}::jsonb)
    ON CONFLICT (group_id, id) DO UPDATE SET ${changes}`);
}

/** A line without an external_id is recognised by its content, so that a second run adds nobody twice. */
function contentKey(cells: ContactCells): string {
  const given = Object.entries(cells).filter(([, value]) => value !== null);
  return `line ${hash('sha256', JSON.stringify(given.sort()), 'hex')}`;
}

/** Adds contacts and updates those with the same external_id. */
export async function importContacts(
  tx: Tx,
  groupId: number,
  lines: readonly Line<typeof contactColumns>[]
): Promise<Counts> {
  const counts = noCounts();
  const seen = new Set<string>();
  const keyed = lines.map(({ cells }) => ({ cells, key: cells.external_id ?? contentKey(cells) }));
  for (const piece of chunk(keyed)) {
    const keys = piece.map(({ key }) => key);
    const known = await findImported(tx, groupId, 'contact', keys);
    const existing = known.size
      ? await tx
          .select()
          .from(contacts)
          .where(and(eq(contacts.groupId, groupId), inArray(contacts.id, [...known.values()])))
      : [];
    const byId = new Map(existing.map((row) => [row.id, row]));
    const fresh = await newIds(tx, piece.filter(({ key }) => !known.has(key)).length);
    const rows: Row[] = [];
    const imported: { externalId: string; id: number }[] = [];
    for (const { cells, key } of piece) {
      const before = byId.get(known.get(key) ?? -1);
      const given = givenColumns(cells, before);
      // Without an external_id, what people changed since in the app stays. A merged contact has the fields that people chose.
      const isRepeated = known.has(key) ? !cells.external_id || !before : !cells.external_id && seen.has(key);
      seen.add(key);
      if (isRepeated || (before && isUnchanged(before, given))) {
        counts.unchanged += 1;
        continue;
      }
      const id = before?.id ?? fresh.shift();
      if (id === undefined) throw new Error('there are fewer ids than contacts');
      if (!before) imported.push({ externalId: key, id });
      counts[before ? 'changed' : 'created'] += 1;
      rows.push(wholeRow(groupId, id, before, given));
    }
    if (rows.length > 0) await putRows(tx, rows);
    await insertImportKeys(tx, groupId, 'contact', imported);
  }
  return counts;
}
