/** `npm run test:fast`: types, lint of the changed files, and jest in Node; for use while working. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** Source files that differ from main, or from the last commit where there is no main, and untracked ones. */
function listChanged(): string[] {
  const base = git('branch', '--list', 'main').length > 0 ? git('merge-base', 'main', 'HEAD') : ['HEAD'];
  const changed = [
    ...git('diff', '--name-only', ...base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter(
    (file) => /\.(ts|tsx|js|cjs)$/.test(file) && existsSync(join(root, file))
  );
}

/** Runs a program, prints its output when it ends, and returns whether it succeeded. */
function run(name: string, command: string, args: string[]): Promise<boolean> {
  const started = Date.now();
  const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      const seconds = Math.round((Date.now() - started) / 1000);
      console.log(`── ${name}: ${code === 0 ? 'ok' : 'FAIL'}, ${seconds} s\n${code === 0 ? '' : output}`);
      done(code === 0);
    });
  });
}

async function main(): Promise<void> {
  const changed = listChanged();
  const staticChecks = async () => {
    const areTypesOk = await run('types', 'tsc', ['--noEmit']);
    if (changed.length === 0) return areTypesOk;
    const isLintOk = await run(`lint of ${changed.length} changed files`, 'eslint', [
      '--max-warnings',
      '0',
      ...changed,
    ]);
    return areTypesOk && isLintOk;
  };
  const outcomes = await Promise.all([
    staticChecks(),
    run('jest', 'jest', ['--ci', '--selectProjects', 'node', '--maxWorkers=1']),
  ]);
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
}

void main();
