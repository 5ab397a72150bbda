import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { deposit, openDesk, type Person } from './batchDesk';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';

describe('deposit batches', () => {
  let service: TestService;
  let space: TestSpace;
  let desk: ReturnType<typeof openDesk>;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    desk = openDesk(service, space);
  });
  after(() => service.close());

  it('take their number from the settings, each once, also for many at once', async () => {
    const settings = async () => (await desk.send('manager', 'GET', '/v1/transaction_settings')).body.data;
    const earlier = await settings();
    const payments = await Promise.all(Array.from({ length: 4 }, () => desk.record('volunteer')));
    const responses = await Promise.all(payments.map((payment) => desk.make([payment])));
    const numbers = responses.map(({ body }) => body.data.batches[0].number);
    const later = await settings();
    const first = earlier.batch_serial ?? 1;
    const prefix = later.batch_prefix ?? '';
    assert.deepEqual(numbers.sort(), [0, 1, 2, 3].map((more) => `${prefix}${first + more}`).sort());
    assert.equal(later.batch_serial, first + 4);
    assert.ok(later.batch_serial_updated_at > (earlier.batch_serial_updated_at ?? ''));
  });

  it('skip a number that an earlier prefix gave', async () => {
    const rename = (prefix: string, serial: number) =>
      runSql(
        service.connectionString,
        'UPDATE transaction_settings SET batch_prefix = $2, batch_serial = $3 WHERE group_id = $1',
        [space.groupId, prefix, serial]
      );
    await rename('X', 10);
    const { number } = await desk.read(await desk.made(await desk.record('volunteer')));
    assert.equal(number, 'X10');
    await rename('X', 10);
    assert.equal((await desk.read(await desk.made(await desk.record('volunteer')))).number, 'X11');
  });

  it('are made once under one key', async () => {
    const payment = await desk.record('volunteer');
    const first = await desk.make([payment], {}, 'made-once');
    const again = await desk.make([payment], {}, 'made-once');
    assert.deepEqual([again.status, again.body], [200, first.body]);
  });

  it('have max_batch_size payments at most: more make consecutive batches', async () => {
    await runSql(
      service.connectionString,
      'UPDATE transaction_settings SET max_batch_size = 2 WHERE group_id = $1',
      [space.groupId]
    );
    const payments = [
      await desk.record('volunteer'),
      await desk.record('volunteer'),
      await desk.record('leader'),
    ];
    const { body } = await desk.make(payments);
    await runSql(
      service.connectionString,
      'UPDATE transaction_settings SET max_batch_size = 50 WHERE group_id = $1',
      [space.groupId]
    );
    const sizes = body.data.batches.map(({ count, amount }: { count: number; amount: number }) => [
      count,
      amount,
    ]);
    assert.deepEqual(sizes, [
      [2, 4_000],
      [1, 2_000],
    ]);
    const serials = body.data.batches.map(({ number }: { number: string }) =>
      Number(/\d+$/.exec(number)?.[0])
    );
    assert.equal(serials[1], serials[0] + 1);
  });

  it('have a payment once: of two at once one is refused whole', async () => {
    const shared = await desk.record('volunteer');
    const others = [await desk.record('volunteer'), await desk.record('volunteer')] as const;
    const responses = await Promise.all(others.map((other) => desk.make([shared, other])));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
    const again = await desk.make([shared]);
    assert.deepEqual([again.status, again.body.code], [412, 'precondition_failed']);
    const loser = others[responses.findIndex(({ status }) => status === 412)];
    assert.ok(loser && (await desk.batchable()).includes(loser.id));
    // The database refuses it too, whatever a request checked before.
    const insert = `INSERT INTO batch_transactions (group_id, batch_id, bundle_id, transaction_id)
      SELECT group_id, batch_id, bundle_id, transaction_id FROM batch_transactions WHERE transaction_id = $1`;
    await assert.rejects(runSql(service.connectionString, insert, [shared.id]), {
      constraint: 'batch_transactions_one_batch',
    });
  });

  it('have one method and one currency', async () => {
    const cash = await desk.record('manager', { payment_method_kind: 'cash', delivery_token: undefined });
    const franc = await desk.record('volunteer', { currency: 'CHF' });
    const euro = await desk.record('volunteer');
    assert.equal((await desk.make([euro, cash])).status, 412);
    assert.equal((await desk.make([euro, franc])).status, 412);
    assert.equal((await desk.make([cash], { payment_method_kind: 'cash' })).status, 200);
  });

  it('that are dissolved give their payments back, keep their number, and end', async () => {
    const [one, other] = [await desk.record('volunteer'), await desk.record('leader')];
    const id = await desk.made(one, other);
    assert.equal(
      (await desk.step(id, { step: 'take_out', transactions: [one.id, other.id] })).body.data.batch.count,
      0
    );
    assert.equal((await desk.step(id, { step: 'close' })).status, 422);
    const { number } = await desk.read(id);
    const dissolved = (await desk.step(id, { step: 'dissolve' })).body.data.batch;
    assert.deepEqual([dissolved.state, dissolved.number, dissolved.count], ['dissolved', number, 0]);
    for (const later of [{ step: 'dissolve' }, { step: 'close' }, { step: 'reopen', reason: 'x' }])
      assert.equal((await desk.step(id, later)).status, 412);
    const second = await desk.made(one, other);
    assert.equal((await desk.step(second, { step: 'dissolve' })).body.data.batch.state, 'dissolved');
    const third = await desk.made(one, other);
    assert.equal(
      new Set([number, (await desk.read(second)).number, (await desk.read(third)).number]).size,
      3
    );
    assert.equal((await desk.step(third, { step: 'close' })).status, 200);
    assert.equal((await desk.step(third, { step: 'dissolve' })).status, 412);
  });

  it('go from open to closed, deposited and reconciled, and show every step', async () => {
    const id = await desk.made(await desk.record('volunteer'), await desk.record('leader'));
    for (const early of [deposit, { step: 'reconcile', bank_amount: 1 }, { step: 'reopen', reason: 'x' }])
      assert.equal((await desk.step(id, early)).status, 412);
    assert.equal((await desk.step(id, { step: 'close' })).body.data.batch.state, 'closed');
    assert.equal((await desk.step(id, deposit)).body.data.batch.state, 'deposited');
    const without = await desk.step(id, { step: 'reconcile', bank_amount: 3_900 });
    assert.deepEqual([without.status, without.body.errors[0].location], [422, 'body/data/batch/reason']);
    const { body } = await desk.step(id, { step: 'reconcile', bank_amount: 3_900, reason: 'A torn note' });
    const {
      state,
      amount,
      bank_amount: bank,
      reason,
      slip_number: slip,
      deposited_on: day,
    } = body.data.batch;
    assert.deepEqual(
      [state, amount, bank, reason, slip, day],
      ['reconciled', 4_000, 3_900, 'A torn note', 'S-17', '2026-03-04']
    );
    assert.equal((await desk.step(id, { step: 'reopen' })).status, 422);
    const reopened = (await desk.step(id, { step: 'reopen', reason: 'Wrong slip' })).body.data.batch;
    assert.deepEqual(
      [reopened.state, reopened.slip_number, reopened.bank_amount],
      ['open', undefined, undefined]
    );
    const steps = reopened.steps.map((each: Record<string, unknown>) => [
      each.step,
      each.reason,
      each.bank_amount,
    ]);
    assert.deepEqual(steps, [
      ['make', undefined, undefined],
      ['close', undefined, undefined],
      ['deposit', undefined, undefined],
      ['reconcile', 'A torn note', 3_900],
      ['reopen', 'Wrong slip', undefined],
    ]);
  });

  it('are closed once: of two managers at once the second changes nothing', async () => {
    const id = await desk.made(await desk.record('volunteer'));
    const responses = await Promise.all([
      desk.step(id, { step: 'close' }),
      desk.step(id, { step: 'close' }, 'admin'),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
    const { steps } = await desk.read(id);
    assert.equal(steps.filter((each: { step: string }) => each.step === 'close').length, 1);
  });

  it('keep their payments and amounts after closing; what arrives or is corrected later stays visible', async () => {
    const payment = await desk.record('volunteer');
    const id = await desk.made(payment);
    await desk.step(id, { step: 'close' });
    const late = await desk.record('volunteer');
    assert.equal((await desk.step(id, { step: 'take_out', transactions: [payment.id] })).status, 412);
    const path = `/v1/transaction_bundles/${payment.bundleId}`;
    const change = { transactions: [{ id: payment.id, reimbursed_amount: 300 }] };
    const corrected = await desk.send('manager', 'PATCH', path, {
      data: { id: payment.bundleId, ...change },
    });
    assert.equal(corrected.status, 200);
    const batch = await desk.read(id);
    assert.deepEqual([batch.count, batch.amount], [1, 2_000]);
    assert.deepEqual([batch.transactions[0].amount, batch.transactions[0].amount_since], [2_000, 1_700]);
    assert.equal((await desk.batchable()).includes(late.id), true);
    const moved = { transactions: [{ id: payment.id, payment_method_kind: 'transfer' }] };
    await desk.send('manager', 'PATCH', path, { data: { id: payment.bundleId, ...moved } });
    assert.equal((await desk.read(id)).transactions[0].amount_since, 0);
    const back = { transactions: [{ id: payment.id, payment_method_kind: 'cheque' }] };
    await desk.send('manager', 'PATCH', path, { data: { id: payment.bundleId, ...back } });
    // Reopened, it has the amounts of the ledger again.
    await desk.step(id, { step: 'reopen', reason: 'Refunded' });
    assert.equal((await desk.read(id)).amount, 1_700);
  });

  it('lose a payment that is taken out or was corrected to another method, and are not closed empty', async () => {
    const [one, two] = [await desk.record('volunteer'), await desk.record('volunteer')];
    const id = await desk.made(one, two);
    assert.equal(
      (await desk.step(id, { step: 'take_out', transactions: [one.id] })).body.data.batch.count,
      1
    );
    assert.equal((await desk.batchable()).includes(one.id), true);
    await desk.send('manager', 'PATCH', `/v1/transaction_bundles/${two.bundleId}`, {
      data: { id: two.bundleId, transactions: [{ id: two.id, payment_method_kind: 'card' }] },
    });
    assert.equal((await desk.read(id)).amount, 0);
    assert.equal((await desk.step(id, { step: 'close' })).status, 422);
    assert.equal((await desk.read(id)).state, 'open');
  });

  it('show themselves in the bundle, to managers only, and end the right of its maker to change it', async () => {
    const { bundleId, id: transactionId } = await desk.record('volunteer');
    const path = `/v1/transaction_bundles/${bundleId}`;
    const batchId = await desk.made({ bundleId, id: transactionId, token: '' });
    const feed = async (person: Person) => {
      const { body } = await desk.send(person, 'GET', '/v1/changes?limit=1000');
      const changes: { kind: string; id: number; record?: { batches?: unknown } }[] = body.data.changes;
      return changes.find(({ kind, id }) => kind === 'transaction_bundle' && id === bundleId)?.record
        ?.batches;
    };
    await desk.step(batchId, { step: 'close' });
    const { number, amount } = await desk.read(batchId);
    assert.ok(Number(amount) > 0);
    const expected = [{ id: batchId, number, state: 'closed', transaction_id: transactionId, amount }];
    assert.deepEqual((await desk.send('manager', 'GET', path)).body.data.batches, expected);
    assert.deepEqual(await feed('manager'), expected);
    assert.equal(await feed('volunteer'), undefined);
    const change = { data: { id: bundleId, transactions: [{ id: transactionId, amount: 1 }] } };
    const refused = await desk.send('volunteer', 'PATCH', path, change);
    assert.deepEqual([refused.status, refused.body.code], [403, 'bundle_managed']);
  });

  it('are for managers, by the database', async () => {
    const payment = await desk.record('volunteer');
    const id = await desk.made(payment);
    for (const person of ['leader', 'volunteer'] as const) {
      assert.equal((await desk.send(person, 'GET', '/v1/batches')).status, 403);
      assert.equal((await desk.send(person, 'GET', '/v1/batchable_transactions')).status, 403);
      assert.equal((await desk.step(id, { step: 'close' }, person)).status, 403);
      const caller = await service.database.findCaller(hashToken(space.tokens[person]).toString('hex'));
      assert.ok(caller);
      await service.database.write(caller, async ({ $client: client }) => {
        for (const table of ['batches', 'batch_transactions', 'batch_steps'])
          assert.equal((await client.query(`SELECT 1 FROM ${table}`)).rows.length, 0, table);
        assert.equal(
          (await client.query(`UPDATE batches SET state = 'closed' WHERE id = ${id}`)).rowCount,
          0
        );
      });
      await assert.rejects(
        service.database.write(caller, ({ $client: client }) =>
          client.query('SELECT doorstep_next_batch_number()')
        ),
        { code: 'DS003' }
      );
    }
    // Nor does a manager change the payments of a closed batch, or what happened to it.
    await desk.step(id, { step: 'close' });
    const caller = await service.database.findCaller(hashToken(space.tokens.manager).toString('hex'));
    assert.ok(caller);
    const run = (text: string) =>
      service.database.write(caller, async ({ $client: client }) => (await client.query(text)).rowCount);
    assert.equal(await run(`DELETE FROM batch_transactions WHERE batch_id = ${id}`), 0);
    const late = await desk.record('volunteer');
    const added = `INSERT INTO batch_transactions (group_id, batch_id, bundle_id, transaction_id)
      VALUES (${caller.groupId}, ${id}, ${late.bundleId}, ${late.id})`;
    await assert.rejects(run(added), { code: '42501' });
    await assert.rejects(run(`DELETE FROM batch_steps`), { code: '42501' });
  });
});
