import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { batchOf, boardReportOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf, runSql, startTestService } from './harness';

type Person = keyof TestSpace['tokens'];

/** Months of the past. */
const [SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER] = ['2025-09', '2025-10', '2025-11', '2025-12'] as const;
const idOf = (month: string) => Number(month.replace('-', ''));
const dayIn = (month: string, day = '28') => `${month}-${day}T10:00:00.000Z`;

describe('closed months', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const send = (person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    service.call(space.tokens[person], method, path, {
      body,
      headers: method === 'GET' ? {} : { 'idempotency-key': randomUUID() },
    });
  const step = (month: string, content: object = { step: 'close' }, person: Person = 'manager') =>
    send(person, 'PATCH', `/v1/months/${idOf(month)}`, { data: { month: content } });
  const read = async (month: string) =>
    (await send('manager', 'GET', `/v1/months/${idOf(month)}`)).body.data.month;
  const sumsOf = async (month: string) =>
    (await read(month)).sums.map(
      (sum: { payment_method_kind: string; amount: number }) => `${sum.payment_method_kind} ${sum.amount}`
    );
  async function record(more: Record<string, unknown> = {}, person: Person = 'volunteer') {
    const made = await send(
      person,
      'POST',
      '/v1/transaction_bundles',
      bundleOf(space, { date: dayIn(OCTOBER), ...more })
    );
    assert.equal(made.status, 200, made.text);
    return made.body.data;
  }
  async function correct(bundle: { id: number; transactions: object[] }, more: object) {
    const transactions = [{ ...bundle.transactions[0], ...more }];
    const changed = await send('manager', 'PATCH', `/v1/transaction_bundles/${bundle.id}`, {
      data: { id: bundle.id, transactions },
    });
    assert.equal(changed.status, 200, changed.text);
    return changed.body.data;
  }
  /** A new space in which October has one gift, and is closed. */
  async function closedOctober() {
    space = await service.createSpace();
    const gift = await record();
    assert.equal((await step(OCTOBER)).status, 200);
    return gift;
  }
  const parts = (bundle: { counted?: { month: string; amount: number; payment_method_kind: string }[] }) =>
    bundle.counted?.map((part) => `${part.month} ${part.payment_method_kind} ${part.amount}`);

  it('show what they contain before, and the first open month is in the settings', async () => {
    space = await service.createSpace();
    await record();
    await record({ payment_method_kind: 'cheque', amount: 500 });
    await record({ date: dayIn(NOVEMBER) });
    // A promise is no payment.
    await record({ payment_method_kind: 'transfer', unpaid_amount: 2_000 });
    await send(
      'manager',
      'POST',
      '/v1/batches',
      batchOf([(await record({ payment_method_kind: 'cheque' })).transactions[0].id])
    );
    const unsent = { count: 3, oldest_at: dayIn(OCTOBER), sums: [{ currency: 'EUR', amount: 900 }] };
    await send('volunteer', 'POST', '/v1/board', boardReportOf({ unsent }));
    const later = { count: 1, oldest_at: dayIn(NOVEMBER), sums: [] };
    await send('leader', 'POST', '/v1/board', boardReportOf({ unsent: later }));
    const shown = await read(OCTOBER);
    assert.deepEqual([shown.state, shown.next], ['open', 'close']);
    assert.deepEqual(await sumsOf(OCTOBER), ['cheque 2500', 'cash 2000']);
    assert.deepEqual(
      shown.unsent.map((each: { user_id: number; count: number }) => [each.user_id, each.count]),
      [[space.userIds.volunteer, 3]]
    );
    assert.deepEqual(
      shown.batches.map(({ count }: { count: number }) => count),
      [1]
    );

    const closed = await step(OCTOBER);
    assert.equal(closed.status, 200, closed.text);
    assert.deepEqual([closed.body.data.month.state, closed.body.data.month.next], ['closed', 'reopen']);
    const settings = (await send('volunteer', 'GET', '/v1/transaction_settings')).body.data;
    assert.equal(settings.open_periods.money.from, NOVEMBER);
    const { months } = (await send('manager', 'GET', '/v1/months')).body.data;
    const listed = new Map(months.map((each: { month: string }) => [each.month, each]));
    assert.deepEqual(listed.get(OCTOBER), {
      id: idOf(OCTOBER),
      month: OCTOBER,
      state: 'closed',
      next: 'reopen',
      sums: shown.sums,
    });
    assert.equal((listed.get(NOVEMBER) as { next: string }).next, 'close');
  });

  it('are shown and closed whatever their payments add up to', async () => {
    space = await service.createSpace();
    const [payment] = bundleOf(space, { date: dayIn(OCTOBER), amount: Number.MAX_SAFE_INTEGER }).data
      .transactions;
    const transactions = Array.from({ length: 1_000 }, () => payment);
    for (let sent = 0; sent < 2; sent += 1)
      assert.equal(
        (await send('volunteer', 'POST', '/v1/transaction_bundles', { data: { transactions } })).status,
        200
      );
    assert.deepEqual(await sumsOf(OCTOBER), [`cash ${Number.MAX_SAFE_INTEGER}`]);
    assert.equal((await step(OCTOBER)).status, 200);
    assert.equal((await send('manager', 'GET', '/v1/months')).status, 200);
    assert.equal((await send('manager', 'GET', '/v1/reconciliation')).status, 200);
  });

  it('are listed with their sums, also those that were closed together with the first one', async () => {
    space = await service.createSpace();
    await record({ date: dayIn(SEPTEMBER), amount: 700 });
    await record();
    assert.equal((await step(OCTOBER)).status, 200);
    await record({ date: dayIn(SEPTEMBER), amount: 100 });
    const { months } = (await send('manager', 'GET', '/v1/months')).body.data;
    const listed = months.filter((each: { sums: object[] }) => each.sums.length > 0);
    assert.deepEqual(
      listed.map((each: { month: string; state: string; sums: { amount: number }[] }) => [
        each.month,
        each.state,
        each.sums[0]?.amount,
      ]),
      [
        [NOVEMBER, 'open', 100],
        [OCTOBER, 'closed', 2_000],
        [SEPTEMBER, 'closed', 700],
      ]
    );
  });

  it('accept a late record, which counts in the open month with its own date', async () => {
    await closedOctober();
    const late = await record({ amount: 700 });
    assert.equal(late.transactions[0].date, dayIn(OCTOBER));
    assert.deepEqual(parts(late), [`${NOVEMBER} cash 700`]);
    const found = (await send('volunteer', 'GET', `/v1/transaction_bundles/${late.id}`)).body.data;
    assert.deepEqual(found, late);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
    const november = await read(NOVEMBER);
    assert.deepEqual(november.sums[0], {
      payment_method_kind: 'cash',
      currency: 'eur',
      count: 1,
      amount: 700,
      late_count: 1,
      late_amount: 700,
    });
    assert.deepEqual(
      november.late.map((each: { bundle_id: number; date: string }) => [each.bundle_id, each.date]),
      [[late.id, dayIn(OCTOBER)]]
    );
    assert.equal(november.late_total, 1);
    assert.equal((await record({ date: dayIn(NOVEMBER) })).counted, undefined);
  });

  it('keep their amounts when a record is corrected: the difference counts in the open month', async () => {
    const gift = await closedOctober();
    const less = await correct(gift, { amount: 1_500 });
    assert.deepEqual(parts(less), [`${NOVEMBER} cash -500`]);
    const cheque = await correct(less, { payment_method_kind: 'cheque' });
    assert.deepEqual(parts(cheque), [`${NOVEMBER} cash -2000`, `${NOVEMBER} cheque 1500`]);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
    assert.deepEqual(await sumsOf(NOVEMBER), ['cheque 1500', 'cash -2000']);
    const moved = await correct(cheque, {
      date: dayIn(NOVEMBER),
      payment_method_kind: 'cash',
      amount: 2_000,
    });
    assert.deepEqual(parts(moved), [`${OCTOBER} cash 2000`]);
    assert.deepEqual(await sumsOf(NOVEMBER), []);
    const back = await correct(moved, { date: dayIn(OCTOBER) });
    assert.equal(back.counted, undefined);
    const unpaid = await correct(back, { status_id: space.catalogue.statuses.unpaid });
    assert.deepEqual(parts(unpaid), [`${NOVEMBER} cash -2000`]);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
  });

  it('keep their amounts when a later month is closed too, and when a date moves into one', async () => {
    const gift = await closedOctober();
    const open = await record({ date: dayIn(NOVEMBER), amount: 300 });
    const moved = await correct(open, { date: dayIn(OCTOBER, '02') });
    assert.deepEqual(parts(moved), [`${NOVEMBER} cash 300`]);
    await correct(gift, { amount: 1_000 });
    assert.deepEqual(await sumsOf(NOVEMBER), ['cash -700']);
    assert.equal((await step(NOVEMBER)).status, 200);
    const again = await correct(gift, { amount: 900 });
    assert.deepEqual(parts(again), [`${NOVEMBER} cash -1000`, `${DECEMBER} cash -100`]);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
    assert.deepEqual(await sumsOf(NOVEMBER), ['cash -700']);
    assert.deepEqual(await sumsOf(DECEMBER), ['cash -100']);
  });

  it('keep their amounts when a status means received no more', async () => {
    const gift = await closedOctober();
    const made = await send('admin', 'POST', '/v1/transaction_statuses', {
      data: { name: 'Checked', kind: 'valid' },
    });
    const status = made.body.data.id;
    await correct(gift, { status_id: status });
    const late = await record({ status_id: status, amount: 50 });
    const open = await record({ status_id: status, amount: 60, date: dayIn(NOVEMBER) });
    const changed = await send('admin', 'PATCH', `/v1/transaction_statuses/${status}`, {
      data: { kind: 'unpaid' },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
    assert.deepEqual(await sumsOf(NOVEMBER), ['cash -2000']);
    await send('admin', 'PATCH', `/v1/transaction_statuses/${status}`, { data: { kind: 'valid' } });
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
    assert.deepEqual(await sumsOf(NOVEMBER), ['cash 110']);
    assert.ok(late.id !== open.id);
  });

  it('let contacts be merged and erased', async () => {
    const gift = await closedOctober();
    await record({ amount: 700 });
    const [stays, leaves] = [space.contactIds[1] ?? 0, space.contactIds[0] ?? 0];
    const seen = async (id: number) => (await send('manager', 'GET', `/v1/contacts/${id}`)).body.updated_at;
    const merged = await send('manager', 'POST', `/v1/contacts/${stays}/merge`, {
      data: { merged_id: leaves, take: [], seen: { stays: await seen(stays), leaves: await seen(leaves) } },
    });
    assert.equal(merged.status, 200, merged.text);
    const erased = await service.call(space.tokens.admin, 'DELETE', `/v1/contacts/${stays}/data`, {});
    assert.equal(erased.status, 200, erased.text);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2000']);
    assert.deepEqual(await sumsOf(NOVEMBER), ['cash 700']);
    const left = (await send('manager', 'GET', `/v1/transaction_bundles/${gift.id}`)).body.data;
    assert.equal(left.transactions[0].contact_id, undefined);
    assert.equal(left.counted, undefined);
  });

  it('are reopened with a reason: what counted later counts in them again', async () => {
    const gift = await closedOctober();
    const late = await record({ amount: 700 });
    await correct(gift, { amount: 1_900 });
    assert.equal((await step(OCTOBER, { step: 'reopen' })).status, 422);
    assert.equal((await step(OCTOBER, { step: 'reopen', reason: ' ' })).status, 422);
    const reopened = await step(OCTOBER, { step: 'reopen', reason: 'A phone was late' });
    assert.equal(reopened.status, 200, reopened.text);
    assert.deepEqual(await sumsOf(OCTOBER), ['cash 2600']);
    assert.deepEqual(await sumsOf(NOVEMBER), []);
    const found = (await send('volunteer', 'GET', `/v1/transaction_bundles/${late.id}`)).body.data;
    assert.equal(found.counted, undefined);
    assert.deepEqual(
      reopened.body.data.month.steps.map((each: { step: string; reason?: string }) => [
        each.step,
        each.reason,
      ]),
      [
        ['close', undefined],
        ['reopen', 'A phone was late'],
      ]
    );
    const { body } = await send('admin', 'GET', '/v1/audit?kind=money');
    const events = body.data.entries
      .filter((entry: { record_kind?: string }) => entry.record_kind === 'month')
      .map((entry: { event: string; record_id: number; actor: { id: number } }) => [
        entry.event,
        entry.record_id,
        entry.actor.id,
      ]);
    assert.deepEqual(events, [
      ['month_reopened', idOf(OCTOBER), space.userIds.manager],
      ['month_closed', idOf(OCTOBER), space.userIds.manager],
    ]);
  });

  it('are closed in order, after they are over, and reopened from the last', async () => {
    await closedOctober();
    const message = async (response: ReturnType<typeof step>) => {
      const { status, body } = await response;
      return [status, body.errors?.[0]?.message ?? body.detail];
    };
    const reopen = { step: 'reopen', reason: 'why' };
    assert.deepEqual(await message(step(OCTOBER)), [412, 'The month is closed already.']);
    assert.deepEqual(await message(step(NOVEMBER, reopen)), [412, 'The month is open already.']);
    assert.deepEqual(await message(step(DECEMBER)), [422, 'an earlier month is open: close it first']);
    await step(NOVEMBER);
    assert.deepEqual(await message(step(OCTOBER, reopen)), [422, 'a later month is closed: reopen it first']);
    space = await service.createSpace();
    const now = new Date().toISOString().slice(0, 7);
    assert.deepEqual(await message(step(now)), [422, 'the month is not over']);
    assert.equal((await send('manager', 'GET', '/v1/months/202513')).status, 404);
    assert.equal(
      (await send('manager', 'PATCH', '/v1/months/202513', { data: { month: { step: 'close' } } })).status,
      404
    );
  });

  it('are closed once by two managers at once', async () => {
    space = await service.createSpace();
    await record();
    const closings = await Promise.all([step(OCTOBER), step(OCTOBER, { step: 'close' }, 'admin')]);
    assert.deepEqual(closings.map(({ status }) => status).sort(), [200, 412]);
    assert.equal((await read(OCTOBER)).steps.length, 1);
  });

  it('do not change by records that arrive while they are closed', async () => {
    space = await service.createSpace();
    const first = await record();
    const writes = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0 ? correct(first, { amount: 2_000 + index }) : record({ amount: 100 + index })
    );
    const [closed] = await Promise.all([step(OCTOBER), ...writes]);
    assert.equal(closed.status, 200, closed.text);
    const { steps, sums } = await read(OCTOBER);
    assert.deepEqual(steps[0].sums, sums);
    const total = (all: { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0);
    const { rows } = await runSql(
      service.connectionString,
      'SELECT sum(amount)::int AS sum FROM transactions WHERE group_id = $1',
      [space.groupId]
    );
    assert.equal(total(sums) + total((await read(NOVEMBER)).sums), rows[0].sum);
  });

  it('wait for a record that is being written', async () => {
    space = await service.createSpace();
    await record();
    const caller = await service.database.findCaller(hashToken(space.tokens.volunteer).toString('hex'));
    assert.ok(caller);
    let closing: ReturnType<typeof step> | undefined;
    await service.database.write(caller, async ({ $client: client }) => {
      await client.query(
        `WITH made AS (INSERT INTO transaction_bundles (group_id, created_by) VALUES ($1, $2) RETURNING group_id, id)
         INSERT INTO transactions (group_id, bundle_id, amount, currency, payment_method_kind, date)
         SELECT group_id, id, 77, 'eur', 'cash', $3::timestamptz FROM made`,
        [space.groupId, space.userIds.volunteer, dayIn(OCTOBER)]
      );
      closing = step(OCTOBER);
      // Long enough for a closing that does not wait to be over.
      await new Promise((done) => setTimeout(done, 300));
    });
    assert.equal((await closing)?.status, 200);
    const { steps, sums } = await read(OCTOBER);
    assert.deepEqual([steps[0].sums, sums[0].amount], [sums, 2_077]);
  });

  it('are for managers, in the database too', async () => {
    await closedOctober();
    const late = await record({ amount: 700 });
    for (const person of ['volunteer', 'leader'] as const) {
      assert.equal((await send(person, 'GET', '/v1/months')).status, 403);
      assert.equal((await send(person, 'GET', `/v1/months/${idOf(OCTOBER)}`)).status, 403);
      assert.equal((await step(NOVEMBER, { step: 'close' }, person)).status, 403);
    }
    const as = async (person: Person, text: string, values: unknown[] = []) => {
      const caller = await service.database.findCaller(hashToken(space.tokens[person]).toString('hex'));
      assert.ok(caller);
      return service.database.write(caller, ({ $client: client }) => client.query(text, values));
    };
    await assert.rejects(
      as('leader', `SELECT doorstep_step_month('${NOVEMBER}', 'close', NULL)`),
      /only managers/
    );
    const move = `UPDATE transaction_settings SET open_periods = '{"money":{"from":"2020-01"}}'`;
    await assert.rejects(as('admin', move), /one by one/);
    assert.equal(
      (await as('admin', `UPDATE transaction_settings SET open_periods = open_periods || '{"a":1}'`))
        .rowCount,
      1
    );
    await assert.rejects(as('admin', 'DELETE FROM counted_transactions'), /permission denied/);
    await assert.rejects(as('admin', `UPDATE month_steps SET reason = 'other'`), /permission denied/);
    assert.equal((await as('leader', 'SELECT FROM month_steps')).rowCount, 0);
    assert.equal((await as('manager', 'SELECT FROM month_steps')).rowCount, 1);
    const seen = await as('volunteer', 'SELECT FROM counted_transactions WHERE bundle_id = $1', [late.id]);
    assert.equal(seen.rowCount, 1);
    const hidden = await service.createSpace({ visibility: 'assigned' });
    space = hidden;
    await step(OCTOBER);
    const theirs = await record({}, 'leader');
    assert.ok(theirs.counted);
    assert.equal((await as('newcomer', 'SELECT FROM counted_transactions')).rowCount, 0);
  });
});
