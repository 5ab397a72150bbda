import { type Engine } from './port';
import { rollBack } from './rollback';
import { version1 } from './schema';

/** Written into the file header, so that another program's database is never taken for ours. */
export const applicationId = 0x44535450;

/** The script that leads to each version, in order: version N is at place N - 1. Only ever added to. */
export const versions: readonly string[] = [version1];

/** The version that this app writes. A file with a higher one is not changed. */
export const latestVersion = versions.length;

/**
 * Migrates the file to the latest version, one transaction per version: a process that dies in between leaves the file
 * at a complete version, and the next start continues from there.
 */
export async function migrate(engine: Engine, scripts: readonly string[] = versions): Promise<void> {
  const [row] = await engine.all<{ user_version: number }>('PRAGMA user_version', []);
  const current = row?.user_version ?? 0;
  for (const [index, script] of scripts.entries()) {
    const version = index + 1;
    if (version <= current) continue;
    await engine.execute('BEGIN IMMEDIATE');
    try {
      await engine.execute(script);
      await engine.execute(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
      await engine.execute('COMMIT');
    } catch (failure) {
      await rollBack(engine);
      throw failure;
    }
  }
}
