/** What people do with cash at the service, and the reconciliation of it, which has to add up each time it is read. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { batchOf, countOf, handOverOf, replyOf } from './cashSamples';
import { type TestService, type TestSpace, bundleOf } from './harness';

export type Person = keyof TestSpace['tokens'];
type Gift = { key: string; amount: number; currency: string; bundleId: number; id: number };
type Row = Record<string, number | string | undefined>;
type Reconciliation = {
  people: Row[];
  holders: Row[];
  totals: Row[];
  problems: Row[];
  corrected: Row[];
  campaigns: string[];
  shifts: {
    captured: number;
    held: number;
    missing: number[];
    receipts: string[];
    user_id: number;
    late: number;
    recounts: number;
  }[];
};

/** The service and the space are read at each call: every test has its own space. */
export function createCashFlow(service: () => TestService, space: () => TestSpace) {
  async function send(person: Person, method: 'POST' | 'PATCH', path: string, body: unknown, key?: string) {
    const response = await service().call(space().tokens[person], method, path, {
      body,
      headers: { 'idempotency-key': key ?? randomUUID() },
    });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.data;
  }

  /** A gift that its phone has not sent. */
  const unsent = (amount = 2_000): Gift => ({
    key: randomUUID(),
    amount,
    currency: 'eur',
    bundleId: 0,
    id: 0,
  });

  /** Records a gift in cash, as the phone of a person sends it. */
  async function give(person: Person, more: Record<string, unknown> = {}): Promise<Gift> {
    const gift = { ...unsent(), ...more };
    const { key, amount, currency, bundleId: _bundle, id: _id, ...rest } = gift;
    const body = bundleOf(space(), {
      payment_method_kind: 'cash',
      delivery_token: key,
      amount,
      currency,
      date: '2026-03-01T15:00:00Z',
      ...rest,
    });
    const made = await send(person, 'POST', '/v1/transaction_bundles', body, key);
    return { key, amount, currency, bundleId: made.id, id: made.transactions[0].id };
  }

  /** A gift that was promised, and what makes its money received in cash. */
  const promise = (person: Person) =>
    give(person, { unpaid_amount: 2_000, status_id: space().catalogue.statuses.unpaid });
  const change = (person: Person, { bundleId, id }: Gift, payment: Record<string, unknown>) =>
    send(person, 'PATCH', `/v1/transaction_bundles/${bundleId}`, {
      data: { id: bundleId, transactions: [{ id, ...payment }] },
    });
  const receive = (person: Person, gift: Gift) =>
    change(person, gift, { unpaid_amount: 0, status_id: space().catalogue.statuses.valid });

  const sumOf = (gifts: readonly Gift[]) => gifts.reduce((sum, { amount }) => sum + amount, 0);

  /** Counts gifts of one currency; `counted` is what was there. */
  async function count(person: Person, gifts: readonly Gift[], more: Record<string, unknown> = {}) {
    const { counted, ...rest } = { counted: sumOf(gifts), ...more };
    const currency = gifts[0]?.currency ?? 'eur';
    const body = countOf({
      expected: [{ currency, amount: sumOf(gifts) }],
      counted: [{ currency: currency.toUpperCase(), amount: counted }],
      records: gifts.map(({ key, amount }) => ({ key, currency, amount, payment_method_kind: 'cash' })),
      ...rest,
    });
    await send(person, 'POST', '/v1/cash_records', body);
    return { key: body.data.cash_record.key, amount: counted };
  }

  async function handOver(
    from: Person,
    to: Person,
    counts: { key: string; amount: number }[],
    cash?: number,
    more: Record<string, unknown> = {}
  ) {
    const body = handOverOf(space().userIds[to]);
    Object.assign(body.data.cash_record, more);
    body.data.cash_record.counts = counts.map(({ key }) => key);
    const amount = cash ?? counts.reduce((sum, each) => sum + each.amount, 0);
    body.data.cash_record.cash = [{ currency: 'EUR', amount }];
    await send(from, 'POST', '/v1/cash_records', body);
    return body.data.cash_record.key;
  }

  async function reply(person: Person, key: string, amount: number, isDisputed = false) {
    const body = replyOf(key);
    body.data.cash_record.counted = [{ currency: 'EUR', amount }];
    body.data.cash_record.is_disputed = isDisputed;
    await send(person, 'POST', '/v1/cash_records', body);
  }

  /** Takes cash to the bank, which counts this amount. */
  async function bank(gifts: readonly Gift[], bankAmount = sumOf(gifts)) {
    const body = batchOf(
      gifts.map(({ id }) => id),
      { payment_method_kind: 'cash' }
    );
    const { batches } = await send('manager', 'POST', '/v1/batches', body);
    const { id } = batches[0];
    const step = (content: object) =>
      send('manager', 'PATCH', `/v1/batches/${id}`, { data: { batch: content } });
    await step({ step: 'close' });
    await step({ step: 'deposit', slip_number: 'S-1', deposited_on: '2026-03-04' });
    const reason = bankAmount === sumOf(gifts) ? {} : { reason: 'A torn note' };
    await step({ step: 'reconcile', bank_amount: bankAmount, ...reason });
    return id;
  }

  async function read(
    person: Person = 'manager',
    choice: Record<string, string> = {}
  ): Promise<Reconciliation> {
    const path = `/v1/reconciliation?${new URLSearchParams(choice)}`;
    const { status, body } = await service().call(space().tokens[person], 'GET', path);
    assert.equal(status, 200, JSON.stringify(body));
    const found: Reconciliation = body.data.reconciliation;
    // Recorded + variances + difference = held + handed over + banked, in every line; the lines and the batches add up to the totals, and
    // the problems to the difference.
    const sum = (rows: Row[], currency: unknown, field: string) =>
      rows.filter((row) => row.currency === currency).reduce((all, row) => all + Number(row[field]), 0);
    for (const row of found.people)
      assert.equal(
        Number(row.recorded) + Number(row.variance) + Number(row.difference),
        Number(row.held) + Number(row.handed_over) + Number(row.banked)
      );
    for (const total of found.totals) {
      for (const field of ['recorded', 'counted', 'variance', 'held', 'handed_over', 'banked'])
        assert.equal(sum(found.people, total.currency, field), total[field], field);
      assert.equal(sum(found.holders, total.currency, 'amount'), total.handed_over);
      const { currency, difference, bank_difference: atBank } = total;
      assert.equal(sum(found.people, currency, 'difference') + Number(atBank), difference);
      assert.equal(
        sum(found.problems, currency, 'found') - sum(found.problems, currency, 'expected'),
        difference
      );
    }
    return found;
  }

  const lineOf = ({ people }: Reconciliation, person: Person, currency = 'eur') => {
    const row = people.find((each) => each.user_id === space().userIds[person] && each.currency === currency);
    const fields = [
      'recorded',
      'counted',
      'variance',
      'held',
      'handed_over',
      'unconfirmed',
      'banked',
      'difference',
    ];
    return fields.map((field) => row?.[field]);
  };

  return { send, unsent, give, promise, change, receive, count, handOver, reply, bank, read, lineOf };
}
