import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Database, SQLite3Error, type Statement } from 'node-sqlite3-wasm';

import { EngineError, problemOfResultCode, type Engine, type SqlValue } from '@/db/port';

const handleError: unknown = Reflect.get(Database.prototype, '_handleError');

/** The package throws SQLite's message without its result code; the code passes through one method, which stores it. */
class CodedDatabase extends Database {
  lastResultCode = 0;
  /** Finalizing reports the error of the last step again, which was thrown already. */
  isFinalizing = false;

  _handleError(code: number): void {
    if (this.isFinalizing) return;
    this.lastResultCode = code;
    if (typeof handleError === 'function') Reflect.apply(handleError, this, [code]);
  }
}

const mostStatements = 200;

/** The package reads the names of the columns for each execution; they cost as much as the rows. */
function withColumnNames(statement: Statement): Statement {
  const read: unknown = Reflect.get(statement, '_getColumnNames');
  let names: unknown = null;
  const readOnce = () => (names ??= typeof read === 'function' ? Reflect.apply(read, statement, []) : null);
  return Object.assign(statement, { _getColumnNames: readOnce });
}

function createEngine(database: CodedDatabase): Engine {
  const statements = new Map<string, Statement>();

  const finalizeAll = () => {
    database.isFinalizing = true;
    for (const statement of statements.values()) statement.finalize();
    database.isFinalizing = false;
    statements.clear();
  };

  const coded = <T>(call: () => T): T => {
    try {
      return call();
    } catch (failure) {
      // A statement that failed cannot be bound again.
      const problem = problemOfResultCode(database.lastResultCode);
      if (database.isOpen) finalizeAll();
      if (failure instanceof SQLite3Error) throw new EngineError(problem, failure.message);
      throw failure;
    }
  };

  const prepared = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= mostStatements) finalizeAll();
      statement = withColumnNames(database.prepare(sql));
      statements.set(sql, statement);
    }
    return statement;
  };

  return {
    execute: async (script) => coded(() => database.exec(script)),
    run: async (sql, params) => {
      const { changes, lastInsertRowid } = coded(() => prepared(sql).run([...params]));
      return { changes, lastInsertRowId: Number(lastInsertRowid) };
    },
    all: async <Row>(sql: string, params: readonly SqlValue[]) =>
      coded(() => prepared(sql).all([...params])) as Row[],
    close: async () => {
      if (!database.isOpen) return;
      finalizeAll();
      database.close();
    },
  };
}

/**
 * Opens a file with a real SQLite. A killed process leaves its lock, a folder next to the file; `afterKill` deletes it.
 */
export function openFileEngine(path: string, { afterKill = false } = {}): Engine {
  if (afterKill) rmSync(`${path}.lock`, { recursive: true, force: true });
  return createEngine(new CodedDatabase(path));
}

/**
 * A database in memory, for tests that are not about durability. It reports the journal mode of a file, because the
 * store refuses a database that is not durable.
 */
export function openMemoryEngine(): Engine {
  const engine = createEngine(new CodedDatabase(':memory:'));
  return {
    ...engine,
    all: async <Row>(sql: string, params: readonly SqlValue[]) =>
      sql.startsWith('PRAGMA journal_mode')
        ? ([{ journal_mode: 'wal' }] as Row[])
        : engine.all<Row>(sql, params),
  };
}

/** A path in a new temporary folder, and a function that removes it. */
export function temporaryFile(name = 'doorstep.db'): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-db-'));
  return { path: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
