import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '..');

/** Builds a small Expo project of the bench with the app's libraries; returns the folder to serve. */
export async function buildPage(project: string, name: string, { again = true } = {}): Promise<string> {
  const target = join(root, 'dist', name);
  if (!again && existsSync(join(target, 'index.html'))) return target;
  await rm(target, { recursive: true, force: true });
  const cache = join(root, 'node_modules', '.cache', name);
  await mkdir(cache, { recursive: true });
  const program = join(root, 'node_modules', 'expo', 'bin', 'cli');
  const given = [program, 'export', '--platform', 'web', '--output-dir', target];
  const environment = { CI: '1', EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1', NODE_ENV: 'production' as const };
  await promisify(execFile)(process.execPath, given, {
    cwd: project,
    env: { ...process.env, ...environment, TMPDIR: cache, TEMP: cache, TMP: cache },
  });
  return target;
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder on this machine only, with the isolation headers that the database in a browser needs. */
export async function serveFolder(folder: string): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path === '/' ? 'index.html' : decodeURIComponent(path));
    stat(file).then(
      () => {
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        });
        createReadStream(file).pipe(response);
      },
      () => response.writeHead(404).end()
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
