import { type InferSelectModel, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { ContactSchema } from '@/contract/contact';

import type { AtOnce, Caller, Tx } from './database';
import { searchQuery } from './fold';
import { prepared, statementAtOnce } from './prepared';
import { contacts } from './schema';
import { iso, isoOptional, optional } from './shape';

// The words are for the index alone, and wide.
const { words: _words, sortKey: _sortKey, groupId: _groupId, ...columns } = getTableColumns(contacts);
type ContactRow = Omit<InferSelectModel<typeof contacts>, 'words' | 'sortKey' | 'groupId'>;
type ContactAnswer = z.input<typeof ContactSchema>;
type Page = { limit: number; offset: number };

const byIds = prepared<{ ids: readonly number[] }, ContactRow[]>('contacts_by_ids', (tx) =>
  tx
    .select(columns)
    .from(contacts)
    .where(sql`${contacts.id} = ANY(${sql.placeholder('ids')})`)
);

const selected = Object.entries(columns).map(([key, { name }]) => `${name} AS "${key}"`);
const byId = statementAtOnce<ContactRow>(
  'contact_by_id',
  `SELECT ${selected.join(', ')} FROM contacts WHERE id = $1`
);

/** The ids of a page come out of an index alone; only that page's rows are read. */
const page = prepared<Page, ContactRow[]>('contacts_page', (tx) =>
  tx
    .select(columns)
    .from(contacts)
    .innerJoin(
      sql`(SELECT id AS page_id FROM contacts ORDER BY sort_key, id
        LIMIT ${sql.placeholder('limit')} OFFSET ${sql.placeholder('offset')}) AS page`,
      sql`page_id = ${contacts.id}`
    )
    .orderBy(contacts.sortKey, contacts.id)
);

const counted = prepared<Record<string, never>, { count: number }[]>('contacts_count', (tx) =>
  tx.select({ count: sql<number>`count(*)::int` }).from(contacts)
);

type Match = { total: number; ids: number[] | null };

const matching = prepared<Page & { wanted: string }, Match[]>('contacts_matching', (tx) =>
  tx
    .select({
      total: sql<number>`(SELECT count(*)::int FROM doorstep_contacts_matching(${sql.placeholder('wanted')}::tsquery))`,
      ids: sql<number[] | null>`(SELECT json_agg(id) FROM (
        SELECT id FROM doorstep_contacts_matching(${sql.placeholder('wanted')}::tsquery) ORDER BY sort_key, id
        LIMIT ${sql.placeholder('limit')} OFFSET ${sql.placeholder('offset')}) AS page)`,
    })
    .from(sql`(SELECT 1) AS once`)
);

export async function getContact(at: AtOnce | Tx, id: number): Promise<ContactAnswer | null> {
  const [row] = await byId(at, [id]);
  return row ? contactAnswer(row) : null;
}

export async function listContactsByIds(tx: Tx, ids: readonly number[]): Promise<ContactAnswer[]> {
  return (await byIds(tx, { ids })).map(contactAnswer);
}

/** Contacts by name; with `asked`, those that have every word of it at the beginning of one of theirs. */
export async function listContacts(
  tx: Tx,
  caller: Caller,
  { asked, ...paging }: Page & { asked?: string }
): Promise<{ contacts: ContactAnswer[]; total: number }> {
  if (asked === undefined || asked.trim() === '') {
    const [rows, count] = await Promise.all([page(tx, paging), counted(tx, {})]);
    return { contacts: rows.map(contactAnswer), total: count[0]?.count ?? 0 };
  }
  const wanted = searchQuery(caller.groupId, asked);
  if (wanted === null) return { contacts: [], total: 0 };
  const [match] = await matching(tx, { ...paging, wanted });
  const ids = match?.ids ?? [];
  const found = new Map((await byIds(tx, { ids })).map((row) => [row.id, contactAnswer(row)]));
  return { contacts: ids.flatMap((id) => found.get(id) ?? []), total: match?.total ?? 0 };
}

function contactAnswer(row: ContactRow): ContactAnswer {
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
  };
}
