import { EngineError, type Engine } from '@/db/port';

const writing = /^\s*(INSERT|UPDATE|REPLACE|CREATE|COMMIT)/i;

/** An engine on a disk without space: what would make the file grow fails as SQLite reports it, and deletes and reads work. */
export function failWhenFull(engine: Engine, isFull: () => boolean): Engine {
  const check = (sql: string) => {
    if (isFull() && writing.test(sql)) throw new EngineError('full', 'database or disk is full');
  };
  return {
    ...engine,
    execute: async (script) => {
      check(script);
      return engine.execute(script);
    },
    run: async (sql, params) => {
      check(sql);
      return engine.run(sql, params);
    },
    all: async (sql, params) => {
      check(sql);
      return engine.all(sql, params);
    },
  };
}
