import { acceptsVisits } from '../visits';
import { type Scope } from '../scopes';
import { type Store } from '../store';

/**
 * Visits wait as `local` while the service has no place for them, and are queued when it has one: they are neither
 * sent in vain nor shown as refused.
 */
export async function holdVisits(store: Store, scope: Scope, now: number): Promise<void> {
  const isAccepted = await acceptsVisits(store, scope);
  if (isAccepted === null) return;
  const [from, to] = isAccepted ? [`('local')`, 'queued'] : [`('queued', 'parked')`, 'local'];
  const found = await store.get(
    `SELECT 1 FROM outbox WHERE scope_id = ? AND state IN ${from} AND kind = 'visit_create' LIMIT 1`,
    [scope.id]
  );
  // Most rounds have none: a write would wake every screen that watches the outbox.
  if (found === null) return;
  await store.write((tx) =>
    tx.run(
      `UPDATE outbox SET state = ?, next_attempt_at = ?, problem = NULL, updated_at = ?
       WHERE scope_id = ? AND state IN ${from} AND kind = 'visit_create' AND lease_owner IS NULL`,
      [to, now, now, scope.id]
    )
  );
}
