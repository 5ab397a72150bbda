import { applyContacts } from '@/db/contacts';
import { getDraft, setDraft } from '@/db/drafts';
import { applyBundles, getBundle } from '@/db/ledger/bundles';
import { claimNext } from '@/db/outbox/claims';
import { applyTransition, getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { sentData } from '@/db/outbox/pending';
import { getBundleView } from '@/db/outbox/pendingBundles';
import { getOpenShift } from '@/db/cash/shifts';
import type { BundleChange } from '@/domain/bundleChange';
import { closeShift } from '@/features/cash/mutations';
import { openForm } from '@/features/capture/openForm';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { cashQueries } from '@/queries/cash';

import { contact } from '../../db/harness';
import { createTestRuntime, saturday } from '../support/runtime';
import { draftOf } from './catalogue';
import { mistake, paris, save, savedGift } from './savedGift';

describe('a waiting gift', () => {
  it('is cancelled on the phone alone, stays visible with its reason, and is never claimed', async () => {
    const { runtime, store, scope, id, taken, claim } = await savedGift();
    expect(await cancelRecord(runtime, id, mistake)).toBe('cancelled');
    expect(await getOutboxRow(store, scope, id)).toMatchObject({
      state: 'cancelled',
      problem: { kind: 'cancelled', reason: 'mistake' },
    });
    expect(await taken()).toEqual([]);
    expect(await getBundleView(store, scope, `bundle:${id}`)).toBeNull();
    expect(await claim()).toBeNull();
    expect(await cancelRecord(runtime, id, mistake)).toBe('too_late');
  });

  it('is changed by another version, which the day counts in its place', async () => {
    const { change, states, taken, store, scope } = await savedGift();
    const { purpose, result, draft } = await change({ method: 'card' }, '35');
    expect([purpose, result]).toEqual(['change', { kind: 'saved' }]);
    expect(await states()).toEqual(['bundle_create replaced', 'bundle_create queued']);
    expect((await getOutboxRow(store, scope, draft.id))?.amount).toBe(3500);
    expect(await taken()).toEqual([[3500, 'card']]);
  });

  it('takes what waits for it along when it is cancelled', async () => {
    const { runtime, id, claim, move, change, states } = await savedGift();
    await claim();
    await change({}, '35');
    await move('parked');
    expect(await cancelRecord(runtime, id, mistake)).toBe('cancelled');
    expect(await states()).toEqual(['bundle_create cancelled', 'bundle_update cancelled']);
  });
});

describe('a gift that is being sent, or may have arrived', () => {
  it('is cancelled by a correction behind it: the claimed row is not touched', async () => {
    const { runtime, store, scope, id, claim, move, taken } = await savedGift();
    await claim();
    expect(await cancelRecord(runtime, id, mistake)).toBe('correcting');
    expect(await getOutboxRow(store, scope, id)).toMatchObject({ state: 'sending', leaseOwner: 'engine' });
    expect(await taken()).toEqual([]);
    const [, correction] = await listOutbox(store, scope);
    expect(sentData<BundleChange>(correction!).transactions).toMatchObject([
      { at: 0, status_id: 9, comment: 'Cancelled: a mistake' },
    ]);
    // It waits until the gift has its number.
    expect(await claim()).toBeNull();
    await move('acked', 5);
    expect((await claim())?.entity).toBe('bundle:5');
  });

  it('is cancelled by a correction also if its result is unknown', async () => {
    const { runtime, id, claim, move } = await savedGift();
    await claim();
    await move('unknown');
    expect(await cancelRecord(runtime, id, mistake)).toBe('correcting');
  });

  it('is cancelled by a correction also if it waits to be sent again', async () => {
    const { runtime, store, id, claim, move, states } = await savedGift();
    await claim();
    await move('unknown');
    await store.write((tx) => applyTransition(tx, { id, from: 'unknown', to: 'queued', now: saturday }));
    expect(await cancelRecord(runtime, id, mistake)).toBe('correcting');
    expect(await states()).toEqual(['bundle_create queued', 'bundle_update queued']);
  });

  it('keeps its attempt when it is changed: a correction follows with the changed fields', async () => {
    const { store, scope, id, claim, change, states, taken } = await savedGift();
    await claim();
    const { purpose, result } = await change({}, '35');
    expect([purpose, result]).toEqual(['correct', { kind: 'saved' }]);
    expect(await states()).toEqual(['bundle_create sending', 'bundle_update queued']);
    expect((await getOutboxRow(store, scope, id))?.attempts).toBe(1);
    const [, correction] = await listOutbox(store, scope);
    expect(sentData<BundleChange>(correction!)).toMatchObject({
      transactions: [{ at: 0, amount: 3500 }],
      donations: [{ at: 0, amount: 3500 }],
    });
    expect(await taken()).toEqual([[3500, 'cash']]);
  });

  it('is not replaced when the claim came between the form and Save', async () => {
    const { runtime, claim, states } = await savedGift();
    const opened = await openForm(runtime, { kind: 'fix', rowId: 'capture-1' }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    expect(opened.purpose).toBe('change');
    await claim();
    expect(await save(runtime, { ...opened.draft, note: 'second floor' })).toEqual({ kind: 'saved' });
    expect(await states()).toEqual(['bundle_create sending', 'bundle_update queued']);
  });
});

describe('a gift of the own shift that was sent', () => {
  it('is corrected: amount, method, person, date and campaign; the day follows', async () => {
    const { store, scope, arrive, change, taken } = await savedGift();
    await arrive();
    const people = [
      {
        ...draftOf().people[0]!,
        places: { donation: 0 },
        who: { kind: 'contact' as const, contactId: 8, name: 'Ines', detail: '' },
        donation: { priceId: null, typed: '45' },
      },
    ];
    const part = { people, method: 'card', campaign: 'NORTH', day: '2026-11-13', time: '18:05' };
    const { purpose, result } = await change(part, '45');
    expect([purpose, result]).toEqual(['correct', { kind: 'saved' }]);
    const view = await getBundleView(store, scope, 'bundle:5');
    expect(view?.bundle.transactions).toMatchObject([
      {
        id: 50,
        amount: 4500,
        payment_method_kind: 'card',
        contact_id: 8,
        code_campaign: 'NORTH',
        date: '2026-11-13T18:05:00+01:00',
      },
    ]);
    expect(view?.bundle.donations).toMatchObject([{ id: 60, amount: 4500, contact_id: 8 }]);
    expect(await taken()).toEqual([[4500, 'card']]);
  });

  it('keeps what another person changed after the form opened', async () => {
    const { runtime, store, scope, id, arrive, taken } = await savedGift();
    await arrive();
    const opened = await openForm(runtime, { kind: 'fix', rowId: id }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    const bundle = (await getBundle(store, scope, 5))!;
    const more = <T extends object>(items: readonly T[] = []) =>
      items.map((item) => ({ ...item, amount: 5_000 }));
    const theirs = { transactions: more(bundle.transactions), donations: more(bundle.donations) };
    await store.write((tx) => applyBundles(tx, scope, [{ ...bundle, ...theirs }]));
    expect(await save(runtime, { ...opened.draft, note: 'second floor' })).toEqual({ kind: 'saved' });
    const [correction] = await listOutbox(store, scope);
    expect(sentData<BundleChange>(correction!)).toEqual({
      id: 0,
      transactions: [{ at: 0, comment: 'second floor' }],
    });
    expect(correction?.base).toMatchObject({ transactions: [{ id: 50, amount: 2_000 }] });
    expect(await taken()).toEqual([[5_000, 'cash']]);
  });

  it('is corrected in the details of its payment, which are emptied with the method', async () => {
    const { store, scope, arrive, change } = await savedGift();
    await arrive();
    await change({ method: 'cheque', details: { number: '77', bank: 'Nord' } }, '20');
    const shown = async () => (await getBundleView(store, scope, 'bundle:5'))?.bundle.transactions[0];
    expect(await shown()).toMatchObject({
      payment_method_kind: 'cheque',
      payment_method: { number: '77', bank: 'Nord' },
    });
    await change({ method: 'cash' }, '20');
    expect(await shown()).toMatchObject({ payment_method_kind: 'cash', payment_method: {} });
  });

  it('opens with the street of the person', async () => {
    const { runtime, store, scope, id, arrive } = await savedGift();
    await arrive();
    const address = { house_number: '4', street: 'rue Neuve', city: 'Lille' };
    await store.write((tx) =>
      applyContacts(tx, scope, [contact(7, { firstname: 'Jeanne', surname: 'Lacombe', address })])
    );
    const opened = await openForm(runtime, { kind: 'fix', rowId: id }, paris);
    expect(opened.kind === 'open' && opened.draft.people[0]?.who).toMatchObject({
      name: 'Jeanne Lacombe',
      detail: '4 rue Neuve, Lille',
    });
  });

  it('is cancelled by a correction, and counts again if that one is taken back', async () => {
    const { runtime, store, scope, id, arrive, taken } = await savedGift();
    await arrive();
    expect(await cancelRecord(runtime, id, mistake)).toBe('correcting');
    expect(await taken()).toEqual([]);
    const [correction] = await listOutbox(store, scope);
    expect(correction?.who).toBe('Jeanne');
    expect(await cancelRecord(runtime, correction!.id, mistake)).toBe('cancelled');
    expect(await taken()).toEqual([[2000, 'cash']]);
  });

  it('is neither changed nor cancelled once the shift is counted; a manager corrects it', async () => {
    const { runtime, store, scope, id, arrive, closeShift, taken } = await savedGift();
    await arrive();
    const opened = await openForm(runtime, { kind: 'fix', rowId: id }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    const [person] = opened.draft.people;
    const draft = { ...opened.draft, people: [{ ...person!, donation: { priceId: null, typed: '35' } }] };
    await store.write((tx) => setDraft(tx, scope, `capture:fix:${id}`, draft, saturday));
    await closeShift();
    expect(await cancelRecord(runtime, id, mistake)).toBe('counted');
    const counted = { kind: 'counted', at: saturday };
    expect(await save(runtime, draft)).toEqual(counted);
    expect(await openForm(runtime, { kind: 'fix', rowId: id }, paris)).toEqual(counted);
    // What can never be saved is no unfinished gift.
    expect(await getDraft(store, scope, `capture:fix:${id}`)).toBeNull();
    expect(await taken()).toEqual([[2000, 'cash']]);
    const asManager = await openForm(runtime, { kind: 'fix', rowId: id }, { ...paris, canCorrectAll: true });
    expect(asManager.kind).toBe('open');
    expect(await save(runtime, draft, { canCorrectAll: true })).toEqual({ kind: 'saved' });
    expect(await taken()).toEqual([[3500, 'cash']]);
  });
});

it('stays in a count that was begun before it was changed, also after it was sent', async () => {
  const { runtime, store, scope, id, arrive, change } = await savedGift();
  const counting = {
    version: 1 as const,
    key: 'count',
    records: [id],
    typed: {},
    there: [],
    reason: '',
    witness: '',
  };
  const { draft } = await change({}, '35');
  await arrive(draft.id);
  const shift = (await getOpenShift(store, scope))!;
  const sums = [{ currency: 'EUR', amount: 3_500 }];
  const close = { shiftId: shift.id, draftKey: 'count', draft: counting, sums };
  expect(await closeShift(runtime, close)).toBe('saved');
  const cash = await cashQueries.mine(runtime).queryFn();
  expect(cash.shift).toBeNull();
  expect(cash.chain.counts[0]?.records).toMatchObject([{ key: draft.id, amount: 3_500 }]);
});

describe('a refused gift whose shift was counted', () => {
  /** Counts and refuses the gift, and fixes it as often as there are versions. */
  async function countedAndFixed(versions: readonly string[]) {
    const test = await savedGift();
    const { runtime, claim, move, change, closeShift, arrive, id } = test;
    await claim();
    await move('parked');
    await closeShift();
    let last = id;
    for (const typed of versions) {
      if (last !== id) {
        await claim();
        await move('parked', null, last);
      }
      const { result, draft } = await change({}, typed, last);
      expect(result).toEqual({ kind: 'saved' });
      last = draft.id;
    }
    const missing = async () => [...(await cashQueries.missing(runtime, [id]).queryFn()).keys()];
    return { ...test, missing, arrive: () => arrive(last) };
  }

  it('is missing until its fixed version has arrived, and never again', async () => {
    const { missing, arrive, states, id } = await countedAndFixed(['35']);
    expect(await missing()).toEqual([id]);
    await arrive();
    expect(await states()).toEqual([]);
    expect(await missing()).toEqual([]);
  });

  it('is found after it was fixed twice, and is a late correction of the count', async () => {
    const { runtime, missing, arrive, id } = await countedAndFixed(['35', '40']);
    await arrive();
    expect(await missing()).toEqual([]);
    const counted = { key: id, amount: 2000, currency: 'EUR', payment_method_kind: 'cash', is_unsent: true };
    const sums = { expected: [], counted: [], cheques: [], pieces: [] };
    const shift = { key: id, started_at: '2026-11-14T09:00:00Z' };
    const count = {
      kind: 'count',
      key: 'c',
      made_at: '2026-11-14T12:00:00Z',
      shift,
      unsent: 1,
      ...sums,
    } as const;
    const [late] = await cashQueries.late(runtime, [{ ...count, records: [counted] }]).queryFn();
    expect(late).toMatchObject({ arrived: 1, changed: [{ key: id, now: 4000, bundleId: 5 }] });
  });
});

it('without a status for cancelled payments the gift is marked unpaid', async () => {
  const { runtime, store, scope } = await createTestRuntime();
  await save(runtime, draftOf());
  await store.write((tx) => claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'engine' }));
  expect(await cancelRecord(runtime, 'capture-1', mistake)).toBe('correcting');
  const [, correction] = await listOutbox(store, scope);
  expect(sentData<BundleChange>(correction!).transactions).toMatchObject([{ at: 0, unpaid_amount: 2000 }]);
});
