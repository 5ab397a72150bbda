import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { takeBackOf } from './cashSamples';
import { createCashFlow, type Person } from './cashFlow';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

describe('the reconciliation', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    space = await service.createSpace();
  });
  after(() => service.close());

  const { send, unsent, give, count, handOver, reply, bank, read, lineOf } = createCashFlow(
    () => service,
    () => space
  );

  it('is empty without cash', async () => {
    await give('volunteer', { payment_method_kind: 'cheque' });
    const { people, totals, problems, shifts, campaigns } = await read();
    assert.deepEqual([people, totals, problems, shifts, campaigns], [[], [], [], [], []]);
  });

  it('follows every euro from the door to the bank, and always adds up', async () => {
    const gifts = [await give('volunteer'), await give('volunteer', { amount: 500 })];
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_500, 0, 0, 2_500, 0, 0, 0, 0]);
    const counted = await count('volunteer', gifts, { counted: 2_400 });
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_500, 2_400, -100, 2_400, 0, 0, 0, 0]);
    const given = await handOver('volunteer', 'leader', [counted]);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_500, 2_400, -100, 0, 2_400, 2_400, 0, 0]);
    await reply('leader', given, 2_400);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_500, 2_400, -100, 0, 2_400, 0, 0, 0]);
    await bank(gifts.slice(0, 1));
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_500, 2_400, -100, 0, 400, 0, 2_000, 0]);
    assert.deepEqual(found.problems, []);
    assert.deepEqual([found.shifts[0]?.captured, found.shifts[0]?.held], [2, 2]);
  });

  it('says which record is missing, which hand-over is disputed, and which batch the bank counted short', async () => {
    const lost = unsent(1_500);
    const first = [await give('volunteer'), lost, await give('volunteer', { amount: 700 })];
    const second = [await give('leader', { amount: 3_000 })];
    const third = [await give('newcomer', { amount: 4_000 })];
    await count('volunteer', first);
    const disputed = await handOver('leader', 'manager', [await count('leader', second)]);
    await reply('manager', disputed, 2_900, true);
    const confirmed = await handOver('newcomer', 'leader', [await count('newcomer', third)]);
    await reply('leader', confirmed, 4_000);
    const batchId = await bank(third, 3_950);

    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_700, 4_200, 0, 4_200, 0, 0, 0, 1_500]);
    assert.deepEqual(lineOf(found, 'leader'), [3_000, 3_000, 0, 0, 2_900, 0, 0, -100]);
    assert.deepEqual(lineOf(found, 'newcomer'), [4_000, 4_000, 0, 0, 0, 0, 4_000, 0]);
    const [total] = found.totals;
    assert.deepEqual([total?.bank_difference, total?.difference], [-50, 1_350]);
    const problems = found.problems.map(
      ({ kind, user_id: userId, batch_id: batch, expected, found: is, count: many }) => [
        kind,
        userId ?? batch,
        expected,
        is,
        many,
      ]
    );
    assert.deepEqual(problems.sort(), [
      ['batch', batchId, 4_000, 3_950, undefined],
      ['hand_over', space.userIds.leader, 3_000, 2_900, undefined],
      ['missing', space.userIds.volunteer, 0, 1_500, 1],
    ]);
    const [shift] = found.shifts;
    assert.deepEqual(
      [shift?.user_id, shift?.captured, shift?.held, shift?.missing, shift?.receipts],
      [space.userIds.volunteer, 3, 2, [2], []]
    );

    // The record arrives late: the line adds up.
    await give('volunteer', { key: lost.key, amount: 1_500 });
    const later = await read();
    assert.deepEqual(lineOf(later, 'volunteer'), [4_200, 4_200, 0, 4_200, 0, 0, 0, 0]);
    assert.deepEqual(later.shifts.map(({ missing }) => missing).flat(), []);
  });

  it('says who has the handed-over cash: who confirmed it, or whom the giver named until then', async () => {
    const gifts = [await give('volunteer'), await give('newcomer', { amount: 700 })];
    const first = await handOver('volunteer', 'leader', [await count('volunteer', gifts.slice(0, 1))]);
    const stranger = { to: { name: 'Bo from the shop' } };
    const newcomers = await count('newcomer', gifts.slice(1));
    const second = await handOver('newcomer', 'leader', [newcomers], undefined, stranger);
    const holders = async () =>
      (await read()).holders
        .map(({ user_id: id, name, amount, is_confirmed: isConfirmed }) => [
          id ?? name,
          amount,
          isConfirmed as unknown,
        ])
        .sort();
    const { leader, manager } = space.userIds;
    assert.deepEqual(
      await holders(),
      [
        ['Bo from the shop', 700, false],
        [leader, 2_000, false],
      ].sort()
    );
    await reply('leader', first, 1_900, true);
    await reply('manager', second, 700);
    assert.deepEqual(
      await holders(),
      [
        [leader, 1_900, true],
        [manager, 700, true],
      ].sort()
    );
    // What is at the bank is with nobody.
    await bank(gifts.slice(1));
    assert.deepEqual(await holders(), [[leader, 1_900, true]]);
  });

  it('takes the giver’s sum for what it is: a hand-over of less than was counted does not add up', async () => {
    const counted = await count('volunteer', [await give('volunteer')]);
    await reply('leader', await handOver('volunteer', 'leader', [counted], 1_200), 1_200);
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 0, 1_200, 0, 0, -800]);
    assert.deepEqual(
      found.problems.map(({ kind }) => kind),
      ['hand_over']
    );
  });

  it('believes no count that expects another sum than its records have, or has a record twice', async () => {
    const gift = await give('volunteer');
    await count('volunteer', [gift]);
    await count('volunteer', [gift]);
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 4_000, 0, 4_000, 0, 0, 0, 2_000]);
    assert.deepEqual(
      found.problems.map(({ kind, found: is }) => [kind, is]),
      [['count', 2_000]]
    );
  });

  it('leaves the records of others where they are: somebody else’s count does not contain them', async () => {
    const gift = await give('volunteer');
    await count('newcomer', [gift]);
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 0, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(lineOf(found, 'newcomer'), [0, 2_000, 0, 2_000, 0, 0, 0, 2_000]);
  });

  it('gives back what was taken back, and follows a recount', async () => {
    const gift = await give('volunteer');
    const first = await count('volunteer', [gift], { counted: 1_900 });
    const given = await handOver('volunteer', 'leader', [first]);
    await send('volunteer', 'POST', '/v1/cash_records', takeBackOf(given, space.userIds.leader));
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 1_900, -100, 1_900, 0, 0, 0, 0]);
    // Also by a phone whose clock was set back.
    const earlier = '2026-03-01T17:00:00.000Z';
    const again = await count('volunteer', [gift], { replaces: first.key, made_at: earlier });
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    // Nobody replaces or hands over the count of another person.
    await count('newcomer', [], { replaces: again.key });
    await handOver('newcomer', 'leader', [again], 0);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
  });

  it('takes the last of two recounts of the same cash, which is handed over with either', async () => {
    const gift = await give('volunteer');
    const first = await count('volunteer', [gift], { counted: 1_900 });
    const here = await count('volunteer', [gift], {
      counted: 1_950,
      replaces: first.key,
      made_at: '2026-03-01T19:00:00.000Z',
    });
    // Made later on another phone, and sent earlier or later: the order does not matter.
    await count('volunteer', [gift], { replaces: first.key, made_at: '2026-03-01T19:30:00.000Z' });
    await count('volunteer', [gift], {
      counted: 100,
      replaces: first.key,
      made_at: '2026-03-01T18:30:00.000Z',
    });
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(
      found.shifts.map(({ captured, recounts }) => [captured, recounts]),
      [[1, 3]]
    );
    await handOver('volunteer', 'leader', [here], 2_000);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 2_000, 0, 0, 2_000, 2_000, 0, 0]);
    // Counts that replace each other leave the payments uncounted: nothing is hidden.
    const other = await give('newcomer');
    const [one, two] = [randomUUID(), randomUUID()];
    await count('newcomer', [other], { key: one, replaces: two });
    await count('newcomer', [other], { key: two, replaces: one });
    assert.deepEqual(lineOf(await read(), 'newcomer'), [2_000, 0, 0, 2_000, 0, 0, 0, 0]);
  });

  it('says how many records arrived after the count', async () => {
    const [sent, waiting, lost] = [await give('volunteer'), unsent(500), unsent(300)];
    const records = [sent, waiting, lost].map(({ key, amount, currency }) => ({
      key,
      amount,
      currency,
      payment_method_kind: 'cash',
      ...(key === sent.key ? {} : { is_unsent: true }),
    }));
    await count('volunteer', [sent, waiting, lost], { records, unsent: 2 });
    assert.deepEqual([(await read()).shifts[0]?.late, (await read()).shifts[0]?.held], [0, 1]);
    await give('volunteer', { key: waiting.key, amount: 500 });
    assert.deepEqual([(await read()).shifts[0]?.late, (await read()).shifts[0]?.held], [1, 2]);
  });

  it('finds a record that was fixed before the count, and whose first version arrived', async () => {
    const first = await give('volunteer');
    const fixed = unsent(2_500);
    const records = [
      {
        key: fixed.key,
        first_key: first.key,
        amount: 2_500,
        currency: 'eur',
        payment_method_kind: 'cash',
        is_unsent: true,
      },
    ];
    await count('volunteer', [fixed], { records, unsent: 1 });
    const found = await read();
    assert.deepEqual([found.shifts[0]?.held, found.shifts[0]?.missing], [1, []]);
    assert.deepEqual(lineOf(found, 'volunteer'), [2_500, 2_500, 0, 2_500, 0, 0, 0, 0]);
    assert.deepEqual(
      found.corrected.map(({ bundle_id: id, counted, ledger }) => [id, counted, ledger]),
      [[first.bundleId, 2_500, 2_000]]
    );
  });

  it('lists what was corrected after the count, which changes no cash that was counted', async () => {
    const gift = await give('volunteer');
    await count('volunteer', [gift]);
    await send('manager', 'PATCH', `/v1/transaction_bundles/${gift.bundleId}`, {
      data: { id: gift.bundleId, transactions: [{ id: gift.id, reimbursed_amount: 500 }] },
    });
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(
      found.corrected.map(({ bundle_id: id, counted, ledger, counted_at: at }) => [id, counted, ledger, at]),
      [[gift.bundleId, 2_000, 1_500, '2026-03-01T18:00:00.000Z']]
    );
    assert.equal(found.totals[0]?.ledger, 1_500);
  });

  it('keeps currencies apart', async () => {
    const euro = [await give('volunteer')];
    const franc = [await give('volunteer', { currency: 'CHF', amount: 900 })];
    await count('volunteer', euro);
    await count('volunteer', franc, { counted: 800 });
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(lineOf(found, 'volunteer', 'chf'), [900, 800, -100, 800, 0, 0, 0, 0]);
  });

  it('chooses a day and an action; a shift is in the day on which it began, and the parts add up to the whole', async () => {
    const spring = [await give('volunteer', { code_campaign: 'Spring' })];
    // After midnight, in the same shift.
    const night = await give('volunteer', {
      code_campaign: 'Night',
      amount: 300,
      date: '2026-03-02T00:30:00Z',
    });
    await count('volunteer', [...spring, night], { counted: 2_250 });
    await give('leader', { code_campaign: 'Spring', amount: 100, date: '2026-03-02T10:00:00Z' });
    const day = (from: string, until: string) => ({ from: `${from}T00:00:00Z`, until: `${until}T00:00:00Z` });
    const first = await read('manager', day('2026-03-01', '2026-03-02'));
    const second = await read('manager', day('2026-03-02', '2026-03-03'));
    assert.deepEqual(lineOf(first, 'volunteer'), [2_300, 2_250, -50, 2_250, 0, 0, 0, 0]);
    assert.deepEqual(lineOf(second, 'volunteer'), Array.from({ length: 8 }));
    assert.deepEqual([first.shifts.length, second.shifts.length], [1, 0]);
    const inSpring = await read('manager', { campaign: 'Spring' });
    const atNight = await read('manager', { campaign: 'Night' });
    assert.deepEqual(lineOf(inSpring, 'volunteer'), [2_000, 1_950, -50, 1_950, 0, 0, 0, 0]);
    assert.deepEqual(lineOf(atNight, 'volunteer'), [300, 300, 0, 300, 0, 0, 0, 0]);
    const whole = await read();
    assert.deepEqual(whole.campaigns, ['Night', 'Spring']);
    for (const parts of [
      [first, second],
      [inSpring, atNight],
    ])
      assert.equal(
        parts.reduce((sum, { totals }) => sum + Number(totals[0]?.held), 0),
        whole.totals[0]?.held
      );
  });

  it('names the receipts of missing records', async () => {
    const book = await send('volunteer', 'POST', '/v1/receipt_books', {
      data: { receipt_book: { key: randomUUID(), public_key: 'A'.repeat(43) } },
    });
    const { id } = book.receipt_book;
    const [arrived, lost] = [await give('volunteer'), unsent()];
    await runSql(
      service.connectionString,
      "INSERT INTO receipts (group_id, bundle_id, book_id, number, code) VALUES ($1, $2, $3, 16, 'code')",
      [space.groupId, arrived.bundleId, id]
    );
    await count('volunteer', [arrived, lost], { receipts: [{ book: id, first: 16, last: 18, void: [18] }] });
    assert.deepEqual((await read()).shifts[0]?.receipts, [`${id}-17`]);
    // Whatever a phone states: the same book often, with every number that there is.
    const voids = Array.from({ length: 1_000 }, (_, place) => place + 1);
    const all = { book: id, first: 1, last: 99_999, void: voids };
    await count('volunteer', [unsent()], { receipts: Array.from({ length: 20 }, () => all) });
    const shown = (await read()).shifts.map(({ receipts }) => receipts.length);
    assert.deepEqual(shown.sort(), [0, 1]);
    const { body } = await service.call(space.tokens.manager, 'GET', '/v1/receipt_books');
    assert.equal(body.data[0].missing[0], 1_001);
  });

  it('shows managers everyone, leaders the people of their teams without the bank, and others themselves', async () => {
    const gifts = [await give('volunteer')];
    const counted = await count('volunteer', gifts);
    await reply('leader', await handOver('volunteer', 'leader', [counted]), 2_000);
    await bank(gifts);
    for (const person of ['leader', 'newcomer', 'manager'] as const) await give(person);
    const whom = async (person: Person) => (await read(person)).people.map(({ user_id: id }) => id).sort();
    const ids = (...people: Person[]) => people.map((person) => space.userIds[person]).sort();
    assert.deepEqual(await whom('manager'), ids('volunteer', 'leader', 'newcomer', 'manager'));
    assert.deepEqual(await whom('leader'), ids('volunteer', 'leader'));
    assert.deepEqual(await whom('volunteer'), ids('volunteer'));
    assert.deepEqual(await whom('newcomer'), ids('newcomer'));
    assert.deepEqual(lineOf(await read('leader'), 'volunteer'), [2_000, 2_000, 0, 0, 2_000, 0, 0, 0]);
    assert.deepEqual((await read('newcomer')).shifts, []);
    // By the database, whatever a request asks.
    const caller = await service.database.findCaller(hashToken(space.tokens.newcomer).toString('hex'));
    assert.ok(caller);
    await service.database.read(caller, async ({ $client: client }) => {
      for (const name of ['cash_counts', 'counted_records', 'standing_hand_overs'])
        assert.deepEqual((await client.query(`SELECT * FROM doorstep_${name}()`)).rows, [], name);
      const { rows } = await client.query('SELECT DISTINCT user_id FROM doorstep_cash_pieces()');
      assert.deepEqual(
        rows.map(({ user_id: id }) => Number(id)),
        ids('newcomer')
      );
    });
  });

  it('shows sums to managers only in a space that counts blind', async () => {
    await runSql(
      service.connectionString,
      `UPDATE transaction_settings SET additional_settings = '{"blind_count":true}' WHERE group_id = $1`,
      [space.groupId]
    );
    const counted = await count('volunteer', [await give('volunteer'), unsent()]);
    await handOver('volunteer', 'leader', [counted]);
    for (const person of ['volunteer', 'leader'] as const) {
      const { people, totals, problems, shifts } = await read(person);
      assert.deepEqual([people, totals, problems], [[], [], []]);
      assert.deepEqual([shifts[0]?.captured, shifts[0]?.held], [2, 1]);
    }
    assert.equal((await read()).totals[0]?.recorded, 2_000);
  });

  it('answers whatever a count states', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await count(
      'volunteer',
      [unsent(most), unsent(most)].map((gift) => ({ ...gift, amount: most })),
      {
        expected: Array.from({ length: 20 }, () => ({ currency: 'eur', amount: most })),
        counted: 0,
      }
    );
    const { body, status } = await service.call(space.tokens.manager, 'GET', '/v1/reconciliation');
    assert.equal(status, 200);
    assert.equal(body.data.reconciliation.totals[0].variance, -most);
  });

  it('refuses a time that is none', async () => {
    const { status } = await service.call(space.tokens.manager, 'GET', '/v1/reconciliation?from=today');
    assert.equal(status, 422);
  });
});
