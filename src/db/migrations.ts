import { type Engine } from './port';
import { rollBack } from './rollback';
import { version1 } from './schema/version1';
import { version2 } from './schema/version2';
import { version3 } from './schema/version3';
import { version4 } from './schema/version4';
import { version5 } from './schema/version5';
import { version6 } from './schema/version6';
import { version7 } from './schema/version7';
import { version8 } from './schema/version8';

/** Written into the file header, so that another program's database is never taken for ours. */
export const applicationId = 0x44535450;

/** Every layout in order; the number of a version is its place in this list. Only ever added to. */
const versions = [version1, version2, version3, version4, version5, version6, version7, version8];

/** The layout this app writes. A file with a higher number is left untouched. */
export const latestVersion = versions.length;

/**
 * Brings the file to the latest layout, one transaction per version: a process that dies in between finds the file
 * at a whole version and goes on from there.
 */
export async function migrate(engine: Engine): Promise<void> {
  const [row] = await engine.all<{ user_version: number }>('PRAGMA user_version', []);
  const current = row?.user_version ?? 0;
  for (const [index, script] of versions.entries()) {
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
