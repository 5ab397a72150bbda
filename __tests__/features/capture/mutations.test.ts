import { listDayEntries } from '@/db/dayTotals';
import { getDraft, setDraft } from '@/db/drafts';
import { StoreError } from '@/db/errors';
import { applyTransition, getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { expectedCash } from '@/domain/cash/cash';
import { dayOf } from '@/domain/day';
import { saveCapture } from '@/features/capture/mutations';
import { assemble } from '@/features/capture/assemble';
import type { Draft } from '@/features/capture/draft';
import { draftKeyOf, openForm, originOfKey } from '@/features/capture/openForm';
import { cancelRecord } from '@/features/shared/cancelRecord';
import { createDraftAutosave, type DraftState } from '@/features/shared/forms/draftAutosave';
import type { Runtime } from '@/features/shared/runtime';
import { sumDayTotals } from '@/domain/dayTotals';

import { createTestRuntime, saturday } from '../support/runtime';
import { demoCatalogue, draftOf, openedCapture } from './catalogue';

const paris = {
  now: saturday,
  offsetMinutesAt: () => 60,
  locale: 'en-GB',
  nameOfNumber: (id: number) => `No. ${id}`,
};
const draftKey = 'capture:new:a';

const save = (runtime: Runtime, draft: Draft, key = draftKey) =>
  saveCapture(runtime, {
    capture: assemble(draft, demoCatalogue, paris).capture,
    opened: openedCapture(draft),
    draft,
    draftKey: key,
    who: 'Jeanne',
  });

describe('saving', () => {
  it('writes the row, its day entry and the deletion of the draft in one transaction', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write((tx) => setDraft(tx, scope, draftKey, draftOf(), saturday));
    const changes: string[][] = [];
    store.onTablesChanged((tables) => changes.push([...tables].sort()));

    expect(await save(runtime, draftOf())).toEqual({ kind: 'saved' });
    await Promise.resolve();

    expect(changes).toEqual([['day_entries', 'drafts', 'facts', 'outbox', 'shifts']]);
    expect(await getDraft(store, scope, draftKey)).toBeNull();
    expect(await listOutbox(store, scope)).toMatchObject([
      {
        id: 'capture-1',
        state: 'queued',
        who: 'Jeanne',
        amount: 2000,
        contactId: 7,
        externalTransactionId: 42,
      },
    ]);
    const records = await listDayEntries(store, scope, dayOf(saturday));
    expect(sumDayTotals(records, 'eur')).toEqual({ total: 2000, members: 0 });
  });

  it('counts money of an earlier day as saved today and in hand, not as taken today', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await save(runtime, draftOf({ day: '2026-11-10', time: '09:05' }));
    const records = await listDayEntries(store, scope, dayOf(saturday));
    expect(records).toMatchObject([{ id: 'capture-1', amount: 2000, takenOn: '2026-11-10' }]);
    expect(sumDayTotals(records, 'eur')).toEqual({ total: 0, members: 0 });
    expect(expectedCash(records)).toEqual([{ amount: 2000, currency: 'EUR' }]);
  });

  it('makes one record of two taps, also when the second is later', async () => {
    const { runtime, store, scope, fakes } = await createTestRuntime();
    await save(runtime, draftOf());
    fakes.now += 1500;
    const later = { ...paris, now: fakes.now };
    const capture = assemble(draftOf(), demoCatalogue, later).capture;
    expect(await saveCapture(runtime, { capture, draft: draftOf(), draftKey, who: 'Jeanne' })).toEqual({
      kind: 'saved',
    });
    expect(await listOutbox(store, scope)).toHaveLength(1);
    expect(sumDayTotals(await listDayEntries(store, scope, dayOf(saturday)), 'EUR').total).toBe(2000);
  });

  it('reports a full disk, and does not delete the draft', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write((tx) => setDraft(tx, scope, draftKey, draftOf(), saturday));
    const full = { ...store, write: () => Promise.reject(new StoreError('full', 'no room')) };
    expect(await save({ ...runtime, store: full }, draftOf())).toEqual({
      kind: 'not_saved',
      problem: 'full',
    });
    expect(await getDraft(store, scope, draftKey)).not.toBeNull();
    expect(await listOutbox(store, scope)).toEqual([]);
  });
});

describe('a save that was reported as failed although it is on disk', () => {
  const edited = draftOf({}, { donation: { priceId: null, typed: '35' } });

  async function savedButReportedAsFailed() {
    const test = await createTestRuntime();
    const { store } = test;
    const failing: typeof store = {
      ...store,
      write: async (work) => {
        await store.write(work);
        throw new StoreError('damaged', 'The device could not write.');
      },
    };
    const result = await save({ ...test.runtime, store: failing }, draftOf());
    expect(result).toEqual({ kind: 'not_saved', problem: 'damaged' });
    return test;
  }

  it('is one record when the same is saved again', async () => {
    const { runtime, store, scope } = await savedButReportedAsFailed();
    expect(await save(runtime, draftOf())).toEqual({ kind: 'saved' });
    expect(await listOutbox(store, scope)).toMatchObject([
      { id: 'capture-1', state: 'queued', amount: 2000 },
    ]);
  });

  it('is replaced by what the person saves then, under another id', async () => {
    const { runtime, store, scope } = await savedButReportedAsFailed();
    expect(await save(runtime, edited)).toEqual({ kind: 'saved' });
    const [earlier, later] = await listOutbox(store, scope);
    expect(earlier).toMatchObject({ id: 'capture-1', state: 'replaced', replacedBy: later?.id });
    expect(later).toMatchObject({ state: 'queued', amount: 3500 });
    expect(later?.externalTransactionId).not.toBe(earlier?.externalTransactionId);
    expect(later?.body).toContain(later?.id);
    expect(sumDayTotals(await listDayEntries(store, scope, dayOf(saturday)), 'EUR').total).toBe(3500);
  });

  it('is not called saved with the new content when the first is on its way', async () => {
    const { runtime, store, scope } = await savedButReportedAsFailed();
    await store.write((tx) => claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'test' }));
    expect(await save(runtime, edited)).toEqual({ kind: 'on_its_way' });
    expect(await listOutbox(store, scope)).toMatchObject([{ state: 'sending', amount: 2000 }]);
  });
});

describe('fixing a refused record', () => {
  async function refused() {
    const test = await createTestRuntime();
    const { runtime, store, scope } = test;
    await save(runtime, draftOf({ note: 'rings twice' }, { donation: { priceId: 4, typed: null } }));
    const claimed = await store.write((tx) =>
      claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'test' })
    );
    const refusal = { status: 422, code: 'invalid' };
    await store.write((tx) =>
      applyTransition(tx, {
        id: 'capture-1',
        from: 'sending',
        to: 'parked',
        owner: 'test',
        now: saturday,
        patch: { problem: { kind: 'refused', refusal } },
      })
    );
    expect(claimed?.id).toBe('capture-1');
    return test;
  }

  it('shows every field under a new id, and replaces the refused one', async () => {
    const { runtime, store, scope } = await refused();
    const opened = await openForm(runtime, { kind: 'fix', rowId: 'capture-1' }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    const { draft } = opened;
    expect(draft).toMatchObject({
      replaces: 'capture-1',
      method: 'cash',
      note: 'rings twice',
      day: '2026-11-14',
      time: '15:24',
      people: [{ who: { kind: 'contact', contactId: 7 }, takes: 'donation', donation: { priceId: 4 } }],
    });
    expect(draft.id).not.toBe('capture-1');

    const [person] = draft.people;
    const corrected = { ...draft, people: [{ ...person!, donation: { priceId: 1, typed: null } }] };
    expect(await save(runtime, corrected, 'capture:fix:capture-1')).toEqual({ kind: 'saved' });
    expect((await getOutboxRow(store, scope, 'capture-1'))?.state).toBe('replaced');
    expect((await getOutboxRow(store, scope, draft.id))?.state).toBe('queued');
    // The money is counted once: only the corrected amount.
    expect(sumDayTotals(await listDayEntries(store, scope, dayOf(saturday)), 'EUR').total).toBe(1000);
  });

  it('is refused when the record was cancelled meanwhile, and writes nothing', async () => {
    const { runtime, store, scope } = await refused();
    const opened = await openForm(runtime, { kind: 'fix', rowId: 'capture-1' }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    await cancelRecord(runtime, 'capture-1', { reason: 'mistake', note: '' });
    expect(await save(runtime, opened.draft, 'capture:fix:capture-1')).toEqual({ kind: 'not_fixable' });
    expect(await listOutbox(store, scope)).toHaveLength(1);
    expect(await openForm(runtime, { kind: 'fix', rowId: 'capture-1' }, paris)).toEqual({
      kind: 'not_fixable',
    });
  });
});

describe('a draft', () => {
  it('is on disk after every letter', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    const states: DraftState[] = [];
    const autosave = createDraftAutosave(runtime, draftKey, (state) => states.push(state));
    for (const note of ['r', 'ri', 'rin', 'ring']) autosave.store(draftOf({ note }));
    await store.read(() => Promise.resolve());
    await store.read(() => Promise.resolve());
    expect((await getDraft<Draft>(store, scope, draftKey))?.draft.note).toBe('ring');
    await Promise.resolve();
    expect(states.at(-1)).toBe('stored');

    const opened = await openForm(runtime, { kind: 'new', formId: 'a' }, paris);
    expect(opened).toMatchObject({ kind: 'open', isStored: true, draft: { id: 'capture-1', note: 'ring' } });
  });

  it('is never written after the transaction that deletes it', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    const autosave = createDraftAutosave(runtime, draftKey, () => undefined);
    autosave.store(draftOf({ note: 'one' }));
    autosave.store(draftOf({ note: 'two' }));
    autosave.stop();
    await save(runtime, draftOf({ note: 'two' }));
    autosave.store(draftOf({ note: 'three' }));
    await store.read(() => Promise.resolve());
    expect(await getDraft(store, scope, draftKey)).toBeNull();
  });

  it('is written after a save that failed, with what was typed meanwhile', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    const states: DraftState[] = [];
    const autosave = createDraftAutosave(runtime, draftKey, (state) => states.push(state));
    autosave.store(draftOf({ note: 'one' }));
    autosave.store(draftOf({ note: 'two' }));
    autosave.stop();
    autosave.store(draftOf({ note: 'three' }));
    const noteOnDisk = async () => (await getDraft<Draft>(store, scope, draftKey))?.draft.note;
    await store.read(() => Promise.resolve());
    expect(await noteOnDisk()).toBe('one');
    autosave.resume();
    await store.read(() => Promise.resolve());
    expect(await noteOnDisk()).toBe('three');
    await Promise.resolve();
    expect(states).toEqual(['storing', 'storing', 'storing', 'stored']);
  });

  it('reports a failed write', async () => {
    const { runtime, store } = await createTestRuntime();
    const full = { ...store, write: () => Promise.reject(new StoreError('full', 'no room')) };
    const states: DraftState[] = [];
    createDraftAutosave({ ...runtime, store: full }, draftKey, (state) => states.push(state)).store(
      draftOf()
    );
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(states).toEqual(['storing', 'failed']);
  });

  it('of another origin is offered for a new record, with its origin', async () => {
    const { runtime, store, scope } = await createTestRuntime();
    await store.write((tx) => setDraft(tx, scope, 'capture:contact:7', draftOf(), saturday));
    const opened = await openForm(runtime, { kind: 'new', formId: 'a' }, paris);
    if (opened.kind !== 'open') throw new Error('must open');
    expect(opened.isStored).toBe(false);
    expect(opened.unfinished.map(({ key }) => originOfKey(key))).toEqual([{ kind: 'contact', contactId: 7 }]);
    for (const key of [
      'capture:new:a',
      'capture:action:3::',
      'capture:action:3:7:2 Rue: A',
      'capture:fix:a:b',
    ])
      expect(draftKeyOf(originOfKey(key))).toBe(key);
  });
});
