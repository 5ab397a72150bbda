import { type Tx, query } from './database';

/** Exports and erases one person. The database decides who may (migration 0010). */

/** Everything about a contact or user; null if there is none. */
export async function getDataOf(tx: Tx, kind: 'contact' | 'user', id: number): Promise<unknown> {
  const [row] = await query<{ data: unknown }>(tx, `SELECT doorstep_data_of_${kind}($1) AS data`, [id]);
  return row?.data ?? null;
}

/** False when there is no such contact. */
export async function eraseContact(tx: Tx, id: number): Promise<boolean> {
  const [merged] = await query<{ ids: number[] }>(tx, 'SELECT doorstep_merged_from($1) AS ids', [id]);
  const [row] = await query<{ bundles: number[] | null }>(
    tx,
    'SELECT doorstep_erase_contact($1) AS bundles',
    [id]
  );
  if (!row?.bundles) return false;
  const bundles = new Set(row.bundles);
  const numbers = [id, ...(merged?.ids ?? [])];
  const texts = [
    ...numbers.flatMap((number) => [...written('id', number), ...written('contact_id', number)]),
    ...row.bundles.flatMap((bundle) => written('id', bundle)),
  ];
  await rewriteResponses(tx, texts, (value) =>
    numbers.reduce((response, number) => withoutContact(response, number, bundles), value)
  );
  return true;
}

/** False when there is no such person. One who belongs to another space keeps the account there. */
export async function eraseUser(tx: Tx, id: number): Promise<boolean> {
  const [row] = await query<{ mail: string | null }>(tx, 'SELECT doorstep_erase_user($1) AS mail', [id]);
  if (!row?.mail) return false;
  const mail = row.mail.toLowerCase();
  await rewriteResponses(tx, [...written('id', id), mail], (value) => withoutUser(value, id, mail));
  return true;
}

/** How a response has a number: 12 is not 123. */
const written = (key: string, number: number) => [`"${key}":${number},`, `"${key}":${number}}`];

type Json = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Maps every object inside a value, the inner ones first. */
function mapObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)]))
  );
}

const PERSONAL = new Set(['contact_id', 'comment', 'payment_method', 'note', 'answers']);

/** A contact, a visit, answers or a bundle of the person, without what names or describes them. */
function withoutContact(response: unknown, id: number, bundles: ReadonlySet<number>): unknown {
  const record = isObject(response) ? response.data : undefined;
  if (!isObject(response) || !isObject(record)) return response;
  if (isContact(record) && record.id === id) return { ...response, data: emptyContact(record) };
  const isBundle = bundles.has(Number(record.id)) && 'transactions' in record;
  if (!isBundle && record.contact_id !== id) return response;
  return mapObjects(response, (object) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !PERSONAL.has(key)))
  );
}

/** Contacts and users have ids of their own: the same number is another person. */
const isContact = (object: Json): boolean => 'black_list' in object;

const emptyContact = ({ id, uuid, created_at, updated_at }: Json): Json => ({
  ...{ id, uuid, created_at, updated_at, firstname: '', surname: '', gender: '' },
  ...{ black_list: true, tags: [], custom_fields: [], formdatas: [] },
});

/** A team or an invitation with the person, who has only an id any more. */
function withoutUser(response: unknown, id: number, mail: string): unknown {
  return mapObjects(response, (object) => {
    const isPerson = object.id === id && 'firstname' in object && !isContact(object);
    const isInvitation = typeof object.email === 'string' && object.email.toLowerCase() === mail;
    if (isPerson) return { id, firstname: '', surname: '' };
    return isInvitation ? { ...object, email: `erased-${id}@erased.invalid` } : object;
  });
}

type StoredRow = { key: string; user_id: number; response: string };

/** The stored responses of this space that contain one of the texts. Short ones have nothing of a person. */
export function listResponsesWith(tx: Tx, texts: readonly string[]): Promise<StoredRow[]> {
  return query<StoredRow>(
    tx,
    `SELECT key, user_id, response FROM idempotency_keys, lower(response) AS lowered
     WHERE NOT is_short AND EXISTS (SELECT FROM unnest($1::text[]) AS part WHERE strpos(lowered, part) > 0)`,
    [texts]
  );
}

/** Rewrites the stored responses that contain one of the texts. A repeat then gets them without the person. */
async function rewriteResponses(
  tx: Tx,
  texts: readonly string[],
  change: (response: unknown) => unknown
): Promise<void> {
  for (const row of await listResponsesWith(tx, texts)) {
    const rewritten = JSON.stringify(change(JSON.parse(row.response)));
    if (rewritten !== row.response) {
      const update = 'UPDATE idempotency_keys SET response = $3 WHERE key = $1 AND user_id = $2';
      await query(tx, update, [row.key, row.user_id, rewritten]);
    }
  }
}
