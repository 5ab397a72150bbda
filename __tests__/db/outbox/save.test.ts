import { createHash } from 'node:crypto';

import { getDraft, removeDraft, setDraft } from '@/db/drafts';
import { getFact, setFact } from '@/db/facts';
import { enqueue, getOutboxRow, listOutbox, replaceRow, type NewOutboxRow } from '@/db/outbox/outbox';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';

import { openMemoryEngine } from '../../support/sqlite';
import { capture, openTestStore, save, saveWithDraft } from '../harness';

describe('saving', () => {
  test('a second tap is the same capture: one row', async () => {
    const { store, scope } = await openTestStore();
    const row = capture();
    expect(await save(store, scope, row)).toBe(true);
    expect(await save(store, scope, row)).toBe(false);
    expect(await listOutbox(store, scope)).toHaveLength(1);
  });

  test('two concurrent taps are one row', async () => {
    const { store, scope } = await openTestStore();
    const row = capture();
    expect(await Promise.all([save(store, scope, row), save(store, scope, row)])).toEqual([true, false]);
  });

  test('another body under the same id is refused, and the first stays', async () => {
    const { store, scope } = await openTestStore();
    const row = capture({ id: 'once' });
    await save(store, scope, row);
    await expect(save(store, scope, { ...row, body: '{"data":{}}' })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect((await getOutboxRow(store, scope, 'once'))?.body).toBe(row.body);
  });

  test('the body is stored byte by byte, with its hash', async () => {
    const { store, scope } = await openTestStore();
    const body = '{"data": {"amount":2000,  "comment":"Élodie ✓ \\u0000"}}';
    await save(store, scope, capture({ id: 'exact', body, base: { name: 'before' } }), 5);
    expect(await getOutboxRow(store, scope, 'exact')).toMatchObject({
      seq: 1,
      body,
      bodyHash: createHash('sha256').update(body).digest('hex'),
      base: { name: 'before' },
      state: 'queued',
      attempts: 0,
      problem: null,
      notes: null,
      createdAt: 5,
      updatedAt: 5,
      sentAt: null,
    });
  });

  test.each([
    ['body', `'{}'`],
    ['body_hash', `'0'`],
    ['id', `'other'`],
    ['kind', `'invitation'`],
    ['scope_id', '99'],
    ['body_version', '2'],
    ['base', `'{}'`],
    ['created_at', '0'],
  ])('a trigger refuses to change %s of a saved row', async (column, value) => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await expect(store.write((tx) => tx.run(`UPDATE outbox SET ${column} = ${value}`))).rejects.toMatchObject(
      {
        kind: 'refused',
      }
    );
  });

  test.each(['state', 'kind'])('a constraint refuses an invalid %s', async (column) => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await expect(
      store.write((tx) =>
        tx.run(
          `INSERT INTO outbox (id, scope_id, kind, entity, body, body_hash, body_version, state, created_at, updated_at)
           VALUES ('x', 1, ?, 'x', '', '', 1, ?, 0, 0)`,
          column === 'kind' ? ['gift', 'queued'] : ['invitation', 'lost']
        )
      )
    ).rejects.toMatchObject({ kind: 'refused' });
  });
});

test('the record and its related rows are written together or not at all', async () => {
  const { store, scope } = await openTestStore();
  const failing = store.write(async (tx) => {
    await enqueue(tx, scope, capture({ id: 'half' }), 1);
    throw new Error('the second half failed');
  });
  await expect(failing).rejects.toThrow('second half');
  expect(await listOutbox(store, scope)).toEqual([]);
});

describe('saving a capture with its related values', () => {
  const saveAll = (store: Store, scope: Scope, row: NewOutboxRow) =>
    store.write(async (tx) => {
      await enqueue(tx, scope, row, 7);
      await setFact(tx, scope, 'capture_last_used', { method: 'cash', currency: 'eur', campaign: '' });
      await removeDraft(tx, scope, 'capture');
    });
  const withDraft = async (engine = openMemoryEngine()) => {
    const opened = await openTestStore(engine);
    const { store, scope, changes } = opened;
    await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '20' }, 1));
    await Promise.resolve();
    changes.length = 0;
    return { ...opened, engine };
  };

  test('publishes everything as one change', async () => {
    const { store, scope, changes } = await withDraft();
    await saveAll(store, scope, capture());
    await Promise.resolve();
    expect(changes).toEqual([['drafts', 'facts', 'outbox']]);
    expect(await getDraft(store, scope, 'capture')).toBeNull();
  });

  test('a second tap is the same capture, and deletes a draft that was stored in between', async () => {
    const { store, scope } = await withDraft();
    const row = capture();
    await Promise.all([saveWithDraft(store, scope, row), saveWithDraft(store, scope, row)]);
    await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '2' }, 2));
    await saveWithDraft(store, scope, row);
    expect(await listOutbox(store, scope)).toHaveLength(1);
    expect(await getDraft(store, scope, 'capture')).toBeNull();
  });

  test('another body under the same id is refused: the first row and the draft stay', async () => {
    const { store, scope } = await withDraft();
    const row = capture({ id: 'once' });
    await save(store, scope, row);
    await expect(saveWithDraft(store, scope, { ...row, body: '{"data":{}}' })).rejects.toMatchObject({
      kind: 'refused',
      message: 'Another record was already saved under this id.',
    });
    expect((await getOutboxRow(store, scope, 'once'))?.body).toBe(row.body);
    expect(await getDraft(store, scope, 'capture')).not.toBeNull();
  });

  test.each(['facts', 'drafts'])('nothing is written when the change of %s fails', async (table) => {
    const { store, scope, engine } = await withDraft();
    await engine.execute(`CREATE TRIGGER refusing BEFORE ${table === 'facts' ? 'INSERT' : 'DELETE'} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'no'); END`);
    await expect(saveAll(store, scope, capture())).rejects.toMatchObject({ kind: 'refused' });
    expect(await listOutbox(store, scope)).toEqual([]);
    expect(await getDraft(store, scope, 'capture')).not.toBeNull();
    expect(await getFact(store, scope, 'capture_last_used')).toBeNull();
    await engine.execute('DROP TRIGGER refusing');
    await saveAll(store, scope, capture());
    expect(await listOutbox(store, scope)).toHaveLength(1);
  });

  test('rows that wait for a replaced row are sent after its replacement, under its entity', async () => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture({ id: 'first', entity: 'bundle:first' }));
    const addition = {
      id: 'addition',
      kind: 'bundle_update',
      entity: 'bundle:first',
      body: '{"data":{}}',
    } as const;
    await save(store, scope, capture(addition));
    const fixed = capture({ id: 'fixed', entity: 'bundle:fixed' });
    await store.write((tx) => replaceRow(tx, scope, { id: 'first', state: 'queued' }, fixed, 2));
    const rows = await listOutbox(store, scope);
    expect(rows.map(({ id, entity, state }) => [id, entity, state])).toEqual([
      ['first', 'bundle:first', 'replaced'],
      ['fixed', 'bundle:fixed', 'queued'],
      ['addition', 'bundle:fixed', 'queued'],
    ]);
  });
});
