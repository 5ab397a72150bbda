import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Check } from './mutation';

/** `failed` names the first test that failed; `broken` means that no test ran. */
export type CheckResult =
  { kind: 'passed' } | { kind: 'failed'; title: string } | { kind: 'broken'; output: string };

export const nameOf = (check: Check): string =>
  'file' in check ? check.file.replace('__tests__/', '') : `sim, extensions ${check.extensions}`;

/** Runs a check in a copy of the source tree. */
export function runCheck(root: string, check: Check): Promise<CheckResult> {
  if (!('file' in check)) return runSimulation(root, check.seeds, check.extensions);
  const isNodeTest = /^__tests__\/(server|system)\//.test(check.file);
  return isNodeTest ? runNodeTest(root, check.file, check.title) : runJest(root, check.file, check.title);
}

async function runJest(root: string, file: string, title?: string): Promise<CheckResult> {
  const report = join(root, 'jest.json');
  await rm(report, { force: true });
  const only = title === undefined ? [] : ['-t', title];
  const { output } = await run(root, 'jest', [
    file,
    '--selectProjects',
    file.endsWith('.tsx') ? 'ios' : 'node',
    '--runInBand',
    '--json',
    `--outputFile=${report}`,
    ...only,
  ]);
  type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) return { kind: 'broken', output };
  const tests = (JSON.parse(text) as Report).testResults.flatMap((suite) => suite.assertionResults);
  const failed = tests.find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', title: failed.fullName };
  return tests.some(({ status }) => status === 'passed') ? { kind: 'passed' } : { kind: 'broken', output };
}

async function runNodeTest(root: string, file: string, title?: string): Promise<CheckResult> {
  const only = title === undefined ? [] : [`--test-name-pattern=${title}`];
  const { output } = await run(root, 'tsx', ['--test', '--test-reporter=tap', ...only, file]);
  const countOf = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  // A test is reported before the suite that contains it. A file that cannot be loaded is reported by its path.
  const [, failed] = /^\s*not ok \d+ - (.*)$/m.exec(output) ?? [];
  if (failed !== undefined && !failed.endsWith(file)) return { kind: 'failed', title: failed };
  return failed === undefined && countOf('pass') > 0 ? { kind: 'passed' } : { kind: 'broken', output };
}

async function runSimulation(root: string, seeds: number, extensions: string): Promise<CheckResult> {
  const args = ['--seeds', String(seeds), '--extensions', extensions, '--jobs', '1'];
  const { code, output } = await run(root, 'tsx', ['__tests__/sim/main.ts', ...args]);
  const [failed] = /^seed .*$/m.exec(output) ?? [];
  if (failed !== undefined) return { kind: 'failed', title: failed };
  return code === 0 ? { kind: 'passed' } : { kind: 'broken', output };
}

function run(root: string, command: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    // A child of a test runner would report to it instead of printing.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
