import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** PostGraphile is no dependency of the project: it is installed here, with the versions of this folder's lock file. */
const folder = join(__dirname, '../../node_modules/.cache/doorstep-bench-peers');

/** Loads modules of the installed peer. */
export const requirePeer = createRequire(join(folder, 'package.json'));

export function installPeer(): void {
  if (existsSync(join(folder, 'node_modules/postgraphile'))) return;
  console.error('installing PostGraphile …');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(__dirname, name), join(folder, name));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
