import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');

type Ended = { code: number | null; output: string };

/** All started processes, so that a failed test leaves none running. */
const children = new Set<ChildProcess>();

/** Runs the service as a process; resolves when it listens or when it ends. */
export function run(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', PORT: '0', PUBLIC_URL: 'http://localhost', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let [output, errors] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, output: errors }))
  );
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const match = /listening at (http:\/\/[\w.:]+)/.exec(output);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('close', () => reject(new Error(`ended without listening: ${errors}`)));
  });
  // A test that expects the service to end does not wait for this.
  listening.catch(() => undefined);
  return { child, ended, listening };
}

export function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

/** What the service itself says, without what libraries print. */
export const ownLines = (output: string) =>
  output.split('\n').filter((line) => !/oidc-provider|^\(|^$/.test(line));
