import { applyTransition, getOutboxRow, replaceRow } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type OutboxState } from '@/domain/outbox';

import { capture } from '../harness';

export const leaseMs = 60_000;

export const claim = (store: Store, scope: Scope, now = 2_000, owner = 'one') =>
  store.write((tx) => claimNext(tx, { scope, now, leaseMs, owner }));

/** Brings a row into a state through valid transitions. */
export async function bring(store: Store, scope: Scope, id: string, state: OutboxState): Promise<void> {
  if (state === 'queued') return;
  if (state === 'replaced') {
    await store.write((tx) => replaceRow(tx, scope, { id, state: 'queued' }, capture(), 2_000));
    return;
  }
  if (state === 'local') {
    await store.write((tx) => applyTransition(tx, { id, from: 'queued', to: state, now: 2_000 }));
    return;
  }
  const row = await claim(store, scope);
  if (row?.id !== id) throw new Error(`Expected to claim ${id}, not ${row?.id}.`);
  if (state !== 'sending') {
    await store.write((tx) =>
      applyTransition(tx, { id, from: 'sending', to: state, owner: 'one', now: 2_000 })
    );
  }
}

export const stateOf = async (store: Store, scope: Scope, id: string) =>
  (await getOutboxRow(store, scope, id))?.state ?? null;
