import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { enqueue, getOutboxRow, type NewOutboxRow } from '@/db/outbox/outbox';
import type { Scope } from '@/db/scopes';
import type { Transaction } from '@/db/store';
import { entityOf } from '@/domain/entity';

import {
  bundleRow,
  captureId,
  createTestPhone,
  emptyService,
  queryOf,
  respond,
  success,
  type Sent,
} from './support';
import { keyed, minutes } from './outboxPhone';

const stored = {
  id: 7,
  transactions: [
    {
      id: 70,
      amount: 100,
      currency: 'eur',
      payment_method_kind: 'cash',
      date: '2026-01-01T00:00:00.000Z',
      comment: 'second floor',
      status_id: 3,
    },
  ],
  memberships: [],
  donations: [{ id: 71, amount: 100, contact_id: 4 }],
};

const correction = (data: object): NewOutboxRow => ({
  id: 'f0000000-0000-4000-8000-000000000001',
  kind: 'bundle_update',
  entity: entityOf('bundle', 7),
  body: JSON.stringify({ data }),
  bodyVersion: 1,
  base: stored,
});

/** The PATCH requests of a phone with this correction, and how often the bundle was read before. */
async function send(data: object, extensions: readonly string[] = [...keyed, 'bundle_by_id'], lose = 0) {
  const patches: Sent[] = [];
  let reads = 0;
  const quiet = emptyService([...extensions], () => success(stored));
  const phone = await createTestPhone((sent, count) => {
    if (sent.method === 'GET' && sent.path === '/v1/transaction_bundles/7') {
      reads += 1;
      return success(stored);
    }
    if (sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles?'))
      return success([stored], { total: 1 });
    if (sent.method !== 'PATCH') return quiet(sent, count);
    patches.push(sent);
    if (patches.length <= lose) return 'lost';
    const key = sent.headers['idempotency-key'];
    const response = success(stored);
    return typeof response === 'string' || key === undefined
      ? response
      : { ...response, headers: { 'idempotency-key': key } };
  });
  await phone.store.write((tx) => enqueue(tx, phone.scope, correction(data), phone.ports.clock.now()));
  await phone.start();
  await phone.pass(minutes(10));
  return { bodies: patches.map(({ body }) => JSON.parse(body ?? '').data as unknown), reads, phone };
}

const change = { id: 7, transactions: [{ id: 70, amount: 500 }], donations: [{ id: 71, amount: 500 }] };

test('a service without keys gets whole items, as it has them now', async () => {
  const { bodies, reads, phone } = await send(change, []);
  // The interface has no bundle by its number: the list is read.
  expect(reads).toBe(0);
  const patch = phone.ports.sent.findIndex(({ method }) => method === 'PATCH');
  const isList = ({ method, path }: Sent) => method === 'GET' && path.startsWith('/v1/transaction_bundles?');
  expect(phone.ports.sent.slice(0, patch).some(isList)).toBe(true);
  expect(bodies[0]).toEqual({
    id: 7,
    transactions: [{ ...stored.transactions[0], amount: 500 }],
    donations: [{ id: 71, amount: 500, contact_id: 4 }],
  });
});

test('our service, which changes field by field, gets the same bytes under the key each time', async () => {
  const { bodies, reads } = await send(change, undefined, 1);
  expect(reads).toBe(0);
  expect(bodies.slice(0, 2)).toEqual([change, change]);
});

test('places become the numbers of the service', async () => {
  const data = { id: 0, transactions: [{ at: 0, status_id: 9 }], donations: [{ at: 0, amount: 5 }] };
  const { bodies } = await send(data);
  expect(bodies[0]).toEqual({
    id: 7,
    transactions: [{ id: 70, status_id: 9 }],
    donations: [{ id: 71, amount: 5 }],
  });
});

test('a correction of an item that the service does not have is refused, and nothing is sent', async () => {
  const { bodies, phone } = await send({ id: 0, donations: [{ at: 4, amount: 5 }] });
  expect(bodies).toEqual([]);
  expect(await phone.rows()).toMatchObject([
    { state: 'parked', problem: { refusal: { code: 'target_missing' } } },
  ]);
});

test('a correction by places waits until its gift has a number', async () => {
  const quiet = emptyService(keyed, () => 'lost');
  const phone = await createTestPhone((sent, count) => quiet(sent, count));
  const gift = bundleRow(1);
  const behind = { ...correction({ id: 0, transactions: [{ at: 0, amount: 5 }] }), entity: gift.entity };
  await phone.store.write(async (tx) => {
    await enqueue(tx, phone.scope, gift, phone.ports.clock.now());
    await enqueue(tx, phone.scope, behind, phone.ports.clock.now());
  });
  await phone.start();
  await phone.pass(minutes(10));
  expect(phone.ports.sent.some(({ method }) => method === 'PATCH')).toBe(false);
  expect((await phone.rows()).map(({ id }) => id)).toEqual([captureId(1), behind.id]);
});

describe('a service whose list is behind what it has stored', () => {
  const note = 'f0000000-0000-4000-8000-000000000002';

  /** A phone whose correction was acknowledged while the list still shows the bundle of before, with another after it. */
  async function sendBehind(
    listed: object,
    data: object = { id: 7, transactions: [{ id: 70, comment: 'third floor' }] }
  ) {
    const quiet = emptyService([], () => success(stored));
    const bodies: unknown[] = [];
    const phone = await createTestPhone((sent, count) => {
      if (sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles?'))
        return success([listed], { total: 1 });
      if (sent.method !== 'PATCH') return quiet(sent, count);
      bodies.push(JSON.parse(sent.body ?? '').data);
      return success(stored);
    });
    await phone.store.write(async (tx) => {
      const now = phone.ports.clock.now();
      await enqueue(tx, phone.scope, correction(change), now);
      await tx.run(`UPDATE outbox SET state = 'acked', attempts = 1, acked_at = ${now}`);
      await enqueue(tx, phone.scope, { ...correction(data), id: note }, now);
    });
    await phone.start();
    await phone.pass(minutes(1));
    return { bodies, phone };
  }

  test('gets its acknowledged correction again with the next one, not the value of before', async () => {
    const { bodies } = await sendBehind(stored);
    const [transaction] = stored.transactions;
    expect(bodies[0]).toEqual({
      id: 7,
      transactions: [{ ...transaction, amount: 500, comment: 'third floor' }],
    });
  });

  test('keeps what somebody else has changed since', async () => {
    const [transaction] = stored.transactions;
    const { bodies } = await sendBehind({ ...stored, transactions: [{ ...transaction, amount: 300 }] });
    expect(bodies[0]).toEqual({
      id: 7,
      transactions: [{ ...transaction, amount: 300, comment: 'third floor' }],
    });
  });
});

test('a correction that is sent again leaves what a later one has changed', async () => {
  const quiet = emptyService([], () => success(stored));
  const bodies: unknown[] = [];
  const phone = await createTestPhone((sent, count) => {
    if (sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles?'))
      return success([stored], { total: 1 });
    if (sent.method !== 'PATCH') return quiet(sent, count);
    bodies.push(JSON.parse(sent.body ?? '').data);
    return success(stored);
  });
  const first = correction({ id: 7, transactions: [{ id: 70, amount: 500, comment: 'third floor' }] });
  const second = {
    ...correction({ id: 7, transactions: [{ id: 70, amount: 900 }] }),
    id: 'f0000000-0000-4000-8000-000000000003',
  };
  await phone.store.write(async (tx) => {
    const now = phone.ports.clock.now();
    await enqueue(tx, phone.scope, first, now);
    await enqueue(tx, phone.scope, second, now);
    await tx.run(
      `UPDATE outbox SET state = 'acked', attempts = 1, acked_at = ${now} WHERE id = '${second.id}'`
    );
  });
  await phone.start();
  await phone.pass(minutes(1));
  const [transaction] = stored.transactions;
  expect(bodies[0]).toEqual({
    id: 7,
    transactions: [{ ...transaction, amount: 900, comment: 'third floor' }],
  });
});

describe('a number that a restored service has given to another gift', () => {
  const token = captureId(1);
  const seen = { ...stored, transactions: [{ ...stored.transactions[0], delivery_token: token }] };

  /** Sends a correction of the gift with the token to a service where the bundle has another one. */
  async function sendTo(
    tokenOnService: string | undefined,
    extensions = [...keyed, 'bundle_by_id'],
    prepare: (tx: Transaction, scope: Scope) => Promise<unknown> = () => Promise.resolve()
  ) {
    const shown = {
      ...stored,
      transactions: [{ ...stored.transactions[0], delivery_token: tokenOnService }],
    };
    const quiet = emptyService(extensions, ({ headers }) =>
      respond(
        200,
        { status: 'success', data: shown },
        { 'idempotency-key': headers['idempotency-key'] ?? '' }
      )
    );
    const phone = await createTestPhone((sent, count) => {
      if (sent.method !== 'GET') return quiet(sent, count);
      if (sent.path === '/v1/transaction_bundles/7') return success(shown);
      if (sent.path.startsWith('/v1/transaction_bundles?')) return success([shown], { total: 1 });
      return quiet(sent, count);
    });
    const row = { ...correction(change), base: seen };
    await phone.store.write(async (tx) => {
      await prepare(tx, phone.scope);
      await enqueue(tx, phone.scope, row, phone.ports.clock.now());
    });
    await phone.start();
    await phone.pass(minutes(5));
    const patches = phone.ports.sent.filter(({ method }) => method === 'PATCH');
    return { patches, saved: await getOutboxRow(phone.store, phone.scope, row.id) };
  }

  test.each([
    [captureId(2), 'our service', undefined],
    [undefined, 'our service', undefined],
    [captureId(2), 'a service without extensions', []],
  ])('gets no correction of the lost one: token %s, %s', async (other, _, extensions) => {
    const { patches, saved } = await sendTo(other, extensions);
    expect(patches).toEqual([]);
    expect(saved).toMatchObject({
      state: 'parked',
      problem: { kind: 'refused', refusal: { code: 'target_missing' } },
    });
  });

  test.each([undefined, []])('gets none although the other gift is of this phone', async (extensions) => {
    const { patches, saved } = await sendTo(captureId(2), extensions, (tx, scope) =>
      tx.run("INSERT INTO deliveries VALUES (?, ?, 'bundle_create', 7, 0)", [scope.id, captureId(2)])
    );
    expect(patches).toEqual([]);
    expect(saved).toMatchObject({ state: 'parked', problem: { refusal: { code: 'target_missing' } } });
  });

  test('gets none, and it waits for the pull that notices the loss of a gift of this phone', async () => {
    const { patches, saved } = await sendTo(captureId(2), undefined, async (tx, scope) => {
      await enqueue(tx, scope, bundleRow(1), 0);
      await tx.run(
        `UPDATE outbox SET state = 'acked', attempts = 1, server_id = 7, acked_at = 0, position = 'a.9'`
      );
    });
    expect(patches).toEqual([]);
    expect(saved).toMatchObject({ state: 'queued', problem: { kind: 'waiting', why: 'searching' } });
  });

  test('gets it where it is the version that replaced the refused gift', async () => {
    const fixed = { id: token, replacedBy: captureId(2) };
    const { patches } = await sendTo(captureId(2), undefined, (tx, scope) =>
      insertFixedRecord(tx, scope, fixed)
    );
    expect(patches).toHaveLength(1);
  });

  test('gets it where it is the same gift', async () => {
    expect((await sendTo(token)).patches.map(({ body }) => JSON.parse(body ?? '').data as unknown)).toEqual([
      change,
    ]);
    expect((await sendTo(token, [])).patches).toHaveLength(1);
  });

  test('gets it where the service is not ours and drops markers', async () => {
    expect((await sendTo(undefined, [])).patches).toHaveLength(1);
  });
});

describe('the payment of a promise, at a service without keys', () => {
  const paid = '2026-03-20T10:00:00.000Z';
  const data = {
    id: 0,
    transactions: [{ at: 0, date: paid, payment_method_kind: 'cash', payment_method: {}, unpaid_amount: 0 }],
  };
  const withPayment = (fields: object) => ({
    ...stored,
    transactions: [
      { ...stored.transactions[0], payment_method_kind: 'transfer', unpaid_amount: 100, ...fields },
    ],
  });

  /** Sends it. The first list or the first payment gets no response; the list shows the bundle so from then on. */
  async function pay(fails: 'GET' | 'PATCH', then: object) {
    const quiet = emptyService([], () => success(stored));
    const patches: Sent[] = [];
    let shown = withPayment({});
    const fail = () => {
      shown = withPayment(then);
      return 'lost' as const;
    };
    const isFirst = () => shown.transactions[0]?.unpaid_amount === 100;
    const phone = await createTestPhone((sent, count) => {
      if (sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles?'))
        return fails === 'GET' && isFirst() ? fail() : success([shown], { total: 1 });
      if (sent.method !== 'PATCH') return quiet(sent, count);
      patches.push(sent);
      return isFirst() ? fail() : success(stored);
    });
    const row = { ...correction(data), base: withPayment({}) };
    await phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
    await phone.start();
    await phone.pass(minutes(10));
    return { patches, saved: await getOutboxRow(phone.store, phone.scope, row.id) };
  }
  const ofOther = { payment_method_kind: 'cash', unpaid_amount: 0, date: '2026-03-20T09:00:00.000Z' };
  const isQuestion = { state: 'parked', problem: { refusal: { code: 'already_paid' } } };

  test('is a question where another phone was first, also when the list could not be read at first', async () => {
    const { patches, saved } = await pay('GET', ofOther);
    expect(patches).toEqual([]);
    expect(saved).toMatchObject(isQuestion);
  });

  test('that was lost is a question where another phone was first meanwhile', async () => {
    const { patches, saved } = await pay('PATCH', ofOther);
    expect(patches).toHaveLength(1);
    expect(saved).toMatchObject(isQuestion);
  });

  test('of which only the response was lost is no question', async () => {
    const own = { payment_method_kind: 'cash', unpaid_amount: 0, date: paid };
    const { patches, saved } = await pay('PATCH', own);
    expect(patches).toHaveLength(2);
    expect(saved?.state ?? 'confirmed').not.toBe('parked');
  });
});

test('a list that takes longer than a claim delays neither other records nor itself for ever', async () => {
  const quiet = emptyService([], (sent) => success({ ...JSON.parse(sent.body ?? '{}').data, id: 8 }));
  const pages = 10;
  const phone = await createTestPhone((sent, count) => {
    if (sent.method !== 'GET' || !sent.path.startsWith('/v1/transaction_bundles?')) return quiet(sent, count);
    const offset = Number(queryOf(sent).get('offset'));
    const body = {
      status: 'success',
      data: offset < pages ? [{ ...stored, id: 7 + offset }] : [],
      total: pages,
    };
    return { status: 200, body, afterMs: 12_000 };
  });
  const at = phone.ports.clock.now();
  await phone.store.write((tx) => enqueue(tx, phone.scope, correction(change), at));
  await phone.store.write((tx) => enqueue(tx, phone.scope, bundleRow(9), at));
  await phone.start();
  await phone.pass(minutes(5));
  expect(phone.ports.sent.some(({ method }) => method === 'POST')).toBe(true);
  await phone.pass(minutes(10));
  expect(phone.ports.sent.some(({ method }) => method === 'PATCH')).toBe(true);
});
