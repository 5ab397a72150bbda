import { makeRowKey } from '@/db/sealing/makeRowKey';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { clock, newId, randomBytes } from '@/platform/ports';

const making = {
  newId,
  randomBytes,
  now: clock.now,
  // Loaded when it is needed: a key is made once for a space.
  sealTo: async (recipient: string, bytes: Uint8Array) =>
    (await import('@/platform/secrecy')).sealTo(recipient, bytes, randomBytes),
};

/**
 * Sees to it that rows of this space are sealed where they can be: at the start, and when a pull brings another
 * treasurer's key. Behind everything else, and never in the way of a capture; what fails is tried at the next start.
 */
export function keepRowKey(store: Store, scope: Scope, onFailure: (failure: unknown) => void): () => void {
  let turn = Promise.resolve();
  // One after the other: two at once would make two keys.
  const look = () => void (turn = turn.then(() => makeRowKey(store, scope, making)).catch(onFailure));
  look();
  return store.onTablesChanged((tables) => {
    if (tables.has('transaction_settings')) look();
  });
}
