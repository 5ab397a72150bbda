import type { z } from 'zod';

import type { ContactUpdate } from '@/contract/contact';
import type { DuplicateListResponse, MergeData } from '@/contract/contactMerge';

import { type ContactBody, listContactsByIds } from './contacts';
import { type Tx, query } from './database';

/** Contacts that are one person. The database decides who may merge them, and moves what refers to them (migration 0016). */

type Pair = z.input<typeof DuplicateListResponse>['data'][number];
type PairRow = { one: number; other: number; likeness: Pair['likeness'] };

const PAGE = `WITH pair AS MATERIALIZED (SELECT one, other, likeness FROM doorstep_duplicates())
  SELECT (SELECT count(*) FROM pair) AS total, (SELECT coalesce(jsonb_agg(page), '[]') FROM (
    SELECT one, other, likeness FROM pair ORDER BY cardinality(likeness) DESC, one, other LIMIT $1 OFFSET $2) AS page) AS pairs`;

/** Pairs that may be one person, those with most in common first. */
export async function listDuplicates(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ pairs: Pair[]; total: number }> {
  const [found] = await query<{ total: number; pairs: PairRow[] }>(tx, PAGE, [limit, offset]);
  const rows = found?.pairs ?? [];
  const ids = [...new Set(rows.flatMap(({ one, other }) => [one, other]))];
  const contacts = new Map((await listContactsByIds(tx, ids)).map((contact) => [contact.id, contact]));
  const pairs = rows.flatMap(({ one, other, likeness }): Pair[] => {
    const [first, second] = [contacts.get(one), contacts.get(other)];
    return first && second ? [{ one: first, other: second, likeness }] : [];
  });
  return { pairs, total: found?.total ?? 0 };
}

/** Stores that two contacts are two people; false unless both exist. */
export async function markAsDifferent(tx: Tx, one: number, other: number): Promise<boolean> {
  const [row] = await query<{ done: boolean }>(tx, 'SELECT doorstep_mark_as_different($1, $2) AS done', [
    one,
    other,
  ]);
  return row?.done === true;
}

/** The contact that this one was merged into; null for any other. */
export async function mergedInto(tx: Tx, id: number): Promise<number | null> {
  const [row] = await query<{ id: number | null }>(tx, 'SELECT doorstep_merged_into($1) AS id', [id]);
  return row?.id ?? null;
}

/** The contact that a number means today: the one that it was merged into, or itself. */
export const currentContactId = async (tx: Tx, id: number): Promise<number> =>
  (await mergedInto(tx, id)) ?? id;

/** Moves everything of one locked contact to another, and removes it. */
export async function moveContact(tx: Tx, stays: number, leaves: number): Promise<void> {
  await query(tx, 'SELECT doorstep_merge_contact($1, $2)', [stays, leaves]);
}

/** What changes in the contact that stays, besides the opt-out. A number keeps its note that it is wrong. */
export function mergedFields(
  stays: ContactBody,
  leaves: ContactBody,
  take: MergeData['take']
): ContactUpdate {
  const { id: _id, ...address } = leaves.address ?? {};
  const taken = take.map((field) => [
    field,
    field === 'address' ? (leaves.address ? address : null) : (leaves[field] ?? EMPTY[field] ?? null),
  ]);
  const tags = [...stays.tags, ...leaves.tags];
  return {
    ...(Object.fromEntries(taken) as ContactUpdate),
    ...(take.includes('mobile') ? { mobile_invalid: leaves.mobile_invalid ?? null } : {}),
    ...(take.includes('phone') ? { phone_invalid: leaves.phone_invalid ?? null } : {}),
    tags: [...new Map(tags.map((tag) => [tag.name, tag])).values()],
    custom_fields: [...stays.custom_fields, ...leaves.custom_fields],
    formdatas: [...stays.formdatas, ...leaves.formdatas],
  };
}

/** Columns that are never null. */
const EMPTY: Readonly<Record<string, string>> = { firstname: '', surname: '', gender: '' };
