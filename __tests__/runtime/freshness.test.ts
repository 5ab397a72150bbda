import { QueryObserver } from '@tanstack/react-query';

import { setFact } from '@/db/facts';
import { countOutbox, enqueue } from '@/db/outbox/outbox';
import { tableQuery } from '@/queries/query';
import { refreshChangedQueries } from '@/runtime/freshness';
import { createQueryClient } from '@/runtime/queryClient';

import { bundleRow, createTestPhone, emptyService } from '../sync/support';

afterEach(() => jest.useRealTimers());

/** How long a read takes after its statement: what a slow phone needs for a long list. */
async function setUp({ readMs = 0, startMs = 1_000 } = {}) {
  jest.useFakeTimers();
  const phone = await createTestPhone(emptyService([], () => 'lost'));
  const client = createQueryClient();
  const stop = refreshChangedQueries(phone.store, client);
  let readings = 0;
  const queryFn = async () => {
    readings += 1;
    const counts = await countOutbox(phone.store, phone.scope);
    if (readMs > 0) await new Promise((done) => setTimeout(done, readMs));
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  const query = tableQuery({ queryKey: ['outbox', 'count'], tables: ['outbox'], queryFn });
  const observer = new QueryObserver<number>(client, query);
  const unsubscribe = observer.subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(startMs);
  return {
    waiting: () => observer.getCurrentResult().data,
    readings: () => readings,
    fetchSomething: () =>
      phone.store.write((tx) => setFact(tx, phone.scope, 'last_contact_at', Math.random())),
    save: (number: number) =>
      phone.store.write((tx) => enqueue(tx, phone.scope, bundleRow(number), phone.ports.clock.now())),
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
    end: () => {
      unsubscribe();
      stop();
      client.clear();
    },
  };
}

test('a change of a table that the query does not read refreshes nothing', async () => {
  const { fetchSomething, pass, readings, end } = await setUp();
  const before = readings();
  await fetchSomething();
  await pass(1_000);
  expect(readings()).toBe(before);
  end();
});

test('a record that is saved during a download is counted immediately', async () => {
  const { fetchSomething, save, pass, waiting, end } = await setUp();
  await fetchSomething();
  await save(1);
  // Long enough for the store to respond, too short for a delayed refresh.
  for (let tick = 0; tick < 20; tick += 1) await pass(1);
  expect(waiting()).toBe(1);
  end();
});

test('a table that changes again and again is read a few times a second, and the last change is never missed', async () => {
  const { save, pass, waiting, readings, end } = await setUp();
  const before = readings();
  for (let number = 1; number <= 20; number += 1) {
    await save(number);
    await pass(25);
  }
  expect(readings() - before).toBeLessThanOrEqual(3);
  await pass(500);
  expect(waiting()).toBe(20);
  end();
});

test('a read that takes longer than the changes are apart still reaches the screen', async () => {
  const { save, pass, waiting, end } = await setUp({ readMs: 600 });
  for (let number = 1; number <= 20; number += 1) {
    await save(number);
    await pass(100);
  }
  expect(waiting()).toBeGreaterThan(0);
  await pass(2_000);
  expect(waiting()).toBe(20);
  end();
});

test('a change during the first read is not missed', async () => {
  const { save, pass, waiting, end } = await setUp({ readMs: 600, startMs: 100 });
  expect(waiting()).toBeUndefined();
  await save(1);
  await pass(2_000);
  expect(waiting()).toBe(1);
  end();
});
