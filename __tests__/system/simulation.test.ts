import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { runSeeds } from '../sim/run';
import type { Mechanism } from '../sim/mutations';

/** Runs the command line, and returns its last line and exit code. */
function runCommand(
  ...given: string[]
): Promise<{ summary: object | null; code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const main = join(__dirname, '../sim/main.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...given]);
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    child.on('error', reject);
    child.on('exit', (code) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      resolve({ summary: last.startsWith('{') ? JSON.parse(last) : null, code, output });
    });
  });
}

const clean = { lost: 0, doubled: 0, stuck: 0, misreported: 0 };
/** Sharp edges depend on the service; the run prints them. */
const uncounted = { faults: 0, edges: {} };

/** As many as the mutations need that only the simulation notices (__tests__/mutations); every night runs thousands. */
const seeds = Number(process.env.SIM_SEEDS ?? 40);

test(`${seeds} schedules with our service: none lost, none doubled, none stuck, none misreported`, async () => {
  const { summary, code, output } = await runCommand('--seeds', String(seeds));
  // Our service has no sharp edge.
  assert.deepEqual({ ...summary, faults: 0 }, { seeds, ...uncounted, ...clean }, output);
  assert.equal(code, 0);
});

const some = Math.max(1, Math.round(seeds / 4));
test('schedules with a service that is restored, held back and loses its extensions: nothing fails but at a written sharp edge', async () => {
  const { summary, code, output } = await runCommand('--seeds', String(some), '--hostile', 'on');
  assert.deepEqual({ ...summary, ...uncounted }, { seeds: some, ...uncounted, ...clean }, output);
  assert.equal(code, 0);
});

for (const hostile of ['off', 'on'])
  test(`schedules with a service without extensions, hostile ${hostile}: nothing fails but at a written sharp edge`, async () => {
    const given = ['--seeds', String(some), '--extensions', 'off', '--hostile', hostile];
    const { summary, code, output } = await runCommand(...given);
    assert.deepEqual({ ...summary, ...uncounted }, { seeds: some, ...uncounted, ...clean }, output);
    assert.equal(code, 0);
  });

test('a wrong argument prints one sentence and starts nothing', async () => {
  const { code, output } = await runCommand('--seeds', 'many');
  assert.equal(code, 1);
  assert.match(output, /--seeds takes a number from 1, not "many"/);
});

describe('with a mechanism disabled the simulation fails', () => {
  // The schedule that failed last is first; a change of the simulation can move it.
  const cases: [off: Mechanism, extensions: boolean, sees: 'lost' | 'doubled' | 'stuck', seed: number][] = [
    ['claim', false, 'doubled', 1],
    ['settle', false, 'doubled', 12],
    ['lease', true, 'stuck', 10],
    ['dedupe', false, 'doubled', 3],
    ['full', true, 'lost', 11],
  ];
  for (const [off, extensions, sees, seed] of cases)
    test(`without ${off} something is ${sees}`, async () => {
      let failed: number | null = null;
      const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
      await runSeeds({
        seeds: [seed, ...upTo(300)],
        extensions,
        off,
        onResult: (result) => {
          if (result[sees].length > 0) failed = result.seed;
          return failed !== null;
        },
      });
      assert.ok(failed !== null, 'three hundred schedules found no failure');
    });
});
