/** Finds a Chromium to test in, or installs one where the machine allows it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type FoundBrowser = { kind: 'found'; path: string } | { kind: 'missing'; reason: string };

/** Chromium refuses its sandbox to root; the other switches keep it off the network and out of a GPU it may not have. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(name: string): string | null {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
  const path = found.status === 0 ? found.stdout.split('\n')[0]?.trim() : undefined;
  return path || null;
}

const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

async function ownOfPlaywright(): Promise<string | null> {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** CHROMIUM_PATH, a browser on the PATH, or playwright's own; nothing is installed. */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return { kind: 'found', path: named };
    return { kind: 'missing', reason: `CHROMIUM_PATH is "${named}", and there is no file of that name.` };
  }
  for (const name of names) {
    const path = onPath(name);
    if (path) return { kind: 'found', path };
  }
  if (existsSync(onMac)) return { kind: 'found', path: onMac };
  const own = await ownOfPlaywright();
  if (own) return { kind: 'found', path: own };
  return { kind: 'missing', reason: 'No Chromium was found.' };
}

function installDebian(): boolean {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  if (spawnSync('apt-get', ['update', '-qq'], quiet).status !== 0) return false;
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet).status === 0
  );
}

function installPlaywright(): boolean {
  try {
    const program = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js');
    execFileSync(process.execPath, [program, 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
    return true;
  } catch {
    return false; // The caller says in one sentence what was tried.
  }
}

/** As `findBrowser`, and installs Debian's package (as root) or playwright's own where none was found. */
export async function provideBrowser(say: (line: string) => void): Promise<FoundBrowser> {
  const found = await findBrowser();
  if (found.kind === 'found' || process.env.CHROMIUM_PATH) return found;
  say('No Chromium was found; installing one for the browser tests …');
  if (installDebian() || installPlaywright()) {
    const installed = await findBrowser();
    if (installed.kind === 'found') return installed;
  }
  return {
    kind: 'missing',
    reason:
      'No Chromium was found, and none could be installed. Set CHROMIUM_PATH to one, or run `npm run test:unit`, which needs no browser.',
  };
}
