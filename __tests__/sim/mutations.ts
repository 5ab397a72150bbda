import type { Engine, SqlValue } from '@/db/port';
import type { SyncConfig } from '@/sync/config';

/** The mechanisms that can be disabled, to show that the simulation notices. */
export const mechanisms = ['claim', 'settle', 'lease', 'dedupe', 'full'] as const;
export type Mechanism = (typeof mechanisms)[number];

const claiming = /^\s*UPDATE outbox SET state = 'sending'[\s\S]*?\sWHERE\s([\s\S]*)\sRETURNING\s([\s\S]*)$/;
const expiring = /^\s*UPDATE outbox SET state = 'unknown'[\s\S]*WHERE state = 'sending'/;
/** How many parameters precede the WHERE of a claim. */
const claimParameters = 5;

/**
 * A database engine with one mechanism disabled under the app, whose code stays unchanged.
 * - `claim`: rows are read instead of claimed.
 * - `lease`: a lease never expires.
 * - `full`: a commit is not synced to the disk.
 */
export function mutateEngine(engine: Engine, off: Mechanism | null, onUse: () => void): Engine {
  switch (off) {
    case 'claim':
      return {
        ...engine,
        all: async <Row>(sql: string, params: readonly SqlValue[]) => {
          const [, where, columns] = claiming.exec(sql) ?? [];
          if (where === undefined) return engine.all<Row>(sql, params);
          onUse();
          const rows = await engine.all<Row>(
            `SELECT ${columns} FROM outbox WHERE ${where}`,
            params.slice(claimParameters)
          );
          return rows.map((row) => ({ ...row, state: 'sending' }));
        },
      };
    case 'lease':
      return {
        ...engine,
        run: async (sql, params) => {
          if (!expiring.test(sql)) return engine.run(sql, params);
          onUse();
          return { changes: 0, lastInsertRowId: 0 };
        },
      };
    case 'full':
      return {
        ...engine,
        execute: async (script) => {
          if (!script.startsWith('PRAGMA synchronous')) return engine.execute(script);
          onUse();
          return engine.execute('PRAGMA synchronous = OFF');
        },
        all: async <Row>(sql: string, params: readonly SqlValue[]) => {
          const rows = await engine.all<Row>(sql, params);
          return sql === 'PRAGMA synchronous' ? rows.map((row) => ({ ...row, synchronous: 2 })) : rows;
        },
      };
    case 'settle':
    case 'dedupe':
    case null:
      return engine;
  }
}

/** `settle`: an unknown row counts as absent after the first reading. */
export function mutateConfig(off: Mechanism | null): Partial<SyncConfig> {
  return off === 'settle' ? { settleMs: 0 } : {};
}
