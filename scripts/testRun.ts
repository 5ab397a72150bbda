/** How the stages of `npm test` run programs and count their checks. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(__dirname, '..');
export const results = join(root, 'test-results');

export type Count = { passed: number; failed: number; flaky?: string[] };

/** A program that hangs is killed, instead of the whole run waiting without a word. */
const TIMEOUT_MS = 60 * 60_000;

/** Runs a program and prints its output when it ends, so that the output of parallel stages does not mix. */
export function run(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      process.stdout.write(output);
      if (code !== 0) console.log(`${[program, ...args].join(' ')}\nended with ${code ?? signal}.`);
      done(code ?? 1);
    });
  });
}

/** Runs a program of a package. */
export const runPackage = (name: string, ...args: string[]) =>
  run(join(root, 'node_modules', '.bin', name), args);

/** A runner that failed without a failed test still fails the stage. */
export const count = (code: number, passed: number, failed: number): Count => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
});
