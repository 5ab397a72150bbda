import { getBundle } from '@/db/ledger/bundles';
import { getFact, setFact } from '@/db/facts';
import { listAckedUnconfirmed, markConfirmed, deleteConfirmed, type OutboxRow } from '@/db/outbox/outbox';
import type { Transaction } from '@/db/store';

import type { SyncContext } from './context';
import { hasMarker, echoesMarkersKey } from './findByMarker';

/**
 * Runs after a complete pull: an acked row whose record was pulled is confirmed and can be deleted from the
 * outbox. Only pulls write the cache, so a record in the cache was pulled. Rows other than bundles are
 * confirmed by the first complete pull after their ack, because rounds send before they pull and the record may
 * have been deleted since.
 */
export async function confirmAcked({ store, scope, ports }: SyncContext): Promise<void> {
  await store.write(async (tx) => {
    const rows = await listAckedUnconfirmed(tx, scope);
    if (rows.length === 0) return;
    const seen: string[] = [];
    for (const row of rows) if (await isInCache(tx, row)) seen.push(row.id);
    if (seen.length > 0) await markConfirmed(tx, scope, seen, ports.clock.now());
    await deleteConfirmed(tx, scope);
  });

  async function isInCache(tx: Transaction, row: OutboxRow): Promise<boolean> {
    switch (row.kind) {
      case 'bundle_create':
      case 'bundle_update': {
        const bundle = row.serverId === null ? null : await getBundle(tx, scope, row.serverId);
        if (bundle && row.kind === 'bundle_create' && (await getFact(tx, scope, echoesMarkersKey)) === null)
          await setFact(tx, scope, echoesMarkersKey, hasMarker(bundle, row));
        return bundle !== null;
      }
      case 'team_create':
      case 'team_edit':
      case 'team_delete':
      case 'user_update':
      case 'role_change':
      case 'invitation':
        return true;
    }
  }
}
