import type { z } from 'zod';

import type { TransactionBundleSchema } from '@/contract/bundle';
import type { ReadReceipt } from '@/domain/receipt';

import {
  ITEM_KINDS,
  type Item,
  type ItemFields,
  type ItemKind,
  type Items,
  addItems,
  insertBundleWithItems,
  itemAnswer,
  selectItems,
  updateItems,
} from './bundleItems';
import { listBatchesOfBundles } from './batches';
import { type HistoryEntry, changeEntries, creation, insertHistory } from './bundleHistory';
import { type Caller, type Tx, query } from './database';
import { listCountedOfBundles } from './months';
import { seesAll } from './permissions';
import { insertReceipt, listReceiptsOfBundles } from './receipts';
import { groupBy, iso } from './shape';

type BundleAnswer = z.input<typeof TransactionBundleSchema>;
type NewItems = { readonly [Kind in ItemKind]: readonly ItemFields[] };

export type NewBundle = {
  readonly items: NewItems;
  readonly requestHash: Buffer;
  /** Whether delivery_token and external_transaction_id may occur only once in the space. */
  readonly unique: boolean;
  /** The provisional receipt of the phone, with its code. */
  readonly receipt?: (ReadReceipt & { code: string }) | null;
};

function bundleAnswer({ id, created_by, received_by }: BundleRow, items: Items): BundleAnswer {
  // The columns have the types of the contract's fields (bundleItems.ts), and the tests validate every response
  // against the contract.
  return {
    id,
    created_by,
    ...(received_by === null ? {} : { received_by }),
    ...(items as Pick<BundleAnswer, ItemKind>),
    summary: summaryOf(items),
  };
}

function summaryOf(items: NewItems): BundleAnswer['summary'] {
  return {
    transactions_count: items.transactions.length,
    memberships_count: items.memberships.length,
    donations_count: items.donations.length,
  };
}

function storable(kind: ItemKind, fields: ItemFields, unique: boolean): ItemFields {
  if (kind !== 'transactions' || !unique) return fields;
  return {
    ...fields,
    unique_token: fields.delivery_token,
    unique_external_id: fields.external_transaction_id,
  };
}

const ADD_ITEMS = {
  transactions: addItems('transactions'),
  memberships: addItems('memberships'),
  donations: addItems('donations'),
};

function toJson(kind: ItemKind, items: readonly ItemFields[], unique: boolean): string {
  return JSON.stringify(items.map((fields) => storable(kind, fields, unique)));
}

/** A contact that was merged is stored as the one that stayed. */
function withIds(
  kind: ItemKind,
  items: readonly ItemFields[],
  ids: readonly number[],
  contacts: readonly (number | null)[]
): Item[] {
  return items.map((fields, index) =>
    itemAnswer(kind, { ...fields, id: ids[index], contact_id: contacts[index] })
  );
}

/** Adds items to a bundle and returns them with their ids. */
async function addToBundle(
  tx: Tx,
  caller: Caller,
  bundleId: number,
  kind: ItemKind,
  items: readonly ItemFields[],
  unique: boolean
): Promise<Item[]> {
  if (items.length === 0) return [];
  const values = [caller.groupId, bundleId, toJson(kind, items, unique)];
  const rows = await query<{ id: number; contact_id: number | null }>(tx, ADD_ITEMS[kind], values);
  return withIds(
    kind,
    items,
    rows.map(({ id }) => id),
    rows.map(({ contact_id: contactId }) => contactId)
  );
}

type InsertedRow = { readonly [Kind in ItemKind]: number[] } & {
  readonly [Kind in ItemKind as `${Kind}_contacts`]: (number | null)[];
} & {
  id: number;
  has_settings: boolean;
  /** Whether one of the transactions is dated in a closed month. */
  is_late: boolean;
  default_status_id: number | null;
};

const INSERT_BUNDLE = insertBundleWithItems();

/**
 * Creates a bundle with its items and their history. Also returns whether the space has transaction settings: reading them
 * before would be another round trip.
 */
export async function insertBundle(
  tx: Tx,
  caller: Caller,
  { items, requestHash, unique, receipt = null }: NewBundle
): Promise<{ bundle: BundleAnswer; hasSettings: boolean }> {
  const arrays = ITEM_KINDS.map((kind) => toJson(kind, items[kind], unique));
  const values = [caller.groupId, caller.userId, requestHash, ...arrays];
  const [row] = await query<InsertedRow>(tx, INSERT_BUNDLE, values);
  if (!row) throw new Error('the bundle was not inserted');
  const transactions = items.transactions.map((fields) => ({
    ...fields,
    status_id: fields.status_id ?? row.default_status_id ?? undefined,
  }));
  const inserted: Items = {
    transactions: withIds('transactions', transactions, row.transactions, row.transactions_contacts),
    memberships: withIds('memberships', items.memberships, row.memberships, row.memberships_contacts),
    donations: withIds('donations', items.donations, row.donations, row.donations_contacts),
  };
  const entries = ITEM_KINDS.flatMap((kind) => inserted[kind].map((item) => creation(kind, item)));
  insertHistory(tx, caller, row.id, entries);
  const isReceiptStored =
    receipt !== null && (await insertReceipt(tx, caller, { bundleId: row.id, code: receipt.code, receipt }));
  const bundle = {
    ...bundleAnswer({ id: row.id, created_by: caller.userId, received_by: null }, inserted),
    ...(row.is_late ? (await countedOf(tx, [row.id]))(row.id) : {}),
    ...(isReceiptStored ? { receipt: receipt.code } : {}),
  };
  return { bundle, hasSettings: row.has_settings };
}

const SELECT_ITEMS = {
  transactions: selectItems('transactions'),
  memberships: selectItems('memberships'),
  donations: selectItems('donations'),
};

async function loadItems(tx: Tx, ids: readonly number[]): Promise<Map<number, Items>> {
  const [transactions, memberships, donations] = await Promise.all(
    ITEM_KINDS.map(async (kind) => {
      const rows = await query(tx, SELECT_ITEMS[kind], [ids]);
      const groups = groupBy(rows, (row) => Number(row.bundle_id));
      return new Map([...groups].map(([id, group]) => [id, group.map((row) => itemAnswer(kind, row))]));
    })
  );
  return new Map(
    ids.map((id) => [
      id,
      {
        transactions: transactions?.get(id) ?? [],
        memberships: memberships?.get(id) ?? [],
        donations: donations?.get(id) ?? [],
      },
    ])
  );
}

/** A bundle without its items. */
type BundleRow = { id: number; created_by: number; received_by: number | null };

/** What of each bundle counts in another month than that of its date. */
async function countedOf(
  tx: Tx,
  ids: readonly number[]
): Promise<(id: number) => Pick<BundleAnswer, 'counted'>> {
  const groups = groupBy(await listCountedOfBundles(tx, ids), ({ bundle_id: bundleId }) => bundleId);
  return (id) => {
    const counted = groups.get(id)?.map(({ bundle_id: _bundleId, ...part }) => part);
    return counted ? { counted } : {};
  };
}

async function withItems(tx: Tx, rows: readonly BundleRow[]): Promise<BundleAnswer[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [items, batched, counted, receipts] = await Promise.all([
    loadItems(tx, ids),
    listBatchesOfBundles(tx, ids),
    countedOf(tx, ids),
    listReceiptsOfBundles(tx, ids),
  ]);
  const codes = new Map(receipts.map(({ bundle_id: id, code }) => [id, code]));
  const batches = groupBy(batched, ({ bundle_id: bundleId }) => bundleId);
  return rows.flatMap((row) => {
    const { id } = row;
    const own = (batches.get(id) ?? []).map(
      ({ bundle_id: _bundleId, amount, deposited_at: depositedAt, ...batch }) => ({
        ...batch,
        ...(amount === null ? {} : { amount }),
        ...(depositedAt === null ? {} : { deposited_at: iso(depositedAt) }),
      })
    );
    const of = items.get(id);
    const receipt = codes.get(id);
    if (!of) return [];
    return {
      ...bundleAnswer(row, of),
      ...(own.length === 0 ? {} : { batches: own }),
      ...counted(id),
      ...(receipt === undefined ? {} : { receipt }),
    };
  });
}

const ALL = 'transaction_bundles';
/** For a caller who sees some bundles of many: the policy is asked about the page alone. */
const MINE = "doorstep_mine('transaction_bundle') AS mine (id)";

/** Bundles in the order of their creation. */
export async function listBundles(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ bundles: BundleAnswer[]; total: number }> {
  const visible = (await seesAll(tx)) ? ALL : MINE;
  const page = `SELECT b.id, b.created_by, b.received_by
    FROM (SELECT id FROM ${visible} ORDER BY id LIMIT $1 OFFSET $2) AS page
    JOIN transaction_bundles b ON b.id = page.id ORDER BY b.id`;
  const [rows, counted] = await Promise.all([
    query<BundleRow>(tx, page, [limit, offset]),
    query<{ count: number }>(tx, `SELECT count(*) AS count FROM ${visible}`),
  ]);
  return { bundles: await withItems(tx, rows), total: counted[0]?.count ?? 0 };
}

export async function listBundlesByIds(tx: Tx, ids: readonly number[]): Promise<BundleAnswer[]> {
  return withItems(tx, await existing(tx, ids));
}

function existing(tx: Tx, ids: readonly number[]): Promise<BundleRow[]> {
  const text =
    'SELECT id, created_by, received_by FROM transaction_bundles WHERE id = ANY($1::bigint[]) ORDER BY id';
  return query(tx, text, [ids]);
}

export async function getBundle(tx: Tx, id: number): Promise<BundleAnswer | null> {
  const [bundle] = await listBundlesByIds(tx, [id]);
  return bundle ?? null;
}

/** Locks a bundle for a change and returns its items; null when there is none, or the database does not allow the change. */
export async function lockBundle(tx: Tx, id: number): Promise<Items | null> {
  const text = 'UPDATE transaction_bundles SET updated_at = now() WHERE id = $1 RETURNING id';
  const [bundle] = await query(tx, text, [id]);
  if (!bundle) return null;
  // Asked again: the change that this one waited for may have ended the right of the maker, and the statement above did not see it.
  const [[right], items] = await Promise.all([
    query<{ may: boolean }>(tx, 'SELECT doorstep_can_change_bundle($1) AS may', [id]),
    loadItems(tx, [id]),
  ]);
  return right?.may === true ? (items.get(id) ?? null) : null;
}

/** Who recorded a bundle; null when there is no such bundle. */
export async function getBundleMaker(tx: Tx, id: number): Promise<number | null> {
  const text = 'SELECT created_by FROM transaction_bundles WHERE id = $1';
  const [bundle] = await query<{ created_by: number }>(tx, text, [id]);
  return bundle?.created_by ?? null;
}

/** The archived ones among these statuses. */
export async function listArchivedStatuses(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const text = 'SELECT id FROM transaction_statuses WHERE id = ANY($1::bigint[]) AND archived';
  return new Set((await query<{ id: number }>(tx, text, [ids])).map(({ id }) => id));
}

const UPDATE_ITEMS = {
  transactions: updateItems('transactions'),
  memberships: updateItems('memberships'),
  donations: updateItems('donations'),
};

/** A change of a bundle: replaced items and new ones. */
export type BundleChange = {
  readonly [Kind in ItemKind]: {
    readonly changed: readonly { old: Item; new: Item }[];
    readonly added: readonly ItemFields[];
  };
};

/** Writes a change with its history. */
export async function applyBundleChange(
  tx: Tx,
  caller: Caller,
  bundleId: number,
  change: BundleChange,
  unique: boolean
): Promise<void> {
  const entries: HistoryEntry[] = [];
  for (const kind of ITEM_KINDS) {
    const { changed, added } = change[kind];
    if (changed.length > 0) {
      const rows = changed.map((item) => ({ ...storable(kind, item.new, unique), id: item.old.id }));
      await query(tx, UPDATE_ITEMS[kind], [bundleId, JSON.stringify(rows)]);
      entries.push(...changed.flatMap((item) => changeEntries(kind, item.old, item.new)));
    }
    const inserted = await addToBundle(tx, caller, bundleId, kind, added, unique);
    entries.push(...inserted.map((item) => creation(kind, item)));
  }
  if (entries.length > 0) insertHistory(tx, caller, bundleId, entries);
}

/** The bundle that already has one of these tokens or external ids. */
export async function getBundleOfTokens(
  tx: Tx,
  given: readonly ItemFields[]
): Promise<{ id: number; requestHash: Buffer | null } | null> {
  const values = (name: string) => given.flatMap((fields) => fields[name] ?? []);
  const [row] = await query<{ id: number; request_hash: Buffer | null }>(
    tx,
    `SELECT id, request_hash FROM transaction_bundles WHERE id = (
       SELECT bundle_id FROM transactions WHERE unique_token = ANY($1::text[])
       UNION ALL SELECT bundle_id FROM transactions WHERE unique_external_id = ANY($2::bigint[]) LIMIT 1)`,
    [values('delivery_token'), values('external_transaction_id')]
  );
  return row ? { id: row.id, requestHash: row.request_hash } : null;
}

const MISSING_REFERENCES = `SELECT 'contact_id' AS field, wanted::text AS value FROM unnest($1::bigint[]) AS wanted
     WHERE NOT doorstep_contact_exists(wanted)
   UNION ALL SELECT 'status_id', wanted::text FROM unnest($2::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM transaction_statuses WHERE id = wanted)
   UNION ALL SELECT 'payment_method_kind', wanted FROM unnest($3::text[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM payment_methods WHERE kind = wanted)
   UNION ALL SELECT 'membership_price_id', wanted::text FROM unnest($4::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM membership_prices WHERE id = wanted)
   UNION ALL SELECT 'donation_price_id', wanted::text FROM unnest($5::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM donation_prices WHERE id = wanted)`;

/** The references of these items that do not exist in this space, as `field=value`. */
export async function listMissingReferences(
  tx: Tx,
  fields: readonly string[],
  items: readonly ItemFields[]
): Promise<Set<string>> {
  const values = fields.map((name) => [...new Set(items.flatMap((item) => item[name] ?? []))]);
  const rows = await query<{ field: string; value: string }>(tx, MISSING_REFERENCES, values);
  return new Set(rows.map(({ field, value }) => `${field}=${value}`));
}
