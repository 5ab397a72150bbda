/**
 * `npm run service:restore -- FILE [--replace] [--check]`: restores a backup into the database of the service, which has to be
 * stopped. `--replace` deletes what the database has. `--check` restores into another database, counts, and changes nothing.
 * `npm run service:restore -- --mark`: only marks the database as restored, after another program has restored it.
 */
import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { BadBackup } from '../backup/frames';
import { markRestored } from '../backup/afterRestore';
import { checkBackup, InUse, NotEmpty, restoreBackup } from '../backup/restore';
import { CommandError, parseArguments, runCommand, withAddress, withDatabase } from './command';

const USAGE =
  'Use: npm run service:restore -- FILE [--replace] [--check], or: npm run service:restore -- --mark';

const HELP = `Restores a backup into the database of the service, which has to be stopped. After an error everything is as it was.

  --replace  deletes what the database contains; without it, one with a space or other tables is refused
  --check    restores into a database of its own, counts the rows and drops it; the service may run meanwhile
  --mark     restores nothing: says that another program, such as pgBackRest, has restored this database to an earlier moment`;

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

const AFTERWARDS =
  'Every phone downloads its records again, and sends again what the database does not have; some people have to sign in. Tokens for scripts are revoked: create them again.';

function sizeOf(counts: Record<string, number>): string {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows} rows in ${Object.keys(counts).length} tables`;
}

function explainUndone(undone: string[] | null): string[] {
  if (undone === null)
    return [
      'The audit log of the replaced database could not be read: check who was removed since the backup.',
    ];
  if (undone.length === 0) return [];
  return ['These changes to accounts are undone. Make them again where they still apply:', ...undone];
}

export async function restore(args: string[]): Promise<string> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArguments(
    () => parseArgs({ args, options: { replace: flag, check: flag, mark: flag }, allowPositionals: true }),
    USAGE,
    HELP
  );
  const [file, ...others] = positionals;
  if (values.mark) {
    if (file !== undefined || values.replace || values.check)
      throw new CommandError(`--mark is used alone. ${USAGE}`);
    await withDatabase((database) => database.asOwner(({ $client: client }) => markRestored(client)));
    return `The database is marked as restored. ${AFTERWARDS}`;
  }
  if (file === undefined || others.length > 0) throw new CommandError(`One file is required. ${USAGE}`);
  await access(file).catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  return withAddress(async ({ address, isRunning }) => {
    if (isRunning && !values.check) throw new InUse('The service is running: stop it first.');
    if (values.check)
      return `${file} is complete: ${sizeOf(await checkBackup(address, file))} were restored and counted.`;
    const { counts, undone } = await restoreBackup(address, file, { replace: values.replace });
    return [`Restored ${sizeOf(counts)}. ${AFTERWARDS}`, ...explainUndone(undone)].join('\n');
  }).catch((error: unknown) => {
    throw explain(error, file);
  });
}

if (require.main === module) runCommand(restore);
