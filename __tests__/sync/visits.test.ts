import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { countVisitsByAction, listVisits } from '@/db/visits';
import { setFact } from '@/db/facts';
import { entityOf } from '@/domain/entity';

import {
  captureId,
  createTestPhone,
  emptyService,
  refuse,
  success,
  type Sent,
  type TestPhone,
} from './support';
import { minutes } from './outboxPhone';

const withVisits = ['idempotency_key', 'changes', 'visits'];

function visitRow(number: number, undoes?: number): NewOutboxRow {
  const uuid = captureId(number);
  const first = undoes === undefined ? uuid : captureId(undoes);
  const data = {
    uuid,
    action_id: 5,
    address: { house_number: '8', street: 'Rue des Lilas', city: 'Lyon' },
    outcome: undoes === undefined ? 'nobody_in' : 'undone',
    ...(undoes === undefined ? {} : { undoes: first }),
    visited_at: '2026-03-01T10:00:00.000Z',
  };
  return {
    id: uuid,
    kind: 'visit_create',
    entity: entityOf('visit', first),
    body: JSON.stringify({ data }),
    bodyVersion: 1,
  };
}

const save = ({ store, scope, ports }: TestPhone, ...rows: NewOutboxRow[]) =>
  store.write(async (tx) => {
    for (const row of rows) await enqueue(tx, scope, row, ports.clock.now());
  });

const postsOf = ({ ports }: TestPhone) => ports.sent.filter(({ path }) => path === '/v1/visits');
const uuidOf = ({ body = '{}' }: Sent) => (JSON.parse(body) as { data: { uuid: string } }).data.uuid;
const stored = (sent: Sent, id: number) =>
  success({ ...(JSON.parse(sent.body ?? '{}') as { data: object }).data, id, user_id: 1 });

test('without the extension a visit stays on the phone, counts, and is no error', async () => {
  const phone = await createTestPhone(emptyService(['idempotency_key'], () => 'lost'));
  await save(phone, visitRow(1));
  await phone.start();
  await phone.pass(minutes(10));
  expect(postsOf(phone)).toEqual([]);
  expect(await phone.states()).toEqual(['local']);
  const [visit] = await listVisits(phone.store, phone.scope, 5);
  expect(visit).toMatchObject({ uuid: captureId(1), outcome: 'nobody_in', state: 'local' });
  expect((await countVisitsByAction(phone.store, phone.scope)).get(5)?.visits).toBe(1);
});

test('without a network a visit is local too, where the service is known to have no place for it', async () => {
  const phone = await createTestPhone(emptyService([], () => 'lost'));
  await phone.store.write((tx) => setFact(tx, phone.scope, 'capabilities', []));
  phone.ports.setOnline(false);
  await save(phone, visitRow(1));
  await phone.start();
  await phone.pass(1_000);
  expect(await phone.states()).toEqual(['local']);
});

test('visits are sent once the service has gained the extension', async () => {
  let extensions = ['idempotency_key', 'changes'];
  let number = 100;
  const phone = await createTestPhone((sent, count) =>
    emptyService(extensions, (write) => stored(write, (number += 1)))(sent, count)
  );
  await save(phone, visitRow(1), visitRow(2));
  const engine = await phone.start({ capabilitiesTtlMs: 0 });
  await phone.pass(minutes(1));
  expect(await phone.states()).toEqual(['local', 'local']);
  extensions = withVisits;
  engine.requestRound('button');
  await phone.pass(minutes(1));
  expect(postsOf(phone).map(uuidOf)).toEqual([captureId(1), captureId(2)]);
  expect(await phone.states()).toEqual(['acked', 'acked']);
});

test('a refused visit becomes local when the service turns out to have no place for it', async () => {
  let extensions = withVisits;
  const phone = await createTestPhone((sent, count) =>
    emptyService(extensions, () => refuse('not_found'))(sent, count)
  );
  await save(phone, visitRow(1));
  const engine = await phone.start({ capabilitiesTtlMs: 0 });
  await phone.pass(minutes(1));
  expect(await phone.states()).toEqual(['parked']);
  extensions = ['idempotency_key', 'changes'];
  engine.requestRound('button');
  await phone.pass(minutes(1));
  expect(await phone.states()).toEqual(['local']);
});

test('a visit is taken back only after it was sent, and its row is kept until the feed shows it', async () => {
  let isShown = false;
  const service = emptyService(withVisits, (sent, nth) => (nth === 1 ? 'lost' : stored(sent, 99 + nth)));
  const phone = await createTestPhone((sent, count) => {
    if (isShown && sent.path.startsWith('/v1/changes')) {
      const record = { uuid: captureId(1), action_id: 5, outcome: 'nobody_in', user_id: 1 };
      const changes = [{ kind: 'visit', id: 101, record: { id: 101, ...record } }];
      return success({ changes, cursor: 'end', more: false, position: 'a.99' });
    }
    return service(sent, count);
  });
  await save(phone, visitRow(1), visitRow(2, 1));
  const engine = await phone.start();
  await phone.pass(minutes(5));
  // The first response was lost: the same visit is sent again before the one that takes it back.
  expect(postsOf(phone).map(uuidOf)).toEqual([captureId(1), captureId(1), captureId(2)]);
  expect(await phone.states()).toEqual(['acked', 'acked']);
  expect((await countVisitsByAction(phone.store, phone.scope)).get(5)).toBeUndefined();
  isShown = true;
  engine.requestRound('button');
  await phone.pass(minutes(1));
  // The feed passed both and shows one: the other is lost, and sent again once.
  expect(await phone.rows()).toMatchObject([{ id: captureId(2) }]);
  expect(postsOf(phone).map(uuidOf).slice(3)).toEqual([captureId(2)]);
});
