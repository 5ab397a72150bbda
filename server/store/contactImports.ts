import type { z } from 'zod';

import type { ContactCreate } from '@/contract/contact';
import type { ContactImportRequest, ContactImportSchema, UndoneImportSchema } from '@/contract/contactImport';

import { type Tx, query } from './database';
import { searchWords, sortKey } from './fold';
import { iso, isoOptional } from './shape';

type ImportAnswer = z.input<typeof ContactImportSchema>;
type ImportRow = {
  id: number;
  uuid: string;
  name: string;
  createdAt: Date;
  createdBy: number | null;
  undoneAt: Date | null;
  contacts: number;
  lines: number | null;
  bad: number | null;
  badLines: NonNullable<ImportAnswer['bad_lines']>;
};

const SELECT = `SELECT i.id, i.uuid, i.name, i.created_at AS "createdAt", i.created_by AS "createdBy",
    i.undone_at AS "undoneAt", i.lines, i.bad, i.bad_lines AS "badLines", (SELECT count(*) FROM contacts c WHERE c.group_id = i.group_id AND c.import_id = i.id) AS contacts
  FROM contact_imports i`;

/** Who imports: a person, or nobody where the command line does. */
type Importer = { readonly groupId: number; readonly userId: number | null };

type BegunImport = z.output<typeof ContactImportRequest>['data'];

/** Returns the id. */
export async function insertImport(
  tx: Tx,
  { groupId, userId }: Importer,
  { uuid, name, lines, bad, bad_lines: badLines = [] }: BegunImport
): Promise<number> {
  const [row] = await query<{ id: number }>(
    tx,
    `INSERT INTO contact_imports (group_id, uuid, name, created_by, lines, bad, bad_lines)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [groupId, uuid, name, userId, lines ?? null, bad ?? null, JSON.stringify(badLines)]
  );
  if (!row) throw new Error('the import was not inserted');
  return row.id;
}

export async function getImportByUuid(tx: Tx, uuid: string): Promise<ImportAnswer | null> {
  const [row] = await query<ImportRow>(tx, `${SELECT} WHERE i.uuid = $1`, [uuid]);
  return row ? importAnswer(row) : null;
}

export async function getImport(tx: Tx, id: number): Promise<ImportAnswer | null> {
  const [row] = await query<ImportRow>(tx, `${SELECT} WHERE i.id = $1`, [id]);
  return row ? importAnswer(row) : null;
}

/** Whether it takes contacts, until this transaction ends; null when there is none. */
export async function lockImport(tx: Tx, id: number): Promise<boolean | null> {
  const [row] = await query<{ takes: boolean | null }>(tx, 'SELECT doorstep_import_takes($1) AS takes', [id]);
  return row?.takes ?? null;
}

/** The latest first. */
export async function listImports(tx: Tx, groupId: number): Promise<ImportAnswer[]> {
  const rows = await query<ImportRow>(tx, `${SELECT} WHERE i.group_id = $1 ORDER BY i.id DESC LIMIT 50`, [
    groupId,
  ]);
  return rows.map(importAnswer);
}

/** Adds the contacts of an import that are not there yet. Returns how many. */
export async function insertImported(
  tx: Tx,
  { groupId }: Pick<Importer, 'groupId'>,
  importId: number,
  contacts: readonly ContactCreate[]
): Promise<number> {
  const records = contacts.map((contact) => {
    const names = { firstname: '', surname: '', ...contact };
    return {
      gender: '',
      black_list: false,
      custom_fields: [],
      formdatas: [],
      ...names,
      tags: (contact.tags ?? []).map(({ name }) => name),
      sort_key: sortKey(names),
      words: searchWords(groupId, names),
    };
  });
  const rows = await query(
    tx,
    `INSERT INTO contacts (group_id, import_id, uuid, firstname, surname, gender, mail, mobile, mobile_invalid,
       phone, phone_invalid, birthdate, birth_city, birth_country, nationality, age_category, black_list, address,
       custom_fields, formdatas, tags, sort_key, words)
     SELECT $1, $2, uuid, firstname, surname, gender, mail, mobile, mobile_invalid, phone, phone_invalid, birthdate,
       birth_city, birth_country, nationality, age_category, black_list, address, custom_fields, formdatas, tags,
       sort_key, words
     FROM jsonb_to_recordset($3::jsonb) AS given (uuid uuid, firstname text, surname text, gender text, mail text, mobile text,
       mobile_invalid boolean, phone text, phone_invalid boolean, birthdate timestamptz, birth_city text,
       birth_country text, nationality text, age_category integer, black_list boolean, address jsonb, custom_fields jsonb,
       formdatas jsonb, tags text[], sort_key text, words tsvector)
     ON CONFLICT (group_id, uuid) DO NOTHING RETURNING id`,
    [groupId, importId, JSON.stringify(records)]
  );
  return rows.length;
}

/** Which of these contacts were imported before, by their uuid: they are there, or were merged. For the owner of the tables. */
export async function findKnown(tx: Tx, groupId: number, uuids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ uuid: string }>(
    tx,
    `SELECT given AS uuid FROM unnest($2::uuid[]) AS given
     WHERE EXISTS (SELECT FROM contacts WHERE group_id = $1 AND uuid = given)
       OR EXISTS (SELECT FROM merged_contacts WHERE group_id = $1 AND uuid = given)`,
    [groupId, uuids]
  );
  return new Set(rows.map(({ uuid }) => uuid));
}

/** As many as one short transaction removes. */
const REMOVED_AT_ONCE = 500;
const SHOWN = 50;

/** Removes the next contacts of an import that nothing refers to. Null without the import. */
export async function undoImport(
  tx: Tx,
  { groupId, userId }: Importer,
  id: number
): Promise<z.input<typeof UndoneImportSchema> | null> {
  const [done] = await query<{ removed: number | null }>(
    tx,
    userId === null
      ? 'SELECT doorstep_remove_import($1, $2, $3) AS removed'
      : 'SELECT doorstep_undo_import($2, $3) AS removed WHERE $1 = doorstep_space()',
    [groupId, id, REMOVED_AT_ONCE]
  );
  if (done === undefined || done.removed === null) return null;
  if (done.removed === REMOVED_AT_ONCE) return { removed: done.removed, more: true, stayed: 0, people: [] };
  const stayed = await query<{ id: number; name: string; total: number }>(
    tx,
    `SELECT id, trim(firstname || ' ' || surname) AS name, count(*) OVER () AS total FROM contacts
     WHERE group_id = $1 AND import_id = $2 ORDER BY id LIMIT $3`,
    [groupId, id, SHOWN]
  );
  return {
    removed: done.removed,
    more: false,
    stayed: stayed[0]?.total ?? 0,
    people: stayed.map(({ id: contactId, name }) => ({ id: contactId, name })),
  };
}

function importAnswer({
  createdAt,
  createdBy,
  undoneAt,
  lines,
  bad,
  badLines,
  ...row
}: ImportRow): ImportAnswer {
  return {
    ...row,
    created_at: iso(createdAt),
    created_by: createdBy ?? undefined,
    undone_at: isoOptional(undoneAt),
    lines: lines ?? undefined,
    bad: bad ?? undefined,
    bad_lines: badLines,
  };
}
