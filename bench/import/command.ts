import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { type Measure } from '../measure';
import { fillDatabase } from '../service/filled';

const root = resolve(__dirname, '..', '..');

/** `npm run service:import` of a file, the same file again, and the undo, each in its own process. */
export async function measureCommand(file: string): Promise<Measure[]> {
  const filled = await fillDatabase({ contacts: 1_000, bundles: 0 });
  const environment = { ...process.env, DATA_DIR: filled.dataDir, DATABASE_URL: filled.connectionString };
  const run = async (work: string, args: readonly string[]): Promise<Measure> => {
    const begun = performance.now();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'server/cli/import.ts', '--space', String(filled.groupId), ...args],
      { cwd: root, env: environment }
    );
    const time = performance.now() - begun;
    const said =
      stdout
        .trim()
        .split('\n')
        .find((line) => / read: | is undone: /.test(line)) ?? stdout;
    console.error(`command: ${work}: ${(time / 1000).toFixed(1)} s, ${said}`);
    return {
      ...{ work: `command: ${work}`, ours: `${(time / 1000).toFixed(1)} s`, against: said },
      ...{ ratio: null, goal: '', isMet: null },
    };
  };
  const given = ['--kind', 'contacts', '--skip-bad', '--map', 'Remarque=', file];
  try {
    return [
      await run('preview', ['--dry-run', ...given]),
      await run('import', given),
      await run('the same file again', given),
      await run('undo', ['--undo', '1']),
    ];
  } finally {
    await filled.drop();
  }
}
