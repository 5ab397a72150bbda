import type { z } from 'zod';

import type { ContactCreate } from '@/contract/contact';
import type { ContactImportSchema, UndoneImportSchema } from '@/contract/contactImport';

import { type Caller, type Tx, query } from './database';
import { searchWords, sortKey } from './fold';
import { iso, isoOptional } from './shape';

type ImportAnswer = z.input<typeof ContactImportSchema>;
type ImportRow = {
  id: number;
  uuid: string;
  name: string;
  createdAt: Date;
  createdBy: number;
  undoneAt: Date | null;
  contacts: number;
};

const SELECT = `SELECT i.id, i.uuid, i.name, i.created_at AS "createdAt", i.created_by AS "createdBy",
    i.undone_at AS "undoneAt", (SELECT count(*) FROM contacts c WHERE c.import_id = i.id) AS contacts
  FROM contact_imports i`;

export async function insertImport(
  tx: Tx,
  caller: Caller,
  given: { uuid: string; name: string }
): Promise<void> {
  await query(tx, 'INSERT INTO contact_imports (group_id, uuid, name, created_by) VALUES ($1, $2, $3, $4)', [
    caller.groupId,
    given.uuid,
    given.name,
    caller.userId,
  ]);
}

export async function getImportByUuid(tx: Tx, uuid: string): Promise<ImportAnswer | null> {
  const [row] = await query<ImportRow>(tx, `${SELECT} WHERE i.uuid = $1`, [uuid]);
  return row ? importAnswer(row) : null;
}

export async function getImport(tx: Tx, id: number): Promise<ImportAnswer | null> {
  const [row] = await query<ImportRow>(tx, `${SELECT} WHERE i.id = $1`, [id]);
  return row ? importAnswer(row) : null;
}

/** The latest first. */
export async function listImports(tx: Tx): Promise<ImportAnswer[]> {
  return (await query<ImportRow>(tx, `${SELECT} ORDER BY i.id DESC LIMIT 100`)).map(importAnswer);
}

/** Adds the contacts of an import that are not there yet. Returns how many. */
export async function insertImported(
  tx: Tx,
  { groupId }: Caller,
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
    `INSERT INTO contacts (group_id, import_id, uuid, firstname, surname, gender, mail, mobile, phone, birthdate, nationality,
       black_list, address, custom_fields, formdatas, tags, sort_key, words)
     SELECT $1, $2, uuid, firstname, surname, gender, mail, mobile, phone, birthdate, nationality, black_list, address,
       custom_fields, formdatas, tags, sort_key, words
     FROM jsonb_to_recordset($3::jsonb) AS given (uuid uuid, firstname text, surname text, gender text, mail text, mobile text,
       phone text, birthdate timestamptz, nationality text, black_list boolean, address jsonb, custom_fields jsonb,
       formdatas jsonb, tags text[], sort_key text, words tsvector)
     ON CONFLICT (group_id, uuid) DO NOTHING RETURNING id`,
    [groupId, importId, JSON.stringify(records)]
  );
  return rows.length;
}

const REMOVED_AT_ONCE = 2_000;
const SHOWN = 50;

/** Removes the next contacts of an import that nothing refers to. Null without the import. */
export async function undoImport(tx: Tx, id: number): Promise<z.input<typeof UndoneImportSchema> | null> {
  const [done] = await query<{ removed: number | null }>(
    tx,
    'SELECT doorstep_undo_import($1, $2) AS removed',
    [id, REMOVED_AT_ONCE]
  );
  if (done?.removed === null || done === undefined) return null;
  const more = done.removed === REMOVED_AT_ONCE;
  const people = await query<{ id: number; name: string; total: number }>(
    tx,
    `SELECT id, trim(firstname || ' ' || surname) AS name, count(*) OVER () AS total FROM contacts
     WHERE import_id = $1 ORDER BY id LIMIT $2`,
    [id, SHOWN]
  );
  const stayed = more ? [] : people;
  return {
    removed: done.removed,
    more,
    stayed: stayed[0]?.total ?? 0,
    people: stayed.map(({ id: contactId, name }) => ({ id: contactId, name })),
  };
}

function importAnswer({ createdAt, createdBy, undoneAt, ...row }: ImportRow): ImportAnswer {
  return { ...row, created_at: iso(createdAt), created_by: createdBy, undone_at: isoOptional(undoneAt) };
}
