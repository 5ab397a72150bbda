import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { prefixBits } from '@/db/search/prefixes';
import { getContact, searchContacts } from '@/db/contacts';
import { getDraft } from '@/db/drafts';
import { sumLedger } from '@/db/ledger/sums';
import { latestVersion } from '@/db/migrations';
import { applyTransition, enqueue, listOutbox, markExported, setNotes } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { openScope } from '@/db/scopes';
import { sha256Hex } from '@/db/sha256';
import { openStore } from '@/db/store';
import { outboxKinds, outboxStates } from '@/domain/outbox';

import { openFileEngine, openMemoryEngine, temporaryFile } from '../support/sqlite';
import { anna, capture, withCalls } from './harness';

const folder = join(__dirname, 'fixtures');
const fixtures = readdirSync(folder).sort();

async function engineWith(fixture: string) {
  const engine = openMemoryEngine();
  await engine.execute(readFileSync(join(folder, fixture), 'utf8'));
  return engine;
}

/** Everything about the outbox that was there, as the old version wrote it. */
const queueOf = (engine: ReturnType<typeof openMemoryEngine>, columns: readonly string[]) =>
  engine.all<Record<string, unknown>>(`SELECT ${columns.join(', ')} FROM outbox ORDER BY seq`, []);

const columnsOf = async (engine: ReturnType<typeof openMemoryEngine>, table: string) =>
  (await engine.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`, [])).map(
    ({ name }) => name
  );

test('there is a fixture with a full queue for every version before this one', async () => {
  expect(fixtures).toEqual(
    Array.from({ length: latestVersion - 1 }, (_, index) => `version${index + 1}.sql`)
  );
  for (const fixture of fixtures) {
    const rows = await queueOf(await engineWith(fixture), ['state', 'kind']);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(outboxStates));
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(outboxKinds));
  }
});

test('the newest of them has a value in every column of the queue, so that none is left behind unnoticed', async () => {
  const engine = await engineWith(fixtures.at(-1) ?? '');
  for (const column of await columnsOf(engine, 'outbox'))
    expect({
      column,
      rows: await engine.all(`SELECT 1 FROM outbox WHERE ${column} IS NOT NULL LIMIT 1`, []),
    }).toEqual({ column, rows: [expect.anything()] });
});

describe.each(fixtures)('[case 21] an upgrade from %s', (fixture) => {
  test('leaves every row of the queue as it was, in every column', async () => {
    const engine = await engineWith(fixture);
    const columns = await columnsOf(engine, 'outbox');
    const before = await queueOf(engine, columns);
    await openStore(engine);
    expect(await queueOf(engine, columns)).toEqual(before);
  });

  test('arrives at the same layout as a new file', async () => {
    const layout = async (engine: ReturnType<typeof openMemoryEngine>) => {
      await openStore(engine);
      const tables = await engine.all<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`,
        []
      );
      const columns: Record<string, string[]> = {};
      for (const { name } of tables) columns[name] = (await columnsOf(engine, name)).sort();
      const others = await engine.all(
        `SELECT type, name, sql FROM sqlite_master WHERE type <> 'table' ORDER BY name`,
        []
      );
      return { columns, others, version: await engine.all('PRAGMA user_version', []) };
    };
    expect(await layout(await engineWith(fixture))).toEqual(await layout(openMemoryEngine()));
  });

  test('the queue goes on: rows are claimed, moved, noted, exported, and new ones saved', async () => {
    const store = await openStore(await engineWith(fixture));
    const scope = await openScope(store, anna);
    const row = await store.write((tx) => claimNext(tx, { scope, now: 5_000, leaseMs: 1_000, owner: 'me' }));
    expect(row).toMatchObject({ id: 'row-queued', state: 'sending', attempts: 1 });
    expect(sha256Hex(row?.body ?? '')).toBe(row?.bodyHash);
    await store.write(async (tx) => {
      await setNotes(tx, 'row-queued', { looked: 1 });
      await applyTransition(tx, {
        id: 'row-queued',
        from: 'sending',
        to: 'unknown',
        owner: 'me',
        now: 6_000,
      });
      await markExported(tx, scope, ['row-parked'], 6_000);
      await enqueue(tx, scope, capture({ id: 'new' }), 6_000);
    });
    const rows = await listOutbox(store, scope);
    expect(rows).toHaveLength(outboxStates.length + 1);
    expect(rows.at(-1)?.id).toBe('new');
  });

  test('drafts, contacts and their words are there', async () => {
    const store = await openStore(await engineWith(fixture));
    const scope = await openScope(store, anna);
    expect(await getDraft(store, scope, 'capture')).toEqual({ draft: { amount: '20' }, updatedAt: 5 });
    expect(await getContact(store, scope, 7)).toMatchObject({ surname: 'Dupont', novel: true });
    expect((await searchContacts(store, scope, 'dup lyon')).map(({ id }) => id)).toEqual([7]);
  });

  test('that dies on the way leaves a whole version, and the next start finishes it', async () => {
    const file = temporaryFile();
    const first = openFileEngine(file.path);
    await first.execute(readFileSync(join(folder, fixture), 'utf8'));
    const columns = await columnsOf(first, 'outbox');
    const before = await queueOf(first, columns);
    const dying = withCalls(first, {
      execute: async (script) => {
        if (script === 'COMMIT') throw new Error('the process is gone');
        await first.execute(script);
      },
    });
    await expect(openStore(dying)).rejects.toThrow('the process is gone');

    const engine = openFileEngine(file.path);
    await engine.all('PRAGMA locking_mode = EXCLUSIVE', []);
    expect(await engine.all('PRAGMA user_version', [])).toEqual([
      { user_version: Number(/\d+/.exec(fixture)?.[0]) },
    ]);
    const store = await openStore(engine);
    expect(await queueOf(engine, columns)).toEqual(before);
    expect(await engine.all('PRAGMA user_version', [])).toEqual([{ user_version: latestVersion }]);
    await store.close();
    file.remove();
  });
});

describe.each(['version1.sql', 'version2.sql'])(
  '[case 21] a phone that upgrades offline from %s',
  (fixture) => {
    const wordsOf = { 8: ['zoe', 'd', 'arc', '612345678'], 9: ['محمد', 'زان', '𝒳yz'] };

    test('finds its contacts by several words, through entries as they are written now', async () => {
      const engine = await engineWith(fixture);
      for (const [id, words] of Object.entries(wordsOf)) {
        await engine.run('INSERT INTO contacts VALUES (1, ?, ?, ?, ?, 0, ?)', [
          Number(id),
          words.join(' '),
          words.join(' '),
          '',
          ` ${words.join(' ')}`,
        ]);
        for (const word of words) {
          await engine.run('INSERT INTO contact_words VALUES (1, ?, ?)', [word, Number(id)]);
        }
      }
      const store = await openStore(engine);
      const scope = await openScope(store, anna);
      for (const [id, words] of Object.entries(wordsOf)) {
        expect(
          await store.all('SELECT DISTINCT beginnings FROM contact_words WHERE record_id = ?', [Number(id)])
        ).toEqual([{ beginnings: prefixBits(words) }]);
      }
      const found = async (text: string) =>
        (await searchContacts(store, scope, text)).map(({ id: number }) => number);
      expect(await found('arc zo 0612')).toEqual([8]);
      expect(await found('arc zu')).toEqual([]);
      expect(await found('زان محم')).toEqual([9]);
    });

    test('has its sums by month, and they follow what changes', async () => {
      const engine = await engineWith(fixture);
      const line = (bundle: number, day: string, amount: number) =>
        engine.run(
          `INSERT INTO bundle_transactions VALUES (1, ?, 0, ?, ?, ?, 'EUR', 'cash', NULL, NULL, NULL, 1, 0)`,
          [bundle, day, day === '' ? '' : `${day}T12:00:00.000Z`, amount]
        );
      await line(1, '2025-01-07', 1);
      await line(2, '2025-01-31', 2);
      await line(3, '2025-09-01', 4);
      await line(4, '', 8);
      const store = await openStore(engine);
      const scope = await openScope(store, anna);
      const sums = async () =>
        (await sumLedger(store, scope, {})).map(({ unit, start, amount }) => [unit, start, amount]);
      expect(await sums()).toEqual([
        ['month', '', 8],
        ['month', '2025-01-01', 3],
        ['month', '2025-09-01', 4],
      ]);
      await engine.run('DELETE FROM bundle_transactions WHERE bundle_id IN (2, 3)', []);
      expect(await sums()).toEqual([
        ['day', '', 8],
        ['day', '2025-01-07', 1],
      ]);
    });
  }
);

test('[case 21] a migration that fails is undone, and nothing of the queue is lost', async () => {
  const engine = await engineWith(fixtures[0] ?? '');
  const before = await queueOf(engine, ['id', 'state']);
  const failing = withCalls(engine, {
    execute: async (script) => {
      await engine.execute(script);
      if (script.includes('ALTER TABLE outbox')) throw new Error('half way');
    },
    close: () => Promise.resolve(),
  });
  await expect(openStore(failing)).rejects.toThrow('half way');
  expect(await queueOf(engine, ['id', 'state'])).toEqual(before);
  expect(await columnsOf(engine, 'outbox')).not.toContain('notes');
});
