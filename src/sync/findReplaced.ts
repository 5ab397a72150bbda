import type { OutboxRow } from '@/db/outbox/outbox';
import type { Outcome } from '@/domain/outcome';

import type { SyncContext } from './context';
import { findMarked } from './findByMarker';
import { bundles } from './lists';

/**
 * Before a replacement is sent: whether one of the rows that it replaces has arrived after all. A service with keys
 * checks that itself, except for attempts that were made without keys. Null means: send the replacement.
 */
export async function findReplaced(
  context: SyncContext,
  replaced: readonly OutboxRow[],
  { hasKeys }: { hasKeys: boolean },
  signal: AbortSignal
): Promise<Outcome | null> {
  const { store, scope, ports, config } = context;
  const maybeStored = replaced.filter((row) => (hasKeys ? row.attemptsWithoutKey > 0 : row.sentAt !== null));
  if (maybeStored.length === 0) return null;

  const later: Outcome = {
    kind: 'queued',
    why: 'searching',
    countsAsAttempt: false,
    waitMs: config.settleMs,
    pause: null,
  };
  const sinceSent = ports.clock.now() - Math.max(...maybeStored.map(({ sentAt }) => sentAt ?? 0));
  // A negative time: the clock was set back, and the request is older than it seems.
  if (sinceSent >= 0 && sinceSent < config.settleMs) return later;
  const list = await bundles.pull(context, signal, { isFresh: true });
  if (list.kind !== 'done') return later;
  for (const row of maybeStored) {
    const found = await findMarked(store, scope, row);
    if (found) return { kind: 'original_arrived', originalId: row.id, serverId: found.serverId, pause: null };
  }
  return null;
}
