import { applyTransition, markConfirmed, deleteConfirmed } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { syncOnCapture } from '@/runtime/syncOnCapture';

import { captureId, createTestPhone, emptyService } from '../sync/support';

/** Waits for the read that a change triggers. */
const lookedAt = () => new Promise((done) => setTimeout(done, 20));

async function setUp() {
  const phone = await createTestPhone(emptyService([], () => 'lost'));
  const { store, scope } = phone;
  let nudges = 0;
  const fail = (failure: unknown) => {
    throw failure;
  };
  await syncOnCapture(store, scope, () => (nudges += 1), fail);
  return {
    phone,
    nudges: () => nudges,
    /** Sends a record like the engine, then deletes its row like a pull. */
    sendAndForget: async (number: number) => {
      await store.write((tx) => claimNext(tx, { scope, now: 1_000, leaseMs: 1_000, owner: 'engine' }));
      const move = {
        id: captureId(number),
        from: 'sending',
        to: 'acked',
        owner: 'engine',
        now: 1_000,
      } as const;
      await store.write((tx) => applyTransition(tx, move));
      await store.write(async (tx) => {
        await markConfirmed(tx, scope, [captureId(number)], 1_000);
        await deleteConfirmed(tx, scope);
      });
      await lookedAt();
    },
  };
}

test('every capture requests a round, also one that reuses the row id of a sent and deleted record', async () => {
  const { phone, nudges, sendAndForget } = await setUp();
  for (const number of [1, 2, 3]) {
    await phone.capture(number);
    await lookedAt();
    expect(nudges()).toBe(number);
    const [row] = await phone.rows();
    expect(row).toMatchObject({ id: captureId(number), seq: 1 });
    await sendAndForget(number);
    expect(nudges()).toBe(number);
  }
});

test('changes by the engine request no round', async () => {
  const { phone, nudges } = await setUp();
  for (const number of [1, 2]) await phone.capture(number);
  await lookedAt();
  const before = nudges();
  const { store, scope } = phone;
  await store.write((tx) => claimNext(tx, { scope, now: 1_000, leaseMs: 1_000, owner: 'engine' }));
  const back = { id: captureId(1), from: 'sending', to: 'queued', owner: 'engine', now: 1_000 } as const;
  await store.write((tx) => applyTransition(tx, back));
  await lookedAt();
  expect(nudges()).toBe(before);
});
