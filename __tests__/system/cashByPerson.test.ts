import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { cashByPersonQueries } from '@/queries/cashByPerson';

import { takeBackOf } from '../server/cashSamples';
import { createCashFlow, type Person } from '../server/cashFlow';
import { startTestService, type TestService, type TestSpace } from '../server/harness';
import { openMemoryEngine } from '../support/sqlite';
import { startSystemPhone } from './support';

const figures = ['recorded', 'uncounted', 'counted', 'variance', 'received', 'banked', 'difference'] as const;

describe('Cash by person and the reconciliation', () => {
  let service: TestService;
  let space: TestSpace;
  before(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    space = await service.createSpace();
  });
  after(() => service.close());

  const { send, unsent, give, promise, receive, count, handOver, reply, bank, read } = createCashFlow(
    () => service,
    () => space
  );

  /** What the device of the manager shows after a download, and what the service answers. */
  async function compare(): Promise<Map<string, number[]>> {
    await service.untilShown();
    const phone = await startSystemPhone({ service, space, person: 'manager', engine: openMemoryEngine() });
    await phone.pass(60_000);
    const people = await cashByPersonQueries.list(phone).queryFn();
    await phone.engine.stop();
    const shown = people.flatMap(({ userId, figures: sums }) =>
      sums.map((sum) => [`${userId} ${sum.currency}`, figures.map((name) => sum[name])] as const)
    );
    const answered = (await read()).people.map(
      (row) => [`${row.user_id} ${row.currency}`, figures.map((name) => Number(row[name]))] as const
    );
    assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(answered));
    return new Map(shown);
  }
  const of = (sums: Map<string, number[]>, person: Person, currency = 'eur') =>
    sums.get(`${space.userIds[person]} ${currency}`);

  test('have the same figures of every person at every step from the door to the bank', async () => {
    const gifts = [await give('volunteer'), await give('volunteer', { amount: 500 })];
    assert.deepEqual(of(await compare(), 'volunteer'), [2_500, 2_500, 0, 0, 0, 0, 0]);
    const counted = await count('volunteer', gifts, { counted: 2_400 });
    await give('volunteer', { amount: 700 });
    assert.deepEqual(of(await compare(), 'volunteer'), [3_200, 700, 2_400, -100, 0, 0, 0]);
    const given = await handOver('volunteer', 'leader', [counted]);
    assert.deepEqual(of(await compare(), 'volunteer'), [3_200, 700, 2_400, -100, 0, 0, 0]);
    await reply('leader', given, 2_300, true);
    assert.deepEqual(of(await compare(), 'volunteer'), [3_200, 700, 2_400, -100, 2_300, 0, -100]);
    await bank(gifts.slice(0, 1));
    assert.deepEqual(of(await compare(), 'volunteer'), [3_200, 700, 2_400, -100, 2_300, 2_000, -100]);
    // What is at the bank stays there when a recount leaves it out.
    await count('volunteer', gifts.slice(1), { replaces: counted.key });
    assert.deepEqual(of(await compare(), 'volunteer'), [3_200, 700, 500, 0, 2_300, 2_000, 1_800]);
  });

  test('have the same figures where part of a count was banked before the rest was handed over', async () => {
    const gifts = [await give('manager'), await give('manager', { amount: 500 })];
    const counted = await count('manager', gifts, { counted: 2_450 });
    await bank(gifts.slice(0, 1));
    assert.deepEqual(of(await compare(), 'manager'), [2_500, 0, 2_450, -50, 0, 2_000, 0]);
    const later = { made_at: new Date(Date.now() + 60_000).toISOString() };
    const given = await handOver('manager', 'leader', [counted], 450, later);
    assert.deepEqual(of(await compare(), 'manager'), [2_500, 0, 2_450, -50, 0, 2_000, 0]);
    await reply('leader', given, 400, true);
    assert.deepEqual(of(await compare(), 'manager'), [2_500, 0, 2_450, -50, 400, 2_000, -50]);
  });

  test('have the same figures of missing records, recounts, hand-overs taken back, corrections and other currencies', async () => {
    const lost = unsent(1_500);
    const francs = [await give('leader', { amount: 900, currency: 'chf' })];
    const own = [await give('leader', { amount: 3_000 })];
    const third = [await give('newcomer', { amount: 4_000 }), await give('newcomer', { amount: 800 })];
    await count('volunteer', [await give('volunteer'), lost]);
    await count('leader', francs, { counted: 950 });
    const first = await count('leader', own, { counted: 2_900 });
    const back = await handOver('leader', 'manager', [first]);
    await send('leader', 'POST', '/v1/cash_records', takeBackOf(back, space.userIds.manager));
    const again = await count('leader', own, { replaces: first.key });
    await reply('manager', await handOver('leader', 'manager', [again]), 2_950, true);
    // Corrected after the count and before the bank: the batch has what the ledger says.
    const counted = await count('newcomer', third);
    await reply('leader', await handOver('newcomer', 'leader', [counted]), 4_800);
    const [gift] = third;
    assert.ok(gift);
    await send('manager', 'PATCH', `/v1/transaction_bundles/${gift.bundleId}`, {
      data: { id: gift.bundleId, transactions: [{ id: gift.id, reimbursed_amount: 1_000 }] },
    });
    await bank(third, 3_800);
    // Somebody else's count has no record of another person; office cash is in no count.
    await count('newcomer', [await give('manager', { amount: 600 })]);
    await give('manager', { amount: 1_100, unpaid_amount: 100 });
    const sums = await compare();
    assert.deepEqual(of(sums, 'volunteer'), [2_000, 0, 3_500, 0, 0, 0, 1_500]);
    assert.deepEqual(of(sums, 'leader'), [3_000, 0, 3_000, 0, 2_950, 0, -50]);
    assert.deepEqual(of(sums, 'leader', 'chf'), [900, 0, 950, 50, 0, 0, 0]);
    assert.deepEqual(of(sums, 'newcomer'), [4_800, 0, 5_400, 0, 4_800, 3_800, 600]);
    assert.deepEqual(of(sums, 'manager'), [1_600, 1_600, 0, 0, 0, 0, 0]);
  });

  test('have the same figures of what a leader hands on, also of what is at the bank before', async () => {
    const gifts = [await give('volunteer'), await give('volunteer', { amount: 500 })];
    const first = await handOver('volunteer', 'leader', [await count('volunteer', gifts)]);
    await reply('leader', first, 2_400, true);
    const third = await handOver('newcomer', 'leader', [
      await count('newcomer', [await give('newcomer', { amount: 900 })]),
    ]);
    await reply('leader', third, 900);
    const own = await count('leader', [await give('leader', { amount: 3_000 })]);
    await bank(gifts.slice(1));
    const received = [first, third];
    const later = { made_at: new Date(Date.now() + 60_000).toISOString(), received };
    const next = await handOver('leader', 'manager', [own], 5_800, later);
    assert.deepEqual(of(await compare(), 'leader'), [3_000, 0, 3_000, 0, 0, 0, 0]);
    await reply('manager', next, 5_750, true);
    const sums = await compare();
    assert.deepEqual(of(sums, 'volunteer'), [2_500, 0, 2_500, 0, 2_400, 500, -100]);
    assert.deepEqual(of(sums, 'leader'), [3_000, 0, 3_000, 0, 2_450, 0, -50]);
    assert.equal((await read()).totals[0]?.difference, -150);
  });

  test('have the cash of a promise with whoever received it', async () => {
    const [gift, other] = [await promise('volunteer'), await promise('volunteer')];
    await receive('manager', gift);
    await receive('manager', other);
    assert.deepEqual(of(await compare(), 'manager'), [4_000, 4_000, 0, 0, 0, 0, 0]);
    await count('manager', [gift]);
    await bank([gift]);
    const sums = await compare();
    assert.deepEqual(of(sums, 'manager'), [4_000, 2_000, 2_000, 0, 0, 2_000, 0]);
    assert.equal(of(sums, 'volunteer'), undefined);
  });
});
