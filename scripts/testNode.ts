/** The stages of `npm test` on node:test, which loads ECMAScript modules as they are. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Count, count, results, root, run } from './testRun';

/** Fewer processes import the service less often; more of them spread long files evenly. */
const PROCESSES_IN_TURN = 4;

async function listTests(folder: string): Promise<string[]> {
  const names = await readdir(join(root, '__tests__', folder), { recursive: true });
  // Sorted, so that the same files share a process on every machine.
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => join('__tests__', folder, name));
}

/** Runs files of tests in one process. */
async function runTogether(files: string[], report: string): Promise<Count> {
  const code = await run(process.execPath, [
    '--import=tsx',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${report}`,
    join('__tests__', 'support', 'together.ts'),
    ...files,
  ]);
  const text = await readFile(report, 'utf8').catch(() => '');
  const read = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return count(code, read('pass'), read('fail') + read('cancelled'));
}

/** Runs all tests of a folder, in as many processes at a time as `concurrency` says. */
export const runNode = (folder: string, concurrency: number) => async (): Promise<Count> => {
  const files = await listTests(folder);
  const perProcess = Math.ceil(files.length / (concurrency * PROCESSES_IN_TURN));
  const total: Count = { passed: 0, failed: 0 };
  const work = async () => {
    for (let batch = files.splice(0, perProcess); batch.length > 0;) {
      const report = join(results, `${folder}-${files.length}.tap`);
      const { passed, failed } = await runTogether(batch, report);
      total.passed += passed;
      total.failed += failed;
      batch = files.splice(0, perProcess);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return total;
};
