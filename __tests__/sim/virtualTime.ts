/** What the clocks with virtual time have in common. */
import type { Clock } from '@/sync/ports';

/** Runs everything that is ready: all work between two events consists of resolved promises. */
export const runReadyTasks = () => new Promise<void>((resolve) => setImmediate(resolve));

/** `sleep` of a clock that can run something after a time; `after` returns a function that cancels it. */
export const createSleep =
  (after: (ms: number, run: () => void) => () => void): Clock['sleep'] =>
  (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      const stop = () => {
        cancel();
        resolve();
      };
      signal?.addEventListener('abort', stop, { once: true });
    });
