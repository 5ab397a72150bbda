import { applyTransition, getOutboxRow, listOutbox, clearRetryTimes, renameEntity } from '@/db/outbox/outbox';
import { claimNext, countReady, expireLeases, getNextAttemptAt, limitAckTimes } from '@/db/outbox/claims';
import { listUnknownReady, postponeLookup } from '@/db/outbox/lookups';
import { listPendingOf } from '@/db/outbox/pending';
import { openScope } from '@/db/scopes';
import { maxRetryDelay } from '@/domain/backoff';
import { unsentStates } from '@/domain/outbox';
import type { RowProblem } from '@/domain/outcome';

import { anna, capture, openTestStore, save } from '../harness';
import { leaseMs, claim, bring, stateOf } from './outboxRows';

describe('claiming', () => {
  test('claims the oldest scheduled row, counts the attempt and leases it, on disk before it returns', async () => {
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

  test('two concurrent drains never claim the same row', async () => {
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

  test('a later row of the same entity waits until the earlier one is acked', async () => {
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

  test('the order is the same whichever row has the name of the entity', async () => {
    const { store, scope } = await openTestStore();
    const named = { kind: 'bundle_update', entity: 'bundle:middle' } as const;
    await save(store, scope, capture({ id: 'early', ...named }));
    await save(store, scope, capture({ id: 'middle', ...named }));
    await save(store, scope, capture({ id: 'late', ...named }));
    expect((await listPendingOf(store, scope, 'bundle:middle')).map(({ id }) => id)).toEqual([
      'early',
      'middle',
      'late',
    ]);
    for (const id of ['early', 'middle', 'late']) {
      expect((await claim(store, scope))?.id).toBe(id);
      expect(await claim(store, scope)).toBeNull();
      await store.write((tx) =>
        applyTransition(tx, { id, from: 'sending', to: 'acked', owner: 'one', now: 3_000 })
      );
    }
  });

  test('the number from the service is set in every row of the entity', async () => {
    const { store, scope } = await openTestStore();
    const named = { kind: 'bundle_update', entity: 'bundle:middle' } as const;
    for (const id of ['early', 'middle', 'late']) await save(store, scope, capture({ id, ...named }));
    await store.write((tx) => renameEntity(tx, scope, 'bundle:middle', 'bundle:55'));
    expect((await listOutbox(store, scope)).map(({ entity }) => entity)).toEqual(
      Array.from({ length: 3 }, () => 'bundle:55')
    );
    expect(await listPendingOf(store, scope, 'bundle:55')).toHaveLength(3);
    expect(await listPendingOf(store, scope, 'bundle:middle')).toEqual([]);
  });

  test.each(unsentStates.filter((state) => state !== 'queued'))(
    'a row that is %s holds up its own entity and nothing else',
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

  test('a row is only claimed in the scope of the user who made it', async () => {
    const { store, scope } = await openTestStore();
    const other = await openScope(store, { ...anna, userId: 2 });
    await save(store, scope, capture());
    expect(await claim(store, other)).toBeNull();
    expect(await listOutbox(store, other)).toEqual([]);
    expect(await claim(store, scope)).not.toBeNull();
  });

  test('a row is not claimed before its time, and the time is stored', async () => {
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
    expect(await countReady(store, { scope, now: 8_999 })).toBe(0);
    expect(await getNextAttemptAt(store, scope, 2_000)).toBe(9_000);
    expect(await countReady(store, { scope, now: 9_000 })).toBe(1);
    expect(await claim(store, scope, 9_000)).toMatchObject({ attempts: 2 });
  });

  test('a time further ahead than the longest wait counts as past: the clock was set back', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await store.write((tx) => tx.run('UPDATE outbox SET next_attempt_at = ?', [5_000 + maxRetryDelay + 1]));
    expect(await getNextAttemptAt(store, scope, 5_000)).toBe(5_000);
    expect(await claim(store, scope, 5_000)).not.toBeNull();
  });

  test('clearRetryTimes schedules every waiting row for now', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await store.write((tx) => tx.run('UPDATE outbox SET next_attempt_at = 50000'));
    expect(await claim(store, scope)).toBeNull();
    expect(await store.write((tx) => clearRetryTimes(tx, scope, { now: 2_000, of: 'all' }))).toBe(1);
    expect(await claim(store, scope)).not.toBeNull();
  });

  test('clearRetryTimes for a network that is back schedules only the rows that waited for one', async () => {
    const { store, scope } = await openTestStore();
    const problems: Record<string, RowProblem | null> = {
      offline: { kind: 'waiting', why: 'offline' },
      lost: { kind: 'checking', why: 'network' },
      trouble: { kind: 'checking', why: 'server_error' },
      refused: { kind: 'refused', refusal: { status: 422 } },
      none: null,
    };
    for (const [id, problem] of Object.entries(problems)) {
      await save(store, scope, capture({ id }));
      const values = [problem && JSON.stringify(problem), id];
      await store.write((tx) =>
        tx.run('UPDATE outbox SET next_attempt_at = 50000, problem = ? WHERE id = ?', values)
      );
    }
    await store.write((tx) => clearRetryTimes(tx, scope, { now: 2_000, of: 'without_network' }));
    const rows = await listOutbox(store, scope);
    expect(rows.filter(({ nextAttemptAt }) => nextAttemptAt === 2_000).map(({ id }) => id)).toEqual([
      'offline',
      'lost',
    ]);
  });

  test('the next row can be claimed in the transaction that applies the outcome of the last', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'a' }));
    await save(store, scope, capture({ id: 'b' }));
    await claim(store, scope);
    const next = await store.write(async (tx) => {
      await applyTransition(tx, { id: 'a', from: 'sending', to: 'acked', owner: 'one', now: 3_000 });
      return claimNext(tx, { scope, now: 3_000, leaseMs, owner: 'one' });
    });
    expect(next?.id).toBe('b');
  });
});

describe('leases', () => {
  test('a row whose sender died is unknown after its lease, not queued', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'sent' }));
    await claim(store, scope, 2_000);
    expect(await expireLeases(store, { now: 2_000 + leaseMs - 1, leaseMs })).toBe(0);
    expect(await expireLeases(store, { now: 2_000 + leaseMs, leaseMs })).toBe(1);
    expect(await stateOf(store, scope, 'sent')).toBe('unknown');
    expect(await claim(store, scope, 2_000 + leaseMs)).toBeNull();
  });

  test('a lease from before the clock was set back has ended too', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'sent' }));
    await claim(store, scope, 90_000_000);
    expect(await expireLeases(store, { now: 1_000, leaseMs })).toBe(1);
  });

  test('an ack from before the clock was set back is as old as now', async () => {
    const { store, scope } = await openTestStore();
    for (const id of ['early', 'late']) await save(store, scope, capture({ id }));
    await store.write((tx) =>
      tx.run("UPDATE outbox SET state = 'acked', acked_at = CASE id WHEN 'early' THEN 500 ELSE 90000000 END")
    );
    expect(await limitAckTimes(store, 1_000)).toBe(1);
    expect((await listOutbox(store, scope)).map(({ ackedAt }) => ackedAt).sort()).toEqual([1_000, 500]);
  });

  test('an outcome is applied only by the owner of the lease, and only once', async () => {
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

  test('a lookup that ends after the row was sent again changes nothing', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'lost' }));
    await bring(store, scope, 'lost', 'unknown');
    const [seen] = await listUnknownReady(store, scope, 5_000);
    if (!seen) throw new Error('expected a row');
    const resolve = () =>
      store.write((tx) =>
        applyTransition(tx, { id: 'lost', from: 'unknown', to: 'queued', attempt: seen.attempts, now: 6_000 })
      );
    expect(await resolve()).toBe(true);
    // Another process sends it, and does not learn what happened.
    await claim(store, scope, 7_000, 'two');
    await expireLeases(store, { now: 7_000 + leaseMs, leaseMs });
    expect(await resolve()).toBe(false);
    const later = { now: 9_000, nextAttemptAt: 10_000_000, failedLookups: 3 };
    await store.write((tx) => postponeLookup(tx, seen, later));
    expect((await listUnknownReady(store, scope, 7_000 + leaseMs))[0]).toMatchObject({ failedLookups: 0 });
    const again = { ...seen, attempts: seen.attempts + 1 };
    await store.write((tx) => postponeLookup(tx, again, { ...later, nextAttemptAt: 200_000 }));
    expect(await listUnknownReady(store, scope, 199_999)).toEqual([]);
    expect(await listUnknownReady(store, scope, 200_000)).toMatchObject([{ failedLookups: 3 }]);
  });
});
