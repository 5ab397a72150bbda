import { setTimeout as sleep } from 'node:timers/promises';

const longestWaitMs = 180_000;

/** Waits for a condition; fails with its name after three minutes. */
export async function until(name: string, condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestWaitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Timed out after three minutes: ${name}.`);
    await sleep(250);
  }
}
