import { listCashRecords } from '@/db/cash/cashRecords';
import { entityOf } from '@/domain/entity';

import { feedPhone, row } from './feedPhone';
import { captureId } from './support';

const key = captureId(1);
const content = {
  kind: 'count',
  key,
  made_at: '2026-03-01T10:00:00.000Z',
  shift: { key: 'shift', started_at: '2026-03-01T08:00:00.000Z' },
  expected: [{ currency: 'eur', amount: 500 }],
  counted: [{ currency: 'eur', amount: 500 }],
  records: [],
  unsent: 0,
};
const countRow = row(1, 'cash_record', entityOf('cash', key), { cash_record: content });
const change = { kind: 'cash_record', id: 50, record: { id: 50, key, user_id: 1, content } };

test('a count is shown, once, until the feed shows it, and then its row is deleted', async () => {
  const phone = await feedPhone({ extensions: ['cash_records'] });
  const { store, scope, feed } = phone;
  const shown = async () => (await listCashRecords(store, scope)).map((record) => record.content.key);
  await phone.save(countRow);
  await phone.round();
  feed.pages.push({ position: 'a.9' });
  await phone.round();
  expect([await phone.states(), await shown()]).toEqual([['acked'], [key]]);
  feed.pages.push({ changes: [change], position: 'a.11' });
  await phone.round();
  expect([await phone.states(), await shown()]).toEqual([[], [key]]);
  expect(phone.writes).toHaveLength(1);
  await phone.engine.stop();
});

test('a count that the feed has passed and does not contain is sent again under its key, once', async () => {
  const phone = await feedPhone({ extensions: ['cash_records'] });
  const { store, scope, feed } = phone;
  await phone.save(countRow);
  await phone.round();
  feed.pages.push({ position: 'a.11' });
  await phone.round();
  expect(await listCashRecords(store, scope)).toHaveLength(1);
  await phone.round();
  expect(phone.writes.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key]);
  await phone.engine.stop();
});
