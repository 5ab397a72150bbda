import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';

import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

type Person = keyof TestSpace['tokens'];
type Bundle = { id: number; transactions: { id: number; payment_method?: object }[] };

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

const send = (person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  service.call(space.tokens[person], method, path, {
    body,
    headers: method === 'GET' ? {} : { 'idempotency-key': randomUUID() },
  });

const batchable = async (): Promise<number[]> =>
  (await send('manager', 'GET', '/v1/batchable_transactions?limit=1000')).body.data.map(
    ({ id }: { id: number }) => id
  );

const receivedIn = async (month: string): Promise<number> =>
  (await send('manager', 'GET', `/v1/months/${month}`)).body.data.month.sums.reduce(
    (sum: number, { amount }: { amount: number }) => sum + amount,
    0
  );

it('a promise is returned as it was sent, counts in no batch and no month until it is paid, and is paid by its maker', async () => {
  const { statuses } = space.catalogue;
  const promise = { promised: true, call_back: '2026-03-20' };
  const made = await send(
    'volunteer',
    'POST',
    '/v1/transaction_bundles',
    bundleOf(space, {
      payment_method_kind: 'cheque',
      unpaid_amount: 2000,
      status_id: statuses.unpaid,
      payment_method: promise,
      delivery_token: randomUUID(),
    })
  );
  assert.equal(made.status, 200);
  const { id, transactions }: Bundle = made.body.data;
  const [payment] = transactions;
  assert.ok(payment);
  assert.deepEqual(payment.payment_method, promise);
  assert.equal((await batchable()).includes(payment.id), false);
  assert.equal(await receivedIn('202603'), 0);

  const pay = (person: Person, status: number | undefined) =>
    send(person, 'PATCH', `/v1/transaction_bundles/${id}`, {
      data: {
        id,
        transactions: [
          {
            id: payment.id,
            date: '2026-04-02T10:00:00.000Z',
            payment_method_kind: 'cheque',
            payment_method: { number: '4711' },
            unpaid_amount: 0,
            status_id: status,
          },
        ],
      },
    });
  assert.equal((await pay('newcomer', statuses.valid)).status, 403);
  assert.equal((await batchable()).includes(payment.id), false);
  const paid = await pay('volunteer', statuses.valid);
  assert.equal(paid.status, 200);
  assert.deepEqual(paid.body.data.transactions[0].payment_method, { number: '4711' });
  assert.equal((await batchable()).includes(payment.id), true);
  assert.deepEqual([await receivedIn('202603'), await receivedIn('202604')], [0, 2000]);
});

it('of two phones that marked one promise as paid the first counts: the second is refused, changes nothing, and a repeat of the first gets its response', async () => {
  const { statuses } = space.catalogue;
  const made = await send(
    'volunteer',
    'POST',
    '/v1/transaction_bundles',
    bundleOf(space, {
      payment_method_kind: 'cheque',
      unpaid_amount: 2000,
      status_id: statuses.unpaid,
      payment_method: { promised: true },
      delivery_token: randomUUID(),
    })
  );
  const { id, transactions }: Bundle = made.body.data;
  const pay = (person: Person, key: string, method: string, header: Record<string, string>) =>
    service.call(space.tokens[person], 'PATCH', `/v1/transaction_bundles/${id}`, {
      body: {
        data: {
          id,
          transactions: [
            {
              id: transactions[0]?.id,
              date: '2026-04-02T10:00:00.000Z',
              payment_method_kind: method,
              payment_method: {},
              unpaid_amount: 0,
              status_id: statuses.valid,
            },
          ],
        },
      },
      headers: { 'idempotency-key': key, ...header },
    });
  const isUnpaid = { 'doorstep-if-unpaid': '1' };
  const first = randomUUID();
  assert.equal((await pay('volunteer', first, 'cash', isUnpaid)).status, 200);
  const second = await pay('manager', randomUUID(), 'transfer', isUnpaid);
  assert.deepEqual([second.status, second.body.code], [409, 'already_paid']);
  const after = (await send('manager', 'GET', `/v1/transaction_bundles/${id}`)).body.data;
  assert.equal(after.transactions[0].payment_method_kind, 'cash');
  assert.equal(after.received_by, undefined);
  // The response of the first got lost.
  assert.equal((await pay('volunteer', first, 'cash', isUnpaid)).status, 200);
  // A correction of what was paid is none.
  assert.equal((await pay('manager', randomUUID(), 'transfer', {})).status, 200);
  // The maker may not change what a manager has changed, and what they received is a second payment all the same.
  const late = await pay('volunteer', randomUUID(), 'cash', isUnpaid);
  assert.deepEqual([late.status, late.body.code], [409, 'already_paid']);
  assert.equal((await pay('volunteer', randomUUID(), 'cash', {})).body.code, 'bundle_managed');
});

it('what was paid and paid back is not paid again by a second phone', async () => {
  const { statuses } = space.catalogue;
  const made = await send(
    'volunteer',
    'POST',
    '/v1/transaction_bundles',
    bundleOf(space, {
      payment_method_kind: 'cheque',
      status_id: statuses.valid,
      delivery_token: randomUUID(),
    })
  );
  const { id, transactions }: Bundle = made.body.data;
  const change = (fields: object, headers: Record<string, string>) =>
    service.call(space.tokens.volunteer, 'PATCH', `/v1/transaction_bundles/${id}`, {
      body: { data: { id, transactions: [{ id: transactions[0]?.id, ...fields }] } },
      headers: { 'idempotency-key': randomUUID(), ...headers },
    });
  assert.equal((await change({ reimbursed_amount: 2000 }, {})).status, 200);
  const payment = { date: '2026-04-02T10:00:00.000Z', payment_method_kind: 'cash', unpaid_amount: 0 };
  const second = await change(payment, { 'doorstep-if-unpaid': '1' });
  assert.deepEqual([second.status, second.body.code], [409, 'already_paid']);
});
