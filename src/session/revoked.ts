import { listScopesOf, removeScopeData } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type SyncControls } from '@/features/shared/runtime';
import { identityOf, type StoredSession, type SessionStorage } from './session';

/**
 * A phone that was signed out from elsewhere, because it is lost or its owner has left: everything that the service
 * can give again goes, in every space of that person, and the tokens with it. What was recorded here and has not
 * arrived stays, and nobody sees it before the same person signs in. Answers the session that still counts, if any.
 *
 * Done at the start as well, so that a phone that is switched off in between forgets all the same.
 */
export async function clearRevokedSession(
  store: Store,
  sessions: SessionStorage
): Promise<StoredSession | null> {
  const session = await sessions.load();
  if (!session?.revoked) return session;
  await store.write(async (tx) => {
    for (const scope of await listScopesOf(tx, identityOf(session))) await removeScopeData(tx, scope);
  });
  // Last: were it first, a kill in between would leave the cache and no reason to remove it.
  await sessions.clear();
  return null;
}

/** Calls `end` once the engine has come to rest because the service said that this phone is out. */
export function onRevoked(
  sync: Pick<SyncControls, 'getStatus' | 'subscribe'>,
  sessions: SessionStorage,
  end: () => Promise<void>
): void {
  let isEnding = false;
  const look = async () => {
    if (isEnding || sync.getStatus().phase.kind !== 'signed_out') return;
    if (!(await sessions.load())?.revoked || isEnding) return;
    isEnding = true;
    stop();
    await end();
  };
  const stop = sync.subscribe(() => void look());
}
