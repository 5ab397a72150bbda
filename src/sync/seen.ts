import { getBundle } from '@/db/ledger/bundles';
import { getFact, setFact } from '@/db/facts';
import { listAckedUnseen, markSeen, sweepSeen, type OutboxRow } from '@/db/outbox/outbox';
import type { Transaction } from '@/db/store';

import type { SyncContext } from './context';
import { carriesMark, givesMarksBackKey } from './look';

/**
 * After everything was read: an acked row whose record came back is seen, and may leave the outbox. Only pulls write
 * the cache, so being in it means having been pulled. What is no money is seen by the first complete pull after its
 * ack (somebody may have deleted the team since), and rounds push before they pull.
 */
export async function noteSeen({ store, scope, ports }: SyncContext): Promise<void> {
  await store.write(async (tx) => {
    const rows = await listAckedUnseen(tx, scope);
    if (rows.length === 0) return;
    const seen: string[] = [];
    for (const row of rows) if (await isInCache(tx, row)) seen.push(row.id);
    if (seen.length > 0) await markSeen(tx, scope, seen, ports.clock.now());
    await sweepSeen(tx, scope);
  });

  async function isInCache(tx: Transaction, row: OutboxRow): Promise<boolean> {
    switch (row.kind) {
      case 'bundle_create':
      case 'bundle_update': {
        const bundle = row.serverId === null ? null : await getBundle(tx, scope, row.serverId);
        if (bundle && row.kind === 'bundle_create' && (await getFact(tx, scope, givesMarksBackKey)) === null)
          await setFact(tx, scope, givesMarksBackKey, carriesMark(bundle, row));
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
