import { entityOf } from '@/domain/entity';
import { followingStates, unsentStates } from '@/domain/outbox';

import { applyTransition } from './outbox';
import { listPendingOf } from './pending';
import { inStates, outboxColumns, type OutboxRow, type StoredOutboxRow } from './row';
import { listVersions } from '../cash/fixedRecords';
import { listNumbersOfOthers } from '../deliveries';
import { tokenOf } from '../ledger/markers';
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

/**
 * Whether a row changes a record, by what the person saw: the token of one of its versions, or none. Another gift may have its
 * number by now.
 */
export function isChangeOf(row: Pick<OutboxRow, 'base'>, versions: ReadonlySet<string>): boolean {
  const token = tokenOf(Object(row.base));
  return token === null || versions.has(token);
}

/** The changes of a record that has lost its number get its first name again; those of a gift that has the number now stay. */
export async function renameChanges(
  tx: Transaction,
  scope: Scope,
  record: Pick<OutboxRow, 'id' | 'entity'>,
  from: string
): Promise<void> {
  const versions = await listVersions(tx, scope, record.id);
  for (const row of await listPendingOf(tx, scope, from)) {
    if (!followingStates.includes(row.state) || !isChangeOf(row, versions)) continue;
    await tx.run('UPDATE outbox SET entity = ? WHERE id = ?', [record.entity, row.id]);
  }
}

/**
 * The service lost a record: the changes of it that were acknowledged and that no pull has shown are sent again after it.
 * Its changes have its first name again, so that none is sent to another record that has its number now.
 */
export async function returnChanges(
  tx: Transaction,
  scope: Scope,
  record: Pick<OutboxRow, 'id' | 'entity'>,
  { from, now }: { from: string; now: number }
): Promise<void> {
  const versions = await listVersions(tx, scope, record.id);
  const patch = { nextAttemptAt: now, serverId: null, position: null };
  for (const row of await listPendingOf(tx, scope, from)) {
    if (row.state !== 'acked' || !isChangeOf(row, versions)) continue;
    await applyTransition(tx, { id: row.id, from: row.state, to: 'queued', now, patch });
  }
  await renameChanges(tx, scope, record, from);
}

/**
 * A gift got a number. A gift of this phone that had it before, and that no pull has shown and no feed decides about, is not
 * there any more: a person is asked, unless they are already.
 */
export async function askAboutLost(
  tx: Transaction,
  scope: Scope,
  { id, serverId, now }: { id: string; serverId: number; now: number }
): Promise<void> {
  const problem = { kind: 'question', question: { kind: 'vanished' } } as const;
  const unseen = await tx.all<StoredOutboxRow>(
    `SELECT ${outboxColumns} FROM outbox WHERE scope_id = ? AND server_id = ? AND id <> ?
     AND kind = 'bundle_create' AND state IN ('acked', 'needs_person') AND confirmed_at IS NULL AND position IS NULL`,
    [scope.id, serverId, id]
  );
  for (const lost of unseen) {
    if (lost.state === 'acked')
      await applyTransition(tx, { id: lost.id, from: 'acked', to: 'needs_person', now, patch: { problem } });
    // The number would show the changes of the other one here too.
    await tx.run(`UPDATE outbox SET server_id = NULL WHERE id = ? AND state = 'needs_person'`, [lost.id]);
    await returnChanges(tx, scope, lost, { from: entityOf('bundle', serverId), now });
  }
}

/** The records with an update that is sent again although a later one of them was acknowledged. */
export async function listEntitiesToSendAgain(reader: Reader, scope: Scope): Promise<string[]> {
  const rows = await reader.all<{ entity: string }>(
    `SELECT DISTINCT earlier.entity FROM outbox AS earlier JOIN outbox AS later
       ON later.scope_id = earlier.scope_id AND later.entity = earlier.entity AND later.seq > earlier.seq
     WHERE earlier.scope_id = ? AND earlier.kind = 'bundle_update' AND earlier.state IN ${inStates(unsentStates)}
       AND later.state = 'acked'`,
    [scope.id]
  );
  return rows.map(({ entity }) => entity);
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

/** The id of the row in the outbox that created a bundle with these transactions, by its external number. */
export async function getRowMarkedIn(
  reader: Reader,
  scope: Scope,
  transactions: readonly { external_transaction_id?: number }[]
): Promise<string | null> {
  const numbers = transactions.flatMap(({ external_transaction_id: number }) => number ?? []);
  const row = await reader.get<{ id: string }>(
    `SELECT id FROM outbox WHERE scope_id = ? AND kind = 'bundle_create'
     AND external_transaction_id IN (SELECT value FROM json_each(?))`,
    [scope.id, JSON.stringify(numbers)]
  );
  return row?.id ?? null;
}
