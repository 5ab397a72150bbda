import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Database, SQLite3Error, type Statement } from 'node-sqlite3-wasm';

import { EngineError, problemOfResultCode, type Engine, type SqlValue } from '@/db/port';

const throwSentence: unknown = Reflect.get(Database.prototype, '_handleError');

/** The package throws SQLite's sentence alone. The result code passes through one method, where it is noted. */
class CodedDatabase extends Database {
  lastResultCode = 0;
  /** Finalizing repeats the failure of the last step, which was thrown when it happened. */
  isFinalizing = false;

  _handleError(code: number): void {
    if (this.isFinalizing) return;
    this.lastResultCode = code;
    if (typeof throwSentence === 'function') Reflect.apply(throwSentence, this, [code]);
  }
}

const mostStatements = 200;

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
      statement = database.prepare(sql);
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
 * Opens a file with a real SQLite. Its lock is a folder beside the file, which a killed process leaves behind:
 * `afterKill` says that nobody else has the file open, and removes it.
 */
export function openFileEngine(path: string, { afterKill = false } = {}): Engine {
  if (afterKill) rmSync(`${path}.lock`, { recursive: true, force: true });
  return createEngine(new CodedDatabase(path));
}

/**
 * A database in memory, for tests whose subject is not durability. It answers the question about the journal as a
 * file would, because the store rightly refuses a database that cannot survive.
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

/** A path in a folder of its own, and the way to remove it. */
export function temporaryFile(name = 'doorstep.db'): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-db-'));
  return { path: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
