import { listAnswers } from '@/db/answers';
import {
  applyTransition,
  cancelRow,
  enqueue,
  getOutboxRow,
  type NewOutboxRow,
  replaceRow,
} from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';
import { giftAnswersRow } from '@/features/shared/answersRow';

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

describe('answers of a new supporter', () => {
  const giftId = captureId(5);
  const gift: NewOutboxRow = {
    id: giftId,
    kind: 'bundle_create',
    entity: entityOf('bundle', giftId),
    body: JSON.stringify({
      data: { transactions: [{ amount: 2000, currency: 'eur', delivery_token: giftId }] },
    }),
    bodyVersion: 1,
    amount: 2000,
  };
  const answers = {
    uuid: captureId(6),
    answered_at: '2026-03-01T10:00:00.000Z',
    answers: [{ form_id: 5, data: '1' }],
  };
  const row = giftAnswersRow(answers, giftId, 'Ida');
  const bundlePosts = ({ ports }: TestPhone) =>
    ports.sent.filter(({ path }) => path === '/v1/transaction_bundles');

  test('wait until their gift has arrived, and are sent with the number of its bundle', async () => {
    let isUp = false;
    const phone = await createTestPhone(
      emptyService(withAnswers, (sent) => {
        if (!isUp) return 'lost';
        const bundle = {
          id: 41,
          transactions: [{ id: 1, amount: 2000, currency: 'eur', delivery_token: giftId }],
        };
        return success(sent.path === '/v1/answers' ? { ...dataOf(sent), id: 7, user_id: 1 } : bundle);
      })
    );
    await save(phone, gift, row);
    const engine = await phone.start();
    await phone.pass(minutes(2));
    expect(bundlePosts(phone).length).toBeGreaterThan(0);
    expect(postsOf(phone)).toEqual([]);
    isUp = true;
    engine.requestRound('button');
    await phone.pass(minutes(10));
    expect(postsOf(phone).map(dataOf)).toEqual([{ ...answers, bundle_id: 41 }]);
  });

  test('end with a gift that is cancelled before it is sent, also where the service had no place for them', async () => {
    const phone = await createTestPhone(emptyService(withAnswers, () => 'lost'));
    const { store, scope, ports } = phone;
    await save(phone, gift, row);
    const now = ports.clock.now();
    await store.write((tx) => applyTransition(tx, { id: row.id, from: 'queued', to: 'local', now }));
    await store.write(async (tx) => {
      const saved = await getOutboxRow(tx, scope, giftId);
      if (saved) await cancelRow(tx, scope, saved, { reason: 'undone', now });
    });
    expect(await phone.states()).toEqual(['cancelled', 'cancelled']);
  });

  test('go behind the version that replaces their gift', async () => {
    const phone = await createTestPhone(emptyService(withAnswers, () => 'lost'));
    const { store, scope, ports } = phone;
    await save(phone, gift, row);
    const other = { ...gift, id: captureId(8), entity: entityOf('bundle', captureId(8)) };
    await store.write((tx) =>
      replaceRow(tx, scope, { id: giftId, state: 'queued' }, other, ports.clock.now())
    );
    const rows = await phone.rows();
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      [giftId, 'replaced'],
      [captureId(8), 'queued'],
      [row.id, 'queued'],
    ]);
    expect(rows.at(-1)?.entity).toBe(other.entity);
  });
});
