import { StoreError } from '@/db/errors';
import type { Store } from '@/db/store';

import { amountsSent, respond, captureId } from './support';
import { first, minutes, phoneWith, storedResponse } from './outboxPhone';

/** Delays every write of the store, once enabled. */
function slowDisk(store: Store) {
  const write = store.write.bind(store);
  let delayWrites: () => Promise<void> = () => Promise.resolve();
  jest.spyOn(store, 'write').mockImplementation(async (work) => {
    await delayWrites();
    return write(work);
  });
  return {
    hold() {
      let free = () => undefined as void;
      const wait = new Promise<void>((done) => (free = done));
      delayWrites = () => wait;
      return () => {
        delayWrites = () => Promise.resolve();
        free();
      };
    },
    failOnce() {
      delayWrites = () => {
        delayWrites = () => Promise.resolve();
        return Promise.reject(new StoreError('full', 'The disk is full.'));
      };
    },
  };
}

describe('sending with one row claimed ahead', () => {
  test('a row is sent while the last outcome is written, and never before its own claim is committed', async () => {
    let free = () => undefined as void;
    const phone = await phoneWith((sent, count) => {
      if (count === 1) free = disk.hold();
      return storedResponse(sent, count);
    });
    const disk = slowDisk(phone.store);
    for (const number of [1, 2, 3]) await phone.capture(number);
    await phone.start();
    await phone.pass(10_000);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002]);
    expect(await phone.states()).toEqual(['sending', 'sending', 'queued']);
    free();
    await phone.pass(1_000);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002, 1_003]);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('a claimed row that was not sent is released unchanged when the drain ends early', async () => {
    const phone = await phoneWith(first(respond(429, {}, { 'retry-after': '600' })));
    for (const number of [1, 2, 3]) await phone.capture(number);
    await phone.start();
    await phone.pass(1_000);
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    const untouched = { state: 'queued', attempts: 0, sentAt: null, leaseUntil: null, leaseOwner: null };
    expect(await phone.rows()).toMatchObject([{ state: 'unknown', attempts: 1 }, untouched, untouched]);
    await phone.pass(minutes(15));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('a claim that waited for a slow response is renewed, so that it outlasts its own request', async () => {
    const phone = await phoneWith((sent, count) => ({ ...storedResponse(sent, count), afterMs: 15_000 }));
    for (const number of [1, 2]) await phone.capture(number);
    await phone.start();
    await phone.pass(20_000);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002]);
    const [, second] = await phone.rows();
    expect((second?.leaseUntil ?? 0) - (second?.sentAt ?? 0)).toBe(75_000);
    expect(phone.ports.clock.now() - (second?.sentAt ?? 0)).toBeLessThan(6_000);
  });

  test('without idempotency keys one row is claimed at a time', async () => {
    const phone = await phoneWith((sent, count) => ({ ...storedResponse(sent, count), afterMs: 2_000 }), []);
    for (const number of [1, 2, 3]) await phone.capture(number);
    await phone.start();
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['sending', 'queued', 'queued']);
  });

  test('after a failed write both rows are sent again under their keys', async () => {
    const phone = await phoneWith((sent, count) => {
      if (count === 1) disk.failOnce();
      return storedResponse(sent, count);
    });
    const disk = slowDisk(phone.store);
    for (const number of [1, 2, 3]) await phone.capture(number);
    await phone.start();
    await phone.pass(1_000);
    expect(phone.ports.failures).toHaveLength(1);
    expect(await phone.states()).toEqual(['sending', 'sending', 'queued']);
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
    const keys = phone.ports.sent
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys)).toEqual(new Set([1, 2, 3].map(captureId)));
  });
});
