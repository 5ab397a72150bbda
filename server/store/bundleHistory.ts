import type { z } from 'zod';

import type { BundleHistoryEntrySchema, HISTORY_KINDS } from '@/contract/bundle';

import { HISTORY_OF, type Item, type ItemFields, type ItemKind } from './bundleItems';
import { canonical } from './canonical';
import { type Caller, type Tx, query, send } from './database';

type HistoryKind = (typeof HISTORY_KINDS)[number];
export type HistoryEntry = { kind: HistoryKind; target_id: number; old: Item | null; new: Item | null };

export function creation(kind: ItemKind, item: Item): HistoryEntry {
  return { kind: HISTORY_OF[kind], target_id: item.id, old: null, new: item };
}

export function insertHistory(
  tx: Tx,
  caller: Caller,
  bundleId: number,
  entries: readonly HistoryEntry[]
): void {
  send(
    tx,
    `INSERT INTO bundle_history (group_id, bundle_id, kind, target_id, old, new)
     SELECT $1, $2, kind, target_id, nullif(old, 'null'), nullif(new, 'null')
     FROM jsonb_to_recordset($3::jsonb) AS entry (kind text, target_id bigint, old jsonb, new jsonb)`,
    [caller.groupId, bundleId, JSON.stringify(entries)]
  );
}

/** The history entries for one changed item: a change of status is a separate entry. */
export function changeEntries(kind: ItemKind, before: Item, after: Item): HistoryEntry[] {
  const entry = (of: HistoryKind) => ({ kind: of, target_id: before.id, old: before, new: after });
  if (kind !== 'transactions') return [entry(HISTORY_OF[kind])];
  const { status_id: oldStatus, ...oldRest } = before;
  const { status_id: newStatus, ...newRest } = after;
  return [
    ...(isEqual(oldRest, newRest) ? [] : [entry('transaction')]),
    ...(oldStatus === newStatus ? [] : [entry('transaction_status')]),
  ];
}

/** Compares two items, whatever the order of their fields. */
export function isEqual(one: ItemFields, other: ItemFields): boolean {
  return canonical(one) === canonical(other);
}

type HistoryRow = {
  id: number;
  created_at: Date;
  kind: HistoryKind;
  target_id: number;
  old: Item;
  new: Item;
  user_id: number | null;
};

/** The history of a bundle, oldest first; null when there is no such bundle. */
export async function getBundleHistory(
  tx: Tx,
  bundleId: number
): Promise<z.input<typeof BundleHistoryEntrySchema>[] | null> {
  const [known, rows] = await Promise.all([
    query(tx, 'SELECT FROM transaction_bundles WHERE id = $1', [bundleId]),
    query<HistoryRow>(
      tx,
      'SELECT id, created_at, kind, target_id, old, new, user_id FROM bundle_history WHERE bundle_id = $1 ORDER BY id',
      [bundleId]
    ),
  ]);
  if (known.length === 0) return null;
  return rows.map((row) => ({
    id: row.id,
    CreatedAt: row.created_at.toISOString(),
    transaction_bundle_id: bundleId,
    kind: row.kind,
    target_id: row.target_id,
    old: row.old,
    new: row.new,
    ...(row.user_id === null ? {} : { user_id: row.user_id }),
  }));
}
