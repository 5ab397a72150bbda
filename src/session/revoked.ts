import { getFact, setFact, type FactName } from '@/db/facts';
import { deleteAcked } from '@/db/outbox/outbox';
import { listScopesOf, removeScopeData, type Scope } from '@/db/scopes';
import { type Store, type Transaction } from '@/db/store';
import { getTreasurerKey, setTreasurerKey } from '@/db/treasurerKey';
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

/** What the Outbox of a removed person still needs. */
const neededFacts = ['spaces', 'capabilities'] as const satisfies readonly FactName[];

/**
 * Deletes what was downloaded of a space that the person cannot enter any more. Unsent records stay: a person who was removed or
 * suspended can share them, encrypted with the treasurer's key of the space.
 */
export async function clearEndedMembership(store: Store, scope: Scope): Promise<void> {
  await store.write(async (tx) => {
    const treasurer = await getTreasurerKey(tx, scope);
    const facts = await Promise.all(neededFacts.map((name) => readFact(tx, scope, name)));
    await removeScopeData(tx, scope);
    await deleteAcked(tx, scope);
    if (treasurer !== null) await setTreasurerKey(tx, scope, treasurer.key);
    for (const restore of facts) await restore();
  });
}

/** Reads a fact and returns a function that stores it again. */
async function readFact<Name extends FactName>(
  tx: Transaction,
  scope: Scope,
  name: Name
): Promise<() => Promise<void>> {
  const value = await getFact(tx, scope, name);
  return async () => {
    if (value !== null) await setFact(tx, scope, name, value);
  };
}

/** Calls `end` once, after the engine has stopped because the session has ended in the way that `isEnd` recognises. */
export function onSessionEnd(
  sync: Pick<SyncControls, 'getStatus' | 'subscribe'>,
  sessions: SessionStorage,
  isEnd: (session: StoredSession) => boolean,
  end: () => Promise<void>
): void {
  let isEnding = false;
  const check = async () => {
    if (isEnding || sync.getStatus().phase.kind !== 'signed_out') return;
    const session = await sessions.load();
    if (session === null || !isEnd(session) || isEnding) return;
    isEnding = true;
    unsubscribe();
    await end();
  };
  const unsubscribe = sync.subscribe(() => void check());
}
