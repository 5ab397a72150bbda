import { openDatabaseAsync, type SQLiteDatabase, type SQLiteStatement } from 'expo-sqlite';
import { EngineError, problemOfResultCode, type Engine, type EngineProblem, type SqlValue } from '@/db/port';

/** Kept prepared: on the web each call is a message to a worker, and preparing again would double them. */
const mostStatements = 100;

/**
 * expo-sqlite hands over SQLite's refusal as text alone. This is the one place that reads it; everyone else decides
 * by `problem`.
 */
const wordsOfSqlite: readonly [RegExp, EngineProblem][] = [
  [/disk is full|QuotaExceeded/i, 'full'],
  [/not a database|file is encrypted/i, 'not_a_database'],
  [/malformed|corrupt/i, 'corrupt'],
  [/locked|busy|NoModificationAllowed|Access Handle/i, 'busy'],
  [/constraint/i, 'constraint'],
  [/readonly|read-only/i, 'read_only'],
  [/unable to open/i, 'cannot_open'],
  [/disk I\/O/i, 'io'],
];

function asEngineError(failure: unknown): EngineError {
  if (failure instanceof EngineError) return failure;
  const message = failure instanceof Error ? failure.message : String(failure);
  const code = /error code (\d+)/i.exec(message)?.[1];
  if (code) return new EngineError(problemOfResultCode(Number(code)), message);
  return new EngineError(wordsOfSqlite.find(([words]) => words.test(message))?.[1] ?? 'other', message);
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    throw asEngineError(failure);
  }
}

const transactionWords = new Set(['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK']);

function engineOver(database: SQLiteDatabase): Engine {
  const prepared = new Map<string, SQLiteStatement>();

  const forget = async () => {
    const all = [...prepared.values()];
    prepared.clear();
    for (const statement of all) await statement.finalizeAsync();
  };

  const prepare = async (sql: string): Promise<SQLiteStatement> => {
    const known = prepared.get(sql);
    if (known) {
      // Moved to the end, so that what is at the front is what was used longest ago.
      prepared.delete(sql);
      prepared.set(sql, known);
      return known;
    }
    const [oldest] = prepared.keys();
    if (prepared.size >= mostStatements && oldest !== undefined) {
      const last = prepared.get(oldest);
      prepared.delete(oldest);
      await last?.finalizeAsync();
    }
    const made = await database.prepareAsync(sql);
    prepared.set(sql, made);
    return made;
  };

  const use = async <T>(sql: string, call: (statement: SQLiteStatement) => Promise<T>): Promise<T> => {
    const statement = await prepare(sql);
    try {
      return await call(statement);
    } catch (failure) {
      // A statement that failed repeats its failure when it is finalized; it must not be met again later.
      prepared.delete(sql);
      await statement.finalizeAsync().catch(() => undefined);
      throw failure;
    }
  };

  return {
    execute: (script) =>
      attempt(async () => {
        // A script can change the schema, and with it the columns that a kept statement answers.
        if (!transactionWords.has(script)) await forget();
        await database.execAsync(script);
      }),
    run: (sql, params) =>
      attempt(() =>
        use(sql, async (statement) => {
          const { changes, lastInsertRowId } = await statement.executeAsync([...params]);
          return { changes, lastInsertRowId };
        })
      ),
    all: <Row>(sql: string, params: readonly SqlValue[]) =>
      attempt(() =>
        use(sql, async (statement) => {
          const result = await statement.executeAsync<Row>([...params]);
          return result.getAllAsync();
        })
      ),
    close: () =>
      attempt(async () => {
        await forget();
        await database.closeAsync();
      }),
  };
}

/**
 * The key comes before every other statement. A build without SQLCipher would take it without a word and write in
 * clear, so that the cipher is asked for its version; a developer's own build may do without.
 */
async function unlock(database: SQLiteDatabase, key: string): Promise<void> {
  await database.execAsync(`PRAGMA key = "x'${key}'"`);
  const cipher = await database.getFirstAsync('PRAGMA cipher_version');
  if (cipher === null && !__DEV__)
    throw new EngineError('not_encrypted', 'This build of the app cannot encrypt its records.');
}

/**
 * Opens the one database file of the app, by the asynchronous interface alone: the other one blocks the web page.
 * Without a key (a browser) the file is as it is.
 */
export async function openEngine(name: string, key: string | null): Promise<Engine> {
  return attempt(async () => {
    const database = await openDatabaseAsync(name);
    if (key === null) return engineOver(database);
    try {
      await unlock(database, key);
    } catch (failure) {
      await database.closeAsync();
      throw failure;
    }
    return engineOver(database);
  });
}
