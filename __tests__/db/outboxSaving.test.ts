import { enqueue, getOutboxRow, listOutbox } from '@/db/outbox';
import { sha256Hex } from '@/db/sha256';

import { capture, openTestStore, save } from './harness';

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
