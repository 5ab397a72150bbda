import { getDraft, listDrafts, setDraft } from '@/db/drafts';
import { getFact, setFact } from '@/db/facts';
import { enqueue, getOutboxRow, listOutbox, markExported, removeExported, saveRow } from '@/db/outbox/outbox';
import { sha256Hex } from '@/db/sha256';

import { openMemoryEngine } from '../../support/sqlite';
import { capture, openTestStore, save, saveAtOnce, withCalls } from '../harness';

describe('saving', () => {
  test('a second tap is the same capture: one row', async () => {
    const { store, scope } = await openTestStore();
    const row = capture();
    expect(await save(store, scope, row)).toBe(true);
    expect(await save(store, scope, row)).toBe(false);
    expect(await listOutbox(store, scope)).toHaveLength(1);
  });

  test('two taps at once are one row', async () => {
    const { store, scope } = await openTestStore();
    const row = capture();
    expect(await Promise.all([save(store, scope, row), save(store, scope, row)])).toEqual([true, false]);
  });

  test('[case 13] another body under the same id is refused, and the first stays', async () => {
    const { store, scope } = await openTestStore();
    const row = capture({ id: 'once' });
    await save(store, scope, row);
    await expect(save(store, scope, { ...row, body: '{"data":{}}' })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect((await getOutboxRow(store, scope, 'once'))?.body).toBe(row.body);
  });

  test('the body is kept letter by letter, with its hash', async () => {
    const { store, scope } = await openTestStore();
    const body = '{"data": {"amount":2000,  "comment":"Élodie ✓ \\u0000"}}';
    await save(store, scope, capture({ id: 'exact', body, base: { name: 'before' } }), 5);
    expect(await getOutboxRow(store, scope, 'exact')).toMatchObject({
      seq: 1,
      body,
      bodyHash: sha256Hex(body),
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
    ['created_at', '0'],
  ])('[case 13] the file itself refuses to change %s of a saved row', async (column, value) => {
    const { store, scope } = await openTestStore();
    await save(store, scope, capture());
    await expect(store.write((tx) => tx.run(`UPDATE outbox SET ${column} = ${value}`))).rejects.toMatchObject(
      {
        kind: 'refused',
      }
    );
  });

  test.each(['state', 'kind'])('the file itself refuses a %s that does not exist', async (column) => {
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

test('the record and everything that belongs to it are written together or not at all', async () => {
  const { store, scope } = await openTestStore();
  const failing = store.write(async (tx) => {
    await enqueue(tx, scope, capture({ id: 'half' }), 1);
    throw new Error('the second half failed');
  });
  await expect(failing).rejects.toThrow('second half');
  expect(await listOutbox(store, scope)).toEqual([]);
});

describe('saving a capture with what belongs to it', () => {
  const facts = async () => [
    { key: 'habits', value: { method: 'cash' } },
    { key: 'tally', value: 'Élodie "1"' },
  ];
  const withDraft = async (engine = openMemoryEngine()) => {
    const calls: string[] = [];
    const counted = withCalls(engine, {
      execute: (script) => (calls.push(script), engine.execute(script)),
      run: (sql, params) => (calls.push(sql), engine.run(sql, params)),
    });
    const opened = await openTestStore(counted);
    const { store, scope, changes } = opened;
    await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '20' }, 1));
    await store.write((tx) => setFact(tx, scope, 'habits', { method: 'card' }));
    await Promise.resolve();
    changes.length = 0;
    calls.length = 0;
    return { ...opened, engine, calls };
  };

  test('is one statement: the row as `enqueue` writes it, the facts, and the end of the draft', async () => {
    const { store, scope, calls, changes } = await withDraft();
    const row = capture({ base: { name: 'before' }, externalTransactionId: 5 });
    await saveRow(store, scope, { row, draftKey: 'capture', facts }, 7);
    expect(calls).toHaveLength(1);
    await Promise.resolve();
    expect(changes).toEqual([['drafts', 'facts', 'outbox']]);
    expect(await getDraft(store, scope, 'capture')).toBeNull();
    expect(await getFact(store, scope, 'habits')).toEqual({ method: 'cash' });
    expect(await getFact(store, scope, 'tally')).toBe('Élodie "1"');

    const other = await openTestStore();
    await save(other.store, other.scope, row, 7);
    expect(await listOutbox(store, scope)).toEqual(await listOutbox(other.store, other.scope));
  });

  test('a second tap is the same capture, and ends a draft that was kept in between', async () => {
    const { store, scope } = await withDraft();
    const row = capture();
    await Promise.all([saveAtOnce(store, scope, row), saveAtOnce(store, scope, row)]);
    await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '2' }, 2));
    await saveAtOnce(store, scope, row);
    expect(await listOutbox(store, scope)).toHaveLength(1);
    expect(await getDraft(store, scope, 'capture')).toBeNull();
  });

  describe('a draft that says what it becomes', () => {
    const begun = async () => {
      const opened = await withDraft();
      const { store, scope } = opened;
      const row = capture();
      await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '20' }, 2, row.id));
      const onDisk = () => store.all('SELECT key FROM drafts');
      return { ...opened, row, onDisk };
    };

    test('is there until its record is in the queue, and over from then on', async () => {
      const { store, scope, row } = await begun();
      expect(await getDraft(store, scope, 'capture')).not.toBeNull();
      await saveAtOnce(store, scope, row);
      expect(await getDraft(store, scope, 'capture')).toBeNull();
      expect(await listDrafts(store, scope, '')).toEqual([]);
    });

    test('is left on the disk by the save, and goes with its record at the latest', async () => {
      const { store, scope, row, onDisk } = await begun();
      await saveAtOnce(store, scope, row);
      expect(await onDisk()).toEqual([{ key: 'capture' }]);
      await store.write((tx) => markExported(tx, scope, [row.id], 3));
      await store.write((tx) => removeExported(tx, scope, row.id));
      expect(await onDisk()).toEqual([]);
      expect(await getDraft(store, scope, 'capture')).toBeNull();
    });

    test('makes room for the next one of its form, which the end of the record leaves alone', async () => {
      const { store, scope, row } = await begun();
      await saveAtOnce(store, scope, row);
      await store.write((tx) => setDraft(tx, scope, 'capture', { amount: '5' }, 3, 'the next'));
      expect(await getDraft(store, scope, 'capture')).toMatchObject({ draft: { amount: '5' } });
      await store.write((tx) => markExported(tx, scope, [row.id], 4));
      await store.write((tx) => removeExported(tx, scope, row.id));
      expect(await getDraft(store, scope, 'capture')).toMatchObject({ draft: { amount: '5' } });
    });

    test('is removed by the save of another record that was made of the same form', async () => {
      const { store, scope, onDisk } = await begun();
      await saveAtOnce(store, scope, capture());
      expect(await onDisk()).toEqual([]);
    });
  });

  test('[case 13] another body under the same id is refused: the first row and the draft stay', async () => {
    const { store, scope } = await withDraft();
    const row = capture({ id: 'once' });
    await save(store, scope, row);
    await expect(saveAtOnce(store, scope, { ...row, body: '{"data":{}}' })).rejects.toMatchObject({
      kind: 'refused',
      message: 'Another record was already saved under this id.',
    });
    expect((await getOutboxRow(store, scope, 'once'))?.body).toBe(row.body);
    expect(await getDraft(store, scope, 'capture')).not.toBeNull();
  });

  test.each(['facts', 'drafts'])(
    'is written whole or not at all: nothing is left when the file refuses the change of %s',
    async (table) => {
      const { store, scope, engine } = await withDraft();
      await engine.execute(`CREATE TRIGGER refusing BEFORE ${table === 'facts' ? 'INSERT' : 'DELETE'} ON ${table}
        BEGIN SELECT RAISE(ABORT, 'no'); END`);
      await expect(
        saveRow(store, scope, { row: capture(), draftKey: 'capture', facts }, 7)
      ).rejects.toMatchObject({ kind: 'refused' });
      expect(await listOutbox(store, scope)).toEqual([]);
      expect(await getDraft(store, scope, 'capture')).not.toBeNull();
      expect(await getFact(store, scope, 'habits')).toEqual({ method: 'card' });
      await engine.execute('DROP TRIGGER refusing');
      await saveRow(store, scope, { row: capture(), draftKey: 'capture', facts }, 7);
      expect(await listOutbox(store, scope)).toHaveLength(1);
    }
  );
});
