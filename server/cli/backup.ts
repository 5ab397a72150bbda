/**
 * `npm run service:backup -- --folder FOLDER [--keep NUMBER]`: writes the whole database into a new file in the folder, while
 * the service runs or not. `--keep` deletes the oldest backups beyond that number, after the new one is complete.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { NothingToSave, writeBackup } from '../backup/backup';
import { BACKUP_NAME, UNFINISHED, backupName } from '../backup/name';
import { CommandError, parseArguments, runCommand, withAddress } from './command';

const USAGE = 'Use: npm run service:backup -- --folder FOLDER [--keep NUMBER]';

const HELP = `Writes the whole database as it is at one moment into one file. The service may run meanwhile. The file contains personal data and
keys: only its owner can read it.

  --folder FOLDER  where the file goes; it is created if it does not exist
  --keep NUMBER    afterwards deletes the oldest backups of the folder beyond this number`;

/** Deletes the oldest backups of a folder and returns how many. */
async function removeOld(folder: string, keep: number): Promise<number> {
  const names = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(path.join(folder, name));
  return old.length;
}

const DAY_MS = 86_400_000;

/** Deletes what a killed backup left. A younger file may be that of a backup which is running. */
async function removeUnfinished(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const isUnfinished = name.endsWith(UNFINISHED) && BACKUP_NAME.test(name.slice(0, -UNFINISHED.length));
    const left = isUnfinished ? await stat(file).catch(() => null) : null;
    if (left && now - left.mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}

export async function makeBackup(args: string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const { values } = parseArguments(
    () => parseArgs({ args, options: { folder: text, keep: text } }),
    USAGE,
    HELP
  );
  const { folder, keep } = values;
  if (!folder) throw new CommandError(`--folder is required. ${USAGE}`);
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new CommandError(`--keep must be an integer from 1. ${USAGE}`);
  const now = new Date();
  const file = path.join(folder, backupName(now));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder, now.getTime());
  const counts = await withAddress(({ address }) => writeBackup(address, file, now)).catch(
    (error: unknown) => {
      throw error instanceof NothingToSave
        ? new CommandError('This database has no space: set DATA_DIR or DATABASE_URL as for the service.')
        : error;
    }
  );
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  const removed = keep === undefined ? 0 : await removeOld(folder, Number(keep));
  const also = removed === 0 ? '' : ` Deleted older backups: ${removed}.`;
  return `${file}: ${rows} rows, ${megabytes} MB.${also} Check it with: npm run service:restore -- --check ${file}`;
}

if (require.main === module) runCommand(makeBackup);
