/** A service as a queue: so many cores, and for each request the time that was measured. */
import type { EventClock } from './eventClock';
import type { RequestKind } from './pattern';

export type ServiceTimes = Record<RequestKind, number>;

export type SimulatedAnswer = 'ok' | 'unavailable' | 'overloaded' | 'timeout';

export type SimulatedService = {
  request: (kind: RequestKind, limitMs: number) => Promise<SimulatedAnswer>;
  /** Requests that arrived in each second. */
  arrivals: number[];
  counts: Record<SimulatedAnswer, number>;
};

export type SimulatedServiceOptions = {
  clock: EventClock;
  cores: number;
  times: ServiceTimes;
  /** When it responds with 503 to everything, in milliseconds. */
  outage: { from: number; to: number } | null;
};

/** A request that gets no connection to the database within this time is refused (server/store/database.ts). */
const longestWaitMs = 5_000;
const networkMs = 50;

export function createSimulatedService(options: SimulatedServiceOptions): SimulatedService {
  const { clock, cores, times, outage } = options;
  const freeAt = Array.from({ length: cores }, () => 0);
  const arrivals: number[] = [];
  const counts = { ok: 0, unavailable: 0, overloaded: 0, timeout: 0 };

  const answerAfter = (ms: number, answer: SimulatedAnswer, limitMs: number) =>
    new Promise<SimulatedAnswer>((resolve) => {
      const seen = ms > limitMs ? 'timeout' : answer;
      counts[seen] += 1;
      clock.after(Math.min(ms, limitMs) + networkMs, () => resolve(seen));
    });

  return {
    arrivals,
    counts,
    request: (kind, limitMs) => {
      const now = clock.monotonic();
      const second = Math.floor(now / 1_000);
      arrivals[second] = (arrivals[second] ?? 0) + 1;
      if (outage && now >= outage.from && now < outage.to) return answerAfter(0, 'unavailable', limitMs);
      const core = freeAt.indexOf(Math.min(...freeAt));
      const start = Math.max(now, freeAt[core] ?? 0);
      if (start - now > longestWaitMs) return answerAfter(longestWaitMs, 'overloaded', limitMs);
      freeAt[core] = start + times[kind];
      return answerAfter(start + times[kind] - now, 'ok', limitMs);
    },
  };
}
