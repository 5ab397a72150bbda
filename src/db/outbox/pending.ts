import { type OutboxKind } from '@/domain/outbox';

import { outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';
import { parseBody } from '../recordTable';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

/**
 * What the cache does not contain yet: unsent rows, and acknowledged rows that no pull has confirmed. A replaced row is
 * shown as the row that replaces it, a cancelled one only in the outbox.
 */
export const isPending = `state NOT IN ('replaced', 'cancelled') AND confirmed_at IS NULL`;

/** The writes of some kinds that the cache does not show yet, oldest first. */
export async function listPending(
  reader: Reader,
  scope: Scope,
  kinds: readonly OutboxKind[]
): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND ${isPending}
     AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    [scope.id, JSON.stringify(kinds)]
  );
  return rows.map(toOutboxRow);
}

/** The writes to one entity that the cache does not contain yet, oldest first. */
export async function listPendingOf(reader: Reader, scope: Scope, entity: string): Promise<OutboxRow[]> {
  const rows = await reader.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND entity = ? AND ${isPending} ORDER BY seq`,
    [scope.id, entity]
  );
  return rows.map(toOutboxRow);
}

/**
 * What a row sends, as the contract checked it when it was saved. Not checked again: a row in another shape would block
 * everything behind it.
 */
export function sentData<T>(row: Pick<OutboxRow, 'body'>): T {
  return parseBody<{ data: T }>(row.body).data;
}
