import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sumGroups } from '@/db/ledger/breakdown';
import { applyBundles } from '@/db/ledger/bundles';
import { listLedger, type LedgerFilter } from '@/db/ledger/ledger';
import { sumRefunds } from '@/db/ledger/refunds';
import { sumLedger } from '@/db/ledger/sums';
import { startOfDay } from '@/domain/day';
import { monthOf } from '@/domain/months';
import { timeBuckets } from '@/domain/timeBuckets';
import { sumUp } from '@/features/ledger/sums';

import { openTestStore } from '../db/harness';

/** A payment of each third hour around the ends of the months of a year, on the clock of the service. */
function payments() {
  const times = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 17 }, (_each, step) => Date.UTC(2026, month, 1) + (step - 8) * 3 * 3_600_000)
  ).flat();
  return times.map((time, place) => ({
    id: place + 1,
    created_by: 4,
    transactions: [
      {
        id: place + 1,
        amount: 100 + place,
        currency: 'EUR',
        payment_method_kind: 'cash',
        date: new Date(time).toISOString(),
        ...(place % 5 === 0 ? { unpaid_amount: 7 } : {}),
      },
    ],
  }));
}

/** Few months are drawn from days, many from months. */
const filters: LedgerFilter[] = [
  {},
  { recordedBy: 4 },
  { from: '2026-02-01', until: '2026-06-01' },
  { from: '2026-02-01', until: '2026-12-01' },
  { from: '2026-01-31', until: '2026-11-30' },
  { from: '2026-02-02', until: '2026-12-02' },
];

const sum = (parts: Iterable<{ key: unknown; amount: number }>) => {
  const sums: Record<string, number> = {};
  for (const { key, amount } of parts) sums[String(key)] = (sums[String(key)] ?? 0) + amount;
  return sums;
};

for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris']) {
  test(`the charts have the months that are closed, on a phone in ${zone}`, async () => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      const { store, scope } = await openTestStore();
      await store.write((tx) => applyBundles(tx, scope, payments()));
      for (const { from, until, ...rest } of filters) {
        const filter = {
          ...rest,
          ...(from === undefined ? {} : { from: startOfDay(from) }),
          ...(until === undefined ? {} : { until: startOfDay(until) }),
        };
        const lines = await listLedger(store, scope, filter, { limit: 1_000 });
        const expected = sum(
          lines.map(({ date, amount, unpaidAmount }) => ({
            key: monthOf(date),
            amount: amount - unpaidAmount,
          }))
        );
        assert.ok(Object.keys(expected).length > 2);

        const refunds = await sumRefunds(store, scope, filter);
        const [euros] = sumUp(
          { sums: await sumLedger(store, scope, filter), refunds, counted: [], kindOf: () => 'valid' },
          []
        );
        assert.ok(euros);
        const { unit, buckets } = timeBuckets(euros);
        assert.equal(unit, 'month');
        assert.deepEqual(
          sum(buckets.map(({ start, amount }) => ({ key: start.slice(0, 7), amount }))),
          expected
        );

        const parts = await sumGroups(store, scope, filter, 'month');
        const unpaid = refunds.map((refund) => ({ key: refund.month, amount: -refund.unpaid }));
        assert.deepEqual(sum([...parts, ...unpaid]), expected);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
}
