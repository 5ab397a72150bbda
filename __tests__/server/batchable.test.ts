import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { type Payment, type Person, openDesk } from './batchDesk';
import { countOf, handOverOf, replyOf, takeBackOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

describe('payments that can be put into a batch', () => {
  let service: TestService;
  let space: TestSpace;
  let desk: ReturnType<typeof openDesk>;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    desk = openDesk(service, space);
  });
  after(() => service.close());

  it('have cash after its hand-over was confirmed by somebody else, or after a manager counted it', async () => {
    const cash = await desk.record('volunteer', { payment_method_kind: 'cash' });
    const own = await desk.record('manager', { payment_method_kind: 'cash' });
    const fromScript = await desk.record('manager', {
      payment_method_kind: 'cash',
      delivery_token: undefined,
    });
    const isThere = async ({ id }: Payment) => (await desk.batchable()).includes(id);
    assert.deepEqual(
      [await isThere(cash), await isThere(own), await isThere(fromScript)],
      [false, false, true]
    );
    assert.equal((await desk.make([cash], { payment_method_kind: 'cash' })).status, 412);
    const countBy = async (person: Person, { token }: Payment) => {
      const records = [{ key: token, currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }];
      const count = countOf({ records });
      await desk.send(person, 'POST', '/v1/cash_records', count);
      return count.data.cash_record.key;
    };
    await countBy('manager', own);
    assert.equal(await isThere(own), true);
    const given = handOverOf(space.userIds.leader);
    given.data.cash_record.counts = [await countBy('volunteer', cash)];
    await desk.send('volunteer', 'POST', '/v1/cash_records', given);
    // Neither the giver nor another person than the named one confirms it.
    for (const person of ['volunteer', 'newcomer'] as const)
      await desk.send(person, 'POST', '/v1/cash_records', replyOf(given.data.cash_record.key));
    assert.equal(await isThere(cash), false);
    await desk.send('leader', 'POST', '/v1/cash_records', replyOf(given.data.cash_record.key));
    assert.equal(await isThere(cash), true);
    assert.equal((await desk.make([cash, own], { payment_method_kind: 'cash' })).status, 200);
  });

  it('have no cash of a hand-over that its giver took back first, whoever confirms it later', async () => {
    const afterwards = async (...order: ('reply' | 'take_back' | 'take_back of another')[]) => {
      const cash = await desk.record('volunteer', { payment_method_kind: 'cash' });
      const records = [{ key: cash.token, currency: 'eur', amount: 2_000, payment_method_kind: 'cash' }];
      const count = countOf({ records });
      const given = handOverOf(space.userIds.leader);
      given.data.cash_record.counts = [count.data.cash_record.key];
      const { key } = given.data.cash_record;
      for (const body of [count, given]) await desk.send('volunteer', 'POST', '/v1/cash_records', body);
      for (const kind of order) {
        if (kind === 'reply') await desk.send('leader', 'POST', '/v1/cash_records', replyOf(key));
        const by = kind === 'take_back' ? 'volunteer' : 'newcomer';
        const body = takeBackOf(key, space.userIds.leader);
        if (kind !== 'reply') await desk.send(by, 'POST', '/v1/cash_records', body);
      }
      return (await desk.batchable()).includes(cash.id);
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
    for (const body of [count, given]) await desk.send('volunteer', 'POST', '/v1/cash_records', body);
    const reply = replyOf(given.data.cash_record.key);
    Object.assign(reply.data.cash_record, { is_disputed: isDisputed });
    assert.equal((await desk.send('leader', 'POST', '/v1/cash_records', reply)).status, 200);
  }

  it('say which cash its receiver counted differently', async () => {
    const [agreed, disputed] = [
      await desk.record('volunteer', { payment_method_kind: 'cash' }),
      await desk.record('volunteer', { payment_method_kind: 'cash' }),
    ];
    await handOver(agreed.token, { isDisputed: false });
    await handOver(disputed.token, { isDisputed: true });
    const { body } = await desk.send('manager', 'GET', '/v1/batchable_transactions?limit=1000');
    const isMarked = ({ id: wanted }: Payment) =>
      body.data.find(({ id }: { id: number }) => id === wanted)?.is_disputed;
    assert.deepEqual([isMarked(agreed), isMarked(disputed)], [undefined, true]);
  });

  it('mark cash where the cash differs, and cheques where their number differs', async () => {
    const marksOf = async (more: { counted?: object[]; cheques: number }) => {
      const payments = [
        await desk.record('volunteer', { payment_method_kind: 'cash' }),
        await desk.record('volunteer'),
      ];
      const records = payments.map(({ token }, place) => ({
        key: token,
        currency: 'eur',
        amount: 2_000,
        ...(place === 0
          ? { payment_method_kind: 'cash' }
          : { payment_method_kind: 'cheque', is_there: true }),
      }));
      const count = countOf({ records });
      const given = handOverOf(space.userIds.leader);
      Object.assign(given.data.cash_record, { counts: [count.data.cash_record.key], cheques: 1 });
      for (const body of [count, given]) await desk.send('volunteer', 'POST', '/v1/cash_records', body);
      const reply = replyOf(given.data.cash_record.key);
      Object.assign(reply.data.cash_record, more);
      await desk.send('leader', 'POST', '/v1/cash_records', reply);
      const { body } = await desk.send('manager', 'GET', '/v1/batchable_transactions?limit=1000');
      return payments.map(
        ({ id: wanted }) => body.data.find(({ id }: { id: number }) => id === wanted)?.is_disputed
      );
    };
    // The receiver counted €19.00 instead of €20.00.
    assert.deepEqual(await marksOf({ cheques: 1 }), [true, undefined]);
    const counted = [{ currency: 'eur', amount: 2_000 }];
    assert.deepEqual(await marksOf({ counted, cheques: 0 }), [undefined, true]);
    assert.deepEqual(await marksOf({ cheques: 2 }), [true, true]);
  });

  it('say which cheque was not there when it was counted last', async () => {
    const [there, absent, found] = [
      await desk.record('volunteer'),
      await desk.record('volunteer'),
      await desk.record('volunteer'),
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
      assert.equal((await desk.send('volunteer', 'POST', '/v1/cash_records', body)).status, 200);
    assert.equal((await desk.send('newcomer', 'POST', '/v1/cash_records', other)).status, 200);
    const { body } = await desk.send('manager', 'GET', '/v1/batchable_transactions?limit=1000');
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
    assert.ok((await desk.batchable()).includes(fixed.body.data.transactions[0].id));
  });

  it('leave out what was not received', async () => {
    const cancelled = await desk.record('volunteer', { unpaid_amount: 2_000 });
    const partly = await desk.record('volunteer', { reimbursed_amount: 500 });
    assert.equal((await desk.batchable()).includes(cancelled.id), false);
    assert.equal((await desk.read(await desk.made(partly))).amount, 1_500);
  });
});
