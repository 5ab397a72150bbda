import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { BACKUP_NAME } from '../backup/name';
import { type Finding, ok, problem, warning } from './finding';

/** A nightly backup may be late by two hours. */
const OLDEST_HOURS = 26;

/** Whether the newest backup of a folder is of the last night. */
export async function checkBackups(folder: string | undefined, now: number): Promise<Finding[]> {
  if (folder === undefined)
    return [warning('backup', 'Not checked: name the folder with --backups FOLDER (see service:backup).')];
  const names = (await readdir(folder).catch(() => [])).filter((name) => BACKUP_NAME.test(name)).sort();
  const newest = names.at(-1);
  if (newest === undefined) return [problem('backup', `${folder} has none: run service:backup every night.`)];
  const hours = Math.floor((now - (await stat(path.join(folder, newest))).mtimeMs) / 3_600_000);
  return [
    hours > OLDEST_HOURS
      ? problem('backup', `The newest, ${newest}, is ${hours} hours old: does the nightly command run?`)
      : ok('backup', `The newest, ${newest}, is ${hours} hours old.`),
  ];
}
