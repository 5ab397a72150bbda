import type { ContactCreate, ContactUpdate } from '@/contract/contact';

import { type ContactBody, writeContact } from './contacts';
import { type Caller, type Tx, query } from './database';
import { searchWords, sortKey } from './fold';

/** The fields that a request writes, by their names in the contract, which are those of the columns. */
const FIELDS = [
  ...['firstname', 'surname', 'gender', 'mail', 'mobile', 'mobile_invalid', 'phone', 'phone_invalid'],
  ...['birthdate', 'birth_city', 'birth_country', 'nationality', 'age_category', 'black_list'],
  ...['address', 'custom_fields', 'formdatas', 'tags'],
] as const;

type Fields = Omit<ContactUpdate, 'tags'> & { tags?: string[] };
/** The stored fields that words and order follow from. */
type Before = Pick<ContactUpdate, 'mail' | 'mobile' | 'phone' | 'address'> & {
  firstname: string;
  surname: string;
};

const JSON_FIELDS = new Set<string>(['address', 'custom_fields', 'formdatas']);

function fieldsOf({ tags, ...rest }: ContactUpdate): Fields {
  return { ...rest, ...(tags === undefined ? {} : { tags: [...new Set(tags.map(({ name }) => name))] }) };
}

/** The given columns with their values, and what follows from them. */
function columnsOf(groupId: number, given: Fields, before: Before): [string, unknown][] {
  const written = FIELDS.flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined) return [];
    return [[name, JSON_FIELDS.has(name) && value !== null ? JSON.stringify(value) : value]];
  });
  const whole = { ...before, ...given };
  return [...written, ['sort_key', sortKey(whole)], ['words', searchWords(groupId, whole)]];
}

/** Adds a contact of the caller. */
export async function insertContact(
  tx: Tx,
  caller: Caller,
  { uuid, ...contact }: ContactCreate
): Promise<ContactBody> {
  const columns = columnsOf(caller.groupId, fieldsOf(contact), { firstname: '', surname: '' });
  const names = ['group_id', 'created_by', 'uuid', ...columns.map(([name]) => name)];
  const values = [caller.groupId, caller.userId, uuid, ...columns.map(([, value]) => value)];
  const places = values.map((_, index) => `$${index + 1}`);
  const statement = `INSERT INTO contacts AS c (${names.join(', ')}) VALUES (${places.join(', ')})`;
  const added = await writeContact(tx, statement, values);
  if (!added) throw new Error('the contact was not inserted');
  return added;
}

/** Locks the contact until the transaction ends, so that two changes run one after the other. Null if the caller does not see it. */
export async function lockContact(tx: Tx, id: number): Promise<Before | null> {
  const [row] = await query<Before>(
    tx,
    'SELECT firstname, surname, mail, mobile, phone, address FROM contacts WHERE id = $1 FOR UPDATE',
    [id]
  );
  return row ?? null;
}

/** Changes the given fields of a locked contact. The database refuses what the role of the caller does not allow. */
export async function updateContact(
  tx: Tx,
  caller: Caller,
  id: number,
  { before, change }: { before: Before; change: ContactUpdate }
): Promise<ContactBody> {
  const columns = columnsOf(caller.groupId, fieldsOf(change), before);
  const sets = columns.map(([name], index) => `${name} = $${index + 2}`);
  const statement = `UPDATE contacts AS c SET ${[...sets, 'updated_at = now()'].join(', ')} WHERE c.id = $1`;
  const changed = await writeContact(tx, statement, [id, ...columns.map(([, value]) => value)]);
  if (!changed) throw new Error('the contact was not changed');
  return changed;
}

/** The contact that a repeated request added, or that it was merged into; null if the caller does not see one. */
export async function findContactByUuid(tx: Tx, uuid: string): Promise<number | null> {
  const text = 'SELECT id FROM contacts WHERE uuid = $1 OR id = (SELECT doorstep_merged_uuid($1))';
  const [row] = await query<{ id: number }>(tx, text, [uuid]);
  return row?.id ?? null;
}

/** Forms that an answer refers to and that do not exist in the space. */
export async function listUnknownForms(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await query<{ id: number }>(
    tx,
    'SELECT g.id FROM unnest($1::bigint[]) AS g (id) WHERE NOT EXISTS (SELECT FROM forms f WHERE f.id = g.id)',
    [[...new Set(ids)]]
  );
  return new Set(rows.map(({ id }) => id));
}
