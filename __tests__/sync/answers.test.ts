import { listAnswers } from '@/db/answers';
import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

import { captureId, createTestPhone, emptyService, success, type Sent, type TestPhone } from './support';
import { minutes } from './outboxPhone';

const withAnswers = ['idempotency_key', 'changes', 'answers'];
const contactId = 90;

function answersRow(number: number): NewOutboxRow {
  const uuid = captureId(number);
  const answers = [{ form_id: 5, data: '1', version: 2 }];
  const data = { uuid, contact_id: contactId, answered_at: '2026-03-01T10:00:00.000Z', answers };
  return {
    id: uuid,
    kind: 'answers_create',
    entity: entityOf('answers', uuid),
    body: JSON.stringify({ data }),
    bodyVersion: 1,
  };
}

const save = ({ store, scope, ports }: TestPhone, ...rows: NewOutboxRow[]) =>
  store.write(async (tx) => {
    for (const row of rows) await enqueue(tx, scope, row, ports.clock.now());
  });

const postsOf = ({ ports }: TestPhone) => ports.sent.filter(({ path }) => path === '/v1/answers');
const shown = ({ store, scope }: TestPhone) => listAnswers(store, scope, contactId);
const dataOf = ({ body = '{}' }: Sent) => (JSON.parse(body) as { data: { uuid: string } }).data;

test('without the extension answers stay on the phone, and are shown as such', async () => {
  const phone = await createTestPhone(emptyService(['idempotency_key', 'changes'], () => 'lost'));
  await save(phone, answersRow(1));
  await phone.start();
  await phone.pass(minutes(10));
  expect(postsOf(phone)).toEqual([]);
  expect(await phone.states()).toEqual(['local']);
  expect(await shown(phone)).toMatchObject([{ uuid: captureId(1), state: 'local' }]);
});

test('answers whose response was lost are sent again under their key, and shown once until the feed has them', async () => {
  let isShown = false;
  const service = emptyService(withAnswers, (sent, nth) =>
    nth === 1 ? 'lost' : success({ ...dataOf(sent), id: 99 + nth, user_id: 1 })
  );
  const phone = await createTestPhone((sent, count) => {
    if (isShown && sent.path.startsWith('/v1/changes')) {
      const record = { ...dataOf(postsOf(phone)[0] ?? sent), id: 101, user_id: 1 };
      const changes = [{ kind: 'answers', id: 101, record }];
      return success({ changes, cursor: 'end', more: false, position: 'a.99' });
    }
    return service(sent, count);
  });
  await save(phone, answersRow(1), answersRow(2));
  const engine = await phone.start();
  await phone.pass(minutes(5));
  expect(postsOf(phone).filter((sent) => dataOf(sent).uuid === captureId(1))).toHaveLength(2);
  expect(await phone.states()).toEqual(['acked', 'acked']);
  expect((await shown(phone)).map(({ uuid }) => uuid)).toEqual([captureId(1), captureId(2)]);
  const before = postsOf(phone).length;
  isShown = true;
  engine.requestRound('button');
  await phone.pass(minutes(1));
  // The feed passed both and shows one: the other is lost, and sent again once.
  expect(await phone.rows()).toMatchObject([{ id: captureId(2) }]);
  expect(
    postsOf(phone)
      .slice(before)
      .map((sent) => dataOf(sent).uuid)
  ).toEqual([captureId(2)]);
  expect(await shown(phone)).toMatchObject([{ uuid: captureId(1), state: null }, { uuid: captureId(2) }]);
});
