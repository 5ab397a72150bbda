import { deleteConfirmed, markConfirmed } from '@/db/outbox/outbox';
import { unsentStates } from '@/domain/outbox';
import { dayOf } from '@/domain/day';
import { outboxScreenQueries, sumStates } from '@/features/outbox/queries';
import { payPromise } from '@/features/promises/mutations';
import { cashQueries } from '@/queries/cash';

import { savedGift } from '../capture/savedGift';
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
      sent: sumStates(counts, ['acked']).sums.map(({ amount }) => amount),
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
