import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { type Measure } from '../measure';

const count = 100_000;
const mostMegabytes = 150;
const heapMegabytes = 128;

/**
 * Resident memory above the start while contacts are stored, in a separate process. Its heap is limited like a phone's:
 * without a limit Node collects garbage late on a large machine, and the result depends on the memory of the
 * machine.
 */
export async function measureMemory(): Promise<Measure[]> {
  const bounded = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2'];
  const child = fork(join(__dirname, 'storingAlone.ts'), [String(count)], {
    execArgv: [...process.execArgv, ...bounded],
  });
  const ended = once(child, 'exit').then(([code]: unknown[]) => {
    throw new Error(`The process that stores ended with ${String(code)}.`);
  });
  const [bytes] = await Promise.race([once(child, 'message') as Promise<[number]>, ended]);
  const megabytes = bytes / 1_000_000;
  return [
    {
      work: `memory while storing ${count} contacts, in a heap of ${heapMegabytes} MB`,
      ours: `${megabytes.toFixed(0)} MB`,
      against: 'the start',
      ratio: null,
      goal: `< ${mostMegabytes} MB`,
      isMet: megabytes < mostMegabytes,
    },
  ];
}
