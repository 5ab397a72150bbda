import { applyTransition, getOutboxRow, renameEntity, replaceRow } from '@/db/outbox/outbox';
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

/** Claims the next row and acknowledges it with this number. */
export async function acknowledge(store: Store, scope: Scope, serverId: number): Promise<void> {
  const row = await store.write((tx) => claimNext(tx, { scope, now: 1_000, leaseMs: 1_000, owner: 'me' }));
  if (!row) throw new Error('There must be a row to claim.');
  await store.write(async (tx) => {
    const { id, entity } = row;
    await applyTransition(tx, { id, from: 'sending', to: 'acked', owner: 'me', now: 1, patch: { serverId } });
    if (row.kind === 'bundle_create') await renameEntity(tx, scope, entity, `bundle:${serverId}`);
  });
}
