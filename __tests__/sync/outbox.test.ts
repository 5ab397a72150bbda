import { BundleUpdateRequest } from '@/contract/bundle';
import { applyTransition, claimNext, enqueue, getOutboxRow } from '@/db/outbox';
import { openScope } from '@/db/scopes';
import { entityOf } from '@/domain/entity';
import { startSyncEngine } from '@/sync/engine';

import {
  amountsSent,
  answer,
  baseUrl,
  bundleRow,
  captureId,
  createTestPhone,
  quietService,
  storedBundle,
  success,
  type Reaction,
  type Sent,
} from './support';

const keyed = ['idempotency_key', 'changes'];
const minutes = (count: number) => count * 60_000;
/** For tests that run for hours of virtual time and are not about reading. */
const withoutPulls = { pullEveryMs: { feed: Number.MAX_SAFE_INTEGER, lists: Number.MAX_SAFE_INTEGER } };

// Hours of virtual time take seconds of real time on a busy machine.
jest.setTimeout(60_000);

/** A wire that treats the nth write as the list says, and stores everything after. */
const first =
  (...reactions: Reaction[]) =>
  (sent: Sent, count: number): Reaction =>
    reactions[count - 1] ?? storedBundle(sent, 100 + count);

async function phoneWith(onWrite: (sent: Sent, count: number) => Reaction, extensions = keyed) {
  const phone = await createTestPhone(quietService(extensions, onWrite));
  return phone;
}

describe('sending', () => {
  test('[case 33] what is saved is sent by itself, in order, with its key; no second step', async () => {
    const phone = await phoneWith(first());
    const engine = await phone.start();
    await phone.pass(1_000);
    for (const number of [1, 2, 3]) await phone.capture(number);
    engine.nudge('write');
    await phone.pass(1_000);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002, 1_003]);
    expect(
      phone.ports.sent
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['idempotency-key'])
    ).toEqual([1, 2, 3].map(captureId));
    expect(await phone.rows()).toMatchObject(
      [101, 102, 103].map((serverId) => ({ state: 'acked', serverId }))
    );
  });

  test('[case 6] start, focus and network at once, and two engines: each row is sent once', async () => {
    const phone = await phoneWith((sent, count) => ({ ...toStored(sent, count), afterMs: 500 }));
    for (const number of [1, 2, 3, 4]) await phone.capture(number);
    const engines = [await phone.start(), await phone.start()];
    for (const engine of engines) {
      engine.nudge('network');
      engine.nudge('foreground');
      engine.nudge('button');
    }
    await phone.pass(minutes(1));
    expect(amountsSent(phone.ports).sort()).toEqual([1_001, 1_002, 1_003, 1_004]);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked', 'acked']);
  });

  test('[case 7] an outcome that comes after the row has moved on changes nothing', async () => {
    const phone = await phoneWith(first());
    const id = await phone.capture(1);
    const claim = { scope: phone.scope, now: phone.ports.clock.now(), leaseMs: 75_000, owner: 'slow' };
    await claimNext(phone.store, claim);
    await phone.pass(minutes(2));
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked']);
    const move = { id, from: 'sending', to: 'queued', owner: 'slow', now: 0 } as const;
    expect(await phone.store.write((tx) => applyTransition(tx, move))).toBe(false);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('[case 8] a row that somebody else has claimed is left to them until their lease ends', async () => {
    const phone = await phoneWith(first());
    await phone.capture(1);
    await claimNext(phone.store, {
      scope: phone.scope,
      now: phone.ports.clock.now(),
      leaseMs: 75_000,
      owner: 'background worker',
    });
    await phone.start();
    await phone.pass(70_000);
    expect(amountsSent(phone.ports)).toEqual([]);
    expect(await phone.states()).toEqual(['sending']);
  });

  test('[case 5] a row that was being sent when the app was killed is settled after the next start', async () => {
    const phone = await phoneWith(first());
    await phone.capture(1);
    await claimNext(phone.store, {
      scope: phone.scope,
      now: phone.ports.clock.now(),
      leaseMs: 75_000,
      owner: 'dead',
    });
    await phone.start();
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('[case 17] the rows of another user stay where they are until that user is back', async () => {
    const phone = await phoneWith(first());
    const other = await openScope(phone.store, { service: baseUrl, userId: 2, spaceId: 1 });
    await phone.store.write((tx) => enqueue(tx, other, bundleRow(9), phone.ports.clock.now()));
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(2));
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    expect(await getOutboxRow(phone.store, other, captureId(9))).toMatchObject({
      state: 'queued',
      attempts: 0,
    });

    await engine.stop();
    await startSyncEngine({ store: phone.store, scope: other, ports: phone.ports });
    await phone.pass(minutes(2));
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_009]);
  });
});

const toStored = (sent: Sent, count: number) => {
  const stored = storedBundle(sent, 100 + count);
  if (typeof stored === 'string') throw new Error('an answer is due');
  return stored;
};

describe('when it goes wrong', () => {
  test('[case 1] a slow service gets the same request with the same key, not ten copies', async () => {
    const phone = await phoneWith(first('silence', 'silence'));
    await phone.capture(1);
    await phone.start();
    await phone.pass(21_000);
    expect(await phone.rows()).toMatchObject([
      { state: 'unknown', problem: { kind: 'checking', why: 'timeout' } },
    ]);
    await phone.pass(minutes(5));
    const keys = phone.ports.sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect(keys).toEqual([captureId(1), captureId(1), captureId(1)]);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('[case 2] [case 12] "exists already" and a 500 for a duplicate end as acked, and hold up nothing', async () => {
    const phone = await phoneWith(first(answer(409, { code: 'in_flight' }), answer(500, {})));
    await phone.capture(1);
    await phone.capture(2);
    await phone.capture(3);
    await phone.start();
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
    expect(amountsSent(phone.ports).slice(0, 3)).toEqual([1_001, 1_002, 1_003]);
  });

  test('[case 9] a failed try is repeated without a new write, and at once when the network returns', async () => {
    const phone = await phoneWith(first('lost', 'lost', 'lost'));
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(2));
    expect(await phone.states()).toEqual(['acked']);

    await phone.capture(2);
    phone.ports.setOnline(false);
    await phone.pass(minutes(30));
    expect(await phone.rows()).toMatchObject([{ state: 'acked' }, { state: 'queued', attempts: 0 }]);
    phone.ports.setOnline(true);
    await phone.pass(100);
    expect(await phone.states()).toEqual(['acked', 'acked']);
  });

  test('[case 9] a row that waits for minutes is tried at once when the network returns', async () => {
    let isDown = true;
    const phone = await phoneWith((sent, count) => (isDown ? answer(500, {}) : storedBundle(sent, count)));
    await phone.capture(1);
    await phone.start(withoutPulls);
    await phone.pass(minutes(20));
    isDown = false;
    const [row] = await phone.rows();
    expect((row?.nextAttemptAt ?? 0) - phone.ports.clock.now()).toBeGreaterThan(5_000);
    phone.ports.setOnline(false);
    phone.ports.setOnline(true);
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('[case 10] after thirty failures the row is still there, and still tried', async () => {
    const phone = await phoneWith(() => answer(500, {}));
    await phone.capture(1);
    await phone.start(withoutPulls);
    await phone.pass(minutes(120));
    const [row] = await phone.rows();
    expect(row?.attempts).toBeGreaterThan(30);
    expect(['queued', 'unknown']).toContain(row?.state);
  });

  test('[case 11] what the service refuses is parked with its reason, and the rest goes on', async () => {
    const refusal = { code: 'invalid', errors: [{ location: 'body/data', message: 'no' }] };
    const phone = await phoneWith(first(answer(422, refusal)));
    await phone.capture(1);
    await phone.capture(2);
    await phone.start();
    await phone.pass(minutes(60));
    expect(await phone.rows()).toMatchObject([
      { state: 'parked', attempts: 1, problem: { kind: 'refused', refusal: { status: 422, ...refusal } } },
      { state: 'acked' },
    ]);
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_002]);
  });

  test('[case 15] a refusal of a later try is not believed before the service was looked at', async () => {
    let stored: unknown = null;
    const service = quietService(keyed, (sent, count) => {
      if (count > 1) return answer(403, { code: 'forbidden' });
      const { data }: { data: object } = JSON.parse(sent.body ?? '{}');
      stored = { ...data, id: 55 };
      return 'silence';
    });
    const phone = await createTestPhone((sent, count) =>
      sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles') && stored
        ? success([stored], { total: 1 })
        : service(sent, count)
    );
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(10));
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 55 }]);
  });

  test('[case 24] Retry-After holds the whole queue, over a restart too', async () => {
    const phone = await phoneWith(first(answer(429, {}, { 'retry-after': '300' })));
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(1));
    expect(engine.getStatus().phase).toMatchObject({ kind: 'paused' });
    await engine.stop();
    const again = await phone.start();
    again.nudge('button');
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toEqual([1_001, 1_001, 1_002]);
  });

  test('[case 22] a login page pauses the queue; it is asked for, not sent against', async () => {
    let isBehindPage = true;
    const page = { status: 200, text: '<html>' };
    const service = quietService(keyed, first());
    const phone = await createTestPhone((sent, count) => (isBehindPage ? page : service(sent, count)));
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(5));
    expect(engine.getStatus().phase).toMatchObject({ kind: 'login_page' });
    expect(amountsSent(phone.ports)).toEqual([]);
    isBehindPage = false;
    await phone.pass(minutes(2));
    expect(await phone.states()).toEqual(['acked', 'acked']);
  });

  test('[case 19] offline or with a service that cannot be reached, nobody is signed out', async () => {
    const phone = await createTestPhone(({ path }) => (path.endsWith('/token') ? 'lost' : answer(401, {})));
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(30));
    expect(engine.getStatus().phase).not.toMatchObject({ kind: 'signed_out' });
    expect((await phone.states())[0]).not.toBe('blocked');
  });

  test('[case 2] [case 16] a session that has ended blocks the row and loses nothing; the same user goes on', async () => {
    let isEnded = true;
    const service = quietService(keyed, first());
    const phone = await createTestPhone((sent, count) => {
      if (sent.path.endsWith('/token')) return answer(400, { error: 'invalid_grant' });
      return isEnded && sent.path !== '/health' ? answer(401, {}) : service(sent, count);
    });
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(60));
    expect(engine.getStatus().phase).toEqual({ kind: 'signed_out' });
    expect(await phone.states()).toEqual(['blocked', 'queued']);
    await engine.stop();
    isEnded = false;
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked', 'acked']);
  });
});

describe('the clock', () => {
  test('[case 20] a clock set back by a day keeps nothing waiting for a day', async () => {
    const phone = await phoneWith(first('lost', 'lost'));
    await phone.capture(1);
    await phone.start();
    await phone.pass(1_000);
    phone.ports.clock.jump(-24 * 3_600_000);
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['acked']);
  });
});

describe('the clock and a pause', () => {
  test('[case 20] [case 24] a clock set back by half an hour does not make a pause half an hour longer', async () => {
    const phone = await phoneWith(first(answer(429, {}, { 'retry-after': '60' })));
    await phone.capture(1);
    await phone.start();
    await phone.pass(1_000);
    phone.ports.clock.jump(-minutes(30));
    await phone.pass(minutes(3));
    expect(await phone.states()).toEqual(['acked']);
  });
});

describe('the app in the background', () => {
  test('[case 28] the drain stops: what is on the wire has a moment to end, nothing else is begun', async () => {
    const phone = await phoneWith((sent, count) => ({ ...toStored(sent, count), afterMs: 2_000 }));
    for (const number of [1, 2, 3]) await phone.capture(number);
    await phone.start();
    await phone.pass(1_000);
    phone.ports.setForeground(false);
    await phone.pass(minutes(10));
    expect(await phone.states()).toEqual(['acked', 'queued', 'queued']);
    phone.ports.setForeground(true);
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('[case 31] a background task, the front and the button each send; nothing depends on one of them', async () => {
    const phone = await phoneWith(first());
    phone.ports.setForeground(false);
    const engine = await phone.start();
    await phone.capture(1);
    await phone.pass(minutes(5));
    expect(await phone.states()).toEqual(['queued']);
    engine.nudge('background');
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['acked']);
    await phone.capture(2);
    phone.ports.setForeground(true);
    await phone.pass(1_000);
    await phone.capture(3);
    engine.nudge('button');
    await phone.pass(1_000);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });
});

describe('order', () => {
  const update = {
    id: captureId(50),
    kind: 'bundle_update',
    entity: entityOf('bundle', captureId(1)),
    body: JSON.stringify({ data: { id: 0, donations: [{ amount: 5, currency: 'eur' }] } }),
    bodyVersion: 1,
  } as const;

  test('[case 32] an update made before its bundle was sent waits for it, and gets its id', async () => {
    const phone = await phoneWith(first('lost'));
    await phone.capture(1);
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    await phone.capture(2);
    await phone.start();
    await phone.pass(minutes(5));
    const writes = phone.ports.sent.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/transaction_bundles',
      'POST /v1/transaction_bundles',
      'PATCH /v1/transaction_bundles/102',
      'POST /v1/transaction_bundles',
    ]);
    expect(BundleUpdateRequest.parse(JSON.parse(writes[2]?.body ?? '')).data.id).toBe(102);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('[case 32] a refused bundle holds up its own update and nothing else', async () => {
    const phone = await phoneWith(first(answer(422, {})));
    await phone.capture(1);
    await phone.store.write((tx) => enqueue(tx, phone.scope, update, phone.ports.clock.now()));
    await phone.capture(2);
    await phone.start();
    await phone.pass(minutes(5));
    expect((await phone.rows()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'bundle_create parked',
      'bundle_update queued',
      'bundle_create acked',
    ]);
  });
});
