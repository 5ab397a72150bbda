import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startTestServer } from '../support/postgres';
import { plainProfile, type HostileProfile } from './hostileProfile';
import { runSeeds } from './run';
import type { SeedResult } from './schedule';
import { sharpEdges, type SharpEdge } from './sharpEdges';
import { isClean, Totals } from './summary';

const usage =
  'npm run sim -- [--seeds 500] [--from 1] [--seed N] [--extensions on|off] [--hostile on|off] [--jobs N]';

type Arguments = {
  from: number;
  seeds: number;
  isSingle: boolean;
  extensions: 'on' | 'off';
  hostile: 'on' | 'off';
  jobs: number;
};

/** Reads the arguments; returns one sentence for a wrong one. */
function readArguments(): Arguments | string {
  const names = {
    seeds: 'string',
    from: 'string',
    seed: 'string',
    extensions: 'string',
    hostile: 'string',
    jobs: 'string',
  } as const;
  let values: Partial<Record<keyof typeof names, string>>;
  try {
    const options = Object.fromEntries(Object.entries(names).map(([name, type]) => [name, { type }]));
    values = parseArgs({ options }).values;
  } catch (failure) {
    return `${failure instanceof Error ? failure.message : 'Unknown argument'}. Use: ${usage}`;
  }
  for (const name of ['seeds', 'from', 'seed', 'jobs'] as const)
    if (values[name] !== undefined && !/^[1-9]\d{0,8}$/.test(values[name]))
      return `--${name} takes a number from 1, not "${values[name]}". Use: ${usage}`;
  const { extensions = 'on', hostile = 'off' } = values;
  if (extensions !== 'on' && extensions !== 'off')
    return `--extensions takes on or off, not "${extensions}". Use: ${usage}`;
  if (hostile !== 'on' && hostile !== 'off')
    return `--hostile takes on or off, not "${hostile}". Use: ${usage}`;
  return {
    from: Number(values.seed ?? values.from ?? 1),
    seeds: values.seed === undefined ? Number(values.seeds ?? 500) : 1,
    isSingle: values.seed !== undefined,
    extensions,
    hostile,
    jobs: Number(values.jobs ?? Math.min(2, availableParallelism())),
  };
}

/** One database server for all worker processes. */
async function startDatabase(): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) return () => Promise.resolve();
  const server = await startTestServer();
  process.env.DATABASE_URL = server.connectionString;
  return server.stop;
}

function runJob(job: number, given: Arguments, onResult: (result: SeedResult) => void): Promise<void> {
  const { from, seeds, jobs, extensions, hostile } = given;
  const range = [from + job, from + seeds, jobs].map(String);
  const child = fork(join(__dirname, 'worker.ts'), [...range, extensions, hostile]);
  child.on('message', (message) => onResult(message as SeedResult));
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a job ended with code ${code}`))));
  });
}

/** What is unusual about the service of a schedule. */
function describeProfile({ profile }: SeedResult): string {
  const unusual = Object.entries(profile).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(plainProfile[name as keyof HostileProfile])
  );
  return unusual.length === 0 ? '' : JSON.stringify(Object.fromEntries(unusual));
}

function describe(result: SeedResult): string {
  const { seed, lost, doubled, stuck, misreported } = result;
  return `seed ${seed}: ${JSON.stringify({ lost, doubled, stuck, misreported })} ${describeProfile(result)}`;
}

async function main(): Promise<void> {
  const given = readArguments();
  if (typeof given === 'string') {
    process.stderr.write(`${given}\n`);
    process.exitCode = 1;
    return;
  }
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const totals = new Totals();
  const onResult = (result: SeedResult) => {
    totals.add(result);
    if (!isClean(result)) print(describe(result));
    if (given.isSingle) print(JSON.stringify(result, null, 2));
    if (totals.summary.seeds % 500 === 0) print(`${totals.summary.seeds} of ${given.seeds} schedules`);
  };

  const stopDatabase = await startDatabase();
  try {
    if (given.isSingle)
      await runSeeds({
        seeds: [given.from],
        extensions: given.extensions === 'on',
        hostile: given.hostile === 'on',
        onResult,
      });
    else await Promise.all(Array.from({ length: given.jobs }, (_, job) => runJob(job, given, onResult)));
  } finally {
    await stopDatabase();
  }

  const { summary } = totals;
  const { saved, looks, peaks } = totals;
  print(`${summary.seeds} schedules, extensions ${given.extensions}, hostile ${given.hostile}`);
  print(`${saved} gifts saved on the phone, its screens compared ${looks} times`);
  print(`at most ${peaks.row} requests for one row in an hour, ${peaks.phone} in all`);
  for (const [fault, count] of Object.entries(totals.faults).sort()) print(`  ${fault.padEnd(24)} ${count}`);
  for (const [name, count = 0] of Object.entries(summary.edges).sort())
    print(`  sharp edge ${name}: ${count} of ${saved} gifts. ${sharpEdges[name as SharpEdge].why}`);
  print(JSON.stringify(summary));
  const isGood =
    summary.seeds === given.seeds &&
    summary.lost + summary.doubled + summary.stuck + summary.misreported === 0;
  if (!isGood) process.exitCode = 1;
}

void main();
