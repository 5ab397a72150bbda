import { latestVersion, migrate, versions } from '@/db/migrations';
import { outboxKinds, outboxStates } from '@/domain/outbox';

import { type Engine } from '@/db/port';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';

import { openFileEngine, openMemoryEngine, temporaryFile } from '../support/sqlite';
import { anna, withCalls } from './harness';

/** A version after the latest, as in a later build. */
const upgraded = [...versions, 'ALTER TABLE outbox ADD COLUMN colour TEXT'];
const next = latestVersion + 1;

const columnsOf = async (engine: Engine) =>
  (await engine.all<{ name: string }>(`SELECT name FROM pragma_table_info('outbox')`, [])).map(
    ({ name }) => name
  );

const versionOf = async (engine: Engine) =>
  (await engine.all<{ user_version: number }>('PRAGMA user_version', []))[0]?.user_version;

/** A row of every state and kind, with a value in every column. */
async function fillOutbox(engine: Engine): Promise<void> {
  const store = await openStore(engine);
  const { id: scopeId } = await openScope(store, anna);
  const fixed: Record<string, string | number> = { scope_id: scopeId };
  const columns = (await columnsOf(engine)).filter((name) => name !== 'seq');
  for (const [place, state] of outboxStates.entries()) {
    const values = columns.map((name) => {
      if (name === 'state') return state;
      if (name === 'kind') return outboxKinds[place % outboxKinds.length] ?? '';
      return fixed[name] ?? `${name} of row ${place}`;
    });
    await engine.run(
      `INSERT INTO outbox (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      values
    );
  }
}

const listRows = async (engine: Engine, columns: readonly string[]) =>
  engine.all(`SELECT ${columns.join(', ')} FROM outbox ORDER BY seq`, []);

describe('an upgrade', () => {
  test('leaves every row of the queue unchanged, in every column', async () => {
    const engine = openMemoryEngine();
    await fillOutbox(engine);
    const columns = await columnsOf(engine);
    const before = await listRows(engine, columns);
    expect(before).toHaveLength(outboxStates.length);
    await migrate(engine, upgraded);
    expect(await versionOf(engine)).toBe(next);
    expect(await columnsOf(engine)).toEqual([...columns, 'colour']);
    expect(await listRows(engine, columns)).toEqual(before);
  });

  test('runs once: the next start does not change the file', async () => {
    const engine = openMemoryEngine();
    await migrate(engine, upgraded);
    await migrate(engine, upgraded);
    expect(await versionOf(engine)).toBe(next);
  });

  test('that is killed in the middle leaves the previous version, and the next start finishes it', async () => {
    const file = temporaryFile();
    const first = openFileEngine(file.path);
    await fillOutbox(first);
    const columns = await columnsOf(first);
    const before = await listRows(first, columns);
    const dying = withCalls(first, {
      execute: async (script) => {
        if (script === 'COMMIT' || script === 'ROLLBACK') throw new Error('the process is gone');
        await first.execute(script);
      },
    });
    await expect(migrate(dying, upgraded)).rejects.toThrow('the process is gone');
    await first.close();

    const engine = openFileEngine(file.path);
    await engine.all('PRAGMA locking_mode = EXCLUSIVE', []);
    expect(await versionOf(engine)).toBe(latestVersion);
    expect(await columnsOf(engine)).toEqual(columns);
    expect(await listRows(engine, columns)).toEqual(before);
    await migrate(engine, upgraded);
    expect(await versionOf(engine)).toBe(next);
    expect(await listRows(engine, columns)).toEqual(before);
    await engine.close();
    file.remove();
  });

  test('that fails is rolled back, and nothing of the queue is lost', async () => {
    const engine = openMemoryEngine();
    await fillOutbox(engine);
    const columns = await columnsOf(engine);
    const before = await listRows(engine, columns);
    const broken = [...upgraded.slice(0, -1), `${upgraded.at(-1)}; INSERT INTO no_such_table VALUES (1)`];
    await expect(migrate(engine, broken)).rejects.toThrow('no_such_table');
    expect(await versionOf(engine)).toBe(latestVersion);
    expect(await columnsOf(engine)).toEqual(columns);
    expect(await listRows(engine, columns)).toEqual(before);
  });

  test('is never undone: an app with only the previous version refuses the file', async () => {
    const engine = openMemoryEngine();
    await migrate(engine, upgraded);
    await expect(openStore(engine)).rejects.toMatchObject({ kind: 'newer_version' });
  });
});
