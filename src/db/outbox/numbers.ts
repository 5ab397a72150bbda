import { type OutboxRow } from './row';
import { listNumbersOfOthers } from '../deliveries';
import { type Scope } from '../scopes';
import { type Reader } from '../store';

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
