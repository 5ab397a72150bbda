import { applyCashRecords } from '@/db/cash/cashRecords';
import { setFact } from '@/db/facts';
import { applyTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';
import { cashByPersonQueries } from '@/queries/cashByPerson';

import { createTestRuntime } from '../features/support/runtime';

const sums = [{ currency: 'eur', amount: 2_000 }];
const count = {
  kind: 'count',
  key: 'counted',
  made_at: '2026-11-14T18:00:00Z',
  shift: { key: 's', started_at: '2026-11-14T14:00:00Z' },
  expected: sums,
  counted: sums,
  records: [{ key: 'gift', currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }],
  unsent: 0,
};

test('a leader is not told that what a manager counted is missing: it may be a gift that somebody else recorded', async () => {
  const { runtime, store, scope } = await createTestRuntime();
  const buckets = ['space', 'team:7', 'led:7', 'gifts:7'];
  await store.write(async (tx) => {
    await applyTeams(tx, scope, [{ id: 7, leaders: [{ id: scope.userId }], users: [{ id: 6 }] }]);
    await applyUsers(tx, scope, [{ id: 6, firstname: 'Ida', role_data: { type: 'manager' } }]);
    await applyCashRecords(tx, scope, [{ id: 1, key: 'counted', kind: 'count', user_id: 6, content: count }]);
    await setFact(tx, scope, 'buckets', buckets);
  });
  const [person] = await cashByPersonQueries.list(runtime).queryFn();
  expect(person).toMatchObject({ name: 'Ida', hasGifts: false, missing: new Set() });
});

test('a record is missing only if the gifts of its person are on the device', async () => {
  const { runtime, store, scope } = await createTestRuntime();
  await store.write(async (tx) => {
    await applyTeams(tx, scope, [{ id: 7, leaders: [{ id: scope.userId }], users: [{ id: 6 }] }]);
    await applyCashRecords(tx, scope, [{ id: 1, key: 'counted', kind: 'count', user_id: 6, content: count }]);
  });
  const missingWith = async (...buckets: string[]) => {
    await store.write((tx) => setFact(tx, scope, 'buckets', buckets));
    const [person] = await cashByPersonQueries.list(runtime).queryFn();
    return [person?.hasGifts, [...(person?.missing ?? [])]];
  };
  expect(await missingWith('space', 'team:7', 'led:7', 'gifts:7')).toEqual([true, ['gift']]);
  expect(await missingWith('space', 'team:7', 'led:7', 'gifts:8')).toEqual([false, []]);
  expect(await missingWith('all', 'contacts', 'space')).toEqual([true, ['gift']]);
});

test('a device without all records does not know what became of received cash of others', async () => {
  const { runtime, store, scope } = await createTestRuntime();
  const reply = {
    kind: 'reply',
    key: 'reply',
    made_at: '2026-11-14T18:00:00Z',
    hand_over: 'given',
    counted: sums,
    cheques: 0,
    is_disputed: false,
  };
  const knownWith = async (userId: number, ...buckets: string[]) => {
    await store.write(async (tx) => {
      await applyCashRecords(tx, scope, [
        { id: 1, key: 'reply', kind: 'reply', user_id: userId, content: reply },
      ]);
      await setFact(tx, scope, 'buckets', buckets);
    });
    return (await cashByPersonQueries.list(runtime).queryFn()).map(({ hasReceived }) => hasReceived);
  };
  expect(await knownWith(6, 'space', 'team:7', 'led:7')).toEqual([false]);
  expect(await knownWith(6, 'all', 'contacts', 'space')).toEqual([true]);
  expect(await knownWith(scope.userId, 'space', 'team:7')).toEqual([true]);
});
