import { getNewestUntried } from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';

/**
 * Requests a sync round for each new outbox row. Changes that the engine makes to a row request none. Returns an
 * unsubscribe function.
 */
export async function syncOnCapture(
  store: Store,
  scope: Scope,
  requestSync: () => void,
  onFailure: (failure: unknown) => void
): Promise<() => void> {
  let newest = await getNewestUntried(store, scope);
  const check = async () => {
    const current = await getNewestUntried(store, scope);
    if (current === null || current === newest) return;
    newest = current;
    requestSync();
  };
  return store.onTablesChanged((tables) => {
    if (tables.has('outbox')) check().catch(onFailure);
  });
}
