import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { batchOf, countOf, handOverOf, replyOf, takeBackOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

type Person = keyof TestSpace['tokens'];
type Payment = { bundleId: number; id: number; token: string };

describe('deposit batches', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  const send = (
    person: Person,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    key?: string
  ) =>
    service.call(space.tokens[person], method, path, {
      body,
      headers: method === 'GET' ? {} : { 'idempotency-key': key ?? randomUUID() },
    });

  /** Records a payment; by cheque unless told otherwise. */
  async function record(person: Person, more: Record<string, unknown> = {}): Promise<Payment> {
    const token = randomUUID() as string;
    const body = bundleOf(space, { payment_method_kind: 'cheque', delivery_token: token, ...more });
    const made = await send(person, 'POST', '/v1/transaction_bundles', body, token);
    assert.equal(made.status, 200);
    return { bundleId: made.body.data.id, id: made.body.data.transactions[0].id, token };
  }

  const make = (payments: readonly Payment[], more = {}, key?: string) =>
    send(
      'manager',
      'POST',
      '/v1/batches',
      batchOf(
        payments.map(({ id }) => id),
        more
      ),
      key
    );
  const step = (id: number, content: object, person: Person = 'manager') =>
    send(person, 'PATCH', `/v1/batches/${id}`, { data: { batch: content } });
  const read = async (id: number) => (await send('manager', 'GET', `/v1/batches/${id}`)).body.data.batch;
  const batchable = async (): Promise<number[]> => {
    const { body } = await send('manager', 'GET', '/v1/batchable_transactions?limit=1000');
    return body.data.map(({ id }: { id: number }) => id);
  };
  async function made(...payments: Payment[]): Promise<number> {
    const response = await make(payments);
    assert.equal(response.status, 200);
    return response.body.data.batches[0].id;
  }
  const deposit = { step: 'deposit', slip_number: 'S-17', deposited_on: '2026-03-04' };

  it('take their number from the settings, each once, also for many at once', async () => {
    const settings = async () => (await send('manager', 'GET', '/v1/transaction_settings')).body.data;
    const earlier = await settings();
    const payments = await Promise.all(Array.from({ length: 4 }, () => record('volunteer')));
    const responses = await Promise.all(payments.map((payment) => make([payment])));
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
    const { number } = await read(await made(await record('volunteer')));
    assert.equal(number, 'X10');
    await rename('X', 10);
    assert.equal((await read(await made(await record('volunteer')))).number, 'X11');
  });

  it('are made once under one key', async () => {
    const payment = await record('volunteer');
    const first = await make([payment], {}, 'made-once');
    const again = await make([payment], {}, 'made-once');
    assert.deepEqual([again.status, again.body], [200, first.body]);
  });

  it('have max_batch_size payments at most: more make consecutive batches', async () => {
    await runSql(
      service.connectionString,
      'UPDATE transaction_settings SET max_batch_size = 2 WHERE group_id = $1',
      [space.groupId]
    );
    const payments = [await record('volunteer'), await record('volunteer'), await record('leader')];
    const { body } = await make(payments);
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
    const shared = await record('volunteer');
    const others = [await record('volunteer'), await record('volunteer')] as const;
    const responses = await Promise.all(others.map((other) => make([shared, other])));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
    const again = await make([shared]);
    assert.deepEqual([again.status, again.body.code], [412, 'precondition_failed']);
    const loser = others[responses.findIndex(({ status }) => status === 412)];
    assert.ok(loser && (await batchable()).includes(loser.id));
    // The database refuses it too, whatever a request checked before.
    const insert = `INSERT INTO batch_transactions (group_id, batch_id, bundle_id, transaction_id)
      SELECT group_id, batch_id, bundle_id, transaction_id FROM batch_transactions WHERE transaction_id = $1`;
    await assert.rejects(runSql(service.connectionString, insert, [shared.id]), {
      constraint: 'batch_transactions_one_batch',
    });
  });

  it('have one method and one currency', async () => {
    const cash = await record('manager', { payment_method_kind: 'cash', delivery_token: undefined });
    const franc = await record('volunteer', { currency: 'CHF' });
    const euro = await record('volunteer');
    assert.equal((await make([euro, cash])).status, 412);
    assert.equal((await make([euro, franc])).status, 412);
    assert.equal((await make([cash], { payment_method_kind: 'cash' })).status, 200);
  });

  it('have cash after its hand-over was confirmed by somebody else, or after a manager counted it', async () => {
    const cash = await record('volunteer', { payment_method_kind: 'cash' });
    const own = await record('manager', { payment_method_kind: 'cash' });
    const fromScript = await record('manager', { payment_method_kind: 'cash', delivery_token: undefined });
    const isThere = async ({ id }: Payment) => (await batchable()).includes(id);
    assert.deepEqual(
      [await isThere(cash), await isThere(own), await isThere(fromScript)],
      [false, false, true]
    );
    assert.equal((await make([cash], { payment_method_kind: 'cash' })).status, 412);
    const countBy = async (person: Person, { token }: Payment) => {
      const records = [{ key: token, currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }];
      const count = countOf({ records });
      await send(person, 'POST', '/v1/cash_records', count);
      return count.data.cash_record.key;
    };
    await countBy('manager', own);
    assert.equal(await isThere(own), true);
    const given = handOverOf(space.userIds.leader);
    given.data.cash_record.counts = [await countBy('volunteer', cash)];
    await send('volunteer', 'POST', '/v1/cash_records', given);
    // Neither the giver nor another person than the named one confirms it.
    for (const person of ['volunteer', 'newcomer'] as const)
      await send(person, 'POST', '/v1/cash_records', replyOf(given.data.cash_record.key));
    assert.equal(await isThere(cash), false);
    await send('leader', 'POST', '/v1/cash_records', replyOf(given.data.cash_record.key));
    assert.equal(await isThere(cash), true);
    assert.equal((await make([cash, own], { payment_method_kind: 'cash' })).status, 200);
  });

  it('have no cash of a hand-over that its giver took back first, whoever confirms it later', async () => {
    const afterwards = async (...order: ('reply' | 'take_back' | 'take_back of another')[]) => {
      const cash = await record('volunteer', { payment_method_kind: 'cash' });
      const records = [{ key: cash.token, currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }];
      const count = countOf({ records });
      const given = handOverOf(space.userIds.leader);
      given.data.cash_record.counts = [count.data.cash_record.key];
      const { key } = given.data.cash_record;
      for (const body of [count, given]) await send('volunteer', 'POST', '/v1/cash_records', body);
      for (const kind of order) {
        if (kind === 'reply') await send('leader', 'POST', '/v1/cash_records', replyOf(key));
        const by = kind === 'take_back' ? 'volunteer' : 'newcomer';
        const body = takeBackOf(key, space.userIds.leader);
        if (kind !== 'reply') await send(by, 'POST', '/v1/cash_records', body);
      }
      return (await batchable()).includes(cash.id);
    };
    assert.equal(await afterwards('take_back', 'reply'), false);
    assert.equal(await afterwards('reply', 'take_back'), true);
    assert.equal(await afterwards('take_back of another', 'reply'), true);
  });

  /** Counts a record as cash of the volunteer and hands it to the leader, who agrees or not. */
  async function handOver(token: string, { isDisputed }: { isDisputed: boolean }): Promise<void> {
    const records = [{ key: token, currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }];
    const count = countOf({ records });
    const given = handOverOf(space.userIds.leader);
    given.data.cash_record.counts = [count.data.cash_record.key];
    for (const body of [count, given]) await send('volunteer', 'POST', '/v1/cash_records', body);
    const reply = replyOf(given.data.cash_record.key);
    Object.assign(reply.data.cash_record, { is_disputed: isDisputed });
    assert.equal((await send('leader', 'POST', '/v1/cash_records', reply)).status, 200);
  }

  it('say which cash its receiver counted differently', async () => {
    const [agreed, disputed] = [
      await record('volunteer', { payment_method_kind: 'cash' }),
      await record('volunteer', { payment_method_kind: 'cash' }),
    ];
    await handOver(agreed.token, { isDisputed: false });
    await handOver(disputed.token, { isDisputed: true });
    const { body } = await send('manager', 'GET', '/v1/batchable_transactions?limit=1000');
    const isMarked = ({ id: wanted }: Payment) =>
      body.data.find(({ id }: { id: number }) => id === wanted)?.is_disputed;
    assert.deepEqual([isMarked(agreed), isMarked(disputed)], [undefined, true]);
  });

  it('say which cheque was not there when it was counted last', async () => {
    const [there, absent, found] = [
      await record('volunteer'),
      await record('volunteer'),
      await record('volunteer'),
    ];
    const cheque = { currency: 'eur', amount: 2_000, payment_method_kind: 'cheque' };
    const none = { expected: [], counted: [] };
    const count = countOf({
      ...none,
      records: [
        { ...cheque, key: there.token, is_there: true },
        { ...cheque, key: randomUUID(), first_key: absent.token, is_there: false },
      ],
    });
    const before = countOf({ ...none, records: [{ ...cheque, key: found.token, is_there: false }] });
    const again = countOf({
      ...none,
      records: [{ ...cheque, key: found.token, is_there: true }],
      replaces: before.data.cash_record.key,
    });
    // Somebody else's count says nothing about it.
    const other = countOf({ ...none, records: [{ ...cheque, key: there.token, is_there: false }] });
    for (const body of [count, before, again])
      assert.equal((await send('volunteer', 'POST', '/v1/cash_records', body)).status, 200);
    assert.equal((await send('newcomer', 'POST', '/v1/cash_records', other)).status, 200);
    const { body } = await send('manager', 'GET', '/v1/batchable_transactions?limit=1000');
    const isMarked = ({ id: wanted }: Payment) =>
      body.data.find(({ id }: { id: number }) => id === wanted)?.is_absent;
    assert.deepEqual([isMarked(there), isMarked(absent), isMarked(found)], [undefined, true, undefined]);
  });

  it('have cash of a record that was fixed after its count', async () => {
    const [first, token] = [randomUUID(), randomUUID()];
    const body = bundleOf(space, { payment_method_kind: 'cash', delivery_token: token });
    const fixed = await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
      body,
      headers: { 'idempotency-key': token, 'doorstep-replaces': first },
    });
    assert.equal(fixed.status, 200);
    await handOver(first, { isDisputed: false });
    assert.ok((await batchable()).includes(fixed.body.data.transactions[0].id));
  });

  it('leave out what was not received', async () => {
    const cancelled = await record('volunteer', { unpaid_amount: 2_000 });
    const partly = await record('volunteer', { reimbursed_amount: 500 });
    assert.equal((await batchable()).includes(cancelled.id), false);
    assert.equal((await read(await made(partly))).amount, 1_500);
  });

  it('that are dissolved give their payments back, keep their number, and end', async () => {
    const [one, other] = [await record('volunteer'), await record('leader')];
    const id = await made(one, other);
    assert.equal(
      (await step(id, { step: 'take_out', transactions: [one.id, other.id] })).body.data.batch.count,
      0
    );
    assert.equal((await step(id, { step: 'close' })).status, 422);
    const { number } = await read(id);
    const dissolved = (await step(id, { step: 'dissolve' })).body.data.batch;
    assert.deepEqual([dissolved.state, dissolved.number, dissolved.count], ['dissolved', number, 0]);
    for (const later of [{ step: 'dissolve' }, { step: 'close' }, { step: 'reopen', reason: 'x' }])
      assert.equal((await step(id, later)).status, 412);
    const second = await made(one, other);
    assert.equal((await step(second, { step: 'dissolve' })).body.data.batch.state, 'dissolved');
    const third = await made(one, other);
    assert.equal(new Set([number, (await read(second)).number, (await read(third)).number]).size, 3);
    assert.equal((await step(third, { step: 'close' })).status, 200);
    assert.equal((await step(third, { step: 'dissolve' })).status, 412);
  });

  it('go from open to closed, deposited and reconciled, and show every step', async () => {
    const id = await made(await record('volunteer'), await record('leader'));
    for (const early of [deposit, { step: 'reconcile', bank_amount: 1 }, { step: 'reopen', reason: 'x' }])
      assert.equal((await step(id, early)).status, 412);
    assert.equal((await step(id, { step: 'close' })).body.data.batch.state, 'closed');
    assert.equal((await step(id, deposit)).body.data.batch.state, 'deposited');
    const without = await step(id, { step: 'reconcile', bank_amount: 3_900 });
    assert.deepEqual([without.status, without.body.errors[0].location], [422, 'body/data/batch/reason']);
    const { body } = await step(id, { step: 'reconcile', bank_amount: 3_900, reason: 'A torn note' });
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
    assert.equal((await step(id, { step: 'reopen' })).status, 422);
    const reopened = (await step(id, { step: 'reopen', reason: 'Wrong slip' })).body.data.batch;
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
    const id = await made(await record('volunteer'));
    const responses = await Promise.all([step(id, { step: 'close' }), step(id, { step: 'close' }, 'admin')]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
    const { steps } = await read(id);
    assert.equal(steps.filter((each: { step: string }) => each.step === 'close').length, 1);
  });

  it('keep their payments and amounts after closing; what arrives or is corrected later stays visible', async () => {
    const payment = await record('volunteer');
    const id = await made(payment);
    await step(id, { step: 'close' });
    const late = await record('volunteer');
    assert.equal((await step(id, { step: 'take_out', transactions: [payment.id] })).status, 412);
    const path = `/v1/transaction_bundles/${payment.bundleId}`;
    const change = { transactions: [{ id: payment.id, reimbursed_amount: 300 }] };
    const corrected = await send('manager', 'PATCH', path, { data: { id: payment.bundleId, ...change } });
    assert.equal(corrected.status, 200);
    const batch = await read(id);
    assert.deepEqual([batch.count, batch.amount], [1, 2_000]);
    assert.deepEqual([batch.transactions[0].amount, batch.transactions[0].amount_since], [2_000, 1_700]);
    assert.equal((await batchable()).includes(late.id), true);
    const moved = { transactions: [{ id: payment.id, payment_method_kind: 'transfer' }] };
    await send('manager', 'PATCH', path, { data: { id: payment.bundleId, ...moved } });
    assert.equal((await read(id)).transactions[0].amount_since, 0);
    const back = { transactions: [{ id: payment.id, payment_method_kind: 'cheque' }] };
    await send('manager', 'PATCH', path, { data: { id: payment.bundleId, ...back } });
    // Reopened, it has the amounts of the ledger again.
    await step(id, { step: 'reopen', reason: 'Refunded' });
    assert.equal((await read(id)).amount, 1_700);
  });

  it('lose a payment that is taken out or was corrected to another method, and are not closed empty', async () => {
    const [one, two] = [await record('volunteer'), await record('volunteer')];
    const id = await made(one, two);
    assert.equal((await step(id, { step: 'take_out', transactions: [one.id] })).body.data.batch.count, 1);
    assert.equal((await batchable()).includes(one.id), true);
    await send('manager', 'PATCH', `/v1/transaction_bundles/${two.bundleId}`, {
      data: { id: two.bundleId, transactions: [{ id: two.id, payment_method_kind: 'card' }] },
    });
    assert.equal((await read(id)).amount, 0);
    assert.equal((await step(id, { step: 'close' })).status, 422);
    assert.equal((await read(id)).state, 'open');
  });

  it('show themselves in the bundle, to managers only, and end the right of its maker to change it', async () => {
    const { bundleId, id: transactionId } = await record('volunteer');
    const path = `/v1/transaction_bundles/${bundleId}`;
    const batchId = await made({ bundleId, id: transactionId, token: '' });
    const feed = async (person: Person) => {
      const { body } = await send(person, 'GET', '/v1/changes?limit=1000');
      const changes: { kind: string; id: number; record?: { batches?: unknown } }[] = body.data.changes;
      return changes.find(({ kind, id }) => kind === 'transaction_bundle' && id === bundleId)?.record
        ?.batches;
    };
    await step(batchId, { step: 'close' });
    const { number, amount } = await read(batchId);
    assert.ok(Number(amount) > 0);
    const expected = [{ id: batchId, number, state: 'closed', transaction_id: transactionId, amount }];
    assert.deepEqual((await send('manager', 'GET', path)).body.data.batches, expected);
    assert.deepEqual(await feed('manager'), expected);
    assert.equal(await feed('volunteer'), undefined);
    const change = { data: { id: bundleId, transactions: [{ id: transactionId, amount: 1 }] } };
    const refused = await send('volunteer', 'PATCH', path, change);
    assert.deepEqual([refused.status, refused.body.code], [403, 'bundle_managed']);
  });

  it('are for managers, by the database', async () => {
    const payment = await record('volunteer');
    const id = await made(payment);
    for (const person of ['leader', 'volunteer'] as const) {
      assert.equal((await send(person, 'GET', '/v1/batches')).status, 403);
      assert.equal((await send(person, 'GET', '/v1/batchable_transactions')).status, 403);
      assert.equal((await step(id, { step: 'close' }, person)).status, 403);
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
    await step(id, { step: 'close' });
    const caller = await service.database.findCaller(hashToken(space.tokens.manager).toString('hex'));
    assert.ok(caller);
    const run = (text: string) =>
      service.database.write(caller, async ({ $client: client }) => (await client.query(text)).rowCount);
    assert.equal(await run(`DELETE FROM batch_transactions WHERE batch_id = ${id}`), 0);
    const late = await record('volunteer');
    const added = `INSERT INTO batch_transactions (group_id, batch_id, bundle_id, transaction_id)
      VALUES (${caller.groupId}, ${id}, ${late.bundleId}, ${late.id})`;
    await assert.rejects(run(added), { code: '42501' });
    await assert.rejects(run(`DELETE FROM batch_steps`), { code: '42501' });
  });
});
