import type { BoardReport } from '@/contract/board';
import { countForBoard } from '@/db/board';
import { insertDayEntry } from '@/db/dayTotals';
import { setFact } from '@/db/facts';
import { enqueue } from '@/db/outbox/outbox';
import { applyVisits } from '@/db/visits';
import { dayOf } from '@/domain/day';
import { entityOf } from '@/domain/entity';

import {
  captureId,
  createTestPhone,
  emptyService,
  refuse,
  success,
  type Reaction,
  type TestPhone,
} from './support';
import { minutes } from './outboxPhone';

const extensions = ['idempotency_key', 'changes', 'visits', 'board'];
const received = success({ received_at: '2026-03-01T10:00:00.000Z' });

const reportsOf = ({ ports }: TestPhone) =>
  ports.sent
    .filter(({ path }) => path === '/v1/board')
    .map(({ body = '' }) => (JSON.parse(body) as { data: { report: BoardReport } }).data.report);

/** The service accepts reports and refuses every other write. */
const createPhone = (onReport: (count: number) => Reaction = () => received) => {
  let reports = 0;
  return createTestPhone(
    emptyService(extensions, ({ path }) =>
      path === '/v1/board' ? onReport((reports += 1)) : refuse('invalid')
    )
  );
};

function visit({ ports }: TestPhone, id: number, more: object = {}) {
  const at = new Date(ports.clock.now()).toISOString();
  return {
    id,
    uuid: captureId(id),
    action_id: 5,
    user_id: 1,
    address: { house_number: String(id), street: 'Rue des Lilas' },
    outcome: 'talked',
    visited_at: at,
    ...more,
  };
}

test('a phone reports once, then when its counts change, and every five minutes', async () => {
  const phone = await createPhone();
  const engine = await phone.start();
  await phone.pass(minutes(1));
  expect(reportsOf(phone)).toHaveLength(1);
  engine.requestRound('button');
  await phone.pass(minutes(3));
  expect(reportsOf(phone)).toHaveLength(1);
  await phone.store.write((tx) => applyVisits(tx, phone.scope, [visit(phone, 1)]));
  engine.requestRound('write');
  await phone.pass(1_000);
  expect(reportsOf(phone).map(({ doors }) => doors)).toEqual([0, 1]);
  await phone.pass(minutes(30));
  const all = reportsOf(phone).length;
  expect(all).toBeGreaterThanOrEqual(7);
  expect(all).toBeLessThanOrEqual(8);
  await engine.stop();
});

test('a service without the extension gets no report', async () => {
  const phone = await createTestPhone(emptyService(['idempotency_key', 'changes'], () => received));
  const engine = await phone.start();
  await phone.pass(minutes(10));
  expect(reportsOf(phone)).toEqual([]);
  await engine.stop();
});

test('the report has counts and sums of today, and nobody who gave', async () => {
  const phone = await createPhone();
  const { store, scope, ports } = phone;
  const now = ports.clock.now();
  const yesterday = new Date(now - 24 * 3_600_000).toISOString();
  await phone.capture(7, { who: 'Ada Lovelace' });
  await store.write(async (tx) => {
    await applyVisits(tx, scope, [
      visit(phone, 1),
      // Again at the same door.
      visit(phone, 2, { address: { house_number: '1', street: 'Rue des Lilas' }, outcome: 'nobody_in' }),
      visit(phone, 3, { outcome: 'nobody_in' }),
      visit(phone, 4, { user_id: 2 }),
      visit(phone, 5, { visited_at: yesterday }),
      visit(phone, 6),
      visit(phone, 8, { outcome: 'undone', undoes: captureId(6), visited_at: yesterday }),
    ]);
    const waiting = { ...visit(phone, 9, { outcome: 'refused' }), uuid: captureId(9) };
    await enqueue(
      tx,
      scope,
      {
        id: captureId(9),
        kind: 'visit_create',
        entity: entityOf('visit', captureId(9)),
        body: JSON.stringify({ data: waiting }),
        bodyVersion: 1,
      },
      now
    );
    const entry = { memberships: 0, donations: 1, who: 'Ada Lovelace', savedAt: now, takenOn: dayOf(now) };
    const cash = { ...entry, currency: 'eur', paymentMethodKind: 'cash' };
    await insertDayEntry(tx, scope, { ...cash, id: captureId(7), amount: 1_007 });
    await insertDayEntry(tx, scope, { ...cash, id: 'b', amount: 500, currency: 'EUR' });
    await insertDayEntry(tx, scope, { ...cash, id: 'c', amount: 300, paymentMethodKind: 'cheque' });
    await insertDayEntry(tx, scope, { ...cash, id: 'd', amount: 900, takenOn: dayOf(now - 24 * 3_600_000) });
  });
  const report = await countForBoard(store, scope, now);
  expect(report).toEqual({
    day: dayOf(now),
    doors: 3,
    talks: 1,
    taken: [
      { payment_method_kind: 'cash', currency: 'eur', amount: 1_507, count: 2 },
      { payment_method_kind: 'cheque', currency: 'eur', amount: 300, count: 1 },
    ],
    unsent: { count: 2, oldest_at: new Date(now).toISOString(), sums: [{ currency: 'EUR', amount: 1_007 }] },
    uncounted: [{ currency: 'eur', amount: 2_407 }],
    kept: [],
  });
  const engine = await phone.start();
  await phone.pass(minutes(1));
  expect(reportsOf(phone)).toMatchObject([{ taken: report.taken, uncounted: report.uncounted }]);
  expect(JSON.stringify(reportsOf(phone))).not.toContain('Lovelace');
  await engine.stop();
});

test('a check-in is reported with its team, for 12 hours', async () => {
  const phone = await createPhone();
  const { store, scope, ports } = phone;
  const now = ports.clock.now();
  const engine = await phone.start();
  await phone.pass(1_000);
  await store.write((tx) => setFact(tx, scope, 'check_in', { teamId: 7, at: now, shownAt: now - 60_000 }));
  engine.requestRound('button');
  await phone.pass(1_000);
  const checkedIn = { team_id: 7, at: new Date(now).toISOString() };
  expect(reportsOf(phone).map((report) => report.checked_in)).toEqual([undefined, checkedIn]);
  const later = await countForBoard(store, scope, now + 12 * minutes(60));
  expect(later).not.toHaveProperty('checked_in');
  await engine.stop();
});

test('a lost report is sent by the next round, and the round counts as done', async () => {
  const phone = await createPhone((count) => (count === 1 ? 'lost' : received));
  const engine = await phone.start();
  await phone.pass(1_000);
  expect(engine.getStatus()).toMatchObject({ phase: { kind: 'idle' }, problem: null });
  engine.requestRound('write');
  await phone.pass(1_000);
  expect(reportsOf(phone)).toHaveLength(2);
  await phone.pass(minutes(4));
  expect(reportsOf(phone)).toHaveLength(2);
  await engine.stop();
});

test('a refused report is not repeated before the time of the next one', async () => {
  const phone = await createPhone(() => ({ status: 422, body: {} }));
  const engine = await phone.start();
  await phone.pass(1_000);
  engine.requestRound('button');
  await phone.pass(minutes(4));
  expect(reportsOf(phone)).toHaveLength(1);
  await engine.stop();
});

test('an overloaded service is left alone as long as it requires', async () => {
  const phone = await createPhone(() => ({ status: 503, headers: { 'retry-after': '600' }, body: {} }));
  const engine = await phone.start();
  await phone.pass(1_000);
  const { length } = phone.ports.sent;
  engine.requestRound('write');
  await phone.pass(minutes(9));
  expect(phone.ports.sent).toHaveLength(length);
  await engine.stop();
});
