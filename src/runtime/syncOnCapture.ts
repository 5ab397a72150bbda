import { getNewestUntried } from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';

/**
 * A capture is sent as soon as it is committed. The engine's own changes of a row are no reason for another round:
 * only a row that was not there before is.
 */
export async function syncOnCapture(
  store: Store,
  scope: Scope,
  nudge: () => void,
  onFailure: (failure: unknown) => void
): Promise<() => void> {
  let newest = await getNewestUntried(store, scope);
  const look = async () => {
    const now = await getNewestUntried(store, scope);
    if (now === null || now === newest) return;
    newest = now;
    nudge();
  };
  return store.onTablesChanged((tables) => {
    if (tables.has('outbox')) look().catch(onFailure);
  });
}
