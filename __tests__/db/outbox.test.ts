import {
  applyTransition,
  claimNext,
  claimNextIn,
  claimUnknown,
  countDue,
  countOutbox,
  countWaiting,
  enqueue,
  expireLeases,
  getNextDueAt,
  getOutboxRow,
  hasUnsent,
  listAckedUnseen,
  listOutbox,
  listUnsent,
  makeDue,
  markExported,
  markSeen,
  releaseBlocked,
  releaseUnknown,
  removeExported,
  renameEntity,
  replaceRow,
  setNotes,
  sweepSeen,
} from '@/db/outbox';
import { openScope, type Scope } from '@/db/scopes';
import { sha256Hex } from '@/db/sha256';
import { type Store } from '@/db/store';
import { longestDelay } from '@/domain/backoff';
import { outboxStates, unsentStates, type OutboxState } from '@/domain/outbox';

import { anna, capture, openTestStore, save } from './harness';

const leaseMs = 60_000;

const claim = (store: Store, scope: Scope, now = 2_000, owner = 'one') =>
  claimNext(store, { scope, now, leaseMs, owner });

/** Brings a row into a state by the moves that lead there. */
async function bring(store: Store, scope: Scope, id: string, state: OutboxState): Promise<void> {
  if (state === 'queued') return;
  if (state === 'replaced') {
    await store.write((tx) => replaceRow(tx, scope, { id, state: 'queued' }, capture(), 2_000));
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

const stateOf = async (store: Store, scope: Scope, id: string) =>
  (await getOutboxRow(store, scope, id))?.state ?? null;

describe('saving', () => {
  test('a second tap is the same capture: one row', async () => {
    const { store, scope } = await openTestStore();
    const row = capture();
    expect(await save(store, scope, row)).toBe(true);
    expect(await save(store, scope, row)).toBe(false);
    expect(await listOutbox(store, scope)).toHaveLength(1);
  });

  test('two taps at once are one row', async () => {
    const { store, scope } = await openTestStore();
    const row = capture();
    expect(await Promise.all([save(store, scope, row), save(store, scope, row)])).toEqual([true, false]);
  });

  test('[case 13] another body under the same id is refused, and the first stays', async () => {
    const { store, scope } = await openTestStore();
    const row = capture({ id: 'once' });
    await save(store, scope, row);
    await expect(save(store, scope, { ...row, body: '{"data":{}}' })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect((await getOutboxRow(store, scope, 'once'))?.body).toBe(row.body);
  });

  test('the body is kept letter by letter, with its hash', async () => {
    const { store, scope } = await openTestStore();
    const body = '{"data": {"amount":2000,  "comment":"Élodie ✓ \\u0000"}}';
    await save(store, scope, capture({ id: 'exact', body, base: { name: 'before' } }), 5);
    expect(await getOutboxRow(store, scope, 'exact')).toMatchObject({
      seq: 1,
      body,
      bodyHash: sha256Hex(body),
      base: { name: 'before' },
      state: 'queued',
      attempts: 0,
      problem: null,
      notes: null,
      createdAt: 5,
      updatedAt: 5,
      sentAt: null,
    });
  });

  test.each([
    ['body', `'{}'`],
    ['body_hash', `'0'`],
    ['id', `'other'`],
    ['kind', `'invitation'`],
    ['scope_id', '99'],
    ['created_at', '0'],
  ])('[case 13] the file itself refuses to change %s of a saved row', async (column, value) => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await expect(store.write((tx) => tx.run(`UPDATE outbox SET ${column} = ${value}`))).rejects.toMatchObject(
      {
        kind: 'refused',
      }
    );
  });

  test.each(['state', 'kind'])('the file itself refuses a %s that does not exist', async (column) => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await expect(
      store.write((tx) =>
        tx.run(
          `INSERT INTO outbox (id, scope_id, kind, entity, body, body_hash, body_version, state, created_at, updated_at)
           VALUES ('x', 1, ?, 'x', '', '', 1, ?, 0, 0)`,
          column === 'kind' ? ['gift', 'queued'] : ['invitation', 'lost']
        )
      )
    ).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('claiming', () => {
  test('takes the oldest due row, counts the try and leases it, on the disk before it returns', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'first' }));
    await save(store, scope, capture({ id: 'second' }));
    const row = await claim(store, scope, 2_000, 'me');
    expect(row).toMatchObject({
      id: 'first',
      state: 'sending',
      attempts: 1,
      leaseOwner: 'me',
      leaseUntil: 2_000 + leaseMs,
      sentAt: 2_000,
    });
    expect(await getOutboxRow(store, scope, 'first')).toEqual(row);
  });

  test('[case 6] two drains at once never take the same row', async () => {
    const { store, scope } = await openTestStore();
    for (let turn = 0; turn < 20; turn += 1) await save(store, scope, capture());
    const takeAll = async (owner: string) => {
      const taken: string[] = [];
      for (let turn = 0; turn < 50; turn += 1) {
        const row = await claim(store, scope, 2_000, owner);
        if (row) taken.push(row.id);
      }
      return taken;
    };
    const taken = (await Promise.all(['one', 'two', 'three'].map(takeAll))).flat();
    expect(taken).toHaveLength(20);
    expect(new Set(taken).size).toBe(20);
  });

  test('[case 32] a later row of the same entity waits until the earlier one has arrived', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'create', entity: 'bundle:create' }));
    await save(store, scope, capture({ id: 'update', kind: 'bundle_update', entity: 'bundle:create' }));
    await save(store, scope, capture({ id: 'other' }));
    expect((await claim(store, scope))?.id).toBe('create');
    expect((await claim(store, scope))?.id).toBe('other');
    expect(await claim(store, scope)).toBeNull();

    await store.write(async (tx) => {
      await applyTransition(tx, {
        id: 'create',
        from: 'sending',
        to: 'acked',
        owner: 'one',
        now: 3_000,
        patch: { serverId: 55, ackedAt: 3_000 },
      });
      await renameEntity(tx, scope, 'bundle:create', 'bundle:55');
    });
    expect(await claim(store, scope)).toMatchObject({ id: 'update', entity: 'bundle:55' });
  });

  test.each(unsentStates.filter((state) => state !== 'queued'))(
    '[case 11] a row that is %s holds up its own entity and nothing else',
    async (state) => {
      const { store, scope } = await openTestStore();
      await save(store, scope, capture({ id: 'stuck', entity: 'team:1', kind: 'team_edit' }));
      await bring(store, scope, 'stuck', state);
      await save(store, scope, capture({ id: 'behind', entity: 'team:1', kind: 'team_edit' }));
      await save(store, scope, capture({ id: 'free', entity: 'team:2', kind: 'team_edit' }));
      expect((await claim(store, scope))?.id).toBe('free');
      expect(await claim(store, scope)).toBeNull();
    }
  );

  test('[case 17] a row is only claimed in the scope of the user who made it', async () => {
    const { store, scope } = await openTestStore();
    const other = await openScope(store, { ...anna, userId: 2 });
    await save(store, scope, capture());
    expect(await claim(store, other)).toBeNull();
    expect(await listOutbox(store, other)).toEqual([]);
    expect(await claim(store, scope)).not.toBeNull();
  });

  test('[case 9] a row is not taken before its time, and the time is kept', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'later' }));
    await claim(store, scope);
    await store.write((tx) =>
      applyTransition(tx, {
        id: 'later',
        from: 'sending',
        to: 'queued',
        owner: 'one',
        now: 2_000,
        patch: { nextAttemptAt: 9_000, problem: { kind: 'waiting', why: 'unreachable' } },
      })
    );
    expect(await claim(store, scope, 8_999)).toBeNull();
    expect(await countDue(store, { scope, now: 8_999 })).toBe(0);
    expect(await getNextDueAt(store, scope, 2_000)).toBe(9_000);
    expect(await countDue(store, { scope, now: 9_000 })).toBe(1);
    expect(await claim(store, scope, 9_000)).toMatchObject({ attempts: 2 });
  });

  test('[case 20] a time that lies farther ahead than any wait is due: the clock was set back', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await store.write((tx) => tx.run('UPDATE outbox SET next_attempt_at = ?', [5_000 + longestDelay + 1]));
    expect(await getNextDueAt(store, scope, 5_000)).toBe(5_000);
    expect(await claim(store, scope, 5_000)).not.toBeNull();
  });

  test('makeDue brings everything that waits forward', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await store.write((tx) => tx.run('UPDATE outbox SET next_attempt_at = 50000'));
    expect(await claim(store, scope)).toBeNull();
    expect(await store.write((tx) => makeDue(tx, scope, 2_000))).toBe(1);
    expect(await claim(store, scope)).not.toBeNull();
  });

  test('the next row can be claimed in the transaction that applies the outcome of the last', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a' }));
    await save(store, scope, capture({ id: 'b' }));
    await claim(store, scope);
    const next = await store.write(async (tx) => {
      await applyTransition(tx, { id: 'a', from: 'sending', to: 'acked', owner: 'one', now: 3_000 });
      return claimNextIn(tx, { scope, now: 3_000, leaseMs, owner: 'one' });
    });
    expect(next?.id).toBe('b');
  });
});

describe('leases', () => {
  test('[case 5] a row whose sender died is unknown once its lease has ended, not queued', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'sent' }));
    await claim(store, scope, 2_000);
    expect(await expireLeases(store, { now: 2_000 + leaseMs - 1, leaseMs })).toBe(0);
    expect(await expireLeases(store, { now: 2_000 + leaseMs, leaseMs })).toBe(1);
    expect(await stateOf(store, scope, 'sent')).toBe('unknown');
    expect(await claim(store, scope, 2_000 + leaseMs)).toBeNull();
  });

  test('a lease given before the clock was set back has ended too', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'sent' }));
    await claim(store, scope, 90_000_000);
    expect(await expireLeases(store, { now: 1_000, leaseMs })).toBe(1);
  });

  test('[case 7] an outcome is applied only by who holds the lease, and only once', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'sent' }));
    await claim(store, scope, 2_000, 'one');
    const ack = (owner?: string) =>
      store.write((tx) =>
        applyTransition(tx, { id: 'sent', from: 'sending', to: 'acked', owner, now: 3_000 })
      );
    expect(await ack('two')).toBe(false);
    expect(await ack(undefined)).toBe(false);
    expect(await stateOf(store, scope, 'sent')).toBe('sending');
    expect(await ack('one')).toBe(true);
    expect(await ack('one')).toBe(false);
    expect(await stateOf(store, scope, 'sent')).toBe('acked');
  });

  test('[case 8] two reconcilers never settle one row at once', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'lost' }));
    await bring(store, scope, 'lost', 'unknown');
    const look = (owner: string, now: number) => claimUnknown(store, { scope, now, leaseMs, owner });
    expect((await look('one', 5_000))?.state).toBe('unknown');
    expect(await look('two', 5_001)).toBeNull();
    expect(await getNextDueAt(store, scope, 5_001)).toBe(5_000 + leaseMs);
    expect((await look('two', 5_000 + leaseMs))?.leaseOwner).toBe('two');
    expect(
      await store.write((tx) =>
        releaseUnknown(tx, { id: 'lost', owner: 'one', nextAttemptAt: 0, now: 6_000 })
      )
    ).toBe(false);
    expect(
      await store.write((tx) =>
        releaseUnknown(tx, { id: 'lost', owner: 'two', nextAttemptAt: 200_000, now: 6_000 })
      )
    ).toBe(true);
    expect(await look('one', 199_999)).toBeNull();
    expect(await look('one', 200_000)).not.toBeNull();
  });
});

describe('moving', () => {
  test('a move that the rules do not know is refused', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a' }));
    await expect(
      store.write((tx) => applyTransition(tx, { id: 'a', from: 'queued', to: 'acked', now: 1 }))
    ).rejects.toMatchObject({ kind: 'refused' });
    expect(await stateOf(store, scope, 'a')).toBe('queued');
  });

  test('the patch is written with the move, and null takes a problem away', async () => {
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
    await store.write((tx) => setNotes(tx, 'a', { looked: 1 }));
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

  test('[case 2] rows blocked by a sign-in go on, all of them, when their owner is back', async () => {
    const { store, scope } = await openTestStore();
    for (const id of ['a', 'b']) {
      await save(store, scope, capture({ id }));
      await bring(store, scope, id, 'blocked');
    }
    expect(await claim(store, scope)).toBeNull();
    expect(await store.write((tx) => releaseBlocked(tx, scope, 3_000))).toBe(2);
    expect((await claim(store, scope, 3_000))?.id).toBe('a');
  });

  test('[case 10] a row that failed ten thousand times is still there and still tried', async () => {
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

  test('a mended row takes the place of a refused one, which stays until the new one was seen', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'wrong' }));
    await bring(store, scope, 'wrong', 'parked');
    const mended = capture({ id: 'right' });
    const mend = () =>
      store.write((tx) => replaceRow(tx, scope, { id: 'wrong', state: 'parked' }, mended, 3_000));
    expect(await mend()).toBe(true);
    expect(await mend()).toBe(false);
    expect(await getOutboxRow(store, scope, 'wrong')).toMatchObject({
      state: 'replaced',
      replacedBy: 'right',
    });
    expect((await listUnsent(store, scope)).map((row) => row.id)).toEqual(['right']);

    await store.write((tx) => sweepSeen(tx, scope));
    expect(await listOutbox(store, scope)).toHaveLength(2);
    await bring(store, scope, 'right', 'acked');
    await store.write((tx) => markSeen(tx, scope, ['right'], 4_000));
    expect(await store.write((tx) => sweepSeen(tx, scope))).toBe(2);
    expect(await listOutbox(store, scope)).toEqual([]);
  });
});

describe('leaving', () => {
  test('a row leaves only after it was acknowledged and seen in a pull', async () => {
    const { store, scope } = await openTestStore();
    for (const id of ['a', 'b', 'c']) await save(store, scope, capture({ id }));
    await bring(store, scope, 'a', 'acked');
    await bring(store, scope, 'b', 'acked');
    await store.write((tx) => markSeen(tx, scope, ['a', 'c'], 9_000));
    expect((await listAckedUnseen(store, scope)).map((row) => row.id)).toEqual(['b']);
    expect(await store.write((tx) => sweepSeen(tx, scope))).toBe(1);
    expect((await listOutbox(store, scope)).map((row) => row.id)).toEqual(['b', 'c']);
  });

  test.each(outboxStates)(
    '[case 16] the file itself refuses to delete a row that is %s and unseen',
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

  test('a row that a person has in an export may be removed, unless it may be on the wire', async () => {
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
  test('[case 15] sent, waiting and refused are counted apart, with their money', async () => {
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
    expect(await hasUnsent(store, scope)).toBe(true);
  });

  test('nothing waits for a time when the outbox is empty or all has arrived', async () => {
    const { store, scope } = await openTestStore();
    expect(await getNextDueAt(store, scope, 1)).toBeNull();
    await save(store, scope, capture({ id: 'a' }));
    expect(await getNextDueAt(store, scope, 7_000)).toBe(7_000);
    await bring(store, scope, 'a', 'acked');
    expect(await getNextDueAt(store, scope, 7_000)).toBeNull();
    expect(await hasUnsent(store, scope)).toBe(false);
  });

  test('a row held back by an earlier one wakes nobody', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a', entity: 'team:1' }));
    await save(store, scope, capture({ id: 'b', entity: 'team:1' }));
    await bring(store, scope, 'a', 'parked');
    expect(await getNextDueAt(store, scope, 7_000)).toBeNull();
  });
});

test('the record and everything that belongs to it are written together or not at all', async () => {
  const { store, scope } = await openTestStore();
  const failing = store.write(async (tx) => {
    await enqueue(tx, scope, capture({ id: 'half' }), 1);
    throw new Error('the second half failed');
  });
  await expect(failing).rejects.toThrow('second half');
  expect(await listOutbox(store, scope)).toEqual([]);
});
