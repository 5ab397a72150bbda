import { applyCashRecords, listCashRecords } from '@/db/cash/cashRecords';
import { insertDayEntry, listShiftEntries, removeDayEntriesBefore, removeDayEntry } from '@/db/dayTotals';
import { getDraft, setDraft } from '@/db/drafts';
import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { uncountCapture } from '@/db/gifts';
import { enqueue, listOutbox } from '@/db/outbox/outbox';
import { getOpenShift } from '@/db/cash/shifts';
import { dayOf } from '@/domain/day';
import { closeShift, handOver, replyTo, takeBack } from '@/features/cash/mutations';

import { capture } from '../../db/harness';
import { dayEntry } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';

import { close, draftOf, hour, myCash, openShiftId, takeCash } from './countedShift';

describe('a shift', () => {
  it('begins with the first record and goes on after midnight', async () => {
    const test = await createTestRuntime();
    expect(await getOpenShift(test.store, test.scope)).toBeNull();
    await takeCash(test, 'evening', 2_000);
    await takeCash(test, 'after midnight', 500, saturday + 12 * hour);
    const shift = await getOpenShift(test.store, test.scope);
    expect(shift).toEqual({ id: 'evening', startedAt: saturday });
    expect((await listShiftEntries(test.store, test.scope, 'evening')).map(({ id }) => id)).toEqual([
      'evening',
      'after midnight',
    ]);
  });

  it('keeps its records until it is counted, however old they are', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    const prune = () => test.store.write((tx) => removeDayEntriesBefore(tx, test.scope, '2030-01-01'));
    await prune();
    expect((await myCash(test)).entries).toHaveLength(1);
    expect(await close(test, ['one'], 2_000)).toBe('saved');
    await prune();
    expect(await listShiftEntries(test.store, test.scope, 'one')).toEqual([]);
  });

  it('keeps a record that replaces another, also after it is closed', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 2_000);
    await store.write(async (tx) => {
      const shiftId = await removeDayEntry(tx, scope, 'one');
      const again = dayEntry({ id: 'corrected', amount: 2_500, savedAt: saturday, takenOn: dayOf(saturday) });
      await insertDayEntry(tx, scope, again, shiftId);
    });
    expect(await getOpenShift(store, scope)).toBeNull();
    expect((await listShiftEntries(store, scope, 'one')).map(({ id }) => id)).toEqual(['corrected']);
  });

  it('has a record once, on whichever day of the phone it is counted again', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    await takeCash(test, 'one', 2_000);
    await takeCash(test, 'one', 1_500, saturday + 24 * hour);
    expect((await myCash(test)).entries).toMatchObject([{ id: 'one', amount: 1_500 }]);
    await store.write((tx) => removeDayEntry(tx, scope, 'one'));
    expect((await myCash(test)).entries).toEqual([]);
  });

  it('gets a key of its own when the record that began one was not in its count', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    const uncount = () => store.write((tx) => uncountCapture(tx, scope, 'one'));
    await takeCash(test, 'one', 2_000);
    await takeCash(test, 'two', 1_000);
    await uncount();
    // Its cancellation is taken back while somebody counts.
    await takeCash(test, 'one', 2_000);
    expect(await close(test, ['two'], 1_000)).toBe('saved');
    expect(await myCash(test)).toMatchObject({ shift: { id: 'one-2' }, entries: [{ id: 'one' }] });
    // And after the count.
    await takeCash(test, 'three', 500);
    await uncount();
    expect(await close(test, ['three'], 500)).toBe('saved');
    await takeCash(test, 'one', 2_000);
    expect(await myCash(test)).toMatchObject({ shift: { id: 'one-3' }, entries: [{ id: 'one' }] });
  });
});

describe('closing a shift', () => {
  it('saves the count with its records and deletes the draft', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'one' }), saturday));
    await takeCash(test, 'one', 2_000);
    await takeCash(test, 'two', 1_000);
    await store.write((tx) => setDraft(tx, scope, 'count', { some: 'draft' }, saturday));
    expect(await close(test, ['one', 'two'], 2_900)).toBe('saved');

    const [record] = await listCashRecords(store, scope);
    expect(record).toMatchObject({
      userId: scope.userId,
      content: {
        kind: 'count',
        shift: { key: 'one', started_at: new Date(saturday).toISOString() },
        expected: [{ amount: 3_000 }],
        counted: [{ amount: 2_900 }],
        records: [{ key: 'one' }, { key: 'two' }],
        unsent: 1,
      },
    });
    expect(await getDraft(store, scope, 'count')).toBeNull();
    const { shift, chain } = await myCash(test);
    expect(shift).toBeNull();
    expect(chain.kept).toHaveLength(1);
  });

  it('moves what was saved after counting began to the next shift', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'counted', 2_000);
    await takeCash(test, 'later', 700, saturday + hour);
    expect(await close(test, ['counted'], 2_000)).toBe('saved');
    const { shift, entries, chain } = await myCash(test);
    expect(shift).toEqual({ id: 'later', startedAt: saturday + hour });
    expect(entries.map(({ id }) => id)).toEqual(['later']);
    expect(chain.counts[0]?.records.map(({ key }) => key)).toEqual(['counted']);
  });

  it('finds the tick of a cheque that was fixed while somebody counted', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    const cheque = {
      amount: 2_000,
      paymentMethodKind: 'cheque',
      savedAt: saturday,
      takenOn: dayOf(saturday),
    };
    await store.write((tx) => insertDayEntry(tx, scope, dayEntry({ id: 'one', ...cheque })));
    const shiftId = await openShiftId(test);
    for (const [id, replacedBy] of [
      ['one', 'fixed'],
      ['fixed', 'again'],
    ] as const)
      await store.write(async (tx) => {
        await insertFixedRecord(tx, scope, { id, replacedBy });
        const shift = await removeDayEntry(tx, scope, id);
        await insertDayEntry(tx, scope, dayEntry({ id: replacedBy, ...cheque }), shift);
      });
    const draft = draftOf(['one'], { there: ['one'] });
    expect(await closeShift(test.runtime, { shiftId, draftKey: 'count', draft, sums: [] })).toBe('saved');
    const { shift, chain } = await myCash(test);
    expect(shift).toBeNull();
    expect(chain.counts[0]?.records).toMatchObject([{ key: 'again', is_there: true }]);
  });

  it('changes nothing when the shift is closed already', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    const shiftId = await openShiftId(test);
    await close(test, ['one'], 2_000);
    const again = { shiftId, draftKey: 'count', draft: draftOf(['one'], { key: 'again' }), sums: [] };
    expect(await closeShift(test.runtime, again)).toBe('changed');
    expect((await myCash(test)).chain.counts).toHaveLength(1);
  });

  it('says of each record whether it was sent', async () => {
    const test = await createTestRuntime();
    await test.store.write((tx) => enqueue(tx, test.scope, capture({ id: 'one' }), saturday));
    await takeCash(test, 'one', 2_000);
    await takeCash(test, 'two', 1_000);
    await close(test, ['one', 'two'], 3_000);
    const [count] = (await myCash(test)).chain.counts;
    expect(count?.records.map(({ is_unsent: isUnsent }) => isUnsent)).toEqual([true, undefined]);
  });
});

describe('a cash record', () => {
  it('waits in the outbox, and is shown once when the service has it', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 2_000);
    const [row] = await listOutbox(store, scope);
    expect(row).toMatchObject({ kind: 'cash_record', state: 'queued', id: 'count of one' });
    const [mine] = await listCashRecords(store, scope);
    const key = 'count of one';
    const record = { id: 7, key, kind: 'count', user_id: scope.userId, content: { ...mine!.content } };
    await store.write((tx) => applyCashRecords(tx, scope, [record]));
    expect(await listCashRecords(store, scope)).toEqual([mine]);
  });
});

describe('a hand-over', () => {
  it('takes what was counted out of the hand', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 1_900);
    const toGive = (await myCash(test)).chain;
    const to = { user_id: 4, name: 'Amina Berger' };
    expect(await handOver(test.runtime, { key: 'given', toGive, to, draftKey: 'hand-over' })).toBe('saved');
    const { chain } = await myCash(test);
    expect(chain.kept).toEqual([]);
    expect(chain.handOvers[0]).toMatchObject({
      state: 'offered',
      handOver: { to, cash: [{ currency: 'EUR', amount: 1_900 }], counts: ['count of one'] },
    });
  });

  it('is taken back once, until the receiver has confirmed it', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 2_000);
    const { chain } = await myCash(test);
    await handOver(test.runtime, { key: 'given', toGive: chain, to: { name: 'Yann' }, draftKey: 'hand' });
    const given = (await myCash(test)).chain.handOvers[0]?.handOver;
    if (!given) throw new Error('nothing was handed over');
    expect(await takeBack(test.runtime, { key: 'back', handOver: given })).toBe('saved');
    expect(await takeBack(test.runtime, { key: 'again', handOver: given })).toBe('changed');
    const after = (await myCash(test)).chain;
    expect([after.handOvers[0]?.state, after.kept.length]).toEqual(['taken_back', 1]);
    // The service had stored a reply before: that one stands.
    const content = {
      kind: 'reply',
      key: 'reply',
      made_at: '2026-11-14T20:00:00Z',
      hand_over: 'given',
      counted: [{ currency: 'EUR', amount: 2_000 }],
      cheques: 0,
      is_disputed: false,
    };
    await test.store.write((tx) =>
      applyCashRecords(tx, test.scope, [{ id: 1, key: 'reply', kind: 'reply', user_id: 6, content }])
    );
    const crossed = (await myCash(test)).chain;
    expect([crossed.handOvers[0]?.state, crossed.kept.length]).toEqual(['received', 0]);
    const second = await takeBack(test.runtime, { key: 'late', handOver: given });
    expect(second).toBe('changed');
  });

  it('to this person waits until they count it', async () => {
    const test = await createTestRuntime();
    const { store, scope, runtime } = test;
    const content = {
      kind: 'hand_over',
      key: 'from yann',
      made_at: '2026-11-14T19:00:00Z',
      counts: ['x'],
      received: [],
      cash: [{ currency: 'EUR', amount: 5_000 }],
      cheques: 0,
      to: { user_id: scope.userId, name: 'Marc Dulac' },
    } as const;
    const record = { id: 1, key: content.key, kind: 'hand_over', user_id: 6, content };
    await store.write((tx) => applyCashRecords(tx, scope, [record]));
    expect((await myCash(test)).offered).toMatchObject([{ userId: 6, handOver: { key: 'from yann' } }]);
    const reply = {
      kind: 'reply' as const,
      key: 'reply',
      made_at: '2026-11-14T19:10:00Z',
      hand_over: 'from yann',
      counted: [{ currency: 'EUR', amount: 5_000 }],
      cheques: 0,
      is_disputed: false,
    };
    expect(await replyTo(runtime, 'reply', reply)).toBe('saved');
    expect((await myCash(test)).offered).toEqual([]);
  });

  it('that another person confirmed than the one who was named is still offered', async () => {
    const test = await createTestRuntime();
    const { userId } = test.scope;
    const made_at = '2026-11-14T20:00:00Z';
    const to = { user_id: userId, name: 'Marc' };
    const given = {
      made_at,
      kind: 'hand_over',
      key: 'given',
      counts: ['c'],
      received: [],
      cash: [],
      cheques: 0,
      to,
    };
    const reply = {
      made_at,
      kind: 'reply',
      key: 'r',
      hand_over: 'given',
      counted: [],
      cheques: 0,
      is_disputed: false,
    };
    const recordOf = (id: number, maker: number, content: { kind: string; key: string }) => ({
      id,
      key: content.key,
      kind: content.kind,
      user_id: maker,
      content,
    });
    await test.store.write((tx) =>
      applyCashRecords(tx, test.scope, [recordOf(1, 6, given), recordOf(2, 7, reply)] as never)
    );
    expect((await myCash(test)).offered).toHaveLength(1);
  });

  it.each(['named', 'typed as a name'])(
    'to this person (%s) that was taken back is not offered, and a late confirmation is shown as crossed',
    async (how) => {
      const test = await createTestRuntime();
      const to = { ...(how === 'named' && { user_id: test.scope.userId }), name: 'Marc' };
      const base = { made_at: '2026-11-14T20:00:00Z', to };
      const given = {
        ...base,
        kind: 'hand_over',
        key: 'given',
        counts: ['c'],
        received: [],
        cash: [],
        cheques: 0,
      };
      const back = { ...base, kind: 'take_back', key: 'back', hand_over: 'given' };
      const record = (id: number, userId: number, content: typeof given | typeof back) => ({
        id,
        key: content.key,
        kind: content.kind,
        user_id: userId,
        content,
      });
      // Somebody else cannot take it back.
      await test.store.write((tx) =>
        applyCashRecords(tx, test.scope, [record(1, 6, given), record(2, 7, { ...back, key: 'foreign' })])
      );
      expect((await myCash(test)).offered).toHaveLength(how === 'named' ? 1 : 0);
      await test.store.write((tx) => applyCashRecords(tx, test.scope, [record(3, 6, back)]));
      expect(await myCash(test)).toMatchObject({ offered: [], crossed: [] });
      await replyTo(test.runtime, 'reply', {
        kind: 'reply',
        key: 'mine',
        made_at: '2026-11-14T21:00:00Z',
        hand_over: 'given',
        counted: [],
        cheques: 0,
        is_disputed: false,
      });
      expect((await myCash(test)).crossed).toHaveLength(1);
    }
  );
});

it('saves the reason of a difference, and none where the count matches', async () => {
  const test = await createTestRuntime();
  const closeWith = async (id: string, amount: number) => {
    await takeCash(test, id, 2_000);
    const draft = draftOf([id], { reason: 'A torn note' });
    const sums = [{ currency: 'EUR', amount }];
    return closeShift(test.runtime, { shiftId: await openShiftId(test), draftKey: 'count', draft, sums });
  };
  await closeWith('one', 1_900);
  await closeWith('two', 2_000);
  const { chain } = await myCash(test);
  expect(chain.counts.map(({ reason }) => reason)).toEqual(['A torn note', undefined]);
});
