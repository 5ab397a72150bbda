import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';

import { createCashFlow } from './cashFlow';
import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

describe('the reconciliation has cash with whoever received it', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    space = await service.createSpace();
  });
  after(() => service.close());

  const { unsent, give, promise, change, receive, count, bank, read, lineOf } = createCashFlow(
    () => service,
    () => space
  );

  it('has the cash of a promise with whoever received it, from the count to the bank', async () => {
    const gift = await promise('volunteer');
    const other = await promise('volunteer');
    await receive('volunteer', other);
    const paid = await receive('manager', gift);
    assert.equal(paid.received_by, space.userIds.manager);
    assert.deepEqual(lineOf(await read(), 'manager'), [2_000, 0, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 0, 0, 2_000, 0, 0, 0, 0]);
    await count('manager', [gift]);
    await count('volunteer', [other]);
    await bank([gift]);
    const found = await read();
    assert.deepEqual(lineOf(found, 'manager'), [2_000, 2_000, 0, 0, 0, 0, 2_000, 0]);
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(found.problems, []);
  });

  it('names the promise that two people counted as paid: the cash is with the first, and the second is a question', async () => {
    const gift = await promise('volunteer');
    await receive('volunteer', gift);
    await count('volunteer', [gift]);
    await count('manager', [gift], { counted: 0, reason: 'Zoé has it' });
    const found = await read();
    assert.deepEqual(lineOf(found, 'volunteer'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(lineOf(found, 'manager'), [0, 0, -2_000, 0, 0, 0, 0, 2_000]);
    assert.deepEqual(
      found.problems.map(({ kind, user_id: whose, bundle_id: bundle, found: sum }) => [
        kind,
        whose,
        bundle,
        sum,
      ]),
      [['elsewhere', space.userIds.manager, gift.bundleId, 2_000]]
    );
  });

  it('finds the second payment of a promise as the gift of its own that it became after the count', async () => {
    const gift = await promise('volunteer');
    await receive('volunteer', gift);
    const payment = unsent();
    const record = {
      key: gift.key,
      first_key: payment.key,
      amount: 2_000,
      currency: 'eur',
      payment_method_kind: 'cash',
    };
    await count('manager', [gift], { records: [{ ...record, is_unsent: true }] });
    assert.equal((await read()).problems[0]?.kind, 'elsewhere');
    const own = { ...unsent(), key: randomUUID() };
    const body = bundleOf(space, { payment_method_kind: 'cash', delivery_token: own.key });
    const { status } = await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', {
      body,
      headers: { 'idempotency-key': own.key, 'doorstep-replaces': payment.key },
    });
    assert.equal(status, 200);
    const found = await read();
    assert.deepEqual(lineOf(found, 'manager'), [2_000, 2_000, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(found.problems, []);
  });

  it('leaves cash with its receiver when a manager cancels the gift by mistake and takes that back', async () => {
    const { cancelled, valid } = space.catalogue.statuses;
    const gift = await give('volunteer');
    await change('manager', gift, { status_id: cancelled });
    await change('manager', gift, { status_id: valid });
    assert.deepEqual(lineOf(await read(), 'volunteer'), [2_000, 0, 0, 2_000, 0, 0, 0, 0]);
  });

  it('does not miss a counted cheque that bounced and was paid to somebody else in cash', async () => {
    const { bounced, valid } = space.catalogue.statuses;
    const cheque = await give('volunteer', { payment_method_kind: 'cheque' });
    const record = { key: cheque.key, amount: 2_000, currency: 'eur', payment_method_kind: 'cheque' };
    await count('volunteer', [], { records: [record] });
    await change('manager', cheque, { status_id: bounced });
    await change('manager', cheque, { status_id: valid, payment_method_kind: 'cash' });
    const found = await read();
    assert.deepEqual(lineOf(found, 'manager'), [2_000, 0, 0, 2_000, 0, 0, 0, 0]);
    assert.deepEqual(found.shifts[0]?.missing, []);
  });
});
