import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';

import { claimNext } from '@/db/outbox/claims';

import { startTestService, type TestService, type TestSpace } from '../server/harness';
import { SimProcess } from '../sim/process';
import { createVirtualClock } from '../sim/virtualClock';
import { openFileEngine, temporaryFile } from '../support/sqlite';
import { amountsIn, donation, startSystemPhone, type Interfere, type SystemPhone } from './support';

const minutes = (count: number) => count * 60_000;

/** Where the process dies while it sends one bundle. */
const crashPoints = [
  'before the request is sent',
  'after the service stored it',
  'after the response arrived',
] as const;

for (const extensions of [true, false]) {
  describe(`a process that is killed, at ${extensions ? 'our service' : 'a service without extensions'}`, () => {
    let service: TestService;
    let space: TestSpace;
    let file: ReturnType<typeof temporaryFile>;

    before(async () => {
      service = await startTestService({ extensions });
    });
    after(() => service.close());
    beforeEach(() => {
      file = temporaryFile();
    });
    afterEach(() => file.remove());

    /** Dies at a point while sending one bundle, drops everything that is not on the disk, and starts again. */
    async function crashAt(point: (typeof crashPoints)[number]): Promise<SystemPhone> {
      space = await service.createSpace();
      const clock = createVirtualClock();
      const engine = openFileEngine(file.path);
      const simProcess = new SimProcess(() => undefined);
      const person = 'volunteer';
      const interfere: Interfere = async ({ method, path }, pass) => {
        if (method !== 'POST' || path !== '/v1/transaction_bundles') return pass();
        if (point === 'before the request is sent') simProcess.kill();
        else if (point === 'after the service stored it') await pass().finally(() => simProcess.kill());
        else {
          const response = await pass();
          simProcess.killAfter(1);
          return response;
        }
        return null;
      };
      const doomed = await startSystemPhone({ service, space, person, engine, clock, simProcess, interfere });
      await doomed.pass(1_000);
      await doomed.save(donation(space, 1));
      await doomed.pass(1_000);
      assert.ok(simProcess.isDead);
      await engine.close();
      return startSystemPhone({
        service,
        space,
        person,
        engine: openFileEngine(file.path, { afterKill: true }),
        clock,
      });
    }

    for (const point of crashPoints)
      test(`${point}: the bundle is stored once, and the phone shows it as sent`, async () => {
        const phone = await crashAt(point);
        assert.deepEqual(await phone.states(), ['sending']);
        await phone.pass(minutes(10));
        assert.deepEqual(await amountsIn(service, space), [1_001]);
        const rows = await phone.rows();
        assert.ok(rows.every(({ state }) => state === 'acked'));
        await phone.engine.stop();
      });

    test('two workers with the same queue deliver each bundle once', async () => {
      space = await service.createSpace();
      const phone = await startSystemPhone({
        service,
        space,
        person: 'volunteer',
        engine: openFileEngine(file.path),
      });
      for (const number of [1, 2, 3, 4, 5]) await phone.save(donation(space, number));
      await phone.store.write((tx) =>
        claimNext(tx, {
          scope: phone.scope,
          now: phone.clock.now(),
          leaseMs: 75_000,
          owner: 'other',
        })
      );
      await phone.pass(minutes(10));
      assert.deepEqual(await amountsIn(service, space), [1_001, 1_002, 1_003, 1_004, 1_005]);
      await phone.engine.stop();
    });
  });
}
