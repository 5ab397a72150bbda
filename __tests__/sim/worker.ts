import { runSeeds } from './run';

/** A child process of `main.ts`: runs its share of the seeds and sends each result to the parent. */
async function work(): Promise<void> {
  // A run that stalls exits without an error; it must not look like a complete one.
  process.exitCode = 1;
  const [from, to, step, extensions, hostile] = process.argv.slice(2);
  const seeds = function* () {
    for (let seed = Number(from); seed < Number(to); seed += Number(step)) yield seed;
  };
  await runSeeds({
    seeds: seeds(),
    extensions: extensions === 'on',
    hostile: hostile === 'on',
    onResult: (result) => {
      process.send?.(result);
    },
  });
  process.exitCode = 0;
  process.disconnect();
}

void work();
