import { countOnlyHere, deleteAcked } from '@/db/outbox/outbox';
import { listScopesOf, removeScopeData, type Scope } from '@/db/scopes';
import type { Reader, Store } from '@/db/store';

export type SignOutResult =
  | { kind: 'signed_out' }
  /** Unsent records exist only on this phone: send or export them first. */
  | { kind: 'unsent'; count: number };

/** Counts the unsent records of the user in all spaces that are in no export. */
export async function countUnexported(reader: Reader, scope: Scope): Promise<number> {
  let count = 0;
  for (const own of await listScopesOf(reader, scope)) {
    count += await countOnlyHere(reader, own);
  }
  return count;
}

/**
 * Signs a user out of the phone: deletes the cached data of their spaces and their sent rows, and calls `endSession`
 * to delete the tokens. Refused while unsent records are in no export. Exported rows stay in the outbox until the same
 * user signs in again. Stop the engine first.
 */
export async function signOut(
  store: Store,
  scope: Scope,
  endSession: () => Promise<void>
): Promise<SignOutResult> {
  const unsent = await store.write(async (tx) => {
    const count = await countUnexported(tx, scope);
    if (count > 0) return count;
    for (const own of await listScopesOf(tx, scope)) {
      await removeScopeData(tx, own);
      await deleteAcked(tx, own);
    }
    return 0;
  });
  if (unsent > 0) return { kind: 'unsent', count: unsent };
  await endSession();
  return { kind: 'signed_out' };
}
