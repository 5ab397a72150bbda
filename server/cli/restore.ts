/**
 * `npm run service:restore -- FILE [--replace] [--check]`: restores a backup into the database of the service, which has to be
 * stopped. `--replace` deletes what the database has. `--check` restores into another database, counts, and changes nothing.
 */
import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { BadBackup } from '../backup/frames';
import { checkBackup, InUse, NotEmpty, restoreBackup } from '../backup/restore';
import { CommandError, parseArguments, runCommand, withAddress } from './command';

const USAGE = 'Use: npm run service:restore -- FILE [--replace] [--check]';

/** The sentences for what an operator can fix. */
function explain(error: unknown, file: string): unknown {
  if (error instanceof NotEmpty)
    return new CommandError(
      `${error.message} Nothing was changed. With --replace it is deleted first. ${USAGE}`
    );
  if (error instanceof InUse) return new CommandError(`${error.message} Nothing was changed.`);
  if (error instanceof BadBackup) return new CommandError(`${file}: ${error.message} Nothing was changed.`);
  return error;
}

export async function restore(args: string[]): Promise<string> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArguments(
    () => parseArgs({ args, options: { replace: flag, check: flag }, allowPositionals: true }),
    USAGE
  );
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new CommandError(`One file is required. ${USAGE}`);
  await access(file).catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  return withAddress(async ({ address, isRunning }) => {
    if (isRunning && !values.check) throw new InUse('The service is running: stop it first.');
    const counts = values.check
      ? await checkBackup(address, file)
      : await restoreBackup(address, file, { replace: values.replace });
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (values.check)
      return `${file} is complete: ${rows} rows in ${Object.keys(counts).length} tables were restored and counted.`;
    return `Restored ${rows} rows in ${Object.keys(counts).length} tables. Every phone downloads its records again, and sends again what the backup does not have.`;
  }).catch((error: unknown) => {
    throw explain(error, file);
  });
}

if (require.main === module) runCommand(restore);
