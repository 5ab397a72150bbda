import { maxRetryDelay } from '@/domain/backoff';
import { unsentStates } from '@/domain/outbox';

import { inStates, outboxColumns, toOutboxRow, type OutboxRow, type StoredOutboxRow } from './row';
import { type Scope } from '../scopes';
import { type Reader, type Store, type Transaction } from '../store';

export type Claim = {
  scope: Scope;
  now: number;
  leaseMs: number;
  owner: string;
  /** The service knows no idempotency keys, so it may store every attempt. */
  withoutKey?: boolean;
};

/** Scheduled for now, or so far ahead that the clock was set back since. Binds the current time twice. */
export const isReady = `(next_attempt_at <= ? OR next_attempt_at > ? + ${maxRetryDelay})`;

/** No earlier row of the same entity is still unsent. Nothing builds on answers. */
const isFirstOfEntity = `NOT EXISTS (SELECT 1 FROM outbox AS earlier
  WHERE earlier.scope_id = outbox.scope_id AND earlier.entity = outbox.entity AND earlier.seq < outbox.seq
    AND earlier.kind <> 'answers_create'
    AND earlier.state IN ${inStates(unsentStates)})`;

/** Claims the next row to send, or returns null. The caller sends it only after the transaction is on disk. */
export async function claimNext(
  tx: Transaction,
  { scope, now, leaseMs, owner, withoutKey = false }: Claim
): Promise<OutboxRow | null> {
  const row = await tx.get<StoredOutboxRow>(
    `UPDATE outbox SET state = 'sending', attempts = attempts + 1, attempts_without_key = attempts_without_key + ?,
       lease_until = ?, lease_owner = ?, sent_at = ?, updated_at = ?
     WHERE state = 'queued' AND seq = (SELECT seq FROM outbox WHERE scope_id = ? AND state = 'queued' AND ${isReady}
       AND ${isFirstOfEntity} ORDER BY seq LIMIT 1)
     RETURNING ${outboxColumns}`,
    [withoutKey ? 1 : 0, now + leaseMs, owner, now, now, scope.id, now, now]
  );
  return row && toOutboxRow(row);
}

/** Gives back a claim under a key that sent nothing: the try does not count. A row that was sent before keeps the later time. */
export async function releaseClaim(
  tx: Transaction,
  { id, owner, now }: { id: string; owner: string; now: number }
): Promise<boolean> {
  const { changes } = await tx.run(
    `UPDATE outbox SET state = 'queued', attempts = attempts - 1, lease_until = NULL, lease_owner = NULL,
       sent_at = CASE WHEN attempts > 1 THEN sent_at END, updated_at = ?
     WHERE id = ? AND state = 'sending' AND lease_owner = ?`,
    [now, id, owner]
  );
  return changes === 1;
}

/**
 * A row whose lease ended is unknown: its bytes may have arrived. A lease that ends later than any new lease could
 * was started before the clock was set back, and counts as ended.
 */
export function expireLeases(
  store: Store,
  { now, leaseMs }: { now: number; leaseMs: number }
): Promise<number> {
  return store.write(async (tx) => {
    const { changes } = await tx.run(
      `UPDATE outbox SET state = 'unknown', lease_until = NULL, lease_owner = NULL, updated_at = ?
       WHERE state = 'sending' AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?)`,
      [now, now, now + leaseMs]
    );
    return changes;
  });
}

/** An ack in the future was before the clock was set back: its age counts from now, or it would wait for that time. */
export function limitAckTimes(store: Store, now: number): Promise<number> {
  return store.write(async (tx) => {
    const { changes } = await tx.run('UPDATE outbox SET acked_at = ? WHERE acked_at > ?', [now, now]);
    return changes;
  });
}

/**
 * Ends the claims of all other owners in this space, for a caller that is the only process. A row that was being
 * sent becomes unknown, as after its lease.
 */
export function endClaimsOfOthers(
  store: Store,
  { scope, owner, now }: { scope: Scope; owner: string; now: number }
): Promise<number> {
  return store.write(async (tx) => {
    const { changes } = await tx.run(
      `UPDATE outbox SET state = 'unknown', lease_until = NULL, lease_owner = NULL, next_attempt_at = ?, updated_at = ?
       WHERE scope_id = ? AND state = 'sending' AND lease_owner <> ?`,
      [now, now, scope.id, owner]
    );
    return changes;
  });
}

/** Whether an unknown row is to be resolved. */
export async function hasReadyUnknown(
  reader: Reader,
  { scope, now }: { scope: Scope; now: number }
): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM outbox WHERE scope_id = ? AND state = 'unknown' AND ${isReady} LIMIT 1`,
    [scope.id, now, now]
  );
  return row !== null;
}

/** How many rows are ready to send; some of them may have to wait for an earlier one of their entity. */
export async function countReady(
  reader: Reader,
  { scope, now }: { scope: Scope; now: number }
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM outbox WHERE scope_id = ? AND state = 'queued' AND ${isReady}`,
    [scope.id, now, now]
  );
  return row?.count ?? 0;
}

/** When something is to be done next, or null when nothing waits for a time. */
export async function getNextAttemptAt(reader: Reader, scope: Scope, now: number): Promise<number | null> {
  const row = await reader.get<{ due: number | null }>(
    `SELECT min(due) AS due FROM (
       SELECT CASE WHEN ${isReady} THEN ? ELSE next_attempt_at END AS due FROM outbox
         WHERE scope_id = ? AND state = 'queued' AND ${isFirstOfEntity}
       UNION ALL
       SELECT CASE WHEN ${isReady} THEN ? ELSE next_attempt_at END FROM outbox
         WHERE scope_id = ? AND state = 'unknown'
       UNION ALL
       SELECT lease_until FROM outbox
         WHERE scope_id = ? AND state = 'sending' AND lease_until IS NOT NULL)`,
    [now, now, now, scope.id, now, now, now, scope.id, scope.id]
  );
  return row?.due ?? null;
}
