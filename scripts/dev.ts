/**
 * `npm run dev`: Metro with hot reload and the service with its demo space, on one address. The service restarts when
 * its code changes. Ctrl-C stops both.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readConfig } from '../server/config';

const root = resolve(__dirname, '..');
const children: ChildProcess[] = [];
let isStopping = false;

function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}

function start(command: string, args: string[], environment: Record<string, string>): void {
  const child = spawn(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('exit', (code) => stop(code ?? 1));
  children.push(child);
}

/** Metro listens on the public port and forwards /api to the service (metro.config.js). */
const { port } = readConfig(process.env, { demo: true });
const address = `http://localhost:${port}`;
const servicePort = String(port + 1);

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
start('tsx', ['watch', '--clear-screen=false', 'scripts/devService.ts'], {
  PORT: servicePort,
  PUBLIC_URL: address,
});
start('expo', ['start', '--web', '--localhost', '--port', String(port)], {
  BROWSER: 'none',
  EXPO_OFFLINE: '1',
  EXPO_NO_TELEMETRY: '1',
  DOORSTEP_DEV_SERVICE: `http://127.0.0.1:${servicePort}`,
});
