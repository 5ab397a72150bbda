import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(__dirname, '..', '..');
const program = join(root, 'node_modules', 'expo', 'bin', 'cli');
const execute = promisify(execFile);

/** The environment without an organisation's own settings, which would change the result. */
const cleanEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('DOORSTEP_') && name !== 'NODE_OPTIONS')
  );

/** Runs the Expo CLI without the network. */
export async function expo(
  args: string[],
  { folder = root, environment = {} }: { folder?: string; environment?: Record<string, string> } = {}
): Promise<string> {
  // Metro's cache stays inside the checkout.
  const cache = join(root, 'node_modules', '.cache', 'metro');
  await mkdir(cache, { recursive: true });
  const { stdout } = await execute(process.execPath, [program, ...args], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...cleanEnvironment(),
      CI: '1',
      EXPO_NO_TELEMETRY: '1',
      EXPO_OFFLINE: '1',
      NODE_ENV: 'production',
      // The CLI writes to the home folder, and hangs where it may not.
      HOME: cache,
      TMPDIR: cache,
      TEMP: cache,
      TMP: cache,
      ...environment,
    },
  });
  return stdout;
}

/** A copy of everything that prebuild reads, so that no ios/ and android/ folder is created in the checkout. */
export async function copyApp(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-native-'));
  for (const part of ['app.json', 'app.config.ts', 'package.json', 'tsconfig.json', 'assets', 'plugins'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
