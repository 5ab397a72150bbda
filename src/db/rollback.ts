import { EngineError, type Engine } from './port';

/**
 * Undoes the running transaction. After a full disk or a failed write SQLite has done so by itself and answers that
 * there is none, which is what was wanted; every other refusal is thrown.
 */
export async function rollBack(engine: Engine): Promise<void> {
  try {
    await engine.execute('ROLLBACK');
  } catch (failure) {
    if (!(failure instanceof EngineError && failure.problem === 'other')) throw failure;
  }
}
