import { openDatabaseAsync, type SQLiteDatabase, type SQLiteStatement } from 'expo-sqlite';
import { EngineError, problemOfResultCode, type Engine, type EngineProblem, type SqlValue } from '@/db/port';

/** Statements stay prepared: on the web each call is a message to a worker, and preparing doubles the messages. */
const maxStatements = 100;

/**
 * expo-sqlite reports SQLite errors as text only. The text is parsed here and nowhere else; all other code checks
 * `problem`.
 */
const errorPatterns: readonly [RegExp, EngineProblem][] = [
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
  return new EngineError(errorPatterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'other', message);
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    throw asEngineError(failure);
  }
}

const transactionStatements = new Set(['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK']);

function engineOver(database: SQLiteDatabase): Engine {
  const prepared = new Map<string, SQLiteStatement>();

  const finalizeAll = async () => {
    const all = [...prepared.values()];
    prepared.clear();
    for (const statement of all) await statement.finalizeAsync();
  };

  const prepare = async (sql: string): Promise<SQLiteStatement> => {
    const existing = prepared.get(sql);
    if (existing) {
      // Moved to the end: the first entry is the least recently used.
      prepared.delete(sql);
      prepared.set(sql, existing);
      return existing;
    }
    const [oldest] = prepared.keys();
    if (prepared.size >= maxStatements && oldest !== undefined) {
      const last = prepared.get(oldest);
      prepared.delete(oldest);
      await last?.finalizeAsync();
    }
    const statement = await database.prepareAsync(sql);
    prepared.set(sql, statement);
    return statement;
  };

  const use = async <T>(sql: string, call: (statement: SQLiteStatement) => Promise<T>): Promise<T> => {
    const statement = await prepare(sql);
    try {
      return await call(statement);
    } catch (failure) {
      // A failed statement throws again when it is finalized, so it is removed here.
      prepared.delete(sql);
      await statement.finalizeAsync().catch(() => undefined);
      throw failure;
    }
  };

  return {
    execute: (script) =>
      attempt(async () => {
        // A script can change the schema, and with it the columns of a prepared statement.
        if (!transactionStatements.has(script)) await finalizeAll();
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
        await finalizeAll();
        await database.closeAsync();
      }),
  };
}

/**
 * Sets the key before any other statement. A build without SQLCipher ignores the key and writes plain text, so the
 * cipher version is checked; a development build may lack it.
 */
async function unlock(database: SQLiteDatabase, key: string): Promise<void> {
  await database.execAsync(`PRAGMA key = "x'${key}'"`);
  const cipher = await database.getFirstAsync('PRAGMA cipher_version');
  if (cipher === null && !__DEV__)
    throw new EngineError('not_encrypted', 'This build of the app cannot encrypt its records.');
}

/**
 * Opens the database with the asynchronous API: the synchronous one blocks a web page. Without a key (in a browser) the
 * file is not encrypted.
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
