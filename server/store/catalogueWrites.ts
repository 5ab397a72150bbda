import type { TransactionSettingsUpdate } from '@/contract/catalogueWrite';

import { type Caller, type Tx, query } from './database';

/**
 * What admins write into the catalogue. Row-level security refuses everybody else, no request may delete a row, and triggers
 * write the audit log.
 */

/** The columns that a request may set, by kind. */
const ITEMS = {
  donation_price: {
    table: 'donation_prices',
    columns: ['name', 'amount', 'currency', 'allow_custom_amount', 'hidden', 'kind'],
  },
  membership_price_group: { table: 'membership_price_groups', columns: ['name', 'hidden'] },
  membership_price: {
    table: 'membership_prices',
    columns: [
      'membership_price_group_id',
      'name',
      'amount',
      'currency',
      'allow_custom_amount',
      'hidden',
      'kind',
      'rolling_period',
      'duration',
    ],
  },
  transaction_status: { table: 'transaction_statuses', columns: ['name', 'kind', 'color', 'archived'] },
} as const;
export type ItemKind = keyof typeof ITEMS;

type Row = Record<string, unknown>;

export async function insertItem(tx: Tx, caller: Caller, kind: ItemKind, values: Row): Promise<number> {
  const { table, columns } = ITEMS[kind];
  const names = columns.join(', ');
  const [row] = await query<{ id: number }>(
    tx,
    `INSERT INTO ${table} (group_id, ${names})
     SELECT $1, ${names} FROM jsonb_populate_record(NULL::${table}, $2::jsonb) RETURNING id`,
    [caller.groupId, JSON.stringify(values)]
  );
  if (!row) throw new Error('the record was not inserted');
  return row.id;
}

/** Locks a record for a change. False when there is none. */
export async function lockItem(tx: Tx, kind: ItemKind, id: number): Promise<boolean> {
  const rows = await query(tx, `SELECT id FROM ${ITEMS[kind].table} WHERE id = $1 FOR UPDATE`, [id]);
  return rows.length > 0;
}

/** Changes the given columns. A request that changes nothing writes nothing. */
export async function updateItem(tx: Tx, kind: ItemKind, id: number, values: Row): Promise<void> {
  const { table, columns } = ITEMS[kind];
  await query(tx, updateOf(table, columns, ', updated_at', 't.id = $2 AND'), [JSON.stringify(values), id]);
}

/** Sets the columns that the JSON in $1 has, if one of them differs. */
function updateOf(table: string, columns: readonly string[], more: string, where: string): string {
  const names = columns.join(', ');
  const given = `(SELECT ROW(${columns.map((name) => `g.${name}`).join(', ')}) FROM jsonb_populate_record(t, $1::jsonb) AS g)`;
  return `UPDATE ${table} t SET (${names}${more}) =
      (SELECT ${columns.map((name) => `g.${name}`).join(', ')}${more === '' ? '' : ', now()'} FROM jsonb_populate_record(t, $1::jsonb) AS g)
    WHERE ${where} ROW(${columns.map((name) => `t.${name}`).join(', ')}) IS DISTINCT FROM ${given}`;
}

/** The group of a membership price. */
export async function getGroupOfPrice(tx: Tx, id: number): Promise<number> {
  const [row] = await query<{ group: number }>(
    tx,
    'SELECT membership_price_group_id AS "group" FROM membership_prices WHERE id = $1',
    [id]
  );
  return row?.group ?? 0;
}

const SETTINGS = [
  'currency',
  'max_batch_size',
  'default_status_id',
  'default_membership_price_id',
  'default_donation_price_id',
  'batch_prefix',
  'membership_prefix',
  'additional_settings',
] as const;

/** Locks the settings for a change. */
export async function lockSettings(tx: Tx): Promise<void> {
  await query(tx, 'SELECT FROM transaction_settings FOR UPDATE');
}

/** Changes the finance settings, and creates those of a space that has none. */
export async function updateSettings(
  tx: Tx,
  caller: Caller,
  given: TransactionSettingsUpdate
): Promise<void> {
  const { payment_method_kinds: kinds, rules, transfer, ...values } = given;
  await query(
    tx,
    `INSERT INTO transaction_settings (group_id, currency, max_batch_size) VALUES ($1, $2, 50) ON CONFLICT DO NOTHING`,
    [caller.groupId, given.currency ?? 'eur']
  );
  const [before] = await query<{ additional: Row }>(
    tx,
    'SELECT additional_settings AS additional FROM transaction_settings FOR UPDATE'
  );
  const limits = Object.entries(rules ?? {}).filter(([, value]) => value !== null);
  const { transfer: account, ...others } = { ...before?.additional };
  const kept = transfer === undefined ? account : (transfer ?? undefined);
  const additional = {
    ...others,
    ...(rules === undefined ? {} : { rules: Object.fromEntries(limits) }),
    ...(kept === undefined ? {} : { transfer: kept }),
  };
  const isAdditional = rules !== undefined || transfer !== undefined;
  const all: Row = { ...values, ...(isAdditional ? { additional_settings: additional } : {}) };
  await query(tx, updateOf('transaction_settings', SETTINGS, '', ''), [JSON.stringify(all)]);
  if (kinds) await replaceMethods(tx, caller, kinds);
}

/** Shows these methods in this order and hides the others: payments refer to a method for ever, so none is deleted. */
async function replaceMethods(tx: Tx, caller: Caller, kinds: readonly string[]): Promise<void> {
  await query(
    tx,
    'UPDATE payment_methods SET hidden = true WHERE NOT kind = ANY($1::text[]) AND NOT hidden',
    [kinds]
  );
  await query(
    tx,
    `INSERT INTO payment_methods AS m (group_id, kind, position)
     SELECT $1, kind, min(place) FROM unnest($2::text[]) WITH ORDINALITY AS given (kind, place) GROUP BY kind
     ON CONFLICT (group_id, kind) DO UPDATE SET position = excluded.position, hidden = false
     WHERE m.hidden OR m.position <> excluded.position`,
    [caller.groupId, kinds]
  );
}
