import { deleteConfirmed, getOutboxRow, markConfirmed } from '@/db/outbox/outbox';
import { listPromises } from '@/db/promises';
import { unsentStates } from '@/domain/outbox';
import { outboxTotals } from '@/domain/outboxTotals';
import { uncountCapture } from '@/db/gifts';
import { dayOf } from '@/domain/day';
import { removeRow, shareRows } from '@/features/outbox/mutations';
import { outboxScreenQueries } from '@/features/outbox/queries';
import { payPromise } from '@/features/promises/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { cashQueries } from '@/queries/cash';

import { mistake, savedGift } from '../capture/savedGift';
import { saturday } from '../support/runtime';

const inCash = {
  rowId: 'payment-1',
  amount: 2_000,
  method: 'cash',
  details: {},
  rest: { id: 'rest-1', callBack: null },
};

/** A gift at the service, and what the Outbox and the cash of the shift show of it. */
async function sentGift(part: Parameters<typeof savedGift>[0] = {}) {
  const test = await savedGift(part);
  const { runtime, store, scope, claim, move, arrive } = test;
  await arrive();
  const shown = async () => {
    const { arrived, counts, entries } = await outboxScreenQueries.view(runtime, dayOf(saturday)).queryFn();
    return {
      arrived: arrived.map(({ record }) => record.amount),
      sent: outboxTotals(counts).sent.sums.map(({ amount }) => amount),
      waiting: entries.filter(({ row }) => unsentStates.includes(row.state)).length,
      unsentCash: [...(await cashQueries.mine(runtime).queryFn()).unsent],
    };
  };
  /** The service has the change too. */
  const arriveAgain = async () => {
    const row = (await claim())!;
    await move('acked', null, row.id);
    await store.write(async (tx) => {
      await markConfirmed(tx, scope, [row.id], saturday);
      await deleteConfirmed(tx, scope);
    });
  };
  return { ...test, shown, arriveAgain };
}

test('a promise that was paid on this phone is not sent before its payment is', async () => {
  const { runtime, id, shown, arriveAgain } = await sentGift({ promise: { callBack: '2026-11-21' } });
  await payPromise(runtime, { id, who: 'Jeanne' }, inCash);
  expect(await shown()).toEqual({ arrived: [], sent: [], waiting: 1, unsentCash: [id] });
  await arriveAgain();
  expect(await shown()).toMatchObject({ waiting: 0, unsentCash: [] });
});

test('a corrected amount is not shown as sent before the correction is', async () => {
  const { id, change, shown, arriveAgain } = await sentGift();
  expect(await shown()).toEqual({ arrived: [2_000], sent: [2_000], waiting: 0, unsentCash: [] });
  await change({}, '50');
  expect(await shown()).toEqual({ arrived: [], sent: [], waiting: 1, unsentCash: [id] });
  await arriveAgain();
  expect(await shown()).toEqual({ arrived: [5_000], sent: [5_000], waiting: 0, unsentCash: [] });
});

test('what waits for a refused record is not shown as sent in a moment', async () => {
  const { runtime, id, claim, move } = await savedGift({ promise: { callBack: '2026-11-21' } });
  await payPromise(runtime, { id, who: 'Jeanne' }, inCash);
  const waits = async () => {
    const { entries } = await outboxScreenQueries.view(runtime, dayOf(saturday)).queryFn();
    return entries.map(({ row, waitsForPerson }) => [row.kind, waitsForPerson]);
  };
  expect(await waits()).toEqual([
    ['bundle_update', false],
    ['bundle_create', false],
  ]);
  await claim();
  await move('parked');
  expect(await waits()).toEqual([
    ['bundle_create', false],
    ['bundle_update', true],
  ]);
});

test('a removed cancellation leaves the gift counted', async () => {
  const { runtime, store, scope, id, claim, move, taken } = await sentGift();
  await cancelRecord(runtime, id, mistake);
  expect(await taken()).toEqual([]);
  const { id: rowId } = (await claim())!;
  await move('parked', null, rowId);
  const row = (await getOutboxRow(store, scope, rowId))!;
  await shareRows(runtime, { rows: [row], unsealed: true });
  expect(await removeRow(runtime, row)).toBe('removed');
  expect(await taken()).toEqual([[2_000, 'cash']]);
});

test('a removed cancellation of what another person took does not count it on this phone', async () => {
  const { runtime, store, scope, id, claim, move, taken } = await sentGift();
  await store.write((tx) =>
    tx.run(`UPDATE transaction_bundles SET body = json_set(body, '$.created_by', ?)`, [scope.userId + 1])
  );
  await store.write((tx) => uncountCapture(tx, scope, id));
  await cancelRecord(runtime, id, mistake);
  const { id: rowId } = (await claim())!;
  await move('parked', null, rowId);
  const row = (await getOutboxRow(store, scope, rowId))!;
  await shareRows(runtime, { rows: [row], unsealed: true });
  expect(await removeRow(runtime, row)).toBe('removed');
  expect(await taken()).toEqual([]);
});

test('a removed payment leaves the promise open, with its day', async () => {
  const { runtime, store, scope, id, claim, move, taken } = await sentGift({
    promise: { callBack: '2026-11-21' },
  });
  await payPromise(runtime, { id, who: 'Jeanne' }, inCash);
  const { id: rowId } = (await claim())!;
  await move('parked', null, rowId);
  const row = (await getOutboxRow(store, scope, rowId))!;
  await shareRows(runtime, { rows: [row], unsealed: true });
  expect(await removeRow(runtime, row)).toBe('removed');
  expect(await taken()).toEqual([]);
  expect(await listPromises(store, scope)).toMatchObject([{ callBack: '2026-11-21', amount: 2_000 }]);
});
