import { BundleUpdateRequest } from '@/contract/bundle';
import { applyTransition, enqueue, getOutboxRow } from '@/db/outbox/outbox';
import { claimNext, endClaimsOfOthers } from '@/db/outbox/claims';
import { openScope } from '@/db/scopes';
import { entityOf } from '@/domain/entity';
import { applyOutcome } from '@/sync/applyOutcome';
import { startSyncEngine } from '@/sync/engine';
import { defaultConfig } from '@/sync/config';

import { amountsSent, baseUrl, bundleRow, captureId, refuse, type TestPhone } from './support';
import { minutes, first, keyed, phoneWith, storedResponse } from './outboxPhone';

describe('sending', () => {
  test('a saved row is sent automatically, in order, with its idempotency key', async () => {
    const phone = await phoneWith(first());
    const engine = await phone.start();
    await phone.pass(1_000);
    for (const number of [1, 2, 3]) await phone.capture(number);
    engine.requestRound('write');
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

  test('start, focus and network together, and two engines: each row is sent once', async () => {
    const phone = await phoneWith((sent, count) => ({ ...storedResponse(sent, count), afterMs: 500 }));
    for (const number of [1, 2, 3, 4]) await phone.capture(number);
    const engines = [await phone.start(), await phone.start()];
    for (const engine of engines) {
      engine.requestRound('network');
      engine.requestRound('foreground');
      engine.requestRound('button');
    }
    await phone.pass(minutes(1));
    expect(amountsSent(phone.ports).sort()).toEqual([1_001, 1_002, 1_003, 1_004]);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked', 'acked']);
  });

  test('an outcome that arrives after the row has moved on changes nothing', async () => {
    const phone = await phoneWith(first());
    const id = await phone.capture(1);
    await phone.claimAs('slow');
    await phone.pass(minutes(2));
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['acked']);
    const move = { id, from: 'sending', to: 'queued', owner: 'slow', now: 0 } as const;
    expect(await phone.store.write((tx) => applyTransition(tx, move))).toBe(false);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('a row claimed by another process is not sent until its lease ends', async () => {
    const phone = await phoneWith(first());
    await phone.capture(1);
    await phone.claimAs('background worker');
    await phone.start();
    await phone.pass(70_000);
    expect(amountsSent(phone.ports)).toEqual([]);
    expect(await phone.states()).toEqual(['sending']);
  });

  test('a row that was being sent when the app was killed is resolved after the next start', async () => {
    const phone = await phoneWith(first());
    await phone.capture(1);
    await phone.claimAs('dead');
    await phone.start();
    await phone.pass(minutes(3));
    expect(amountsSent(phone.ports)).toEqual([1_001]);
    expect(await phone.states()).toEqual(['acked']);
  });

  test('the outcome of an earlier claim of the same engine does not apply to a later one', async () => {
    const phone = await phoneWith(first());
    const id = await phone.capture(1);
    const { store, scope, ports } = phone;
    await phone.claimAs('engine');
    await endClaimsOfOthers(store, { scope, owner: 'mistaken', now: ports.clock.now() });
    const free = { id, from: 'unknown', to: 'queued', now: ports.clock.now() } as const;
    expect(await store.write((tx) => applyTransition(tx, free))).toBe(true);
    await phone.claimAs('engine');
    const refused = { id, from: 'sending', to: 'parked', owner: 'engine', now: ports.clock.now() } as const;
    expect(await store.write((tx) => applyTransition(tx, { ...refused, attempt: 1 }))).toBe(false);
    expect(await store.write((tx) => applyTransition(tx, { ...refused, attempt: 2 }))).toBe(true);
  });

  test('a response to an earlier claim of the same engine does not overwrite a later one', async () => {
    const phone = await phoneWith(first());
    const id = await phone.capture(1);
    const { store, scope, ports } = phone;
    await phone.claimAs('engine');
    const earlier = await getOutboxRow(store, scope, id);
    await endClaimsOfOthers(store, { scope, owner: 'mistaken', now: ports.clock.now() });
    const free = { id, from: 'unknown', to: 'queued', now: ports.clock.now() } as const;
    await store.write((tx) => applyTransition(tx, free));
    await phone.claimAs('engine');
    const later = await getOutboxRow(store, scope, id);
    const context = { scope, ports, owner: 'engine', config: defaultConfig };
    const signedOut = { kind: 'blocked', pause: null } as const;
    if (!earlier || !later) throw new Error('the row is gone');
    await store.write((tx) => applyOutcome(tx, context, earlier, signedOut));
    expect(await phone.states()).toEqual(['sending']);
    await store.write((tx) => applyOutcome(tx, context, later, signedOut));
    expect(await phone.states()).toEqual(['blocked']);
  });

  test('a request without a response is aborted before its claim ends', async () => {
    const phone = await phoneWith(() => 'silence');
    await phone.capture(1);
    await phone.start({ leaseMs: 20_000, leaseMarginMs: 5_000 });
    await phone.pass(14_000);
    expect(await phone.states()).toEqual(['sending']);
    await phone.pass(2_000);
    expect(await phone.states()).toEqual(['unknown']);
  });

  describe('where no other process can have the database open', () => {
    const guarded = [...keyed, 'if_match'];
    const leftBehind = async (phone: TestPhone) => {
      await phone.capture(1);
      await phone.claimAs('left page');
      phone.ports.isAlone = true;
      await phone.start();
      await phone.pass(1_000);
    };

    test('a request of the previous page is sent again immediately, under its key', async () => {
      const phone = await phoneWith(first(), guarded);
      await leftBehind(phone);
      expect(amountsSent(phone.ports)).toEqual([1_001]);
      expect(await phone.states()).toEqual(['acked']);
    });

    test('a service without keys gets no second request while the first may still be in flight', async () => {
      const phone = await phoneWith(first(), []);
      await leftBehind(phone);
      expect(amountsSent(phone.ports)).toEqual([]);
      expect(await phone.states()).toEqual(['sending']);
    });

    test('the rows of another user are not changed', async () => {
      const phone = await phoneWith(first(), guarded);
      const other = await openScope(phone.store, { service: baseUrl, userId: 2, spaceId: 1 });
      await phone.store.write((tx) => enqueue(tx, other, bundleRow(9), phone.ports.clock.now()));
      const claim = { scope: other, now: phone.ports.clock.now(), leaseMs: 75_000, owner: 'left page' };
      await phone.store.write((tx) => claimNext(tx, claim));
      await leftBehind(phone);
      expect(await getOutboxRow(phone.store, other, captureId(9))).toMatchObject({ state: 'sending' });
    });
  });

  test('the rows of another user are not sent until that user signs in', async () => {
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

describe('order', () => {
  const update = {
    id: captureId(50),
    kind: 'bundle_update',
    entity: entityOf('bundle', captureId(1)),
    body: JSON.stringify({ data: { id: 0, donations: [{ amount: 5, currency: 'eur' }] } }),
    bodyVersion: 1,
  } as const;

  test('an update made before its bundle was sent waits for it and gets its id', async () => {
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
      'POST /v1/transaction_bundles',
      'PATCH /v1/transaction_bundles/102',
    ]);
    expect(BundleUpdateRequest.parse(JSON.parse(writes[3]?.body ?? '')).data.id).toBe(102);
    expect(await phone.states()).toEqual(['acked', 'acked', 'acked']);
  });

  test('a refused bundle delays its own update and nothing else', async () => {
    const phone = await phoneWith(first(refuse('invalid')));
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
