import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';

import { createCashFlow, type Person } from './cashFlow';
import { handOverOf, replyOf, takeBackOf } from './cashSamples';
import { runSql, startTestService, type TestService, type TestSpace } from './harness';

describe('cash that its receiver hands on', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    space = await service.createSpace();
  });
  after(() => service.close());

  const { send, give, count, handOver, reply, bank, read, lineOf } = createCashFlow(
    () => service,
    () => space
  );
  type Gift = Awaited<ReturnType<typeof give>>;

  async function batchable(gift: Gift) {
    const { body } = await service.call(space.tokens.manager, 'GET', '/v1/batchable_transactions?limit=1000');
    return body.data.find(({ id }: { id: number }) => id === gift.id);
  }
  const holders = async (person: Person = 'manager') =>
    (await read(person)).holders.map(({ user_id: id, amount, is_confirmed: isConfirmed }) => [
      id,
      amount,
      isConfirmed as unknown,
    ]);
  /** The volunteer counts a gift and hands it to the leader, who confirms it. */
  async function handToLeader(amount = 2_000) {
    const gift = await give('volunteer', { amount });
    const given = await handOver('volunteer', 'leader', [await count('volunteer', [gift])]);
    await reply('leader', given, amount);
    return { gift, given };
  }

  it('is with the last receiver, together with their own, and every difference stays where it arose', async () => {
    const { leader, manager } = space.userIds;
    const gift = await give('volunteer');
    const given = await handOver('volunteer', 'leader', [await count('volunteer', [gift])]);
    await reply('leader', given, 1_900, true);
    const own = await count('leader', [await give('leader', { amount: 500 })]);
    const next = await handOver('leader', 'manager', [own], 2_400, { received: [given] });
    assert.deepEqual(await holders(), [[manager, 2_400, false]]);
    // The last receiver has confirmed nothing yet.
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 2_000, 0, 0, 1_900, 1_900, 0, -100]);
    await reply('manager', next, 2_350, true);
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 0, 1_900, 0, 0, -100]);
    assert.deepEqual(lineOf(found, 'leader'), [500, 500, 0, 0, 450, 0, 0, -50]);
    assert.deepEqual(
      found.people.map(({ received }) => received).sort(),
      [1_900, 450],
      'each euro is received once'
    );
    assert.deepEqual(await holders(), [[manager, 2_350, true]]);
    assert.deepEqual(
      new Set(found.problems.map(({ user_id: id, expected, found: is }) => `${id}: ${expected}, ${is}`)),
      new Set([`${space.userIds.volunteer}: 2000, 1900`, `${leader}: 2400, 2350`])
    );
  });

  it('says at a batch with whom it is until a manager has it, and which of the counts differed', async () => {
    const { gift, given } = await handToLeader();
    const { leader } = space.userIds;
    assert.equal((await batchable(gift)).held_by.user_id, leader);
    const next = await handOver('leader', 'manager', [], 2_000, { received: [given] });
    assert.equal((await batchable(gift)).held_by.user_id, leader);
    await reply('manager', next, 1_000, true);
    const { held_by: heldBy, is_disputed: isDisputed } = await batchable(gift);
    assert.deepEqual([heldBy, isDisputed], [undefined, true]);
  });

  it('is with its receiver again when they take the second hand-over back', async () => {
    const { given } = await handToLeader();
    const { leader, manager } = space.userIds;
    const next = await handOver('leader', 'manager', [], 2_000, { received: [given] });
    assert.deepEqual(await holders(), [[manager, 2_000, false]]);
    await send('leader', 'POST', '/v1/cash_records', takeBackOf(next, manager));
    assert.deepEqual(await holders(), [[leader, 2_000, true]]);
  });

  it('goes with the first hand-over that names it, and only with one of its receiver', async () => {
    const { given } = await handToLeader();
    const { newcomer, manager } = space.userIds;
    const made = (at: string) => ({ made_at: `2026-03-01T${at}:00.000Z`, received: [given] });
    // Somebody else cannot hand it on.
    await handOver('newcomer', 'admin', [], 2_000, { received: [given] });
    await reply('manager', await handOver('leader', 'manager', [], 2_000, made('19:00')), 2_000);
    await reply('newcomer', await handOver('leader', 'newcomer', [], 2_000, made('20:00')), 0, true);
    const found = await read();
    assert.deepEqual(await holders(), [[manager, 2_000, true]]);
    assert.equal(found.totals[0]?.difference, 0);
    assert.ok(!found.people.some(({ user_id: id }) => id === newcomer));
  });

  it('ends where people hand it round in a circle', async () => {
    const { given } = await handToLeader();
    const [there, back] = [randomUUID(), randomUUID()];
    await handOver('leader', 'manager', [], 2_000, { key: there, received: [given, back] });
    await reply('manager', there, 2_000);
    await handOver('manager', 'leader', [], 2_000, { key: back, received: [there] });
    await reply('leader', back, 2_000);
    // Both say that they passed 2,000 on twice, which nobody counted.
    const { problems, holders: none } = await read();
    assert.deepEqual(
      problems.map(({ kind, expected, found: is }) => [kind, expected, is]),
      [['hand_over', 4_000, 2_000]]
    );
    assert.deepEqual(none, []);
  });

  it('is no difference while the first hand-over has not arrived, and is followed when it has', async () => {
    const gift = await give('volunteer');
    const counted = await count('volunteer', [gift]);
    const late = handOverOf(space.userIds.leader);
    late.data.cash_record.counts = [counted.key];
    const { key } = late.data.cash_record;
    await reply('leader', key, 2_000);
    const own = await count('leader', [await give('leader', { amount: 500 })]);
    await reply('manager', await handOver('leader', 'manager', [own], 2_500, { received: [key] }), 2_500);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.equal((await read()).totals[0]?.difference, 0);
    await send('volunteer', 'POST', '/v1/cash_records', late);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 2_000, 0, 0, 2_000, 0, 0, 0]);
    assert.deepEqual(await holders(), [[space.userIds.manager, 2_500, true]]);
  });

  it('is a difference also where nothing but what its receiver counted has arrived, and not in a blind space', async () => {
    const lost = randomUUID();
    await reply('leader', lost, 2_000);
    const next = await handOver('leader', 'manager', [], 2_000, { received: [lost] });
    await reply('manager', next, 1_500, true);
    const found = await read();
    assert.deepEqual(lineOf(found, 'leader'), [0, 0, 0, 0, -500, 0, 0, -500]);
    assert.deepEqual(
      found.problems.map(({ kind, expected, found: is }) => [kind, expected, is]),
      [['hand_over', 2_000, 1_500]]
    );
    await runSql(
      service.connectionString,
      `UPDATE transaction_settings SET additional_settings = '{"blind_count": true}' WHERE group_id = $1`,
      [space.groupId]
    );
    assert.deepEqual((await read('leader')).people, []);
    assert.equal((await read()).people.length, 1);
  });

  it('is followed from the earlier of two hand-overs that name it, whichever arrives first', async () => {
    const { given } = await handToLeader();
    const made = (at: string) => ({ made_at: `2026-03-01T${at}:00.000Z`, received: [given] });
    await reply('manager', await handOver('leader', 'manager', [], 2_000, made('20:00')), 0, true);
    await reply('admin', await handOver('leader', 'admin', [], 2_000, made('19:00')), 2_000);
    assert.deepEqual(await holders(), [[space.userIds.admin, 2_000, true]]);
    assert.deepEqual((await read()).problems, []);
  });

  it('leaves out what was taken to the bank between the two hand-overs', async () => {
    const { gift, given } = await handToLeader();
    const other = await handToLeader(500);
    await bank([gift]);
    const later = { made_at: new Date(Date.now() + 60_000).toISOString() };
    const received = [given, other.given];
    const next = await handOver('leader', 'manager', [], 500, { ...later, received });
    await reply('manager', next, 500);
    const found = await read();
    assert.deepEqual([found.problems, found.totals[0]?.difference], [[], 0]);
    assert.deepEqual(await holders(), [[space.userIds.manager, 500, true]]);
  });

  it('shows a leader whose team it came from what they handed on, and nobody else', async () => {
    const { given } = await handToLeader();
    await reply('manager', await handOver('leader', 'manager', [], 2_000, { received: [given] }), 2_000);
    assert.deepEqual(await holders('leader'), [[space.userIds.manager, 2_000, true]]);
    assert.deepEqual(await holders('newcomer'), []);
  });

  it('is followed for somebody who counted and handed over 2,000 times, and their leader 200 times', async () => {
    const { leader, manager, volunteer } = space.userIds;
    const euros = (amount: number) =>
      `json_build_array(json_build_object('currency', 'eur', 'amount', ${amount}))`;
    const insert = (user: number, key: string, kind: string, times: number, content: string) =>
      runSql(
        service.connectionString,
        `INSERT INTO cash_records (group_id, user_id, key, kind, receiver_id, answered_key, content, request_hash)
         SELECT $1::bigint, $2::bigint, '${key}' || n, '${kind}', (c.content #>> '{to,user_id}')::bigint, c.content ->> 'hand_over', c.content, ''
         FROM generate_series(1, ${times}) AS n, LATERAL (SELECT json_build_object('made_at', '2026-03-01T18:00:00Z', ${content}) AS content) AS c`,
        [space.groupId, user]
      );
    const shift = `'shift', json_build_object('key', 's' || n, 'started_at', '2026-03-01T14:00:00Z')`;
    const sums = `'expected', ${euros(2_000)}, 'counted', ${euros(2_000)}, 'records', '[]'::json`;
    await insert(volunteer, 'c', 'count', 2_000, `${shift}, ${sums}`);
    const to = (user: number) => `'to', json_build_object('user_id', ${user}, 'name', 'Amina')`;
    const given = `'counts', json_build_array('c' || n), 'received', '[]'::json, 'cash', ${euros(2_000)}, ${to(leader)}`;
    await insert(volunteer, 'h', 'hand_over', 2_000, given);
    await insert(leader, 'r', 'reply', 2_000, `'hand_over', 'h' || n, 'counted', ${euros(2_000)}`);
    const received = `(SELECT json_agg('h' || i) FROM generate_series(n * 10 - 9, n * 10) AS i)`;
    const onward = `'counts', '[]'::json, 'received', ${received}, 'cash', ${euros(20_000)}, ${to(manager)}`;
    await insert(leader, 'on', 'hand_over', 200, onward);
    await runSql(service.connectionString, 'ANALYZE cash_records');
    const startedAt = Date.now();
    assert.deepEqual(await holders(), [[manager, 4_000_000, false]]);
    assert.ok(Date.now() - startedAt < 15_000);
  });

  it('needs something that is handed over', async () => {
    const body = handOverOf(space.userIds.manager);
    body.data.cash_record.counts = [];
    const response = await service.call(space.tokens.leader, 'POST', '/v1/cash_records', {
      body,
      headers: { 'idempotency-key': randomUUID() },
    });
    assert.equal(response.status, 422);
    assert.match(JSON.stringify(response.body), /expected a count or a received hand-over/);
    const unknown = await service.call(space.tokens.leader, 'POST', '/v1/cash_records', {
      body: replyOf(body.data.cash_record.key),
      headers: { 'idempotency-key': randomUUID() },
    });
    assert.equal(unknown.status, 200, 'records arrive in any order');
  });
});
