import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { applyBundles } from '@/db/ledger/bundles';
import { applyTransition, enqueue } from '@/db/outbox/outbox';
import { handOver, recount, takeBack } from '@/features/cash/mutations';

import { capture } from '../../db/harness';
import { createTestRuntime, saturday } from '../support/runtime';

import { close, draftOf, hour, myCash, takeCash, type Test } from './countedShift';

describe('counting again', () => {
  const again = (test: Test, countKey: string, amount: number, key = 'again') =>
    recount(test.runtime, {
      countKey,
      draftKey: 'recount',
      draft: draftOf(['one'], { key, reason: 'A note was folded' }),
      sums: [{ currency: 'EUR', amount }],
    });
  const first = 'count of one';

  it('replaces the count with the same records, and keeps it', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 1_900);
    await takeCash(test, 'later', 500, saturday + hour);
    expect(await again(test, first, 2_000)).toBe('saved');
    const { chain, entries } = await myCash(test);
    expect(chain.counts).toMatchObject([
      {
        key: 'again',
        replaces: first,
        shift: { key: 'one' },
        counted: [{ amount: 2_000 }],
        expected: [{ amount: 2_000 }],
        records: [{ key: 'one', amount: 2_000 }],
        reason: 'A note was folded',
      },
    ]);
    expect(chain.replaced.map(({ key }) => key)).toEqual([first]);
    expect(chain.kept.map(({ key }) => key)).toEqual(['again']);
    // The shift that is open meanwhile stays as it is.
    expect(entries.map(({ id }) => id)).toEqual(['later']);
  });

  it('says that a record which was fixed after the count is not sent', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'one' }), saturday));
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 1_900);
    await store.write(async (tx) => {
      await enqueue(tx, scope, capture({ id: 'fixed' }), saturday);
      const patch = { replacedBy: 'fixed' };
      await applyTransition(tx, { id: 'one', from: 'queued', to: 'replaced', now: saturday, patch });
      await insertFixedRecord(tx, scope, { id: 'one', replacedBy: 'fixed' });
    });
    expect(await again(test, first, 2_000)).toBe('saved');
    const [count] = (await myCash(test)).chain.counts;
    expect(count).toMatchObject({ unsent: 1, records: [{ key: 'one', is_unsent: true }] });
  });

  it('is not possible once the cash was handed over, and again after it was taken back', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 1_900);
    const toGive = (await myCash(test)).chain;
    await handOver(test.runtime, { key: 'given', toGive, to: { name: 'Amina' }, draftKey: 'hand' });
    expect(await again(test, first, 2_000)).toBe('changed');
    const [given] = (await myCash(test)).chain.handOvers;
    if (!given) throw new Error('nothing was handed over');
    await takeBack(test.runtime, { key: 'back', handOver: given.handOver });
    expect(await again(test, first, 2_000)).toBe('saved');
    // A count that was replaced is not counted again.
    expect(await again(test, first, 1_800, 'third')).toBe('changed');
    expect((await myCash(test)).chain.kept).toMatchObject([{ counted: [{ amount: 2_000 }] }]);
  });

  it('lets nobody hand over the sum that was shown before', async () => {
    const test = await createTestRuntime();
    await takeCash(test, 'one', 2_000);
    await close(test, ['one'], 1_900);
    const shown = (await myCash(test)).chain;
    await again(test, first, 2_000);
    const give = { key: 'given', toGive: shown, to: { name: 'Amina' }, draftKey: 'hand' };
    expect(await handOver(test.runtime, give)).toBe('changed');
    expect((await myCash(test)).chain.handOvers).toEqual([]);
  });

  it('lets nobody hand over a sum of which a part is at the bank meanwhile', async () => {
    const test = await createTestRuntime();
    const { store, scope } = test;
    await takeCash(test, 'one', 2_000);
    await takeCash(test, 'two', 500);
    await close(test, ['one', 'two'], 2_500);
    const shown = (await myCash(test)).chain;
    const payment = {
      id: 50,
      amount: 500,
      currency: 'eur',
      payment_method_kind: 'cash',
      delivery_token: 'two',
    };
    const batches = [{ id: 1, transaction_id: 50, state: 'deposited' as const, amount: 500 }];
    await store.write((tx) => applyBundles(tx, scope, [{ id: 5, transactions: [payment], batches }]));
    const give = { key: 'given', toGive: shown, to: { name: 'Amina' }, draftKey: 'hand' };
    expect(await handOver(test.runtime, give)).toBe('changed');
    const toGive = (await myCash(test)).chain;
    expect(await handOver(test.runtime, { ...give, toGive })).toBe('saved');
    const [followed] = (await myCash(test)).chain.handOvers;
    expect(followed?.handOver).toMatchObject({ cash: [{ amount: 2_000 }], cheques: 0 });
  });
});
