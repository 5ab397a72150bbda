import { listUnsent } from '@/db/outbox/outbox';
import { listScopesOf, removeScopeData, type Scope } from '@/db/scopes';
import type { Reader, Store } from '@/db/store';

export type SignOut =
  | { kind: 'signed_out' }
  /** Records are on this phone alone: send them, or export them, first. */
  | { kind: 'unsent'; count: number };

/** How many records of the person, in any space, would be left here without anybody to send them: in no export. */
export async function countOnlyHere(reader: Reader, scope: Scope): Promise<number> {
  let count = 0;
  for (const own of await listScopesOf(reader, scope)) {
    const rows = await listUnsent(reader, own);
    count += rows.filter((row) => row.exportedAt === null).length;
  }
  return count;
}

/**
 * Signs a user out of the phone: what is cached of their spaces goes, and `endSession` is called to drop the tokens.
 * Refused while records are unsent that are in no export; and even then they stay in the outbox for the day the same
 * user is back. Stop the user's engine first.
 */
export async function signOut(store: Store, scope: Scope, endSession: () => Promise<void>): Promise<SignOut> {
  const unsent = await store.write(async (tx) => {
    const count = await countOnlyHere(tx, scope);
    if (count > 0) return count;
    for (const own of await listScopesOf(tx, scope)) await removeScopeData(tx, own);
    return 0;
  });
  if (unsent > 0) return { kind: 'unsent', count: unsent };
  await endSession();
  return { kind: 'signed_out' };
}
