import type pg from 'pg';

import type { Donation, Membership, Transaction } from '@/contract/bundle';

/**
 * The three kinds of item in a bundle, described once: their columns carry the interface's own names, so that
 * a row goes in and out as JSON and no field is spelled twice.
 */

export const ITEM_KINDS = ['transactions', 'memberships', 'donations'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What each kind is called in the history. */
export const HISTORY_OF = {
  transactions: 'transaction',
  memberships: 'membership',
  donations: 'donation',
} as const satisfies { readonly [Kind in ItemKind]: string };

/** An item as it is stored and answered, without its id. */
export type ItemFields = Readonly<Record<string, unknown>>;
export type Item = ItemFields & { readonly id: number };
export type Items = { readonly [Kind in ItemKind]: readonly Item[] };

type Columns = Readonly<Record<string, 'bigint' | 'text' | 'json' | 'timestamptz' | 'boolean'>>;

const TRANSACTION = {
  amount: 'bigint',
  currency: 'text',
  payment_method_kind: 'text',
  payment_method: 'json',
  contact_id: 'bigint',
  date: 'timestamptz',
  code_campaign: 'text',
  delivered_at: 'timestamptz',
  delivery_token: 'text',
  comment: 'text',
  comment_date: 'timestamptz',
  reimbursed_amount: 'bigint',
  unpaid_amount: 'bigint',
  external_transaction_id: 'bigint',
  status_id: 'bigint',
} as const satisfies Columns & Record<Exclude<keyof Transaction, 'id'>, string>;

const MEMBERSHIP = {
  contact_id: 'bigint',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  membership_price_id: 'bigint',
  amount: 'bigint',
  amount_initial: 'bigint',
  currency: 'text',
  comment: 'text',
  rolling_year: 'boolean',
} as const satisfies Columns & Record<Exclude<keyof Membership, 'id'>, string>;

const DONATION = {
  contact_id: 'bigint',
  date: 'timestamptz',
  amount: 'bigint',
  initial_amount: 'bigint',
  currency: 'text',
  donation_price_id: 'bigint',
  affectation: 'text',
  comment: 'text',
} as const satisfies Columns & Record<Exclude<keyof Donation, 'id'>, string>;

const COLUMNS: { readonly [Kind in ItemKind]: Columns } = {
  transactions: TRANSACTION,
  memberships: MEMBERSHIP,
  donations: DONATION,
};

/** Columns that are stored beside an item and never answered. */
const HIDDEN: { readonly [Kind in ItemKind]: Columns } = {
  transactions: { unique_token: 'text', unique_external_id: 'bigint' },
  memberships: {},
  donations: {},
};

/** The fields of an item that name another record. */
export const REFERENCES = [
  'contact_id',
  'status_id',
  'payment_method_kind',
  'membership_price_id',
  'donation_price_id',
] as const;

function stored(kind: ItemKind): Columns {
  return { ...COLUMNS[kind], ...HIDDEN[kind] };
}

/** `amount, currency, …`: the stored columns of a kind. */
function namesOf(kind: ItemKind): string[] {
  return Object.keys(stored(kind));
}

/** `item (id bigint, amount bigint, …)`: how a JSON array of items is read as rows. */
function recordOf(kind: ItemKind, more: Columns = {}): string {
  const columns = Object.entries({ ...stored(kind), ...more }).map(([name, type]) => `${name} ${type}`);
  return `item (id bigint, ${columns.join(', ')})`;
}

/** SQL that selects the items of the bundles whose ids are in $1. */
export function selectItems(kind: ItemKind): string {
  return `SELECT bundle_id, id, ${Object.keys(COLUMNS[kind]).join(', ')} FROM ${kind}
    WHERE bundle_id = ANY($1::bigint[]) ORDER BY bundle_id, id`;
}

/** SQL that inserts a JSON array $3 of items into bundle $2 of space $1. */
export function insertItems(kind: ItemKind): string {
  const names = namesOf(kind);
  return `INSERT INTO ${kind} (group_id, bundle_id, ${names.join(', ')})
    SELECT $1, $2, ${names.map((name) => `item.${name}`).join(', ')}
    FROM json_to_recordset($3::json) AS ${recordOf(kind)} RETURNING id`;
}

/**
 * SQL that makes a bundle of items of these kinds, with its history and the key it came under, and gives its id and its answer.
 *
 * $1 space, $2 person, $3 hash of the request, $4 number of items, $5 key or null, $6 the summary of the answer, and from $7
 * on one JSON array for each kind, whose items also carry their own `answer`: what follows their id in it.
 *
 * All in one statement, with the answer as it will be repeated for ever. What depends on what gives the order: the
 * numbers, the key (where a repeat waits or is refused), the bundle, its items. A bundle with more items than
 * max_batch_size makes no row and takes no key; what refers to something that is not in the space is refused by the foreign keys.
 */
export function insertBundle(kinds: readonly ItemKind[]): string {
  const numbered = kinds.map((kind, index) => {
    const status = kind === 'transactions' ? 'coalesce(status_id, default_status_id)' : 'NULL';
    const added =
      kind === 'transactions'
        ? `CASE WHEN status_id IS NULL AND default_status_id IS NOT NULL THEN ',"status_id":' || default_status_id ELSE '' END`
        : `''`;
    return `new_${kind} AS (
      SELECT *, ${status} AS known_status_id, '{"id":' || new_id || answer || ${added} || '}' AS text
      FROM (SELECT nextval('${kind}_id_seq') AS new_id, made.default_status_id, item.*
        FROM made, json_to_recordset($${7 + index}::json) AS ${recordOf(kind, { answer: 'text' })}) AS numbered
    )`;
  });
  const stored = kinds.map((kind) => {
    const names = namesOf(kind);
    const values = names.map((name) => (name === 'status_id' ? 'known_status_id' : `item.${name}`));
    return `stored_${kind} AS (
      INSERT INTO ${kind} (group_id, bundle_id, id, ${names.join(', ')})
      SELECT bundle.group_id, bundle.id, item.new_id, ${values.join(', ')} FROM bundle, new_${kind} AS item
    )`;
  });
  const list = (kind: ItemKind) =>
    kinds.includes(kind) ? `(SELECT string_agg(text, ',' ORDER BY new_id) FROM new_${kind})` : `''`;
  const told = kinds.map(
    (kind) =>
      `SELECT bundle.group_id, bundle.id, '${HISTORY_OF[kind]}', new_id, text::jsonb FROM bundle, new_${kind}`
  );
  return `WITH made AS (
      SELECT nextval('transaction_bundles_id_seq') AS id, default_status_id
      FROM transaction_settings WHERE max_batch_size >= $4
    ), ${numbered.join(', ')}, answer AS (
      SELECT '{"status":"success","data":{"id":' || made.id || ',"transactions":[' || ${list('transactions')}
        || '],"memberships":[' || ${list('memberships')} || '],"donations":[' || ${list('donations')}
        || '],"summary":' || $6::text || '}}' AS text FROM made
    ), claimed AS (
      INSERT INTO idempotency_keys (group_id, key, user_id, request_hash, answer)
      SELECT $1::bigint, $5::text, $2::bigint, $3::bytea, text FROM answer WHERE $5 IS NOT NULL RETURNING key
    ), bundle AS (
      INSERT INTO transaction_bundles (group_id, id, created_by, request_hash)
      SELECT $1, made.id, $2, $3 FROM made WHERE $5 IS NULL OR EXISTS (SELECT FROM claimed)
      RETURNING group_id, id
    ), ${stored.join(', ')}, told AS (
      INSERT INTO bundle_history (group_id, bundle_id, kind, target_id, new) ${told.join(' UNION ALL ')}
    )
    SELECT id, text FROM made, answer`;
}

/** SQL that overwrites the items of bundle $1 by a JSON array $2 of whole items. */
export function updateItems(kind: ItemKind): string {
  const assignments = namesOf(kind).map((name) => `${name} = item.${name}`);
  return `UPDATE ${kind} SET ${assignments.join(', ')}
    FROM json_to_recordset($2::json) AS ${recordOf(kind)}
    WHERE ${kind}.bundle_id = $1 AND ${kind}.id = item.id`;
}

/** An item as it is answered: its fields in their order, empty ones left out, moments written in UTC. */
export function itemAnswer(kind: ItemKind, row: pg.QueryResultRow): Item {
  const answer: Record<string, unknown> = { id: row.id };
  for (const name of Object.keys(COLUMNS[kind])) {
    const value: unknown = row[name];
    if (value !== null && value !== undefined)
      answer[name] = value instanceof Date ? value.toISOString() : value;
  }
  return answer as Item;
}

/** What a client gave, as it will be answered: moments in UTC, as the database keeps them. */
export function normalised(kind: ItemKind, given: ItemFields): ItemFields {
  const result: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(COLUMNS[kind])) {
    const value = given[name];
    if (value === undefined) continue;
    result[name] = type === 'timestamptz' ? new Date(String(value)).toISOString() : value;
  }
  return result;
}
