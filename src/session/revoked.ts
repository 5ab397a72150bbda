import { deleteAcked } from '@/db/outbox/outbox';
import { listScopesOf, removeScopeData } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type SyncControls } from '@/features/shared/runtime';
import { identityOf, type SessionStorage, type StoredSession } from './session';

/**
 * Deletes the cache and the sent rows of a revoked session in all of its spaces, then its tokens. Unsent records stay,
 * and are visible only after the same person signs in again. Returns the session if it is not revoked.
 *
 * Also runs at every start, so that a phone that is switched off in between deletes the cache then.
 */
export async function clearRevokedSession(
  store: Store,
  sessions: SessionStorage
): Promise<StoredSession | null> {
  const session = await sessions.load();
  if (!session?.revoked) return session;
  await store.write(async (tx) => {
    for (const scope of await listScopesOf(tx, identityOf(session))) {
      await removeScopeData(tx, scope);
      await deleteAcked(tx, scope);
    }
  });
  // Last: a kill before this line repeats the deletion at the next start.
  await sessions.clear();
  return null;
}

/** Calls `end` once, after the engine has stopped because the service revoked this device. */
export function onRevoked(
  sync: Pick<SyncControls, 'getStatus' | 'subscribe'>,
  sessions: SessionStorage,
  end: () => Promise<void>
): void {
  let isEnding = false;
  const check = async () => {
    if (isEnding || sync.getStatus().phase.kind !== 'signed_out') return;
    if (!(await sessions.load())?.revoked || isEnding) return;
    isEnding = true;
    unsubscribe();
    await end();
  };
  const unsubscribe = sync.subscribe(() => void check());
}
