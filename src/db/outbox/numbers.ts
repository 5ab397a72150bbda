import { unsentStates } from '@/domain/outbox';

import { inStates, type OutboxRow } from './row';
import { listNumbersOfOthers } from '../deliveries';
import { type Scope } from '../scopes';
import { type Reader, type Transaction } from '../store';

/**
 * Whether another record was created under this number: by another row, or with the marker of another row. Any number
 * of changes may be about one record.
 */
export async function isNumberTaken(
  reader: Reader,
  scope: Scope,
  { id, kind }: Pick<OutboxRow, 'id' | 'kind'>,
  serverId: number
): Promise<boolean> {
  if (kind !== 'bundle_create' && kind !== 'team_create') return false;
  if ((await listNumbersOfOthers(reader, scope, { kind, id })).has(serverId)) return true;
  if (kind === 'team_create') return false;
  const bundle = await reader.get(
    `SELECT 1 FROM transaction_bundles WHERE scope_id = ? AND id = ? AND delivery_token <> ?`,
    [scope.id, serverId, id]
  );
  return bundle !== null;
}

/** Stores the number of an acknowledged record that had none: the response was lost, or a person had no number. */
export async function setNumber(tx: Transaction, id: string, serverId: number): Promise<void> {
  await tx.run(`UPDATE outbox SET server_id = ? WHERE id = ? AND state = 'acked'`, [serverId, id]);
}

/** Whether rows wait for the number of an acknowledged record. */
export async function hasWaiting(
  reader: Reader,
  scope: Scope,
  { id, entity }: Pick<OutboxRow, 'id' | 'entity'>
): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM outbox WHERE scope_id = ? AND entity = ? AND id <> ? AND state IN ${inStates(unsentStates)} LIMIT 1`,
    [scope.id, entity, id]
  );
  return row !== null;
}

/** Whether the record of an entity was acknowledged since a time, and a pull may still return its number. */
export async function isNumberExpected(
  reader: Reader,
  scope: Scope,
  { entity, since }: { entity: string; since: number }
): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM outbox WHERE scope_id = ? AND entity = ? AND kind IN ('bundle_create', 'team_create')
     AND state = 'acked' AND confirmed_at IS NULL AND acked_at >= ? LIMIT 1`,
    [scope.id, entity, since]
  );
  return row !== null;
}
