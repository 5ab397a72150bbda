import { QueryObserver } from '@tanstack/react-query';

import { setFact } from '@/db/facts';
import { countOutbox, enqueue } from '@/db/outbox/outbox';
import { keepQueriesFresh } from '@/runtime/freshness';
import { createQueryClient } from '@/runtime/queryClient';

import { bundleRow, createTestPhone, emptyService } from '../sync/support';

afterEach(() => jest.useRealTimers());

async function setUp() {
  jest.useFakeTimers();
  const phone = await createTestPhone(emptyService([], () => 'lost'));
  const client = createQueryClient();
  const stop = keepQueriesFresh(phone.store, client);
  let readings = 0;
  const queryFn = async () => {
    readings += 1;
    const counts = await countOutbox(phone.store, phone.scope);
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  const observer = new QueryObserver(client, { queryKey: ['home', 'outbox'], queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(1_000);
  return {
    waiting: () => observer.getCurrentResult().data,
    readings: () => readings,
    fetchSomething: () => phone.store.write((tx) => setFact(tx, phone.scope, 'seen', Math.random())),
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

test('a record that was saved while other things are being fetched counts at once', async () => {
  const { fetchSomething, save, pass, waiting, end } = await setUp();
  await fetchSomething();
  await save(1);
  // Time for the store to answer, and for nothing that was put off.
  for (let tick = 0; tick < 20; tick += 1) await pass(1);
  expect(waiting()).toBe(1);
  end();
});

test('what changes again and again is read a few times a second, and the last change is never missed', async () => {
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
