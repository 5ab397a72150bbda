/**
 * The test command: every check of the project, closed by one plain line `N passed, N failed`.
 * `--only types,jest` runs a part; the stages are named below.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTestServer } from '../__tests__/support/postgres';
import { provideBrowser } from './browser';
import { buildWeb } from './build-web';

const root = resolve(__dirname, '..');
/** Environment variables that a stage adds. */
type Variables = Record<string, string>;
type Count = { passed: number; failed: number };
/** What a stage came to. Unsteady files passed at the second try: they are named, for somebody to find out why. */
type Outcome = Count & { unsteady?: string[] };
type Stage = {
  name: string;
  what: string;
  /** Stages of one turn share the cores two by two; the next turn begins when all of them have ended. */
  turn: number;
  run: (scratch: string) => Promise<Outcome>;
};

const tool = (name: string) => join(root, 'node_modules', '.bin', name);

type Output = 'shown' | 'held';

/** Runs a program to its end. Held output is printed whole afterwards, so that two programs at once stay readable. */
function run(
  command: string,
  args: string[],
  environment: Variables = {},
  output: Output = 'shown'
): Promise<number> {
  const pipe = output === 'held' ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', pipe, pipe],
  });
  let held = '';
  child.stdout?.on('data', (chunk: Buffer) => (held += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (held += chunk.toString()));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      process.stdout.write(held);
      done(code ?? 1);
    });
  });
}

/** A check without tests of its own counts as one. */
const check =
  (command: string, ...args: string[]) =>
  async (): Promise<Count> =>
    (await run(tool(command), args, {}, 'held')) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

async function runJest(scratch: string): Promise<Count> {
  const report = join(scratch, 'jest.json');
  const code = await run(tool('jest'), [
    '--ci',
    '--json',
    `--outputFile=${report}`,
    '--silent=false',
    '--reporters=default',
    // Left to itself jest leaves one core idle, which of two is half.
    '--maxWorkers=100%',
  ]);
  const text = await readFile(report, 'utf8').catch(() => null);
  if (!text) return { passed: 0, failed: 1 };
  const result = JSON.parse(text) as {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  };
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function listTests(folder: string): Promise<string[]> {
  const names = await readdir(join(root, '__tests__', folder), { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('__tests__', folder, name))
    .sort();
}

/** Files that cross to the real service or a browser run on node:test, which loads ECMAScript modules as they are. */
async function runNode(
  scratch: string,
  files: string[],
  concurrency: number,
  environment: Variables,
  output: Output = 'shown'
): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 1 };
  const report = join(scratch, `${randomUUID()}.tap`);
  const code = await run(
    tool('tsx'),
    [
      '--test',
      `--test-concurrency=${concurrency}`,
      // It bounds a whole file, not one test: on a slow machine the longest takes minutes.
      '--test-timeout=1800000',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    environment,
    output
  );
  const text = await readFile(report, 'utf8').catch(() => '');
  const number = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const failed = number('fail') + number('cancelled');
  return { passed: number('pass'), failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** One PostgreSQL serves all files of a stage; each test file makes its own database on it. */
async function withDatabase(
  scratch: string,
  work: (environment: Variables) => Promise<Outcome>
): Promise<Outcome> {
  if (process.env.DATABASE_URL) return work({});
  const database = await startTestServer(join(scratch, randomUUID()));
  try {
    return await work({ DATABASE_URL: database.connectionString });
  } finally {
    await database.stop();
  }
}

async function build(): Promise<Count> {
  await buildWeb((line) => console.log(line));
  return { passed: 1, failed: 0 };
}

/** Does the work for each of them, two at a time: a machine with two cores has no third to give. */
async function twoAtATime<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all([worker(), worker()]);
}

/** The longest files first, so that none of them is left alone at the end. */
async function longestFirst(files: string[]): Promise<string[]> {
  const sized = await Promise.all(
    files.map(async (file) => ({ file, size: (await stat(join(root, file))).size }))
  );
  return sized.sort((one, other) => other.size - one.size).map(({ file }) => file);
}

/**
 * Two files at a time, and one that fails once more, alone: a whole browser on a machine that does something else
 * besides can miss a moment that no person would. What fails twice fails. Nowhere else is there a second try: a record
 * that is lost once in a hundred schedules is lost.
 */
async function runTwiceAtMost(scratch: string, files: string[], environment: Variables): Promise<Outcome> {
  const sum = { passed: 0, failed: 0, unsteady: [] as string[] };
  const again: string[] = [];
  const add = ({ passed, failed }: Count) => {
    sum.passed += passed;
    sum.failed += failed;
  };
  await twoAtATime(await longestFirst(files), async (file) => {
    const count = await runNode(scratch, [file], 1, environment, 'held');
    if (count.failed === 0) return add(count);
    console.log(`${file}: ${count.failed} failed, to be tried once more when the others are through`);
    again.push(file);
  });
  for (const file of again) {
    const count = await runNode(scratch, [file], 1, environment);
    if (count.failed === 0) sum.unsteady.push(file);
    add(count);
  }
  return sum;
}

async function runBrowserTests(scratch: string): Promise<Outcome> {
  const browser = await provideBrowser((line) => console.log(line));
  if (browser.kind === 'missing') {
    console.error(browser.reason);
    return { passed: 0, failed: 1 };
  }
  await build();
  const files = await listTests('e2e');
  return withDatabase(scratch, (environment) =>
    runTwiceAtMost(scratch, files, { ...environment, CHROMIUM_PATH: browser.path })
  );
}

const stages: Stage[] = [
  { name: 'types', what: 'types', turn: 1, run: check('tsc', '--noEmit') },
  { name: 'lint', what: 'lint', turn: 1, run: check('eslint', '.', '--max-warnings', '0') },
  {
    name: 'format',
    what: 'format',
    turn: 1,
    run: check('prettier', '--check', '--log-level', 'warn', '.'),
  },
  {
    name: 'arrows',
    what: 'direction of imports, cycles',
    turn: 1,
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
  { name: 'unused', what: 'unused files, exports, dependencies', turn: 1, run: check('knip') },
  { name: 'jest', what: 'contract, rules, store, screens', turn: 2, run: runJest },
  {
    name: 'service',
    turn: 3,
    what: 'the service, the engine against it, 500 seeds of the simulation',
    run: (scratch) =>
      withDatabase(scratch, async (environment) => {
        const service = await runNode(scratch, await listTests('server'), 2, environment);
        // Not beside those: the feed of changes waits for transactions of anybody on the same server, and some of them are long.
        const system = await runNode(scratch, await listTests('system'), 2, environment);
        return { passed: service.passed + system.passed, failed: service.failed + system.failed };
      }),
  },
  {
    name: 'native',
    what: 'the projects and the bundles for iOS and Android',
    turn: 3,
    run: async (scratch) => runNode(scratch, await listTests('native'), 1, {}, 'held'),
  },
  { name: 'web', what: 'the web app, built', turn: 3, run: build },
  { name: 'browser', what: 'the app in Chromium', turn: 4, run: runBrowserTests },
];

function chosen(): Stage[] {
  const at = process.argv.indexOf('--only');
  if (at < 0) return stages;
  const names = (process.argv[at + 1] ?? '').split(',').filter(Boolean);
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (names.length === 0 || unknown.length > 0) {
    const all = stages.map((stage) => stage.name).join(', ');
    throw new Error(
      `--only takes names of stages, separated by commas: ${all}.${unknown.length > 0 ? ` Not one of them: ${unknown.join(', ')}.` : ''}`
    );
  }
  return stages.filter((stage) => names.includes(stage.name));
}

type Finished = Outcome & { name: string; seconds: number };

async function finish(stage: Stage, scratch: string): Promise<Finished> {
  console.log(`── ${stage.name}: ${stage.what}`);
  const started = Date.now();
  const outcome = await stage.run(scratch).catch((error: unknown): Outcome => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  return { ...outcome, name: stage.name, seconds: Math.round((Date.now() - started) / 1000) };
}

async function runAll(list: Stage[], scratch: string): Promise<Finished[]> {
  const finished: Finished[] = [];
  for (const turn of new Set(list.map((stage) => stage.turn))) {
    const waiting = list.filter((stage) => stage.turn === turn);
    await twoAtATime(waiting, async (stage) => void finished.push(await finish(stage, scratch)));
  }
  return finished;
}

async function main(): Promise<void> {
  const list = chosen();
  const scratch = await mkdtemp(join(tmpdir(), 'doorstep-test-'));
  // As root the database runs as a user of its own, who must be able to reach its files in here.
  await chmod(scratch, 0o711);
  try {
    const finished = await runAll(list, scratch);
    const sum = (of: keyof Count) => finished.reduce((total, stage) => total + stage[of], 0);
    console.log('');
    for (const { name, seconds, passed, failed } of finished) {
      const word = failed === 0 && passed > 0 ? 'ok  ' : 'FAIL';
      console.log(
        `${word} ${name.padEnd(8)} ${String(seconds).padStart(4)} s   ${passed} passed, ${failed} failed`
      );
    }
    for (const file of finished.flatMap(({ unsteady = [] }) => unsteady))
      console.log(`unsteady: ${file} failed at first and passed at the second try`);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    process.exitCode = finished.every(({ passed, failed }) => failed === 0 && passed > 0) ? 0 : 1;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
