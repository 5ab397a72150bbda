/**
 * `npm run nightly`: what proves the promise and takes too long for `npm test`, one program after the other: the
 * simulation in each mode, processes killed with SIGKILL, random requests, the app in Chromium through a failing network,
 * every screen as Android, and every mutation.
 * Each night takes other seeds. Goes on after a failure, prints one line for each program, and ends with an error if one
 * failed.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(__dirname, '..');
const usage = 'npm run nightly -- [--seeds 10000] [--cycles 200] [--from N]';

type Program = { name: string; script: string; args: string[]; environment?: Record<string, string> };

function listPrograms(seeds: string, cycles: string, from: string): Program[] {
  const modes = ['on', 'off'].flatMap((extensions) =>
    ['off', 'on'].map((hostile) => ({ extensions, hostile }))
  );
  return [
    ...modes.map(({ extensions, hostile }) => ({
      name: `simulation, extensions ${extensions}, hostile ${hostile}`,
      script: '__tests__/sim/main.ts',
      args: ['--seeds', seeds, '--from', from, '--extensions', extensions, '--hostile', hostile],
    })),
    {
      name: 'phone and service killed with SIGKILL',
      script: '--test',
      args: ['__tests__/system/sigkill.test.ts'],
      environment: { KILLS: '200' },
    },
    {
      name: 'random requests',
      script: '--test',
      args: ['__tests__/server/fuzz.test.ts'],
      environment: { FUZZ_RUNS: '500', PROPERTY_SEED: from },
    },
    ...['on', 'off'].map((extensions) => ({
      name: `campaign, extensions ${extensions}`,
      script: '__tests__/campaign/main.ts',
      args: ['--cycles', cycles, '--seed', from, '--extensions', extensions],
    })),
    {
      name: 'every screen as Android',
      script: 'node_modules/jest/bin/jest.js',
      args: ['--ci', '--selectProjects', 'android'],
      environment: { ANDROID: 'all' },
    },
    { name: 'mutations', script: '__tests__/mutations/main.ts', args: [] },
  ];
}

/** Runs a program with its output on the terminal; returns whether it succeeded. */
function run({ script, args, environment }: Program): Promise<boolean> {
  const tsx = join(root, 'node_modules', '.bin', 'tsx');
  const child = spawn(tsx, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(code === 0));
  });
}

/** Days since 1970 in steps of a million, so that two nights share no seed. */
const firstSeedOfToday = () => String((Math.floor(Date.now() / 86_400_000) % 900) * 1_000_000 + 1);

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seeds: text, cycles: text, from: text } });
  const { seeds = '10000', cycles = '200', from = firstSeedOfToday() } = values;
  const wrong = [seeds, cycles, from].find((value) => !/^[1-9]\d{0,8}$/.test(value));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a number from 1. Use: ${usage}`);

  const lines: string[] = [];
  for (const program of listPrograms(seeds, cycles, from)) {
    const started = Date.now();
    const isOk = await run(program);
    if (!isOk) process.exitCode = 1;
    const minutes = Math.round((Date.now() - started) / 60_000);
    lines.push(`${isOk ? 'ok  ' : 'FAIL'} ${program.name}, ${minutes} min`);
  }
  console.log(`\nSeeds from ${from}:\n${lines.join('\n')}`);
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
