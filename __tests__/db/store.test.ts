import fs from 'node:fs';

import { type StoreProblem } from '@/db/errors';
import { EngineError, type Engine } from '@/db/port';
import { openStore, type Store, type Transaction } from '@/db/store';
import { setDraft } from '@/db/drafts';

import { openFileEngine, openMemoryEngine, temporaryFile } from '../support/sqlite';
import { capture, openTestStore, save, saveWithDraft, setValue, getValue, withCalls } from './harness';

const refusedAs = async (opening: Promise<unknown>): Promise<StoreProblem | 'opened'> => {
  const outcome = await opening.then(
    () => 'opened' as const,
    (failure: { kind: StoreProblem }) => failure.kind
  );
  return outcome;
};

describe('opening', () => {
  test.each([
    ['a row', save],
    ['a row with the end of its draft', saveWithDraft],
  ])('%s is on disk before the write resolves', async (_, saving) => {
    const file = temporaryFile();
    const { store, scope } = await openTestStore(openFileEngine(file.path));
    const synced = jest.spyOn(fs, 'fsyncSync');
    await saving(store, scope, capture());
    expect(synced).toHaveBeenCalled();
    synced.mockRestore();
    await store.close();
    file.remove();
  });

  test('on Apple systems a commit goes through the cache of the disk', async () => {
    const { store } = await openTestStore();
    expect(await store.all('PRAGMA fullfsync')).toEqual([{ fullfsync: 1 }]);
    expect(await store.all('PRAGMA checkpoint_fullfsync')).toEqual([{ checkpoint_fullfsync: 1 }]);
  });

  test('a database engine that ignores synchronous = FULL is refused', async () => {
    const engine = openMemoryEngine();
    const ignoring = withCalls(engine, {
      all: async <Row>(sql: string) =>
        sql === 'PRAGMA synchronous' ? ([{ synchronous: 1 }] as Row[]) : engine.all<Row>(sql, []),
    });
    expect(await refusedAs(openStore(ignoring))).toBe('not_durable');
  });

  test('a database in memory is refused: nothing in it would survive', async () => {
    const engine = openMemoryEngine();
    const honest = withCalls(engine, {
      all: async <Row>(sql: string) =>
        sql.startsWith('PRAGMA journal_mode')
          ? ([{ journal_mode: 'memory' }] as Row[])
          : engine.all<Row>(sql, []),
    });
    expect(await refusedAs(openStore(honest))).toBe('not_durable');
  });

  test('without WAL the rollback journal is used, still with FULL', async () => {
    const engine = openMemoryEngine();
    const old = withCalls(engine, {
      all: async <Row>(sql: string) =>
        sql.startsWith('PRAGMA journal_mode')
          ? ([{ journal_mode: 'delete' }] as Row[])
          : engine.all<Row>(sql, []),
    });
    expect(await refusedAs(openStore(old))).toBe('opened');
  });

  const contents = {
    'text that is no database': Buffer.from('This is somebody’s diary, not a database.\n'.repeat(200)),
    'a database of another program': databaseBytes('CREATE TABLE diary (day TEXT); PRAGMA user_version = 1'),
    'a database of a newer version of this app': databaseBytes(
      'CREATE TABLE outbox (id TEXT); PRAGMA application_id = 1146311760; PRAGMA user_version = 999'
    ),
  };
  const kinds: Record<keyof typeof contents, StoreProblem> = {
    'text that is no database': 'not_a_database',
    'a database of another program': 'not_ours',
    'a database of a newer version of this app': 'newer_version',
  };
  test.each(Object.keys(contents) as (keyof typeof contents)[])(
    '%s gives a clear error and is left untouched',
    async (what) => {
      const file = temporaryFile();
      const before = contents[what];
      fs.writeFileSync(file.path, before);
      expect(await refusedAs(openStore(openFileEngine(file.path)))).toBe(kinds[what]);
      expect(fs.readFileSync(file.path).equals(before)).toBe(true);
      // The handle is closed: the file can be opened for repair.
      await openFileEngine(file.path).close();
      file.remove();
    }
  );

  test('a file that another process has open is reported as in use', async () => {
    const file = temporaryFile();
    const { store } = await openTestStore(openFileEngine(file.path));
    expect(await refusedAs(openStore(openFileEngine(file.path)))).toBe('in_use');
    await store.close();
    file.remove();
  });

  test('written data exists after closing and opening again', async () => {
    const file = temporaryFile();
    const first = await openTestStore(openFileEngine(file.path));
    await first.store.write((tx) => setValue(tx, 'colour', 'green'));
    await first.store.close();
    const second = await openTestStore(openFileEngine(file.path));
    expect(second.scope).toEqual(first.scope);
    expect(await getValue<number>(second.store, 'colour')).toBe('green');
    await second.store.close();
    file.remove();
  });
});

describe('the write queue', () => {
  test('writes that overlap run one after the other, each in its own transaction', async () => {
    const { store } = await openTestStore();
    const steps: string[] = [];
    const slow = (name: string) =>
      store.write(async (tx) => {
        steps.push(`${name} begins`);
        for (let turn = 0; turn < 5; turn += 1) await setValue(tx, name, turn);
        steps.push(`${name} ends`);
      });
    await Promise.all([slow('one'), slow('two'), slow('three')]);
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  });

  test('a statement outside of the transaction waits, and never joins one that is rolled back', async () => {
    const { store } = await openTestStore();
    let elsewhere: Promise<unknown> = Promise.resolve();
    const failing = store.write(async (tx) => {
      await setValue(tx, 'mine', 1);
      elsewhere = store.write((other) => setValue(other, 'theirs', 1));
      await setValue(tx, 'mine', 2);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await elsewhere;
    expect(await getValue<number>(store, 'mine')).toBeNull();
    expect(await getValue<number>(store, 'theirs')).toBe(1);
  });

  test('a read during a write sees the state after it, never uncommitted data', async () => {
    const { store } = await openTestStore();
    let read: Promise<number | null> = Promise.resolve(null);
    const failing = store.write(async (tx) => {
      await setValue(tx, 'count', 1);
      read = getValue<number>(store, 'count');
      await setValue(tx, 'count', 2);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await read).toBeNull();
  });

  test('several reads in `read` see one state', async () => {
    const { store } = await openTestStore();
    await store.write((tx) => setValue(tx, 'count', 1));
    let written: Promise<unknown> = Promise.resolve();
    const seen = await store.read(async (reader) => {
      const before = await getValue<number>(reader, 'count');
      written = store.write((tx) => setValue(tx, 'count', 2));
      await new Promise((resolve) => setImmediate(resolve));
      return [before, await getValue<number>(reader, 'count')];
    });
    await written;
    expect(seen).toEqual([1, 1]);
    expect(await getValue<number>(store, 'count')).toBe(2);
  });

  test('a transaction object cannot be used after its function has ended', async () => {
    const { store } = await openTestStore();
    const leaked: Transaction[] = [];
    await store.write(async (tx) => {
      leaked.push(tx);
    });
    const [tx] = leaked;
    await expect(tx?.run('DELETE FROM facts')).rejects.toMatchObject({ kind: 'closed' });
  });

  test('a statement that was not awaited rolls its transaction back', async () => {
    const { store } = await openTestStore();
    const careless = store.write(async (tx) => {
      await setValue(tx, 'first', 1);
      void setValue(tx, 'second', 2).catch(() => undefined);
    });
    await expect(careless).rejects.toMatchObject({ kind: 'failed' });
    expect(await getValue<number>(store, 'first')).toBeNull();
    expect(await getValue<number>(store, 'second')).toBeNull();
  });

  test('a failed write does not stop the next one', async () => {
    const { store } = await openTestStore();
    await expect(store.write((tx) => tx.run('INSERT INTO nowhere VALUES (1)'))).rejects.toMatchObject({
      kind: 'failed',
    });
    await store.write((tx) => setValue(tx, 'fine', true));
    expect(await getValue<number>(store, 'fine')).toBe(true);
  });

  test('a failed rollback stops every later write', async () => {
    const engine = openMemoryEngine();
    let isBroken = false;
    const { store } = await openTestStore(
      withCalls(engine, {
        execute: async (script) => {
          if (isBroken && script === 'ROLLBACK') throw new EngineError('io', 'the disk is gone');
          await engine.execute(script);
        },
      })
    );
    isBroken = true;
    await expect(store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(store.all('SELECT 1')).rejects.toMatchObject({ kind: 'damaged' });
    await expect(store.close()).resolves.toBeUndefined();
  });

  test('a closed store throws an error that it is closed', async () => {
    const { store } = await openTestStore();
    await store.close();
    await expect(store.all('SELECT 1')).rejects.toMatchObject({ kind: 'closed' });
    await expect(store.write(() => Promise.resolve())).rejects.toMatchObject({ kind: 'closed' });
  });
});

describe('tablesChanged', () => {
  test('is published once per transaction, after the commit, with every changed table', async () => {
    const { store, scope, changes } = await openTestStore();
    let stateRead: Promise<number | null> = Promise.resolve(null);
    store.onTablesChanged(() => {
      stateRead = getValue<number>(store, 'count');
    });
    await store.write(async (tx) => {
      await setValue(tx, 'count', 1);
      await setValue(tx, 'count', 2);
      await setDraft(tx, scope, 'capture', { amount: 5 }, 1);
    });
    expect(changes).toEqual([['drafts', 'facts']]);
    expect(await stateRead).toBe(2);
  });

  test('is not published when nothing changed or the write was rolled back', async () => {
    const { store, changes } = await openTestStore();
    await store.write((tx) => setValue(tx, 'count', 1));
    await store.write((tx) => setValue(tx, 'count', 1));
    await expect(
      store.write(async (tx) => {
        await setValue(tx, 'count', 2);
        throw new Error('no');
      })
    ).rejects.toThrow('no');
    expect(changes).toEqual([['facts']]);
  });

  test('a listener that unsubscribed is not called', async () => {
    const { store } = await openTestStore();
    const published = jest.fn();
    const stop = store.onTablesChanged(published);
    await store.write((tx) => setValue(tx, 'a', 1));
    stop();
    await store.write((tx) => setValue(tx, 'a', 2));
    expect(published).toHaveBeenCalledTimes(1);
  });
});

describe('a full disk', () => {
  async function fill(store: Store): Promise<unknown> {
    for (let turn = 0; turn < 1_000; turn += 1) {
      try {
        await store.write((tx) => setValue(tx, `filler ${turn}`, 'x'.repeat(50_000)));
      } catch (failure) {
        return failure;
      }
    }
    return null;
  }

  test('refuses the capture with a clear error and loses no stored record', async () => {
    const file = temporaryFile();
    const engine = openFileEngine(file.path);
    const { store, scope } = await openTestStore(engine);
    await save(store, scope, capture({ id: 'before' }));
    await engine.execute('PRAGMA max_page_count = 120');
    expect(await fill(store)).toMatchObject({
      kind: 'full',
      message: expect.stringContaining('no room left') as string,
    });
    const large = capture({ id: 'too much', body: JSON.stringify({ data: 'x'.repeat(100_000) }) });
    await expect(save(store, scope, large)).rejects.toMatchObject({ kind: 'full' });
    await expect(saveWithDraft(store, scope, large)).rejects.toMatchObject({ kind: 'full' });
    await store.close();

    const again = await openTestStore(openFileEngine(file.path));
    expect(await again.store.all('SELECT id, state FROM outbox')).toEqual([
      { id: 'before', state: 'queued' },
    ]);
    expect(await again.store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await save(again.store, again.scope, large);
    await again.store.close();
    file.remove();
  });
});

function databaseBytes(script: string): Buffer {
  const file = temporaryFile();
  const engine: Engine = openFileEngine(file.path);
  void engine.execute(script);
  void engine.close();
  const bytes = fs.readFileSync(file.path);
  file.remove();
  return bytes;
}
