import { extensionOfKind, type OutboxKind } from '@/domain/outbox';

import { getFact } from '../facts';
import { type Scope } from '../scopes';
import { type Store } from '../store';

/**
 * Rows wait as `local` while the service does not support their kind, and are queued when it does: they are neither sent
 * for a refusal nor shown as refused.
 */
export async function holdRows(store: Store, scope: Scope, now: number): Promise<void> {
  const names = await getFact(store, scope, 'capabilities');
  if (names === null) return;
  for (const [kind, extension] of Object.entries(extensionOfKind)) {
    const isAccepted = names.includes(extension) && names.includes('changes');
    await holdKind(store, scope, kind as OutboxKind, isAccepted, now);
  }
}

async function holdKind(
  store: Store,
  scope: Scope,
  kind: OutboxKind,
  isAccepted: boolean,
  now: number
): Promise<void> {
  const [from, to] = isAccepted ? [`('local')`, 'queued'] : [`('queued', 'parked')`, 'local'];
  const found = await store.get(
    `SELECT 1 FROM outbox WHERE scope_id = ? AND state IN ${from} AND kind = ? LIMIT 1`,
    [scope.id, kind]
  );
  // Most rounds have none: a write would wake every screen that watches the outbox.
  if (found === null) return;
  await store.write((tx) =>
    tx.run(
      `UPDATE outbox SET state = ?, next_attempt_at = ?, problem = NULL, updated_at = ?
       WHERE scope_id = ? AND state IN ${from} AND kind = ? AND lease_owner IS NULL`,
      [to, now, now, scope.id, kind]
    )
  );
}
