/**
 * Every order of events with two identical gifts on a phone, another phone and a service, up to a number of faults and
 * kills: the real engine on a real SQLite, over a model of the network and of the service.
 * `EXPLORE=all` takes all of them together, for a long time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { explore, type Exploration } from '../exploration/choices';
import { ExploredPhone, type SwitchedOff } from '../exploration/phone';
import type { ServiceKind } from '../exploration/service';
import { World, type Budget } from '../exploration/world';

const startsAt = Date.UTC(2026, 2, 14, 9);

async function exploreAll(kind: ServiceKind, budget: Budget, off: SwitchedOff = null): Promise<Exploration> {
  const phone = await ExploredPhone.open(startsAt);
  phone.off = off;
  return explore((guide) => new World(phone, guide, { kind, budget, startsAt }).run());
}

const isDeep = process.env.EXPLORE === 'all';

const budgets: Record<ServiceKind, Budget[]> = isDeep
  ? {
      keyed: [{ faults: 2, kills: 1, otherWriters: 1 }],
      bare: [{ faults: 2, kills: 1, otherWriters: 1 }],
      gains_keys: [{ faults: 2, kills: 1, otherWriters: 0 }],
    }
  : {
      keyed: [
        { faults: 2, kills: 0, otherWriters: 0 },
        { faults: 0, kills: 1, otherWriters: 1 },
      ],
      bare: [
        { faults: 1, kills: 0, otherWriters: 1 },
        { faults: 0, kills: 1, otherWriters: 0 },
      ],
      gains_keys: [
        { faults: 1, kills: 0, otherWriters: 0 },
        { faults: 0, kills: 1, otherWriters: 0 },
      ],
    };

const names: Record<ServiceKind, string> = {
  keyed: 'a service with keys',
  bare: 'a service without keys',
  gains_keys: 'a service that has keys from some moment on',
};

for (const kind of ['keyed', 'bare', 'gains_keys'] as const)
  describe(`in every order of events with ${names[kind]}`, () => {
    for (const budget of budgets[kind]) {
      const { faults, kills, otherWriters } = budget;
      test(`each gift is stored once, with ${faults} faults, ${kills} kills, ${otherWriters} other writers`, async (context) => {
        const { interleavings, joined, failure } = await exploreAll(kind, budget);
        context.diagnostic(`${interleavings} interleavings, ${joined} of them end in a state of another one`);
        assert.deepEqual(failure && [failure.error.message, ...failure.choices], null);
        assert.ok(interleavings > 10);
      });
    }
  });

describe('the exploration notices that a mechanism is off', () => {
  const cases: [Exclude<SwitchedOff, null>, ServiceKind, Partial<Budget>, RegExp][] = [
    ['key returned', 'keyed', { faults: 2 }, /refused and is stored/],
    ['attempts without a key', 'gains_keys', { faults: 1 }, /stored 2 times/],
    ['settle time', 'bare', { faults: 1 }, /stored 2 times/],
    ['unknown after a lease', 'bare', { kills: 1 }, /stored 2 times/],
  ];
  for (const [off, kind, budget, message] of cases)
    test(off, async () => {
      const { failure } = await exploreAll(kind, { faults: 0, kills: 0, otherWriters: 0, ...budget }, off);
      assert.match(failure?.error.message ?? 'nothing', message);
    });
});
