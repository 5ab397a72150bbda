/** Finds the Chromium for the browser tests, or installs one if the machine allows it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

export type FoundBrowser = { kind: 'found'; path: string } | { kind: 'missing'; reason: string };

/** Chromium does not start its sandbox as root; the other switches disable its background requests and the GPU. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function findOnPath(name: string): string | null {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
  const path = found.status === 0 ? found.stdout.split('\n')[0]?.trim() : undefined;
  return path || null;
}

/** CHROMIUM_PATH, a browser on the PATH, or one that Playwright has downloaded before. Installs nothing. */
export function findBrowser(): FoundBrowser {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return { kind: 'found', path: named };
    return { kind: 'missing', reason: `CHROMIUM_PATH is "${named}", but that file does not exist.` };
  }
  for (const name of commandNames) {
    const path = findOnPath(name);
    if (path) return { kind: 'found', path };
  }
  const path = [macPath, chromium.executablePath()].find((candidate) => existsSync(candidate));
  return path ? { kind: 'found', path } : { kind: 'missing', reason: 'No Chromium was found.' };
}

/** The path of the browser, or an error with the reason why there is none. */
export function requireBrowser(): string {
  const found = findBrowser();
  if (found.kind === 'missing') throw new Error(found.reason);
  return found.path;
}

function installWithApt(): boolean {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return false;
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0;
  return run('update', '-qq') && run('install', '-y', '-qq', '--no-install-recommends', 'chromium');
}

function installWithPlaywright(): boolean {
  const program = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  const args = [program, 'install', '--with-deps', 'chromium'];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** Installs Debian's package (as root) or Playwright's browser if none is found. */
export function ensureBrowser(print: (line: string) => void): void {
  if (findBrowser().kind === 'found' || process.env.CHROMIUM_PATH) return;
  print('No Chromium was found; installing one for the browser tests …');
  if ((installWithApt() || installWithPlaywright()) && findBrowser().kind === 'found') return;
  throw new Error(
    'No Chromium was found, and none could be installed. Set CHROMIUM_PATH to one, or run `npm run test:unit`, which needs no browser.'
  );
}
