import type { InferSelectModel } from 'drizzle-orm';
import type { z } from 'zod';

import type { ContactSchema } from '@/contract/contact';

import { type Caller, type Tx, query } from './database';
import { searchQuery } from './fold';
import { seesAll } from './permissions';
import { columnsOf, contacts } from './schema';
import { iso, isoOptional, optional } from './shape';

type ContactRow = Omit<
  InferSelectModel<typeof contacts>,
  'words' | 'sortKey' | 'groupId' | 'createdBy' | 'importId'
>;
export type ContactBody = z.input<typeof ContactSchema>;
type Page = { limit: number; offset: number };
type Match = { total: number; ids: number[] | null };

// Without the tsvector, which is large.
const COLUMNS = columnsOf(contacts, 'c', ['words', 'sortKey', 'groupId', 'createdBy', 'importId']);
const SELECT = `SELECT ${COLUMNS} FROM contacts c`;

/** An index alone gives the ids of the page; wide rows are read for that page only. */
const PAGE = `${SELECT} JOIN (SELECT id FROM contacts ORDER BY sort_key, id LIMIT $1 OFFSET $2) AS page ON page.id = c.id
  ORDER BY c.sort_key, c.id`;

const MATCHING = 'SELECT id, sort_key FROM doorstep_contacts_matching($3::tsquery)';
const COUNT_AND_PAGE = `WITH matching AS (${MATCHING})
  SELECT (SELECT count(*) FROM matching) AS total,
    (SELECT array_agg(id) FROM (SELECT id FROM matching ORDER BY sort_key, id LIMIT $1 OFFSET $2) AS page)::int8[] AS ids`;

/** One contact. The number of a contact that was merged answers with the one that stayed. */
export async function getContact(tx: Tx, id: number): Promise<ContactBody | null> {
  const [row] = await query<ContactRow>(tx, `${SELECT} WHERE c.id = $1`, [id]);
  if (row) return contactAnswer(row);
  const merged = `${SELECT} WHERE c.id = (SELECT doorstep_merged_into($1))`;
  const [stayed] = await query<ContactRow>(tx, merged, [id]);
  return stayed ? contactAnswer(stayed) : null;
}

/** Runs a statement that writes one contact `c`, and returns it: the write may take away the right to see it. */
export async function writeContact(
  tx: Tx,
  statement: string,
  values: readonly unknown[]
): Promise<ContactBody | null> {
  const [row] = await query<ContactRow>(tx, `${statement} RETURNING ${COLUMNS}`, values);
  return row ? contactAnswer(row) : null;
}

export async function listContactsByIds(tx: Tx, ids: readonly number[]): Promise<ContactBody[]> {
  const rows = await query<ContactRow>(tx, `${SELECT} WHERE c.id = ANY($1::bigint[])`, [ids]);
  return rows.map(contactAnswer);
}

/** Contacts by name. With `search`, only those that have, for each of its words, a word with that prefix. */
export async function listContacts(
  tx: Tx,
  caller: Caller,
  { search, limit, offset }: Page & { search?: string }
): Promise<{ contacts: ContactBody[]; total: number }> {
  if (search === undefined || search.trim() === '') {
    if (!(await seesAll(tx))) return readMatch(tx, [limit, offset, null]);
    const [rows, counted] = await Promise.all([
      query<ContactRow>(tx, PAGE, [limit, offset]),
      query<{ count: number }>(tx, 'SELECT count(*) AS count FROM contacts'),
    ]);
    return { contacts: rows.map(contactAnswer), total: counted[0]?.count ?? 0 };
  }
  const tsquery = searchQuery(caller.groupId, search);
  if (tsquery === null) return { contacts: [], total: 0 };
  return readMatch(tx, [limit, offset, tsquery]);
}

async function readMatch(tx: Tx, values: readonly unknown[]) {
  const [match] = await query<Match>(tx, COUNT_AND_PAGE, values);
  const ids = match?.ids ?? [];
  const found = new Map((await listContactsByIds(tx, ids)).map((contact) => [contact.id, contact]));
  return { contacts: ids.flatMap((id) => found.get(id) ?? []), total: match?.total ?? 0 };
}

function contactAnswer(row: ContactRow): ContactBody {
  return {
    id: row.id,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    address: optional(row.address),
    age_category: optional(row.ageCategory),
    birth_city: optional(row.birthCity),
    birth_country: optional(row.birthCountry),
    birthdate: isoOptional(row.birthdate),
    black_list: row.blackList,
    custom_fields: row.customFields,
    formdatas: row.formdatas,
    firstname: row.firstname,
    surname: row.surname,
    gender: row.gender,
    mail: optional(row.mail),
    mobile: optional(row.mobile),
    mobile_invalid: optional(row.mobileInvalid),
    phone: optional(row.phone),
    phone_invalid: optional(row.phoneInvalid),
    nationality: optional(row.nationality),
    tags: row.tags.map((name) => ({ name })),
    uuid: optional(row.uuid),
  };
}
