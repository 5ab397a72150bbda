import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Account } from './account';
import type { Binaries } from './binaries';

/** Another running process uses the data folder. `message` is the sentence to print. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}: stop it, or set DATA_DIR to another folder.`
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

/** The start time of a process. Systems reuse pids: the start time distinguishes two processes with the same pid. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    const outcome = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return outcome.status === 0 ? outcome.stdout.trim() : '';
  }
}

/** Locks the data folder. The lock of a process that has ended is stale. Returns a function that unlocks. */
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
    // A killed process left a partial file: the lock is stale.
    return null;
  }
}

/** Removes the stale lock, and restores the file if another process has locked the folder in the meantime. */
async function removeStaleLock(file: string, stale: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  // Another process may remove or replace the file at any of these steps: the caller loops and checks again.
  await rename(file, temporary).catch(() => undefined);
  const moved = await readFile(temporary, 'utf8').catch(() => stale);
  if (moved !== stale) await writeFile(file, moved, { flag: 'wx' }).catch(() => undefined);
  await rm(temporary, { force: true });
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
 * Cleans up after a killed service: stops its database if it is still running, else deletes the pid file. The caller
 * holds the lock of the folder, so no other service uses the database.
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

/** Stops a running database: fast (rolls open transactions back), then immediate if that takes too long. */
export function stopCluster(cluster: string, { pgCtl }: Binaries, account: Account): void {
  for (const mode of ['fast', 'immediate']) {
    const parameters = ['stop', '-D', cluster, '-m', mode, '-w', '-t', '20'];
    if (spawnSync(pgCtl, parameters, { ...account, cwd: '/', stdio: 'ignore' }).status === 0) return;
  }
}
