import type pg from 'pg';

import type { Donation, Membership, Transaction } from '@/contract/bundle';

/**
 * The three kinds of item in a bundle. Their columns have the names of the contract's fields, so that items are read and
 * written as JSON.
 */

export const ITEM_KINDS = ['transactions', 'memberships', 'donations'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** The name of each kind in the history. */
export const HISTORY_OF = {
  transactions: 'transaction',
  memberships: 'membership',
  donations: 'donation',
} as const satisfies { readonly [Kind in ItemKind]: string };

/** The fields of an item, without its id. */
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

/** Stored columns that no response contains. */
const HIDDEN: { readonly [Kind in ItemKind]: Columns } = {
  transactions: { unique_token: 'text', unique_external_id: 'bigint' },
  memberships: {},
  donations: {},
};

/** The fields of an item that refer to another record. */
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
function recordOf(kind: ItemKind): string {
  const columns = Object.entries(stored(kind)).map(([name, type]) => `${name} ${type}`);
  return `item (id bigint, ${columns.join(', ')})`;
}

/** SQL that selects the items of the bundles whose ids are in $1. */
export function selectItems(kind: ItemKind): string {
  return `SELECT bundle_id, id, ${Object.keys(COLUMNS[kind]).join(', ')} FROM ${kind}
    WHERE bundle_id = ANY($1::bigint[]) ORDER BY bundle_id, id`;
}

/**
 * SQL that inserts a JSON array of items into a bundle of space $1. `bundleId`, `items` and `defaultStatus` are parameters or
 * other expressions.
 */
function insertItems(kind: ItemKind, bundleId: string, items: string, defaultStatus = 'NULL'): string {
  const names = namesOf(kind);
  const values = names.map((name) =>
    name === 'status_id' ? `coalesce(item.status_id, ${defaultStatus})` : `item.${name}`
  );
  return `INSERT INTO ${kind} (group_id, bundle_id, ${names.join(', ')})
    SELECT $1, ${bundleId}, ${values.join(', ')} FROM json_to_recordset(${items}::json) AS ${recordOf(kind)} RETURNING id, contact_id`;
}

/** SQL that adds a JSON array $3 of items to bundle $2 of space $1. */
export function addItems(kind: ItemKind): string {
  return insertItems(kind, '$2', '$3');
}

/**
 * SQL that inserts a bundle of space $1 and user $2, for the request $3, with its items: the JSON arrays $4, $5 and $6. Returns
 * the ids and contacts, in the order of the items, and what the space sets for them.
 */
export function insertBundleWithItems(): string {
  const bundleId = '(SELECT id FROM bundle)';
  const defaultStatus = '(SELECT default_status_id FROM settings)';
  const inserts = ITEM_KINDS.map(
    (kind, index) => `new_${kind} AS (${insertItems(kind, bundleId, `$${index + 4}`, defaultStatus)})`
  );
  const ids = ITEM_KINDS.map(
    (kind) => `ARRAY(SELECT id FROM new_${kind} ORDER BY id) AS ${kind},
      (SELECT coalesce(json_agg(contact_id ORDER BY id), '[]') FROM new_${kind}) AS ${kind}_contacts`
  );
  return `WITH settings AS (
      SELECT default_status_id, open_periods #>> '{money,from}' AS open_from FROM transaction_settings WHERE group_id = $1
    ), bundle AS (
      INSERT INTO transaction_bundles (group_id, created_by, request_hash) VALUES ($1, $2, $3) RETURNING id
    ), ${inserts.join(', ')}
    SELECT bundle.id, ${ids.join(', ')}, settings.default_status_id,
      EXISTS (SELECT FROM settings) AS has_settings,
      EXISTS (SELECT FROM json_to_recordset($4::json) AS item (date timestamptz), settings
        WHERE doorstep_month(item.date) < settings.open_from) AS is_late
    FROM bundle LEFT JOIN settings ON true`;
}

/** SQL that replaces the items of bundle $1 by a JSON array $2 of items. */
export function updateItems(kind: ItemKind): string {
  const assignments = namesOf(kind).map((name) => `${name} = item.${name}`);
  return `UPDATE ${kind} SET ${assignments.join(', ')}
    FROM json_to_recordset($2::json) AS ${recordOf(kind)}
    WHERE ${kind}.bundle_id = $1 AND ${kind}.id = item.id`;
}

/** An item as a response contains it: fields in the order of the columns, without empty ones, times in UTC. */
export function itemAnswer(kind: ItemKind, row: pg.QueryResultRow): Item {
  const result: Record<string, unknown> = { id: row.id };
  for (const name of Object.keys(COLUMNS[kind])) {
    const value: unknown = row[name];
    if (value !== null && value !== undefined)
      result[name] = value instanceof Date ? value.toISOString() : value;
  }
  return result as Item;
}

/** An item of a request as it is stored: known fields only, times in UTC. */
export function normalize(kind: ItemKind, given: ItemFields): ItemFields {
  const result: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(COLUMNS[kind])) {
    const value = given[name];
    if (value === undefined) continue;
    result[name] = type === 'timestamptz' ? new Date(String(value)).toISOString() : value;
  }
  return result;
}
