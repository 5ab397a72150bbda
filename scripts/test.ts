/**
 * `npm test`: runs every check of the project and prints one closing line, `N passed, N failed`.
 * `--only types,jest` runs some of the stages below.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer } from '../__tests__/support/postgres';
import { buildWeb } from './build-web';
import { runJest } from './testJest';
import { runNode } from './testNode';
import { type Count, count, results, runPackage } from './testRun';

type Stage = {
  name: string;
  /** How many of the two cores it uses. */
  cores: 1 | 2;
  /** The stage that has to end first. */
  after?: string;
  run: () => Promise<Count>;
};

/** A program without tests of its own counts as one check. */
const check =
  (command: string, ...args: string[]) =>
  async (): Promise<Count> => {
    const code = await runPackage(command, ...args);
    return count(code, code === 0 ? 1 : 0, 0);
  };

const readJson = async <T>(file: string): Promise<Partial<T>> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<T>;

type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: { status: string }[] }[] };

function listFlaky({ title, suites = [], specs = [] }: Suite): string[] {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...flaky.map((spec) => `${title} › ${spec.title}`), ...suites.flatMap(listFlaky)];
}

async function runPlaywright(): Promise<Count> {
  const code = await runPackage('playwright', 'test');
  type Report = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };
  const { stats, suites = [] } = await readJson<Report>(join(results, 'browser.json'));
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return { ...count(code, expected + flaky, unexpected), flaky: suites.flatMap(listFlaky) };
}

async function build(): Promise<Count> {
  await buildWeb((line) => console.log(line));
  return count(0, 1, 0);
}

const stages: Stage[] = [
  // Long ones first, so that the short ones fill the rest of the time.
  { name: 'types', cores: 1, run: check('tsc', '--noEmit') },
  { name: 'web', cores: 1, run: build },
  { name: 'lint', cores: 1, run: check('eslint', '.', '--max-warnings', '0') },
  { name: 'native', cores: 1, run: runNode('native', 1) },
  // One person at one screen, who waits most of the time.
  { name: 'campaign', cores: 1, after: 'web', run: runNode('campaign', 1) },
  { name: 'unused', cores: 1, run: check('knip') },
  {
    name: 'imports',
    cores: 1,
    run: check(
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'app',
      'src',
      'server',
      'scripts',
      'bench',
      '__tests__'
    ),
  },
  { name: 'format', cores: 1, run: check('prettier', '--check', '--log-level', 'warn', '.') },
  { name: 'jest', cores: 2, run: runJest },
  { name: 'service', cores: 2, run: runNode('server', 2) },
  // After the service's tests: long transactions there delay the feed of changes on the same PostgreSQL.
  { name: 'system', cores: 2, after: 'service', run: runNode('system', 2) },
  { name: 'browser', cores: 2, after: 'web', run: runPlaywright },
];

function chooseStages(): Stage[] {
  const at = process.argv.indexOf('--only');
  if (at < 0) return stages;
  const names = (process.argv[at + 1] ?? '').split(',').filter(Boolean);
  const all = stages.map((stage) => stage.name);
  const unknown = names.filter((name) => !all.includes(name));
  if (names.length === 0 || unknown.length > 0)
    throw new Error(
      `--only takes stages separated by commas (${all.join(', ')}), not "${unknown.join(',')}".`
    );
  return stages.filter((stage) => names.includes(stage.name));
}

type Finished = Count & { name: string; seconds: number };

async function finish({ name, run: runStage }: Stage): Promise<Finished> {
  console.log(`── ${name}`);
  const started = Date.now();
  const outcome = await runStage().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return count(1, 0, 0);
  });
  return { ...outcome, name, seconds: Math.round((Date.now() - started) / 1000) };
}

/** Runs the stages in their order, as many at a time as the two cores allow. */
async function runStages(chosen: Stage[]): Promise<Finished[]> {
  const waiting = [...chosen];
  const running = new Map<string, Promise<void>>();
  const finished: Finished[] = [];
  let freeCores = 2;
  const isPending = (name?: string) =>
    name !== undefined && (running.has(name) || waiting.some((stage) => stage.name === name));
  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex(({ cores, after }) => cores <= freeCores && !isPending(after));
    const [stage] = index < 0 ? [] : waiting.splice(index, 1);
    if (stage === undefined) {
      await Promise.race(running.values());
      continue;
    }
    freeCores -= stage.cores;
    running.set(
      stage.name,
      finish(stage).then((outcome) => {
        finished.push(outcome);
        running.delete(stage.name);
        freeCores += stage.cores;
      })
    );
  }
  return finished;
}

async function main(): Promise<void> {
  const chosen = chooseStages();
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  // One PostgreSQL for all stages; every test file creates its own database on it.
  const needsDatabase = chosen.some(({ name }) =>
    ['service', 'system', 'browser', 'campaign'].includes(name)
  );
  const server = needsDatabase && !process.env.DATABASE_URL ? await startTestServer() : null;
  if (server) process.env.DATABASE_URL = server.connectionString;
  try {
    const finished = await runStages(chosen);
    console.log('');
    for (const { name, seconds, passed, failed } of finished) {
      const word = failed === 0 && passed > 0 ? 'ok  ' : 'FAIL';
      console.log(
        `${word} ${name.padEnd(8)} ${String(seconds).padStart(4)} s   ${passed} passed, ${failed} failed`
      );
    }
    for (const name of finished.flatMap(({ flaky = [] }) => flaky))
      console.log(`flaky: ${name} failed once and passed on retry`);
    const sum = (key: 'passed' | 'failed') => finished.reduce((total, stage) => total + stage[key], 0);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    process.exitCode = finished.every(({ passed, failed }) => failed === 0 && passed > 0) ? 0 : 1;
  } finally {
    await server?.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
