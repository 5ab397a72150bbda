import { confirmExists } from '@/features/outbox/mutations';
import type { Runtime } from '@/features/shared/runtime';
import { setCursor } from '@/db/pull/cursors';
import { enqueue } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

import { asResponse, minutes, plainPhone } from './plainService';
import { amountsSent, captureId, respond, success } from './support';

const question = (candidates: unknown) => ({
  state: 'needs_person',
  problem: { kind: 'question', question: { kind: 'is_it_there', candidates } },
});

describe('a lookup at a service without keys', () => {
  test('settles all unknown rows by one reading of the list', async () => {
    let isDown = true;
    const phone = await plainPhone({}, 5, (store, count) => {
      if (count === 2) return 'silence';
      const bundle = store();
      return isDown ? 'silence' : asResponse(bundle);
    });
    for (const number of [1, 2, 3]) await phone.capture(number);
    const engine = await phone.start();
    // Each send ends its drain, because there is no response.
    for (let sends = 0; sends < 3; sends += 1) {
      engine.requestRound('button');
      await phone.pass(25_000);
    }
    expect(await phone.states()).toEqual(['unknown', 'unknown', 'unknown']);
    await engine.stop();
    await phone.pass(minutes(10));
    isDown = false;
    const before = phone.listRequests().length;
    await phone.start();
    await phone.pass(minutes(1));
    // The lookup and the pull of the first round: a page with all records, and the page after it.
    expect(phone.listRequests().length - before).toBe(4);
    expect(phone.list.stored.slice(5).map(({ transactions }) => transactions[0]?.amount)).toEqual([
      1_001, 1_003, 1_002,
    ]);
  });

  test('that does not reach the service is no failed lookup', async () => {
    const phone = await plainPhone({}, 3, () => 'silence');
    phone.rules.isListSilent = true;
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(3));
    for (let presses = 0; presses < 8; presses += 1) {
      engine.requestRound('button');
      await phone.pass(minutes(2));
    }
    expect(await phone.rows()).toMatchObject([{ state: 'unknown', failedLookups: 0 }]);
    await engine.stop();
  });

  test('with a list that is refused: a few dozen requests in two hours, and then a person is asked', async () => {
    const phone = await plainPhone({}, 3, () => 'silence');
    phone.rules.isListRefused = true;
    await phone.capture(1);
    await phone.start({ pullIntervalMs: { feed: 1e12, lists: 1e12 } });
    const before = phone.listRequests().length;
    await phone.pass(minutes(120));
    expect(await phone.rows()).toMatchObject([question([])]);
    expect(amountsSent(phone.ports)).toHaveLength(1);
    expect(phone.listRequests().length - before).toBeLessThanOrEqual(60);
  });

  test('counts failed lookups across restarts', async () => {
    const phone = await plainPhone({}, 3, () => 'silence');
    phone.rules.isListRefused = true;
    await phone.capture(1);
    for (let opening = 0; opening < 8; opening += 1) {
      const engine = await phone.start();
      await phone.pass(30_000);
      await engine.stop();
      await phone.pass(minutes(10));
    }
    expect(await phone.rows()).toMatchObject([question([])]);
    expect(amountsSent(phone.ports)).toHaveLength(1);
  });

  test('settles also when the app is open for less than a settle time', async () => {
    const phone = await plainPhone({}, 3, (store, count) => (count === 1 ? 'lost' : asResponse(store())));
    await phone.capture(1);
    for (let opening = 0; opening < 3; opening += 1) {
      const engine = await phone.start();
      await phone.pass(20_000);
      await engine.stop();
      await phone.pass(minutes(3));
    }
    expect(amountsSent(phone.ports)).toHaveLength(2);
    expect(phone.list.stored).toHaveLength(4);
  });

  test('sends a bundle at most three times, then a person is asked', async () => {
    const phone = await plainPhone({}, 3, () => 'silence');
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(180));
    expect(amountsSent(phone.ports)).toHaveLength(3);
    expect(await phone.rows()).toMatchObject([question([])]);
  });

  test('finds a bundle whose number JavaScript cannot hold by its marker', async () => {
    const phone = await plainPhone({ firstId: 2 ** 53 + 2, pageSize: 2 }, 5, (store) => {
      store();
      return 'silence';
    });
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(5));
    expect(amountsSent(phone.ports)).toHaveLength(1);
    await phone.pass(minutes(30));
    expect(await phone.states()).toEqual([]);
    expect(phone.list.stored).toHaveLength(6);
  });

  test('asks about similar bundles, but not about those that were there before', async () => {
    const phone = await plainPhone({ storesMarkers: false }, 0, (store, count) => {
      if (count === 1) store();
      return 'silence';
    });
    const twin = { amount: 1_001, currency: 'eur', contact_id: 12, date: '2026-03-14T08:00:00Z' };
    phone.list.stored.push({ id: 1, transactions: [{ id: 1, ...twin }] });
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(5));
    expect(await phone.rows()).toMatchObject([question([{ id: 3 }])]);
  });

  test('sends again where every similar bundle was there before', async () => {
    const phone = await plainPhone({ storesMarkers: false }, 0, (store, count) =>
      count === 1 ? 'silence' : asResponse(store())
    );
    const twin = { amount: 1_001, currency: 'eur', contact_id: 12, date: '2026-03-14T08:00:00Z' };
    phone.list.stored.push({ id: 1, transactions: [{ id: 1, ...twin }] });
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(5));
    expect(phone.list.stored).toHaveLength(2);
    expect(amountsSent(phone.ports)).toHaveLength(2);
  });

  test('never offers or accepts the number of another row', async () => {
    const phone = await plainPhone({ storesMarkers: false }, 0, (store, count) =>
      count === 1 ? asResponse(store()) : 'silence'
    );
    await phone.capture(1);
    const body = (await phone.rows())[0]?.body ?? '';
    await phone.start();
    await phone.pass(minutes(1));
    // The same gift again, which never arrives.
    await phone.capture(2, { body: body.replaceAll(captureId(1), captureId(2)) });
    await phone.pass(minutes(40));
    const rows = await phone.rows();
    expect(rows).toMatchObject([{ id: captureId(2), ...question([]) }]);
    const runtime = { store: phone.store, scope: phone.scope, now: phone.ports.clock.now } as Runtime;
    const [row] = rows;
    if (!row) throw new Error('expected a row');
    expect(await confirmExists(runtime, row, 1)).toBe('number_taken');
    expect(await phone.states()).toEqual(['needs_person']);
  });

  test('sends again where the only similar bundle is another row of this phone', async () => {
    const phone = await plainPhone({ storesMarkers: false }, 0, (store, count) =>
      count === 2 ? 'silence' : asResponse(store())
    );
    await phone.capture(1);
    const body = (await phone.rows())[0]?.body ?? '';
    await phone.capture(2, { body: body.replaceAll(captureId(1), captureId(2)) });
    await phone.start();
    await phone.pass(minutes(10));
    expect(await phone.states()).not.toContain('needs_person');
    expect(phone.list.stored).toHaveLength(2);
  });

  test('begins a new reading, also where another one was interrupted', async () => {
    const phone = await plainPhone({ total: 'absent' }, 0, (store, count) => {
      const bundle = store();
      return count === 1 ? 'silence' : asResponse(bundle);
    });
    const { store, scope, ports } = phone;
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.states()).toEqual(['unknown']);
    const interrupted = { offset: 1, total: null, hasChanged: false, restarts: 0, isWithoutLimit: false };
    await store.write((tx) =>
      setCursor(tx, scope, 'transaction_bundles', { ...interrupted, begunAt: ports.clock.now(), etag: null })
    );
    await phone.pass(minutes(5));
    expect(phone.list.stored).toHaveLength(1);
  });

  test('a service that has keys now is searched for what was sent without one', async () => {
    let extensions: string[] = [];
    const phone = await plainPhone(
      {},
      3,
      (store, count, sent) => {
        const bundle = store();
        if (count === 1) return 'silence';
        return respond(
          200,
          { status: 'success', data: bundle },
          { 'idempotency-key': sent.headers['idempotency-key'] ?? '' }
        );
      },
      () => extensions
    );
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(30_000);
    await engine.stop();
    extensions = ['idempotency_key'];
    await phone.start();
    await phone.pass(minutes(5));
    expect(phone.list.stored).toHaveLength(4);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 7 }]);
  });
});

describe('an update whose response was lost, at a service without keys', () => {
  const update = (donation: object) => ({
    id: captureId(9),
    kind: 'bundle_update' as const,
    entity: entityOf('bundle', 1),
    body: JSON.stringify({ data: { id: 1, donations: [donation] } }),
    bodyVersion: 1,
    base: { transactions: [], donations: [] },
  });
  const donation = { amount: 500, currency: 'eur', contact_id: 7, date: '2026-03-14T09:00:00+01:00' };

  test('is sent again when only the office added a donation', async () => {
    const phone = await phoneWithUpdate({ isStored: false });
    await phone.pass(minutes(5));
    expect(phone.writes()).toBe(2);
    expect(phone.list.stored[0]?.donations).toHaveLength(2);
  });

  test('is a question beside an equal donation: another user may have added it', async () => {
    const phone = await phoneWithUpdate({ isStored: true });
    await phone.pass(minutes(5));
    expect(await phone.rows()).toMatchObject([question([{ id: 1 }])]);
    expect(phone.writes()).toBe(1);
  });

  test('is a question when the bundle cannot be read any more, and is not sent again', async () => {
    const phone = await phoneWithUpdate({ isStored: false });
    const [bundle] = phone.list.stored;
    if (!bundle) throw new Error('expected a bundle');
    await phone.pass(10_000);
    Object.assign(bundle, { transactions: 'unreadable' });
    await phone.pass(minutes(120));
    expect(await phone.rows()).toMatchObject([question([])]);
    expect(phone.writes()).toBe(1);
  });

  async function phoneWithUpdate({ isStored }: { isStored: boolean }) {
    let sent = 0;
    const phone = await plainPhone({}, 1, () => {
      const [bundle] = phone.list.stored;
      if (!bundle) throw new Error('expected a bundle');
      sent += 1;
      bundle.donations ??= [{ id: 77, amount: 900, currency: 'eur' }];
      if (isStored || sent > 1) bundle.donations.push({ id: 78, ...donation });
      return sent === 1 ? 'lost' : success(bundle);
    });
    await phone.store.write((tx) => enqueue(tx, phone.scope, update(donation), phone.ports.clock.now()));
    await phone.start();
    return { ...phone, writes: () => sent };
  }
});
