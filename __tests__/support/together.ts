/**
 * `tsx __tests__/support/together.ts FILE...`: runs files of tests one after the other in one process, which imports the
 * service once. Each file is a suite under its name and starts with the same environment.
 */
import { resolve } from 'node:path';
import { after, describe } from 'node:test';

/** A file that hangs fails by name. */
const FILE_TIMEOUT_MS = 25 * 60_000;

const environment = { ...process.env };

function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

for (const file of process.argv.slice(2))
  describe(file, { timeout: FILE_TIMEOUT_MS }, () => {
    // Loads the file at once, while the suite is open, so that its tests and hooks belong to the suite.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(resolve(file));
    after(restoreEnvironment);
  });
