/** A gift that was counted is never counted again, also where its entry is not on the phone. */
import { applyCashRecords } from '@/db/cash/cashRecords';
import { listDayEntries, removeDayEntriesBefore } from '@/db/dayTotals';
import { listMissingRecords } from '@/db/ledger/missing';
import { applyBundles } from '@/db/ledger/bundles';
import { readMyCash } from '@/db/cash/myCash';
import { getOpenShift } from '@/db/cash/shifts';
import { dayOf } from '@/domain/day';
import { keepFirstVersion } from '@/features/outbox/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { deleteConfirmed, getOutboxRow, markConfirmed } from '@/db/outbox/outbox';

import { close } from '../cash/countedShift';
import { saturday } from '../support/runtime';
import { mistake, savedGift } from './savedGift';

type Gift = Awaited<ReturnType<typeof savedGift>>;

/** Retention deletes the entries of what was counted. */
const prune = ({ store, scope }: Gift) =>
  store.write((tx) => removeDayEntriesBefore(tx, scope, '2027-01-01'));
const openShift = ({ store, scope }: Gift) => getOpenShift(store, scope);

it('is not cancelled after retention deleted its entry', async () => {
  const gift = await savedGift();
  await close(gift, [gift.id], 2_000);
  await gift.arrive();
  await prune(gift);
  expect(await cancelRecord(gift.runtime, gift.id, mistake)).toBe('counted');
});

it('is not cancelled on a second phone of the person', async () => {
  const gift = await savedGift();
  const { store, scope } = gift;
  await gift.arrive();
  const record = { key: gift.id, amount: 2_000, currency: 'EUR', payment_method_kind: 'cash' };
  const content = { kind: 'count', key: 'c', made_at: '2026-11-14T12:00:00Z', records: [record] };
  await store.write(async (tx) => {
    await tx.run('DELETE FROM day_entries');
    await applyCashRecords(tx, scope, [{ id: 1, key: 'c', user_id: scope.userId + 1, content }]);
  });
  // Somebody else's count of it does not count.
  expect(await cancelRecord(gift.runtime, gift.id, mistake)).toBe('correcting');
  await store.write((tx) =>
    applyCashRecords(tx, scope, [{ id: 2, key: 'd', user_id: scope.userId, content }])
  );
  expect(await cancelRecord(gift.runtime, gift.id, mistake)).toBe('counted');
});

it('begins no shift when it is fixed after retention deleted its entry', async () => {
  const gift = await savedGift();
  await gift.claim();
  await gift.move('parked');
  await close(gift, [gift.id], 2_000);
  await prune(gift);
  expect((await gift.change({}, '35')).result).toEqual({ kind: 'saved' });
  expect(await openShift(gift)).toBeNull();
});

describe('a gift that was fixed and then counted, and whose first version arrived', () => {
  async function keptFirst(hasEntry: boolean) {
    const gift = await savedGift();
    const { store, scope, runtime, id } = gift;
    const { draft } = await gift.change({}, '35');
    await close(gift, [id], 3_500);
    if (!hasEntry) await prune(gift);
    await store.write(async (tx) => {
      await tx.run(`UPDATE outbox SET state = 'acked', server_id = 5, acked_at = 1 WHERE id = ?`, [id]);
      await tx.run(`UPDATE outbox SET state = 'needs_person' WHERE id = ?`, [draft.id]);
    });
    const row = (await getOutboxRow(store, scope, draft.id))!;
    expect(await keepFirstVersion(runtime, row, 5)).toBe(true);
    return { ...gift, fixedId: draft.id };
  }

  it('is found under its first key, which the count states', async () => {
    const { store, scope, fixedId, id } = await keptFirst(true);
    expect((await listMissingRecords(store, scope, [fixedId])).size).toBe(0);
    const count = await store.read((reader) =>
      reader.get<{ body: string }>(`SELECT body FROM outbox WHERE kind = 'cash_record'`, [])
    );
    const { data } = JSON.parse(count?.body ?? '') as { data: { cash_record: { records: object[] } } };
    expect(data.cash_record.records).toMatchObject([{ key: fixedId, first_key: id, amount: 3_500 }]);
    expect(await listDayEntries(store, scope, dayOf(saturday))).toMatchObject([{ id, amount: 2_000 }]);
  });

  it('is counted under the key that arrived, also when the row of the first version is deleted', async () => {
    const gift = await savedGift();
    const { store, scope, runtime, id } = gift;
    const { draft } = await gift.change({}, '35');
    const payment = {
      id: 50,
      amount: 2_000,
      currency: 'EUR',
      payment_method_kind: 'cash',
      delivery_token: id,
    };
    await store.write(async (tx) => {
      await applyBundles(tx, scope, [{ id: 5, transactions: [payment], memberships: [], donations: [] }]);
      await tx.run(`UPDATE outbox SET state = 'acked', server_id = 5, acked_at = 1 WHERE id = ?`, [id]);
      await markConfirmed(tx, scope, [id], saturday);
      await deleteConfirmed(tx, scope);
      await tx.run(`UPDATE outbox SET state = 'needs_person' WHERE id = ?`, [draft.id]);
    });
    expect(await keepFirstVersion(runtime, (await getOutboxRow(store, scope, draft.id))!, 5)).toBe(true);
    await close(gift, [id], 2_000);
    const [record] = (await readMyCash(store, scope)).chain.counts.flatMap(({ records }) => records);
    expect(record).toEqual({ key: id, amount: 2_000, currency: 'EUR', payment_method_kind: 'cash' });
  });

  it('begins no shift after retention deleted its entry', async () => {
    expect(await openShift(await keptFirst(false))).toBeNull();
  });
});
