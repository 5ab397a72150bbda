/** `npm run test:cluster`: a cluster whose parts are killed while phones send. docs/contributing.md describes it. */
import { parseArgs } from 'node:util';

import { isClean } from './oracle';
import { ensurePrograms } from './packages';
import { runCluster } from './run';

const usage = 'npm run test:cluster -- [--kills 30] [--seed 1] [--without synchronous]';
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Reads the arguments; returns one sentence for a wrong one. */
function readArguments(): { kills: number; seed: number; isSynchronous: boolean } | string {
  const text = { type: 'string' } as const;
  let values: { kills?: string; seed?: string; without?: string };
  try {
    values = parseArgs({ options: { kills: text, seed: text, without: text } }).values;
  } catch (failure) {
    return `${failure instanceof Error ? failure.message : 'Unknown argument'}. Use: ${usage}`;
  }
  const { kills = '30', seed = '1', without } = values;
  for (const [name, value] of Object.entries({ kills, seed }))
    if (!/^[1-9]\d{0,8}$/.test(value))
      return `--${name} takes a number from 1, not "${value}". Use: ${usage}`;
  if (without !== undefined && without !== 'synchronous')
    return `--without takes "synchronous", not "${without}". Use: ${usage}`;
  return { kills: Number(kills), seed: Number(seed), isSynchronous: without === undefined };
}

async function main(): Promise<void> {
  const options = readArguments();
  const programs = typeof options === 'string' ? options : ensurePrograms();
  if (typeof options === 'string' || typeof programs === 'string') {
    process.stderr.write(`${String(programs)}\n`);
    process.exitCode = 1;
    return;
  }
  const summary = await runCluster({ ...options, programs, print });
  print(JSON.stringify(summary));
  if (!isClean(summary)) process.exitCode = 1;
}

void main();
