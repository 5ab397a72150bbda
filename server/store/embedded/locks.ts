import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Account } from './account';
import type { Binaries } from './binaries';

/** Another live process works in the data folder. `message` is the sentence to print. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}: stop it, or name another folder in DATA_DIR.`
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, so that a number given to another process after a restart is not taken for it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    const outcome = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return outcome.status === 0 ? outcome.stdout.trim() : '';
  }
}

/** A lock on the data folder that dies with its process. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'service.lock');
  const mine = JSON.stringify({ pid: process.pid, began: startOf(process.pid) });
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o644);
      await handle.writeFile(mine);
      await handle.close();
      return async () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const theirs = await readFile(file, 'utf8').catch(() => '');
    const holder = parseLock(theirs);
    if (holder && isAlive(holder.pid) && startOf(holder.pid) === holder.began) {
      throw new FolderInUse(folder, holder.pid);
    }
    await removeStaleLock(file, theirs);
  }
}

function parseLock(text: string): { pid: number; began: string } | null {
  try {
    const { pid, began } = JSON.parse(text) as { pid: unknown; began: unknown };
    return typeof pid === 'number' && typeof began === 'string' ? { pid, began } : null;
  } catch {
    // Written half by a process that was killed: nobody holds it.
    return null;
  }
}

/** Removes the stale lock that was read, and puts back a fresh one that somebody made in the meantime. */
async function removeStaleLock(file: string, stale: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  // Somebody else may take it away, or put theirs in its place, at any of these steps: the loop looks again.
  await rename(file, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => stale);
  if (moved !== stale) await writeFile(file, moved, { flag: 'wx' }).catch(() => undefined);
  await rm(aside, { force: true });
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    const outcome = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return outcome.status === 0 && outcome.stdout.includes('postgres');
  }
}

/**
 * What a killed service leaves behind: a database that still runs (stopped here, properly), or only its pid
 * file. Called by the holder of the folder's lock, so a database found running belongs to nobody.
 */
export async function stopOrphanedPostgres(
  cluster: string,
  binaries: Binaries,
  account: Account
): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!isAlive(pid) || !isPostgres(pid)) {
    await rm(file, { force: true });
    return;
  }
  stopCluster(cluster, binaries, account);
}

/** Stops a running database: fast (open transactions are rolled back), and at once if that takes too long. */
export function stopCluster(cluster: string, { pgCtl }: Binaries, account: Account): void {
  for (const mode of ['fast', 'immediate']) {
    const words = ['stop', '-D', cluster, '-m', mode, '-w', '-t', '20'];
    if (spawnSync(pgCtl, words, { ...account, cwd: '/', stdio: 'ignore' }).status === 0) return;
  }
}
