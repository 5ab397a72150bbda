import { dropOtherBuckets, enterBucket, enterLookedUp, leaveBucket, releaseHeld } from '@/db/pull/buckets';
import { searchContacts } from '@/db/contacts';
import { listOutbox, listUnconfirmed, renameEntity } from '@/db/outbox/outbox';
import { claimNext, countReady, getNextAttemptAt } from '@/db/outbox/claims';
import { listUnknownReady } from '@/db/outbox/lookups';
import { listPendingOf } from '@/db/outbox/pending';
import { type SqlValue } from '@/db/port';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';

import { openMemoryEngine } from '../support/sqlite';
import { capture, openTestStore, save, saveWithDraft, withCalls } from './harness';

/** The query plans of SQLite for the statements that some work runs on the given tables. */
async function plansOf(
  work: (store: Store, scope: Scope) => Promise<unknown>,
  tables = /outbox|earlier/
): Promise<string[]> {
  const engine = openMemoryEngine();
  const statements: [string, readonly SqlValue[]][] = [];
  const { store, scope } = await openTestStore(
    withCalls(engine, {
      run: (sql, params) => (statements.push([sql, params]), engine.run(sql, params)),
      all: <Row>(sql: string, params: readonly SqlValue[]) => (
        statements.push([sql, params]),
        engine.all<Row>(sql, params)
      ),
    })
  );
  for (let turn = 0; turn < 3; turn += 1) await save(store, scope, capture());
  statements.length = 0;
  await work(store, scope);
  const steps: string[] = [];
  for (const [sql, params] of statements) {
    const plan = await engine.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    steps.push(...plan.map(({ detail }) => detail).filter((detail) => tables.test(detail)));
  }
  return steps;
}

const lease = { now: 1, leaseMs: 1, owner: 'me' };

describe('nothing that happens for every row scans the entire outbox', () => {
  test.each<[string, (store: Store, scope: Scope) => Promise<unknown>]>([
    ['saving', (store, scope) => saveWithDraft(store, scope, capture())],
    ['claiming', (store, scope) => store.write((tx) => claimNext(tx, { scope, ...lease }))],
    ['listing what is unknown', (store, scope) => listUnknownReady(store, scope, 1)],
    ['counting the rows that are ready', (store, scope) => countReady(store, { scope, now: 1 })],
    ['reading the time of the next attempt', (store, scope) => getNextAttemptAt(store, scope, 1)],
    ['the rows of one entity', (store, scope) => listPendingOf(store, scope, 'bundle:x')],
    [
      'giving an entity its number',
      (store, scope) => store.write((tx) => renameEntity(tx, scope, 'bundle:x', 'bundle:5')),
    ],
    ['listing what waits', (store, scope) => listOutbox(store, scope, { states: ['queued', 'parked'] })],
    ['listing what arrived', (store, scope) => listUnconfirmed(store, scope)],
  ])('%s', async (_, work) => {
    expect((await plansOf(work)).filter((step) => step.startsWith('SCAN'))).toEqual([]);
  });

  test('earlier rows of an entity are found by the complete key of its index', async () => {
    const steps = await plansOf((store, scope) => store.write((tx) => claimNext(tx, { scope, ...lease })));
    expect(steps.filter((step) => step.includes('earlier'))).toEqual([
      'SEARCH earlier USING INDEX outbox_by_entity (scope_id=? AND entity=? AND seq<?)',
    ]);
  });
});

test.each(['mar', 'mar dup'])('a search for "%s" reads no contact that it does not find', async (text) => {
  const steps = await plansOf((store, scope) => searchContacts(store, scope, text), /contacts/);
  expect(steps).not.toEqual([]);
  expect(steps.filter((step) => /^SCAN|PRIMARY KEY \(scope_id=\?\)/.test(step))).toEqual([]);
});

describe('no page of the feed scans all buckets', () => {
  const seeded = async (store: Store, scope: Scope) => {
    for (const bucket of ['action:1', 'action:2'])
      await store.write((tx) => enterBucket(tx, scope, bucket, 'contact', [1, 2]));
  };

  test.each<[string, (store: Store, scope: Scope) => Promise<unknown>]>([
    ['leaving', (store, scope) => store.write((tx) => leaveBucket(tx, scope, 'action:1', 'contact', [1]))],
    ['the end', (store, scope) => store.write((tx) => dropOtherBuckets(tx, scope, ['space', 'action:1']))],
    ['what unsent records needed', (store, scope) => store.write((tx) => releaseHeld(tx, scope))],
    ['a looked up contact', (store, scope) => store.write((tx) => enterLookedUp(tx, scope, 1, '2026-11-16'))],
  ])('%s', async (_, work) => {
    const steps = await plansOf(async (store, scope) => {
      await seeded(store, scope);
      await work(store, scope);
    }, /bucket_records|here|elsewhere/);
    expect(steps).not.toEqual([]);
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  });
});
