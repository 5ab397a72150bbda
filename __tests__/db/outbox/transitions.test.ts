import {
  applyTransition,
  countOutbox,
  countWaiting,
  getOutboxRow,
  listUnconfirmed,
  listOutbox,
  listUnsent,
  markExported,
  markConfirmed,
  releaseBlocked,
  removeExported,
  replaceRow,
  patchNotes,
  deleteConfirmed,
} from '@/db/outbox/outbox';
import { getNextAttemptAt } from '@/db/outbox/claims';
import { outboxStates } from '@/domain/outbox';

import { capture, openTestStore, save } from '../harness';
import { claim, bring, stateOf } from './outboxRows';

describe('transitions', () => {
  test('a transition that the rules do not allow is refused', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a' }));
    await expect(
      store.write((tx) => applyTransition(tx, { id: 'a', from: 'queued', to: 'acked', now: 1 }))
    ).rejects.toMatchObject({ kind: 'refused' });
    expect(await stateOf(store, scope, 'a')).toBe('queued');
  });

  test('the patch is written with the transition, and null clears a problem', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a' }));
    await claim(store, scope);
    await store.write((tx) =>
      applyTransition(tx, {
        id: 'a',
        from: 'sending',
        to: 'unknown',
        owner: 'one',
        now: 3_000,
        patch: { problem: { kind: 'checking', why: 'timeout' }, nextAttemptAt: 4_000 },
      })
    );
    await store.write((tx) => patchNotes(tx, 'a', { looked: 1 }));
    expect(await getOutboxRow(store, scope, 'a')).toMatchObject({
      state: 'unknown',
      problem: { kind: 'checking', why: 'timeout' },
      notes: { looked: 1 },
      nextAttemptAt: 4_000,
      leaseOwner: null,
      leaseUntil: null,
      updatedAt: 3_000,
    });
    await store.write((tx) =>
      applyTransition(tx, {
        id: 'a',
        from: 'unknown',
        to: 'acked',
        now: 5_000,
        patch: { problem: null, serverId: 9, ackedAt: 5_000 },
      })
    );
    expect(await getOutboxRow(store, scope, 'a')).toMatchObject({
      problem: null,
      serverId: 9,
      ackedAt: 5_000,
    });
  });

  test('all rows blocked by a sign-in continue when their owner is back', async () => {
    const { store, scope } = await openTestStore();
    for (const id of ['a', 'b']) {
      await save(store, scope, capture({ id }));
      await bring(store, scope, id, 'blocked');
    }
    expect(await claim(store, scope)).toBeNull();
    expect(await store.write((tx) => releaseBlocked(tx, scope, 3_000))).toBe(2);
    expect((await claim(store, scope, 3_000))?.id).toBe('a');
  });

  test('a row that failed ten thousand times still exists and is still tried', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'stubborn' }));
    await claim(store, scope);
    await store.write((tx) =>
      applyTransition(tx, {
        id: 'stubborn',
        from: 'sending',
        to: 'queued',
        owner: 'one',
        now: 2_000,
        patch: { attempts: 10_000, nextAttemptAt: 2_000 },
      })
    );
    expect(await claim(store, scope)).toMatchObject({ id: 'stubborn', attempts: 10_001 });
  });

  test('a fixed row replaces a refused one, which stays until the new one is confirmed', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'wrong' }));
    await bring(store, scope, 'wrong', 'parked');
    const fixed = capture({ id: 'right' });
    const fix = () =>
      store.write((tx) => replaceRow(tx, scope, { id: 'wrong', state: 'parked' }, fixed, 3_000));
    expect(await fix()).toBe(true);
    expect(await fix()).toBe(false);
    expect(await getOutboxRow(store, scope, 'wrong')).toMatchObject({
      state: 'replaced',
      replacedBy: 'right',
    });
    expect((await listUnsent(store, scope)).map((row) => row.id)).toEqual(['right']);

    await store.write((tx) => deleteConfirmed(tx, scope));
    expect(await listOutbox(store, scope)).toHaveLength(2);
    await bring(store, scope, 'right', 'acked');
    await store.write((tx) => markConfirmed(tx, scope, ['right'], 4_000));
    expect(await store.write((tx) => deleteConfirmed(tx, scope))).toBe(2);
    expect(await listOutbox(store, scope)).toEqual([]);
  });
});

describe('deleting', () => {
  test('a row is deleted only after it was acknowledged and confirmed by a pull', async () => {
    const { store, scope } = await openTestStore();
    for (const id of ['a', 'b', 'c']) await save(store, scope, capture({ id }));
    await bring(store, scope, 'a', 'acked');
    await bring(store, scope, 'b', 'acked');
    await store.write((tx) => markConfirmed(tx, scope, ['a', 'c'], 9_000));
    expect((await listUnconfirmed(store, scope)).map((row) => row.id)).toEqual(['b']);
    expect(await store.write((tx) => deleteConfirmed(tx, scope))).toBe(1);
    expect((await listOutbox(store, scope)).map((row) => row.id)).toEqual(['b', 'c']);
  });

  test.each(outboxStates.filter((state) => state !== 'cancelled'))(
    'a trigger refuses to delete a row that is %s and not confirmed',
    async (state) => {
      const { store, scope } = await openTestStore();
      await save(store, scope, capture({ id: 'kept' }));
      await bring(store, scope, 'kept', state);
      await expect(store.write((tx) => tx.run(`DELETE FROM outbox WHERE id = 'kept'`))).rejects.toMatchObject(
        {
          kind: 'refused',
        }
      );
      expect(await stateOf(store, scope, 'kept')).toBe(state);
    }
  );

  test('an exported row may be deleted, unless a request may be in flight', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a' }));
    await save(store, scope, capture({ id: 'b' }));
    await bring(store, scope, 'a', 'unknown');
    await expect(store.write((tx) => removeExported(tx, scope, 'b'))).rejects.toMatchObject({
      kind: 'refused',
    });
    await store.write((tx) => markExported(tx, scope, ['a', 'b'], 5_000));
    expect(await store.write((tx) => removeExported(tx, scope, 'b'))).toBe(true);
    expect(await store.write((tx) => removeExported(tx, scope, 'a'))).toBe(false);
  });
});

describe('counting', () => {
  test('sent, waiting and refused rows are counted separately, with their money', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'sent', amount: 1_000 }));
    await save(store, scope, capture({ id: 'refused', amount: 500, paymentMethodKind: 'card' }));
    await save(store, scope, capture({ id: 'one', amount: 2_000 }));
    await save(store, scope, capture({ id: 'two', amount: 3_000 }));
    await bring(store, scope, 'sent', 'acked');
    await bring(store, scope, 'refused', 'parked');
    expect(await countOutbox(store, scope)).toEqual([
      { state: 'acked', paymentMethodKind: 'cash', currency: 'eur', count: 1, amount: 1_000 },
      { state: 'parked', paymentMethodKind: 'card', currency: 'eur', count: 1, amount: 500 },
      { state: 'queued', paymentMethodKind: 'cash', currency: 'eur', count: 2, amount: 5_000 },
    ]);
    expect(await countWaiting(store, scope)).toBe(3);
  });

  test('no time is scheduled when the outbox is empty or everything is acked', async () => {
    const { store, scope } = await openTestStore();
    expect(await getNextAttemptAt(store, scope, 1)).toBeNull();
    await save(store, scope, capture({ id: 'a' }));
    expect(await getNextAttemptAt(store, scope, 7_000)).toBe(7_000);
    await bring(store, scope, 'a', 'acked');
    expect(await getNextAttemptAt(store, scope, 7_000)).toBeNull();
    expect(await countWaiting(store, scope)).toBe(0);
  });

  test('a row that waits for an earlier one is not scheduled', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a', entity: 'team:1' }));
    await save(store, scope, capture({ id: 'b', entity: 'team:1' }));
    await bring(store, scope, 'a', 'parked');
    expect(await getNextAttemptAt(store, scope, 7_000)).toBeNull();
  });
});
