import { listUnsent } from '@/db/outbox';
import { removeScopeData, type Scope } from '@/db/scopes';
import type { Store } from '@/db/store';

export type SignOut =
  | { kind: 'signed_out' }
  /** Records are on this phone alone: send them, or export them, first. */
  | { kind: 'unsent'; count: number };

/**
 * Signs a user out of the phone: the cache of the space goes, and `endSession` is called to drop the tokens. Refused
 * while records are unsent that are in no export; and even then they stay in the outbox for the day the same user is
 * back. Stop the user's engine first.
 */
export async function signOut(store: Store, scope: Scope, endSession: () => Promise<void>): Promise<SignOut> {
  const unsent = await store.write(async (tx) => {
    const rows = await listUnsent(tx, scope);
    const count = rows.filter((row) => row.exportedAt === null).length;
    if (count === 0) await removeScopeData(tx, scope);
    return count;
  });
  if (unsent > 0) return { kind: 'unsent', count: unsent };
  await endSession();
  return { kind: 'signed_out' };
}
