/**
 * `npm run dev`: Metro with hot reload and the service with its demo space, on one address. The service restarts when
 * its code changes. Ctrl-C stops both.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readConfig } from '../server/config';
import { startProxy } from './devProxy';

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

const { port } = readConfig(process.env, { demo: true });
const [servicePort, metroPort] = [port + 1, port + 2];

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
startProxy(port, { service: servicePort, metro: metroPort });
start('tsx', ['watch', '--clear-screen=false', 'scripts/devService.ts'], {
  PORT: String(servicePort),
  PUBLIC_URL: `http://localhost:${port}`,
});
start('expo', ['start', '--localhost', '--port', String(metroPort)], {
  EXPO_OFFLINE: '1',
  EXPO_NO_TELEMETRY: '1',
  // Expo would rewrite tsconfig.json.
  EXPO_NO_TYPESCRIPT_SETUP: '1',
});
