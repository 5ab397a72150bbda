/** A manager's desk with deposit batches: what the tests about them do. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { batchOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf } from './harness';

export type Person = keyof TestSpace['tokens'];
export type Payment = { bundleId: number; id: number; token: string };

export const deposit = { step: 'deposit', slip_number: 'S-17', deposited_on: '2026-03-04' };

export function openDesk(service: TestService, space: TestSpace) {
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
  return { send, record, make, step, read, batchable, made };
}
