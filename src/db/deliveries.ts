import { type Scope } from './scopes';
import { type Reader, type Transaction } from './store';

/** A kind of row that gets a number from the service. */
export type DeliveredKind = 'bundle_create' | 'team_create';

/** The numbers that the service gave to other rows of this phone. */
export async function listNumbersOfOthers(
  reader: Reader,
  scope: Scope,
  { kind, id }: { kind: DeliveredKind; id: string }
): Promise<Set<number>> {
  const rows = await reader.all<{ serverId: number }>(
    'SELECT server_id AS serverId FROM deliveries WHERE scope_id = ? AND kind = ? AND row_id <> ?',
    [scope.id, kind, id]
  );
  return new Set(rows.map(({ serverId }) => serverId));
}

/** The number that the service gave to the record of a row; null if it has none yet. */
export async function getNumberOf(reader: Reader, scope: Scope, rowId: string): Promise<number | null> {
  const row = await reader.get<{ serverId: number }>(
    'SELECT server_id AS serverId FROM deliveries WHERE scope_id = ? AND row_id = ?',
    [scope.id, rowId]
  );
  return row?.serverId ?? null;
}

/** The row of this phone whose bundle has this number; null for a bundle of another phone. */
export async function getRowOfNumber(reader: Reader, scope: Scope, serverId: number): Promise<string | null> {
  const row = await reader.get<{ id: string }>(
    `SELECT row_id AS id FROM deliveries WHERE scope_id = ? AND server_id = ? AND kind = 'bundle_create'`,
    [scope.id, serverId]
  );
  return row?.id ?? null;
}

/** Deletes the numbers of rows that were delivered before a time and are not in the outbox any more. */
export async function removeDeliveriesBefore(tx: Transaction, scope: Scope, time: number): Promise<void> {
  await tx.run(
    `DELETE FROM deliveries WHERE scope_id = ? AND delivered_at < ?
     AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = deliveries.row_id)`,
    [scope.id, time]
  );
}
