import { asStoreError, StoreError } from './errors';
import { migrate } from './migrations';
import { openDurably } from './open';
import { type Engine, type RunResult, type SqlValue } from './port';
import { createQueue } from './queue';
import { rollBack } from './rollback';
import { tablesWrittenBy, type TableName } from './tables';

/** Reading, from the store or inside a transaction. Read functions take a Reader and work in both. */
export interface Reader {
  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** The first row, or null. */
  get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | null>;
}

/** Passed to the function given to `write`; unusable as soon as that function has ended. */
export interface Transaction extends Reader {
  run(sql: string, params?: readonly SqlValue[]): Promise<RunResult>;
}

export type TablesChangedListener = (tables: ReadonlySet<TableName>) => void;

export interface Store extends Reader {
  /**
   * Runs `work` in one transaction and resolves after COMMIT, which is on the disk by then. An error in `work`
   * rolls everything back. Inside `work` use only the transaction: the store would wait for itself.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Several reads of one state: no write happens between them. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Called once after each commit that changed something, with the tables that changed. Returns an unsubscribe function. */
  onTablesChanged(listener: TablesChangedListener): () => void;
  /** Waits for what is running, then closes the file. */
  close(): Promise<void>;
}

/** Opens the file behind the engine, brings it to the latest version, and closes the engine again if that fails. */
export async function openStore(engine: Engine): Promise<Store> {
  try {
    await openDurably(engine);
    await migrate(engine);
  } catch (failure) {
    await engine.close();
    throw asStoreError(failure);
  }
  return createStore(engine);
}

/** Opens an empty database in memory, for records that nobody needs later: it promises no durability. */
export async function openMemoryStore(engine: Engine): Promise<Store> {
  try {
    await migrate(engine);
  } catch (failure) {
    await engine.close();
    throw asStoreError(failure);
  }
  return createStore(engine);
}

function createStore(engine: Engine): Store {
  // One queue for reads and writes: a read on the same connection would see what is not committed yet.
  const queue = createQueue();
  const listeners = new Set<TablesChangedListener>();
  let unusable: StoreError | null = null;

  const inTurn = <T>(job: () => Promise<T>): Promise<T> =>
    queue(async () => {
      if (unusable) throw unusable;
      try {
        return await job();
      } catch (failure) {
        throw asStoreError(failure);
      }
    });

  const undo = async () => {
    try {
      await rollBack(engine);
    } catch (failure) {
      // Half a transaction may still be open: nothing more may be written on top of it.
      unusable = new StoreError('damaged', 'A failed write could not be undone. Restart the app.', {
        cause: failure,
      });
    }
  };

  const announce = (tables: ReadonlySet<TableName>) => {
    if (tables.size === 0) return;
    // Each in a separate task: a listener that throws must not make a committed write look failed.
    for (const listener of listeners) queueMicrotask(() => listener(tables));
  };

  const write = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    await engine.execute('BEGIN IMMEDIATE');
    const session = new Session(engine);
    try {
      const result = await work(session);
      if ((await session.end()) > 0) {
        throw new StoreError('failed', 'A statement was still running when its transaction ended.');
      }
      await engine.execute('COMMIT');
      announce(session.changed);
      return result;
    } catch (failure) {
      await session.end();
      await undo();
      throw failure;
    }
  };

  const read = async <T>(work: (reader: Reader) => Promise<T>): Promise<T> => {
    const session = new Session(engine);
    try {
      return await work(session);
    } finally {
      await session.end();
    }
  };

  return {
    all: (sql, params = []) => inTurn(() => engine.all(sql, params)),
    get: <Row>(sql: string, params: readonly SqlValue[] = []) =>
      inTurn(async () => (await engine.all<Row>(sql, params))[0] ?? null),
    read: (work) => inTurn(() => read(work)),
    write: (work) => inTurn(() => write(work)),
    onTablesChanged: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () =>
      queue(async () => {
        unusable = new StoreError('closed', 'The database is closed.');
        await engine.close();
      }),
  };
}

/** Passed to the function given to `write` or `read`. */
class Session implements Transaction {
  readonly changed = new Set<TableName>();
  private readonly queue = createQueue();
  private running = 0;
  private isOver = false;

  constructor(private readonly engine: Engine) {}

  async all<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    const rows = await this.inTurn(() => this.engine.all<Row>(sql, params));
    if (rows.length > 0) this.note(sql);
    return rows;
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | null> {
    return (await this.all<Row>(sql, params))[0] ?? null;
  }

  async run(sql: string, params: readonly SqlValue[] = []): Promise<RunResult> {
    const result = await this.inTurn(() => this.engine.run(sql, params));
    if (result.changes > 0) this.note(sql);
    return result;
  }

  /** Accepts no more statements and waits for the running ones. Returns how many were still running. */
  async end(): Promise<number> {
    this.isOver = true;
    const stillRunning = this.running;
    if (stillRunning > 0) await this.queue(() => Promise.resolve());
    return stillRunning;
  }

  private async inTurn<T>(call: () => Promise<T>): Promise<T> {
    if (this.isOver) throw new StoreError('closed', 'This transaction is over.');
    this.running += 1;
    try {
      return await this.queue(call);
    } finally {
      this.running -= 1;
    }
  }

  private note(sql: string): void {
    for (const table of tablesWrittenBy(sql)) this.changed.add(table);
  }
}
