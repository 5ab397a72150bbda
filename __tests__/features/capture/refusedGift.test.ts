import type { BundleCreate } from '@/contract/bundle';
import { setDraft } from '@/db/drafts';
import { applyTransition, enqueue, getOutboxRow } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { getBundleView } from '@/db/outbox/pendingBundles';
import { openForm } from '@/features/capture/openForm';
import { payPromise } from '@/features/promises/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { correctionRow } from '@/features/shared/correctionRow';

import { saturday } from '../support/runtime';
import { mistake, paris, save, savedGift } from './savedGift';

const promised = { promise: { callBack: '2026-11-21' } };
const inCash = {
  rowId: 'payment-1',
  amount: 2_000,
  method: 'cash',
  details: {},
  rest: { id: 'rest-1', callBack: null },
};

/** The gift is refused, with what was saved after it before that. */
async function refusedGift(part: Parameters<typeof savedGift>[0] = {}) {
  const test = await savedGift(part);
  const { runtime, store, scope, id, claim, move } = test;
  const refuse = async () => {
    await claim();
    await move('parked');
  };
  const pay = () => payPromise(runtime, { id, who: 'Jeanne' }, inCash);
  const open = async () => {
    const opened = await openForm(runtime, { kind: 'fix', rowId: id }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    return opened;
  };
  const sent = async (rowId: string) => sentData<BundleCreate>((await getOutboxRow(store, scope, rowId))!);
  return { ...test, refuse, pay, open, sent };
}

describe('the fix of a refused gift', () => {
  it('contains the payment of a promise that waited for it, and the shift still counts it', async () => {
    const { runtime, refuse, pay, open, sent, states, taken } = await refusedGift(promised);
    expect(await pay()).toBe('saved');
    await refuse();
    const { purpose, draft } = await open();
    expect([purpose, draft.promise, draft.method]).toEqual(['fix', null, 'cash']);
    expect(await save(runtime, { ...draft, note: 'second floor' })).toEqual({ kind: 'saved' });
    expect(await states()).toEqual([
      'bundle_create replaced',
      'bundle_update replaced',
      'bundle_create queued',
    ]);
    const [payment] = (await sent(draft.id)).transactions;
    expect(payment).toMatchObject({ amount: 2_000, payment_method_kind: 'cash' });
    expect(payment?.unpaid_amount ?? 0).toBe(0);
    expect(await taken()).toEqual([[2_000, 'cash']]);
  });

  it('contains a correction that was saved while its result was unknown', async () => {
    const { runtime, store, id, claim, move, change, refuse, open, sent, taken } = await refusedGift();
    await claim();
    await change({}, '50');
    await move('unknown');
    await store.write((tx) => applyTransition(tx, { id, from: 'unknown', to: 'queued', now: saturday }));
    await refuse();
    const { draft } = await open();
    expect(await save(runtime, { ...draft, note: 'second floor' })).toEqual({ kind: 'saved' });
    expect((await sent(draft.id)).transactions[0]?.amount).toBe(5_000);
    expect(await taken()).toEqual([[5_000, 'cash']]);
  });

  it('does not contain an addition, which follows it', async () => {
    const { store, scope, id, claim, refuse, open, sent, runtime } = await refusedGift();
    const seen = (await getBundleView(store, scope, `bundle:${id}`))!.bundle;
    const update = { id: 0, donations: [{ amount: 700, currency: 'EUR' }] };
    const addition = { id: 'addition', entity: `bundle:${id}`, seen, update, who: 'Jeanne' };
    await store.write((tx) => enqueue(tx, scope, correctionRow(addition), saturday));
    await refuse();
    const { draft } = await open();
    expect(await save(runtime, { ...draft, note: 'second floor' })).toEqual({ kind: 'saved' });
    expect((await sent(draft.id)).donations).toHaveLength(1);
    expect((await getOutboxRow(store, scope, 'addition'))?.entity).toBe(`bundle:${draft.id}`);
    expect((await claim())?.id).toBe(draft.id);
  });

  it('is not saved over a payment that its form does not show, and opens with it again', async () => {
    const { runtime, store, scope, id, refuse, pay, open, states, taken } = await refusedGift(promised);
    await refuse();
    const { draft } = await open();
    await store.write((tx) => setDraft(tx, scope, `capture:fix:${id}`, draft, saturday));
    expect(await pay()).toBe('saved');
    expect(await save(runtime, draft)).toEqual({ kind: 'not_fixable' });
    expect(await states()).toEqual(['bundle_create parked', 'bundle_update queued']);
    expect(await taken()).toEqual([[2_000, 'cash']]);
    const again = await open();
    expect([again.isStored, again.draft.promise, again.draft.method]).toEqual([false, null, 'cash']);
    expect(await save(runtime, again.draft)).toEqual({ kind: 'saved' });
    expect(await taken()).toEqual([[2_000, 'cash']]);
  });

  it('is not offered for one that was cancelled before it was refused: that would take the money again', async () => {
    const { runtime, id, claim, move, states } = await refusedGift();
    await claim();
    expect(await cancelRecord(runtime, id, mistake)).toBe('correcting');
    await move('parked');
    expect(await openForm(runtime, { kind: 'fix', rowId: id }, paris)).toEqual({ kind: 'not_fixable' });
    expect(await cancelRecord(runtime, id, mistake)).toBe('cancelled');
    expect(await states()).toEqual(['bundle_create cancelled', 'bundle_update cancelled']);
  });
});
