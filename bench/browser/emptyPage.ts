import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '..', '..');
const project = join(__dirname, 'empty');
const target = join(root, 'dist', 'empty');

/** What the empty page says when it is there. */
export const emptyMark = 'An empty page';

/** Builds one line of text with the same Expo, once; answers the folder to serve. */
export async function buildEmptyPage(): Promise<string> {
  if (existsSync(join(target, 'index.html'))) return target;
  const cache = join(root, 'node_modules', '.cache', 'empty');
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
