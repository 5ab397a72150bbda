import { getCursor, removeCursor, setCursor } from '@/db/pull/cursors';
import { getDraft, listDrafts, removeDraft, setDraft } from '@/db/drafts';
import { getFact, removeFact, setFact } from '@/db/facts';
import { listRollCalls, setRollCall } from '@/db/rollCalls';
import { clearQuarantined, countQuarantined, listQuarantined, quarantine } from '@/db/pull/quarantine';

import { openTestStore, setValue } from './harness';

describe('a setting', () => {
  test('belongs to a scope or to the phone, and with an id only to that id', async () => {
    const { store, scope } = await openTestStore();
    await store.write(async (tx) => {
      await setFact(tx, scope, 'etag', 'W/"1"', 'contacts');
      await setFact(tx, null, 'reminder_declined', true);
    });
    expect(await getFact(store, scope, 'etag', 'contacts')).toBe('W/"1"');
    expect(await getFact(store, scope, 'etag', 'users')).toBeNull();
    expect(await getFact(store, null, 'etag', 'contacts')).toBeNull();
    expect(await getFact(store, null, 'reminder_declined')).toBe(true);
    await store.write((tx) => removeFact(tx, scope, 'etag', 'contacts'));
    expect(await getFact(store, scope, 'etag', 'contacts')).toBeNull();
  });

  test('that does not match its schema counts as absent, part by part where the schema allows it', async () => {
    const { store } = await openTestStore();
    await store.write((tx) => setValue(tx, 'reminder_declined', 'maybe'));
    await store.write((tx) =>
      setValue(tx, 'preferences', { theme: 'neon', textSize: 'large', language: 'fr' })
    );
    expect(await getFact(store, null, 'reminder_declined')).toBeNull();
    expect(await getFact(store, null, 'preferences')).toEqual({
      theme: 'system',
      textSize: 'large',
      language: 'fr',
    });
  });
});

test('a cursor is written with its page or not at all', async () => {
  const { store, scope } = await openTestStore();
  await store.write((tx) => setCursor(tx, scope, 'contacts', { offset: 1_000 }));
  const killed = store.write(async (tx) => {
    await setCursor(tx, scope, 'contacts', { offset: 2_000 });
    throw new Error('killed before the commit');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await getCursor(store, scope, 'contacts')).toEqual({ offset: 1_000 });
  await store.write((tx) => removeCursor(tx, scope, 'contacts'));
  expect(await getCursor(store, scope, 'contacts')).toBeNull();
});

describe('a record that could not be parsed', () => {
  const bad = (index: number, id?: number) => ({
    index,
    id,
    reason: 'amount: expected an integer',
    raw: { amount: '?' },
  });

  test('is stored with its reason, once, however often the page is read', async () => {
    const { store, scope } = await openTestStore();
    for (const at of [1, 2])
      await store.write((tx) => quarantine(tx, scope, 'contacts', [bad(3), bad(4, 99)], at));
    expect(await listQuarantined(store, scope)).toEqual([
      {
        list: 'contacts',
        record: expect.stringMatching(/^-\d+$/),
        reason: 'amount: expected an integer',
        raw: '{"amount":"?"}',
        quarantinedAt: 2,
      },
      {
        list: 'contacts',
        record: '99',
        reason: 'amount: expected an integer',
        raw: '{"amount":"?"}',
        quarantinedAt: 2,
      },
    ]);
    expect(await countQuarantined(store, scope)).toEqual([{ list: 'contacts', count: 2 }]);
  });

  test('is deleted when it was parsed, or when its list is read again', async () => {
    const { store, scope } = await openTestStore();
    await store.write(async (tx) => {
      await quarantine(tx, scope, 'contacts', [bad(1), bad(2, 99)], 1);
      await quarantine(tx, scope, 'teams', [bad(1, 99)], 1);
      await clearQuarantined(tx, scope, 'contacts', [99]);
    });
    expect((await listQuarantined(store, scope)).map(({ list, record }) => [list, record])).toEqual([
      ['contacts', expect.stringMatching(/^-\d+$/)],
      ['teams', '99'],
    ]);
    await store.write((tx) => clearQuarantined(tx, scope, 'contacts'));
    expect(await countQuarantined(store, scope)).toEqual([{ list: 'teams', count: 1 }]);
  });
});

test('drafts are stored by name, and the latest input wins', async () => {
  const { store, scope } = await openTestStore();
  await store.write(async (tx) => {
    await setDraft(tx, scope, 'capture:new', { name: 'Mari' }, 1);
    await setDraft(tx, scope, 'capture:new', { name: 'Marie' }, 2);
    await setDraft(tx, scope, 'capture:7', { name: 'Eva' }, 3);
    await setDraft(tx, scope, 'team', { name: 'North' }, 4);
  });
  expect(await getDraft(store, scope, 'capture:new')).toEqual({ draft: { name: 'Marie' }, updatedAt: 2 });
  expect((await listDrafts(store, scope, 'capture:')).map(({ key }) => key)).toEqual([
    'capture:7',
    'capture:new',
  ]);
  await store.write((tx) => removeDraft(tx, scope, 'capture:new'));
  expect(await getDraft(store, scope, 'capture:new')).toBeNull();
});

test('roll calls of a team are listed, the latest first', async () => {
  const { store, scope } = await openTestStore();
  const call = (id: string, teamId: number, startedAt: number) => ({ id, teamId, startedAt, present: [] });
  await store.write(async (tx) => {
    await setRollCall(tx, scope, call('a', 1, 100));
    await setRollCall(tx, scope, call('b', 1, 200));
    await setRollCall(tx, scope, call('c', 2, 300));
    await setRollCall(tx, scope, { ...call('a', 1, 100), present: [{ userId: 5, at: 101 }] });
  });
  expect(await listRollCalls(store, scope, 1)).toEqual([
    call('b', 1, 200),
    { ...call('a', 1, 100), present: [{ userId: 5, at: 101 }] },
  ]);
});
