import { EngineError, type Engine } from './port';

/**
 * Undoes the running transaction. After a full disk or a failed write SQLite has already done so and reports that
 * there is none, which is the expected result; every other failure is thrown.
 */
export async function rollBack(engine: Engine): Promise<void> {
  try {
    await engine.execute('ROLLBACK');
  } catch (failure) {
    if (!(failure instanceof EngineError && failure.problem === 'other')) throw failure;
  }
}
