/** The disk of a node: a mount of limited size as root, else a folder that cannot become full. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type Disk = {
  folder: string;
  /** Fills the disk up to the last byte; null where its size is not limited. */
  fill: (() => void) | null;
  empty: () => void;
  remove: () => void;
};

const sizeMb = 768;

function tryMount(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

export function createDisk(folder: string): Disk {
  mkdirSync(folder, { recursive: true });
  const isMounted = tryMount(folder);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: isMounted ? () => writeUntilFull(filler) : null,
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      if (isMounted) execFileSync('umount', [folder]);
    },
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 4) writeAll(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure;
  }
}
