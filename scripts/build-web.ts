/**
 * Builds the web app into dist/web: Expo's export, then a service worker that precaches every file, so that the app
 * opens with the network off. Does nothing when no input has changed since the last build.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { generateSW } from 'workbox-build';

const root = resolve(__dirname, '..');
const target = join(root, 'dist', 'web');
const inputs = [
  'app',
  'src',
  'assets',
  'public',
  'app.json',
  'app.config.ts',
  'index.ts',
  'babel.config.js',
  'metro.config.js',
  'package-lock.json',
  'scripts/build-web.ts',
];

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const nested = await Promise.all(entries.map((entry) => listFiles(join(path, entry.name))));
  return nested.flat().sort();
}

/** One hash over the names and contents of all inputs. */
async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await listFiles(join(root, input))) {
      if (!existsSync(file)) continue;
      hash.update(relative(root, file).split(sep).join('/')).update('\0');
      hash.update(await readFile(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

async function exportWeb(folder: string): Promise<void> {
  const ownCache = join(root, 'node_modules', '.cache', 'metro');
  await mkdir(ownCache, { recursive: true });
  const program = join(root, 'node_modules', 'expo', 'bin', 'cli');
  const child = spawn(process.execPath, [program, 'export', '--platform', 'web', '--output-dir', folder], {
    cwd: root,
    env: {
      ...process.env,
      CI: '1',
      EXPO_NO_TELEMETRY: '1',
      EXPO_OFFLINE: '1',
      DOORSTEP_CHECK_EXCLUSIONS: '1',
      NODE_ENV: 'production',
      // Metro's cache contains the routes of one checkout, so two checkouts must not share it.
      TMPDIR: ownCache,
      TEMP: ownCache,
      TMP: ownCache,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else
        fail(
          new Error(
            `The web app could not be built (expo export ended with ${code}):\n${output.slice(-4000)}`
          )
        );
    });
  });
}

const compressible = /\.(html|js|css|wasm|svg|webmanifest)$/;
const compress = promisify(brotliCompress);

/** Compresses at build time with the best quality; the service sends these files as they are. */
async function addCompressed(folder: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const file of await listFiles(folder)) {
    if (!compressible.test(file)) continue;
    await writeFile(`${file}.br`, await compress(await readFile(file), { params }));
  }
}

/** Preloads the layouts together with the first scripts, instead of after they have run. */
async function addPreloads(folder: string): Promise<void> {
  const page = join(folder, 'index.html');
  const layouts = (await listFiles(folder)).filter((file) => /[/\\]_layout-[0-9a-f]+\.js$/.test(file));
  const links = layouts.map((file) => {
    const address = relative(folder, file).split(sep).join('/');
    return `<link rel="preload" as="script" href="/${address}">`;
  });
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('</head>', `${links.join('')}</head>`));
}

async function addServiceWorker(folder: string): Promise<number> {
  const { count, warnings } = await generateSW({
    globDirectory: folder,
    globPatterns: ['**/*.{html,js,css,wasm,png,ico,svg,ttf,woff2,webmanifest}'],
    swDest: join(folder, 'sw.js'),
    inlineWorkboxRuntime: true,
    sourcemap: false,
    navigateFallback: '/index.html',
    // A page of the app in place of a response of the API would look like success.
    navigateFallbackDenylist: [/^\/api(\/|$)/],
    // The first visit works offline immediately; an update waits until the person asks for it.
    clientsClaim: true,
    skipWaiting: false,
    cleanupOutdatedCaches: true,
    dontCacheBustURLsMatching: /[-.][0-9a-f]{32}\./,
    maximumFileSizeToCacheInBytes: 12 * 1024 * 1024,
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return count;
}

/** Swaps the new build in, so that a running service never serves half of it. */
async function replaceBuild(fresh: string): Promise<void> {
  const previous = `${fresh}-previous`;
  if (existsSync(target)) await rename(target, previous);
  await rename(fresh, target);
  await rm(previous, { recursive: true, force: true });
}

/** Builds when a source has changed, and returns the folder to serve. A failed build does not replace the last one. */
export async function buildWeb(print: (line: string) => void): Promise<string> {
  const hash = await hashInputs();
  const stamp = join(root, 'dist', 'web.stamp');
  if (existsSync(join(target, 'sw.js')) && (await readFile(stamp, 'utf8').catch(() => '')) === hash)
    return target;

  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  print('Building the web app; the first time this takes about a minute …');
  const progress = setInterval(() => print(`Building the web app … ${seconds()}`), 10_000);
  const fresh = join(root, 'dist', `web-${process.pid}`);
  try {
    await exportWeb(fresh);
    await addPreloads(fresh);
    const files = await addServiceWorker(fresh);
    await addCompressed(fresh);
    await replaceBuild(fresh);
    await writeFile(stamp, hash);
    print(`The web app is built: ${files} files, ${seconds()}.`);
  } finally {
    clearInterval(progress);
    await rm(fresh, { recursive: true, force: true });
  }
  return target;
}

if (require.main === module) {
  buildWeb((line) => console.log(line)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
