import type { z } from 'zod';

import type { BundleHistoryEntrySchema, HISTORY_KINDS, TransactionBundleSchema } from '@/contract/bundle';

import {
  HISTORY_OF,
  ITEM_KINDS,
  type Item,
  type ItemFields,
  type ItemKind,
  type Items,
  insertBundle as insertBundleOf,
  insertItems,
  itemAnswer,
  selectItems,
  updateItems,
} from './bundleItems';
import { canonical } from './canonical';
import type { AtOnce, Caller, Tx } from './database';
import type { Value } from './message';
import { statement, statementAtOnce } from './prepared';
import { groupBy } from './shape';

type BundleAnswer = z.input<typeof TransactionBundleSchema>;
type HistoryKind = (typeof HISTORY_KINDS)[number];
type HistoryEntry = { kind: HistoryKind; target_id: number; old: Item | null; new: Item | null };

/** A bundle about to be made. */
export type NewBundle = {
  readonly items: { readonly [Kind in ItemKind]: readonly ItemFields[] };
  /** The Idempotency-Key it came under. */
  readonly key: string | null;
  readonly requestHash: Buffer;
  /** Whether delivery_token and external_transaction_id may occur once in the space. */
  readonly unique: boolean;
};

export function bundleAnswer(id: number, items: Items): BundleAnswer {
  // The columns are declared to be the contract's own fields (bundleItems.ts), and every answer of the tests
  // is checked against the contract.
  return {
    id,
    ...(items as Pick<BundleAnswer, ItemKind>),
    summary: summaryOf(items),
  };
}

function summaryOf(items: NewBundle['items']): BundleAnswer['summary'] {
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

const historyInserted = statement(
  'bundle_history_insert',
  `INSERT INTO bundle_history (group_id, bundle_id, kind, target_id, old, new)
   SELECT $1, $2, kind, target_id, nullif(old, 'null'), nullif(new, 'null')
   FROM jsonb_to_recordset($3::jsonb) AS entry (kind text, target_id bigint, old jsonb, new jsonb)`
);

function creation(kind: ItemKind, item: Item): HistoryEntry {
  return { kind: HISTORY_OF[kind], target_id: item.id, old: null, new: item };
}

function writeHistory(tx: Tx, caller: Caller, bundleId: number, entries: readonly HistoryEntry[]) {
  return historyInserted(tx, [caller.groupId, bundleId, JSON.stringify(entries)]);
}

/** A bundle that was made: its answer as it is sent, and as every repeat will get it. */
type Made = { id: number; text: string };
type Inserts = (at: AtOnce | Tx, values: readonly Value[]) => Promise<readonly Made[]>;
const inserts = new Map<string, Inserts>();

/** A statement for each choice of kinds, because a kind that is not there would cost as much as one that is. */
function insertOf(kinds: readonly ItemKind[]): Inserts {
  const name = `bundle_of_${kinds.join('_')}`;
  const known = inserts.get(name) ?? statementAtOnce<Made>(name, insertBundleOf(kinds));
  inserts.set(name, known);
  return known;
}

/** What an item says in an answer behind its id. */
function answerTail(kind: ItemKind, fields: ItemFields): string {
  const text = JSON.stringify(itemAnswer(kind, fields));
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

/** Makes a bundle with its history, once for its key; null when it has more items than the space allows. */
export async function insertBundle(
  at: AtOnce | Tx,
  caller: Caller,
  { items, key, requestHash, unique }: NewBundle
): Promise<Made | null> {
  const kinds = ITEM_KINDS.filter((kind) => items[kind].length > 0);
  const json = (kind: ItemKind) =>
    JSON.stringify(
      items[kind].map((fields) => ({ ...storable(kind, fields, unique), answer: answerTail(kind, fields) }))
    );
  const { transactions, memberships, donations } = items;
  const [row] = await insertOf(kinds)(at, [
    caller.groupId,
    caller.userId,
    requestHash,
    transactions.length + memberships.length + donations.length,
    key,
    JSON.stringify(summaryOf(items)),
    ...kinds.map(json),
  ]);
  return row ?? null;
}

const bundlePage = statement<{ id: number }>(
  'bundles_page',
  'SELECT id FROM transaction_bundles ORDER BY id LIMIT $1 OFFSET $2'
);
const bundleCount = statement<{ count: number }>(
  'bundles_count',
  'SELECT count(*) AS count FROM transaction_bundles'
);
const bundlesKnown = statement<{ id: number }>(
  'bundles_by_ids',
  'SELECT id FROM transaction_bundles WHERE id = ANY($1::bigint[]) ORDER BY id'
);

const itemsOf = {
  transactions: statement('transactions_of', selectItems('transactions')),
  memberships: statement('memberships_of', selectItems('memberships')),
  donations: statement('donations_of', selectItems('donations')),
};

async function loadItems(tx: Tx, ids: readonly number[]): Promise<Map<number, Items>> {
  const [transactions, memberships, donations] = await Promise.all(
    ITEM_KINDS.map(async (kind) => {
      const rows = await itemsOf[kind](tx, [ids]);
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

async function withItems(tx: Tx, rows: readonly { id: number }[]): Promise<BundleAnswer[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const items = await loadItems(tx, ids);
  return [...items].map(([id, of]) => bundleAnswer(id, of));
}

/** Bundles in the order in which they were made: new ones come at the end. */
export async function listBundles(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ bundles: BundleAnswer[]; total: number }> {
  const [rows, counted] = await Promise.all([bundlePage(tx, [limit, offset]), bundleCount(tx, [])]);
  return { bundles: await withItems(tx, rows), total: counted[0]?.count ?? 0 };
}

export async function listBundlesByIds(tx: Tx, ids: readonly number[]): Promise<BundleAnswer[]> {
  return withItems(tx, await bundlesKnown(tx, [ids]));
}

export async function getBundle(tx: Tx, id: number): Promise<BundleAnswer | null> {
  const [bundle] = await listBundlesByIds(tx, [id]);
  return bundle ?? null;
}

const heldBundle = statement<{ created_by: number }>(
  'bundle_hold',
  'UPDATE transaction_bundles SET updated_at = now() WHERE id = $1 RETURNING created_by'
);

/** Holds a bundle for a change, and gives who made it and what is in it; null when there is none. */
export async function holdBundle(tx: Tx, id: number): Promise<{ createdBy: number; items: Items } | null> {
  const [bundle] = await heldBundle(tx, [id]);
  if (!bundle) return null;
  const items = (await loadItems(tx, [id])).get(id);
  return items ? { createdBy: bundle.created_by, items } : null;
}

const itemsUpdated = {
  transactions: statement('transactions_update', updateItems('transactions')),
  memberships: statement('memberships_update', updateItems('memberships')),
  donations: statement('donations_update', updateItems('donations')),
};
const itemsAdded = {
  transactions: statement<{ id: number }>('transactions_insert', insertItems('transactions')),
  memberships: statement<{ id: number }>('memberships_insert', insertItems('memberships')),
  donations: statement<{ id: number }>('donations_insert', insertItems('donations')),
};

/** A change of a bundle: whole items in place of those that were there, and new ones. */
export type BundleChange = {
  readonly [Kind in ItemKind]: {
    readonly changed: readonly { old: Item; new: Item }[];
    readonly added: readonly ItemFields[];
  };
};

/** What a change of one item is in the history: a change of status is one of its own. */
function changeEntries(kind: ItemKind, before: Item, after: Item): HistoryEntry[] {
  const entry = (of: HistoryKind) => ({ kind: of, target_id: before.id, old: before, new: after });
  if (kind !== 'transactions') return [entry(HISTORY_OF[kind])];
  const { status_id: oldStatus, ...oldRest } = before;
  const { status_id: newStatus, ...newRest } = after;
  return [
    ...(isEqual(oldRest, newRest) ? [] : [entry('transaction')]),
    ...(oldStatus === newStatus ? [] : [entry('transaction_status')]),
  ];
}

/** Whether two items say the same; the order of their fields says nothing. */
export function isEqual(one: ItemFields, other: ItemFields): boolean {
  return canonical(one) === canonical(other);
}

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
      const whole = changed.map((item) => ({ ...storable(kind, item.new, unique), id: item.old.id }));
      await itemsUpdated[kind](tx, [bundleId, JSON.stringify(whole)]);
      entries.push(...changed.flatMap((item) => changeEntries(kind, item.old, item.new)));
    }
    if (added.length > 0) {
      const json = JSON.stringify(added.map((fields) => storable(kind, fields, unique)));
      const ids = (await itemsAdded[kind](tx, [caller.groupId, bundleId, json])).map(({ id }) => id);
      entries.push(...added.map((fields, index) => creation(kind, { id: ids[index] ?? -1, ...fields })));
    }
  }
  if (entries.length > 0) await writeHistory(tx, caller, bundleId, entries);
}

type HistoryRow = {
  id: number;
  created_at: Date;
  kind: HistoryKind;
  target_id: number;
  old: Item;
  new: Item;
};

const historyOf = statement<HistoryRow>(
  'bundle_history',
  'SELECT id, created_at, kind, target_id, old, new FROM bundle_history WHERE bundle_id = $1 ORDER BY id'
);

/** What happened to a bundle, oldest first; null when there is no such bundle. */
export async function getBundleHistory(
  tx: Tx,
  bundleId: number
): Promise<z.input<typeof BundleHistoryEntrySchema>[] | null> {
  const [known, rows] = await Promise.all([bundlesKnown(tx, [[bundleId]]), historyOf(tx, [bundleId])]);
  if (known.length === 0) return null;
  return rows.map((row) => ({
    id: row.id,
    CreatedAt: row.created_at.toISOString(),
    transaction_bundle_id: bundleId,
    kind: row.kind,
    target_id: row.target_id,
    old: row.old,
    new: row.new,
  }));
}

const bundleOfToken = statement<{ id: number; request_hash: Buffer | null }>(
  'bundle_of_token',
  `SELECT id, request_hash FROM transaction_bundles WHERE id = (
     SELECT bundle_id FROM transactions WHERE unique_token = ANY($1::text[])
     UNION ALL SELECT bundle_id FROM transactions WHERE unique_external_id = ANY($2::bigint[]) LIMIT 1)`
);

/** The bundle that already carries one of these tokens or external numbers. */
export async function getBundleOfTokens(
  tx: Tx,
  given: readonly ItemFields[]
): Promise<{ id: number; requestHash: Buffer | null } | null> {
  const values = (name: string) => given.flatMap((fields) => fields[name] ?? []);
  const [row] = await bundleOfToken(tx, [values('delivery_token'), values('external_transaction_id')]);
  return row ? { id: row.id, requestHash: row.request_hash } : null;
}

type Missing = { field: string; value: string };

const missingReferences = statement<Missing>(
  'bundle_missing',
  `SELECT 'contact_id' AS field, wanted::text AS value FROM unnest($1::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM contacts WHERE id = wanted)
   UNION ALL SELECT 'status_id', wanted::text FROM unnest($2::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM transaction_statuses WHERE id = wanted)
   UNION ALL SELECT 'payment_method_kind', wanted FROM unnest($3::text[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM payment_methods WHERE kind = wanted)
   UNION ALL SELECT 'membership_price_id', wanted::text FROM unnest($4::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM membership_prices WHERE id = wanted)
   UNION ALL SELECT 'donation_price_id', wanted::text FROM unnest($5::bigint[]) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM donation_prices WHERE id = wanted)`
);

/** Of the references in these items, those that lead nowhere in this space, as `field=value`. */
export async function listMissingReferences(
  tx: Tx,
  fields: readonly string[],
  items: readonly ItemFields[]
): Promise<Set<string>> {
  const values = fields.map((name) => [...new Set(items.flatMap((item) => item[name] ?? []))]);
  const rows = await missingReferences(tx, values);
  return new Set(rows.map(({ field, value }) => `${field}=${value}`));
}
