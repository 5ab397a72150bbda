import type { BundleCreate } from '@/contract/bundle';
import { getGift, isGiftCancelled } from '@/db/gifts';
import { applyBundles } from '@/db/ledger/bundles';
import { claimNext } from '@/db/outbox/claims';
import { applyTransition, enqueue, getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { getReceipt, getReceiptRecord } from '@/db/receipts';
import { applyTransactionStatuses } from '@/db/statuses';
import type { BundleChange } from '@/domain/bundleChange';
import { readReceipt } from '@/domain/receipt';
import { openForm } from '@/features/capture/openForm';
import { movePromise, payPromise } from '@/features/promises/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { correctionRow } from '@/features/shared/correctionRow';
import { saveRows } from '@/features/shared/forms/saveRow';

import { draftOf } from '../capture/catalogue';
import { saturday } from '../support/runtime';
import { paris, day, id, inCash, who, savedPromise } from './harness';

const nothing = { today: [], cash: 0, ledger: 0, board: 0, unsent: 0, receipts: 0 };

describe('a promise', () => {
  it('is in the list and in no sum, before and after it arrived', async () => {
    const { runtime, store, scope, list, counted, arrive } = await savedPromise();
    const open = [{ amount: 2_000, callBack: '2026-11-21', isOnlyHere: false }];
    expect(await list()).toEqual(open);
    expect(await counted()).toEqual(nothing);
    const row = await getOutboxRow(store, scope, id);
    expect(sentData<BundleCreate>(row!).transactions[0]).toMatchObject({
      unpaid_amount: 2_000,
      status_id: 2,
    });
    await arrive();
    expect(await list()).toEqual(open);
    expect(await counted()).toEqual(nothing);
    expect(await isGiftCancelled(store, scope, (await getGift(store, scope, id))!)).toBe(false);
    expect(await openForm(runtime, { kind: 'fix', rowId: id }, paris)).toMatchObject({
      kind: 'open',
      purpose: 'correct',
      draft: { promise: { callBack: '2026-11-21' }, details: {} },
    });
  });

  it('saved twice is one promise', async () => {
    const { save, list } = await savedPromise();
    expect(await save(draftOf({ promise: { callBack: '2026-11-21' } }))).toEqual({ kind: 'saved' });
    expect(await list()).toHaveLength(1);
  });

  it.each([false, true])(
    'counts once it is paid, on the day of the payment (arrived: %s)',
    async (arrived) => {
      const { runtime, fakes, list, counted, arrive, lastChange } = await savedPromise();
      if (arrived) await arrive();
      fakes.now = saturday + 7 * day;
      expect(await payPromise(runtime, { id, who }, inCash)).toBe('saved');
      expect(await list()).toEqual([]);
      expect(await counted()).toEqual({
        ...nothing,
        today: [[2_000, 'cash']],
        cash: 2_000,
        ledger: 2_000,
        board: 2_000,
        receipts: 1,
      });
      expect((await counted(saturday)).today).toEqual([]);
      expect(await lastChange()).toMatchObject({
        transactions: [
          { at: 0, payment_method_kind: 'cash', payment_method: {}, unpaid_amount: 0, status_id: 1 },
        ],
      });
      expect(await payPromise(runtime, { id, who }, inCash)).toBe('gone');
      expect((await counted()).cash).toBe(2_000);
    }
  );

  it.each([false, true])(
    'paid in part is a gift of that part, and the rest a promise with a day of its own (arrived: %s)',
    async (arrived) => {
      const { runtime, store, scope, list, counted, arrive } = await savedPromise();
      if (arrived) await arrive();
      const part = { ...inCash, amount: 500 };
      expect(await payPromise(runtime, { id, who }, part)).toBe('saved');
      const rest = { amount: 1_500, callBack: '2026-12-24', isOnlyHere: false };
      expect(await list()).toEqual([rest]);
      expect(await counted()).toMatchObject({ cash: 500, ledger: 500, receipts: 1, today: [[500, 'cash']] });
      const change = sentData<BundleChange>((await getOutboxRow(store, scope, 'payment-1'))!);
      expect(change).toMatchObject({
        transactions: [{ at: 0, amount: 500, unpaid_amount: 0 }],
        donations: [{ at: 0, amount: 500 }],
      });
      expect(readReceipt(change.receipt!)?.facts).toMatchObject({ amount: 500, method: 'cash', number: 1 });
      const made = sentData<BundleCreate>((await getOutboxRow(store, scope, 'rest-1'))!);
      expect(made).toMatchObject({
        transactions: [
          { amount: 1_500, unpaid_amount: 1_500, contact_id: 7, status_id: 2, delivery_token: 'rest-1' },
        ],
        donations: [{ amount: 1_500, contact_id: 7 }],
      });
      expect(made.receipt).toBeUndefined();
      // A second press is the same payment.
      expect(await payPromise(runtime, { id, who }, part)).toBe('gone');
      expect(await list()).toEqual([rest]);
      // The rest is paid like any other promise.
      const last = { ...inCash, rowId: 'payment-2', amount: 1_500, rest: { id: 'rest-2', callBack: null } };
      expect(await payPromise(runtime, { id: 'rest-1', who }, last)).toBe('saved');
      expect(await list()).toEqual([]);
      expect(await counted()).toMatchObject({ cash: 2_000, ledger: 2_000, receipts: 2 });
    }
  );

  it.each([
    { arrived: false, added: 700 },
    { arrived: true, added: 700 },
    { arrived: true, added: 9_000 },
  ])(
    'paid in part takes the rest from what was promised, not from a donation that was added ($arrived, $added)',
    async ({ arrived, added }) => {
      const { runtime, store, scope, list, arrive } = await savedPromise();
      if (arrived) await arrive();
      const addedOn = '2026-11-15T10:00:00+01:00';
      const { entity, bundle } = (await getGift(store, scope, id))!;
      const donation = { amount: added, currency: 'EUR', contact_id: 7, date: addedOn };
      const update = { id: 0, donations: [donation] };
      const addition = correctionRow({ id: 'addition-1', entity, seen: bundle, update, who });
      await store.write((tx) => enqueue(tx, scope, addition, saturday));
      expect(await payPromise(runtime, { id, who }, { ...inCash, amount: 500 })).toBe('saved');
      expect((await getGift(store, scope, id))?.bundle).toMatchObject({
        transactions: [{ amount: 500, unpaid_amount: 0 }],
        donations: [{ amount: 500 }, { amount: added, date: addedOn }],
      });
      expect(await list()).toEqual([{ amount: 1_500, callBack: '2026-12-24', isOnlyHere: false }]);
      const made = sentData<BundleCreate>((await getOutboxRow(store, scope, 'rest-1'))!);
      expect(made.donations?.map(({ amount }) => amount)).toEqual([1_500]);
    }
  );

  it('stays in the list while a person is asked about it, where the service returns only its external number', async () => {
    const { store, list, arrive } = await savedPromise({ dropsDetails: true, dropsToken: true });
    await arrive({ isConfirmed: false });
    const problem = { kind: 'question', question: { kind: 'vanished' } } as const;
    await store.write((tx) =>
      applyTransition(tx, { id, from: 'acked', to: 'needs_person', now: saturday, patch: { problem } })
    );
    expect(await list()).toEqual([{ amount: 2_000, callBack: '2026-11-21', isOnlyHere: true }]);
  });

  it('is in the list while a person is asked about a lost gift that had its number', async () => {
    const { store, scope, list, arrive } = await savedPromise();
    await arrive();
    const lost = 'lost-1';
    const body = JSON.stringify({ data: { transactions: [{ amount: 700, currency: 'EUR' }] } });
    const problem = { kind: 'question', question: { kind: 'vanished' } } as const;
    await store.write(async (tx) => {
      const entity = `bundle:${lost}`;
      await enqueue(tx, scope, { id: lost, kind: 'bundle_create', entity, body, bodyVersion: 1 }, saturday);
      await claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'engine' });
      const acked = { id: lost, from: 'sending', to: 'acked', owner: 'engine', now: saturday } as const;
      await applyTransition(tx, { ...acked, patch: { serverId: 5, ackedAt: saturday } });
    });
    const isListed = [{ amount: 2_000, callBack: '2026-11-21', isOnlyHere: false }];
    expect(await list()).toEqual(isListed);
    await store.write((tx) =>
      applyTransition(tx, { id: lost, from: 'acked', to: 'needs_person', now: saturday, patch: { problem } })
    );
    expect(await list()).toEqual(isListed);
    // The page of number 5 shows the promise too.
    expect(await getGift(store, scope, '5')).toMatchObject({ id: 5 });
  });

  it('gets the next receipt of the phone when it is paid, which is void when the payment is taken back', async () => {
    const { runtime, store, scope, arrive, list } = await savedPromise();
    await arrive();
    await payPromise(runtime, { id, who }, { ...inCash, amount: 500 });
    const given = (await getReceipt(store, scope, id))!;
    expect(given).toMatchObject({ number: 1, rowId: 'payment-1', captureId: id, isVoid: false });
    expect((await getGift(store, scope, id))?.bundle.receipt).toBe(given.code);
    expect((await getReceiptRecord(store, scope, 'payment-1')).isVoid).toBe(false);
    const mistake = { reason: 'mistake', note: '' } as const;
    expect(await cancelRecord(runtime, 'payment-1', mistake)).toBe('cancelled');
    expect((await getReceiptRecord(store, scope, 'payment-1')).isVoid).toBe(true);
    // All of it is promised again, and not its rest too.
    expect(await list()).toEqual([{ amount: 2_000, callBack: '2026-11-21', isOnlyHere: false }]);
    await payPromise(runtime, { id, who }, { ...inCash, rowId: 'payment-2' });
    expect(await getReceipt(store, scope, id)).toMatchObject({ number: 2, rowId: 'payment-2' });
  });

  it('without a key to sign is paid without a receipt', async () => {
    const { runtime, counted, lastChange } = await savedPromise();
    runtime.receipts.signer = () => Promise.reject(new Error('keychain'));
    expect(await payPromise(runtime, { id, who }, inCash)).toBe('saved');
    expect(await lastChange()).not.toHaveProperty('receipt');
    expect(await counted()).toMatchObject({ cash: 2_000, receipts: 0 });
  });

  it('is a promise again when its payment is taken back', async () => {
    const { runtime, store, scope, list, counted, arrive } = await savedPromise();
    await arrive();
    await payPromise(runtime, { id, who }, inCash);
    const row = (await listOutbox(store, scope)).at(-1)!;
    expect(await cancelRecord(runtime, row.id, { reason: 'mistake', note: '' })).toBe('cancelled');
    expect(await counted()).toEqual({ ...nothing, receipts: 1 });
    expect(await list()).toHaveLength(1);
  });

  it('of another person is in the hand of the manager whose correction makes it received in cash', async () => {
    const { runtime, store, scope, fakes, counted } = await savedPromise();
    const payment = {
      amount: 2_000,
      currency: 'EUR',
      payment_method_kind: 'cash',
      date: '2026-11-01T10:00:00Z',
    };
    const bundle = {
      transactions: [{ ...payment, id: 70, delivery_token: 'theirs', unpaid_amount: 2_000, status_id: 2 }],
      memberships: [],
      donations: [],
    };
    await store.write((tx) => applyBundles(tx, scope, [{ id: 7, created_by: 3, ...bundle }]));
    const correct = (rowId: string, changes: object) =>
      saveRows(runtime, [
        correctionRow({
          id: rowId,
          entity: 'bundle:7',
          seen: bundle,
          update: { id: 7, transactions: [{ id: 70, ...changes }] },
          who,
        }),
      ]);
    await correct('note', { comment: 'A neighbour pays', comment_date: '2026-11-14T10:00:00Z' });
    expect(await counted()).toMatchObject({ today: [], cash: 0 });
    await correct('paid', { unpaid_amount: 0, status_id: 1 });
    expect(await counted(fakes.now)).toMatchObject({ today: [[2_000, 'cash']], cash: 2_000 });
    expect(await cancelRecord(runtime, 'paid', { reason: 'mistake', note: '' })).toBe('cancelled');
    expect(await counted()).toMatchObject({ today: [], cash: 0 });
  });

  it('has another day after it was moved, or none', async () => {
    const { runtime, list, counted, arrive } = await savedPromise();
    expect(await movePromise(runtime, { id, who }, '2026-12-01')).toBe('saved');
    expect(await list()).toEqual([{ amount: 2_000, callBack: '2026-12-01', isOnlyHere: false }]);
    await arrive();
    expect(await movePromise(runtime, { id, who }, null)).toBe('saved');
    expect(await list()).toEqual([{ amount: 2_000, callBack: null, isOnlyHere: false }]);
    expect(await counted()).toEqual(nothing);
  });

  it('keeps being one when its amount is corrected, and is not made a gift by the form', async () => {
    const { runtime, save, list, counted, arrive } = await savedPromise();
    await arrive();
    const opened = await openForm(runtime, { kind: 'fix', rowId: id }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    const [person] = opened.draft.people;
    const people = [{ ...person!, donation: { ...person!.donation, typed: '30' } }];
    expect(await save({ ...opened.draft, people, promise: null })).toEqual({ kind: 'on_its_way' });
    expect(await save({ ...opened.draft, people })).toEqual({ kind: 'saved' });
    expect(await list()).toEqual([{ amount: 3_000, callBack: '2026-11-21', isOnlyHere: false }]);
    expect(await counted()).toEqual(nothing);
  });

  it('that was not sent is changed into a gift, and that counts', async () => {
    const { runtime, save, list, counted } = await savedPromise();
    const opened = await openForm(runtime, { kind: 'fix', rowId: id }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    expect(await save({ ...opened.draft, promise: null, method: 'cash' })).toEqual({ kind: 'saved' });
    expect(await list()).toEqual([]);
    expect(await counted()).toMatchObject({ cash: 2_000, receipts: 1, today: [[2_000, 'cash']] });
  });

  it.each([true, false])('leaves the list when it is cancelled (status for it: %s)', async (cancels) => {
    for (const arrived of [false, true]) {
      const { runtime, store, scope, list, counted, arrive } = await savedPromise({ cancels });
      if (arrived) await arrive();
      const result = await cancelRecord(runtime, id, { reason: 'withdrawn', note: '' });
      expect(result).toBe(arrived ? 'correcting' : 'cancelled');
      expect(await list()).toEqual([]);
      expect(await counted()).toEqual(nothing);
      const view = await getGift(store, scope, id);
      if (arrived) expect(await isGiftCancelled(store, scope, view!)).toBe(true);
      // Taken back, it is a promise and no gift.
      const row = (await listOutbox(store, scope)).at(-1)!;
      if (arrived) await cancelRecord(runtime, row.id, { reason: 'mistake', note: '' });
      expect(await counted()).toEqual(nothing);
      expect(await list()).toHaveLength(arrived ? 1 : 0);
    }
  });

  it('is not paid where only a status of unpaid money is left', async () => {
    const { runtime, store, scope, counted, arrive } = await savedPromise({ cancels: false });
    await arrive();
    await store.write((tx) =>
      applyTransactionStatuses(tx, scope, [{ id: 1, name: 'Paid', kind: 'valid', archived: true }])
    );
    expect(await payPromise(runtime, { id, who }, inCash)).toBe('no_status');
    expect(await counted()).toEqual(nothing);
  });

  it('keeps its day on the phone where the service drops it', async () => {
    const { runtime, list, counted, arrive } = await savedPromise({ dropsDetails: true });
    await arrive();
    expect(await list()).toEqual([{ amount: 2_000, callBack: '2026-11-21', isOnlyHere: true }]);
    expect(await counted()).toEqual(nothing);
    await payPromise(runtime, { id, who }, inCash);
    expect(await list()).toEqual([]);
    expect(await counted()).toMatchObject({ cash: 2_000, ledger: 2_000 });
    await cancelRecord(runtime, 'payment-1', { reason: 'mistake', note: '' });
    expect(await list()).toEqual([{ amount: 2_000, callBack: null, isOnlyHere: true }]);
  });
});

test('is listed once while its row waits for a service that returns it without markers', async () => {
  const { arrive, list } = await savedPromise({ dropsMarkers: true });
  await arrive({ isConfirmed: false });
  expect(await list()).toEqual([{ amount: 2_000, callBack: '2026-11-21', isOnlyHere: false }]);
});
