import type { Clock } from '@/sync/ports';

import { createSleep, runReadyTasks } from './virtualTime';

/** Something that happens at a virtual time. The clock waits until it has finished. */
type Event = { at: number; seq: number; run: () => void | Promise<void> };

/**
 * Virtual time: passes only when nothing else can run. Events run one after the other in the order of their
 * time, so that a schedule is reproducible.
 */
export type VirtualClock = Clock & {
  /** Runs `run` after that time. Returns a function that cancels it. */
  after: (ms: number, run: () => void | Promise<void>) => () => void;
  /** Changes the wall clock; the monotonic clock is not affected. */
  jump: (ms: number) => void;
  /** Advances time until `isOver`, until no event is left, or by at most that long. */
  runUntil: (isOver: () => boolean, mostMs: number) => Promise<void>;
};

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
    sleep: createSleep(after),
    after,
    jump: (ms) => {
      offset += ms;
    },
    runUntil: async (isOver, mostMs) => {
      const end = monotonic + mostMs;
      for (;;) {
        await runReadyTasks();
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
