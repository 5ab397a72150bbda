import type { OutboxRow } from '@/db/outbox/outbox';
import type { Outcome } from '@/domain/outcome';

import type { SyncContext } from './context';
import { findMarked } from './findByMarker';
import { bundles } from './lists';
import { settleWait } from './settleTimes';

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
  const { store, scope, config } = context;
  const maybeStored = replaced.filter((row) => (hasKeys ? row.attemptsWithoutKey > 0 : row.sentAt !== null));
  if (maybeStored.length === 0) return null;

  const laterBy = (waitMs: number): Outcome => ({
    kind: 'queued',
    why: 'searching',
    countsAsAttempt: false,
    waitMs,
    pause: null,
  });
  const wait = Math.max(...maybeStored.map((row) => settleWait(context, row)));
  if (wait > 0) return laterBy(wait);
  const list = await bundles.pull(context, signal, { isFresh: true });
  if (list.kind !== 'done') return laterBy(config.settleMs);
  for (const row of maybeStored) {
    const found = await findMarked(store, scope, row);
    if (found) return { kind: 'original_arrived', originalId: row.id, serverId: found.serverId, pause: null };
  }
  return null;
}
