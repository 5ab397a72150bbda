/** Virtual time for many phones: a heap of events, so that fifty thousand timers are cheap. */
import type { Clock } from '@/sync/ports';

import { createSleep, runReadyTasks } from '../../__tests__/sim/virtualTime';

type Event = { at: number; seq: number; run: (() => void) | null };

export type EventClock = Clock & {
  after: (ms: number, run: () => void) => () => void;
  /** Advances time until no event is left before `endMs`, or until `isOver`. */
  run: (endMs: number, isOver: () => boolean) => Promise<void>;
};

const isBefore = (one: Event, other: Event) =>
  one.at < other.at || (one.at === other.at && one.seq < other.seq);

class Heap {
  readonly #events: Event[] = [];

  get first(): Event | undefined {
    return this.#events[0];
  }

  push(event: Event): void {
    const events = this.#events;
    let place = events.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = events[parent];
      if (!above || !isBefore(event, above)) break;
      events[place] = above;
      place = parent;
    }
    events[place] = event;
  }

  pop(): void {
    const events = this.#events;
    const moved = events.pop();
    if (!moved || events.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [events[left], events[left + 1]];
      if (!one) break;
      const child = other && isBefore(other, one) ? left + 1 : left;
      const below = events[child];
      if (!below || !isBefore(below, moved)) break;
      events[place] = below;
      place = child;
    }
    events[place] = moved;
  }
}

const batchMs = 10;

export function createEventClock(): EventClock {
  const heap = new Heap();
  let time = 0;
  let seq = 0;
  const after: EventClock['after'] = (ms, run) => {
    const event: Event = { at: time + Math.max(0, ms), seq: (seq += 1), run };
    heap.push(event);
    return () => {
      event.run = null;
    };
  };
  return {
    now: () => Math.floor(time),
    monotonic: () => time,
    sleep: createSleep(after),
    after,
    run: async (endMs, isOver) => {
      for (;;) {
        await runReadyTasks();
        const next = heap.first;
        if (!next || next.at > endMs || isOver()) return;
        // Events of a few milliseconds run together: what follows from them begins up to that much later.
        const until = next.at + batchMs;
        for (let event = heap.first; event && event.at <= until; event = heap.first) {
          heap.pop();
          time = Math.max(time, event.at);
          event.run?.();
        }
      }
    },
  };
}
