import type { Clock } from '@/sync/ports';

/** Something that happens at a moment of virtual time. The clock stands still until it has ended. */
type Event = { at: number; seq: number; run: () => void | Promise<void> };

/**
 * Time that passes only when nothing else can happen: events run one after the other in the order of their moment,
 * so that the same schedule gives the same history on every machine.
 */
export type VirtualClock = Clock & {
  /** Runs `run` after that long. Answers the way to call it off. */
  after: (ms: number, run: () => void | Promise<void>) => () => void;
  /** Sets the wall clock forward or back; what is measured by the monotonic clock does not notice. */
  jump: (ms: number) => void;
  /** Lets time pass until `isOver`, or until nothing is left to happen, or for at most that long. */
  runUntil: (isOver: () => boolean, mostMs: number) => Promise<void>;
};

/** Lets everything that is ready to run, run: all work between two events is made of resolved promises. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createVirtualClock(startsAt = Date.UTC(2026, 2, 14, 9)): VirtualClock {
  const events: Event[] = [];
  let monotonic = 0;
  let offset = startsAt;
  let seq = 0;

  const after: VirtualClock['after'] = (ms, run) => {
    const event = { at: monotonic + Math.max(0, ms), seq: seq++, run };
    const isLater = (other: Event) => other.at > event.at;
    const place = events.findIndex(isLater);
    events.splice(place === -1 ? events.length : place, 0, event);
    return () => {
      const index = events.indexOf(event);
      if (index !== -1) events.splice(index, 1);
    };
  };

  return {
    now: () => Math.floor(offset + monotonic),
    monotonic: () => monotonic,
    sleep: (ms, signal) =>
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
      }),
    after,
    jump: (ms) => {
      offset += ms;
    },
    runUntil: async (isOver, mostMs) => {
      const end = monotonic + mostMs;
      for (;;) {
        await settle();
        if (isOver()) return;
        const next = events[0];
        if (!next || next.at > end) {
          monotonic = Math.max(monotonic, end);
          return;
        }
        events.shift();
        monotonic = Math.max(monotonic, next.at);
        await next.run();
      }
    },
  };
}
