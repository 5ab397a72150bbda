import { applyTransition, enqueue } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { openScope } from '@/db/scopes';
import { remindOfUnsent } from '@/runtime/unsentReminder';

import { bundleRow, captureId } from '../sync/support';
import { createTestRuntime, saturday } from '../features/support/runtime';

const day = 24 * 3_600_000;

type Shown = { at: number; body: string };

async function createPhone(permission: 'granted' | 'refused' | 'undecided') {
  const { store, scope, fakes } = await createTestRuntime();
  const phone = { permission, reminder: null as Shown | null, scheduled: 0, asked: 0 };
  const controls = remindOfUnsent({
    store,
    now: () => fakes.now,
    getText: (count) => Promise.resolve({ title: 'Records wait', body: `${count} wait`, channel: 'Waiting' }),
    reminders: {
      permission: () => Promise.resolve(phone.permission),
      ask: () => {
        phone.asked += 1;
        phone.permission = 'granted';
        return Promise.resolve(phone.permission);
      },
      schedule: ({ at, body }) => {
        phone.reminder = { at, body };
        phone.scheduled += 1;
        return Promise.resolve();
      },
      cancel: () => {
        phone.reminder = null;
        return Promise.resolve();
      },
      onTap: () => () => undefined,
    },
  });
  const settle = () => new Promise((done) => setTimeout(done, 20));
  const capture = async (number: number) => {
    await store.write((tx) => enqueue(tx, scope, bundleRow(number), fakes.now));
    await settle();
  };
  /** Claims and acknowledges like the engine. */
  const send = async (number: number) => {
    await store.write((tx) => claimNext(tx, { scope, now: fakes.now, owner: 'test', leaseMs: 1_000 }));
    const arrived = {
      id: captureId(number),
      from: 'sending',
      to: 'acked',
      owner: 'test',
      now: fakes.now,
    } as const;
    await store.write((tx) =>
      applyTransition(tx, { ...arrived, patch: { serverId: 7, ackedAt: fakes.now } })
    );
    await settle();
  };
  await settle();
  return { store, fakes, phone, controls, capture, send, settle };
}

describe('the reminder of unsent records', () => {
  test('is scheduled a day after the first record, with the count and no contents', async () => {
    const { phone, capture } = await createPhone('granted');
    expect(phone.reminder).toBeNull();
    await capture(1);
    await capture(2);
    expect(phone.reminder).toEqual({ at: saturday + day, body: '2 wait' });
  });

  test('is cancelled with the last record', async () => {
    const { phone, capture, send } = await createPhone('granted');
    await capture(1);
    await send(1);
    expect(phone.reminder).toBeNull();
  });

  test('is not scheduled again while nothing changes', async () => {
    const { store, fakes, phone, capture, settle } = await createPhone('granted');
    await capture(1);
    const other = await openScope(store, { service: 'https://one.example/api', userId: 2, spaceId: 10 });
    for (let tries = 0; tries < 3; tries += 1) {
      fakes.now += 60_000;
      await store.write((tx) => tx.run('UPDATE outbox SET attempts = attempts + 1'));
      await settle();
    }
    expect(phone.scheduled).toBe(1);
    // Records of all users count.
    await store.write((tx) => enqueue(tx, other, bundleRow(7), fakes.now));
    await settle();
    expect(phone.reminder).toEqual({ at: saturday + day, body: '2 wait' });
  });

  test('is not scheduled without permission, and is after a later grant', async () => {
    const { phone, controls, capture } = await createPhone('undecided');
    await capture(1);
    expect(phone).toMatchObject({ reminder: null, asked: 0 });
    expect(await controls.ask()).toBe('granted');
    expect(phone.reminder).toEqual({ at: saturday + day, body: '1 wait' });
  });
});
