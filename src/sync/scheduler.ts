import type { StoreApi } from 'zustand/vanilla';

import { backoffDelay, networkJitter } from '@/domain/backoff';
import type { SyncStatus } from '@/domain/syncStatus';

import type { Ports } from './ports';
import type { RoundEnd, Trigger } from './round';

/** What the scheduler runs. */
export type Rounds = {
  run: (triggers: ReadonlySet<Trigger>, signal: AbortSignal) => Promise<RoundEnd>;
  /** When the next row is to be sent again; null if none is. */
  getNextAttemptAt: () => Promise<number | null>;
};

export type Scheduler = {
  /** Requests a round. Rounds never overlap; requests during a round make one more. */
  requestRound: (trigger: Trigger) => void;
  /** Requests a round and waits for its end, e.g. for a background task. The signal ends the round early. */
  runRound: (trigger: Trigger, signal: AbortSignal) => Promise<RoundEnd>;
  /** Stops the current round, soon and cleanly, and starts no other. */
  stop: () => Promise<void>;
};

/** The shortest sleep: a row that is ready but cannot be claimed must not make the loop spin. */
const minSleepMs = 2_000;

/** The longest sleep: by then a changed clock or a missed event is noticed. */
const maxSleepMs = 60_000;

/**
 * Decides when a round runs: at the start, when the app comes to the foreground, when the network returns,
 * after a write, on a button, and when a row, a pause or the next pull is scheduled. One loop, so rounds never
 * overlap.
 */
export function startScheduler(
  { clock, network, lifecycle, random, onFailure }: Omit<Ports, 'fetch' | 'sessions' | 'isAlone'>,
  rounds: Rounds,
  status: StoreApi<SyncStatus>
): Scheduler {
  const pending = new Set<Trigger>();
  let waiting: ((end: RoundEnd) => void)[] = [];
  const stopping = new AbortController();
  let round = new AbortController();
  let wake = new AbortController();
  let failures = 0;

  const requestRound = (trigger: Trigger) => {
    pending.add(trigger);
    wake.abort();
  };

  /** All phones of a canvass get their signal back at the same corner. */
  const requestSoon = async () => {
    await clock.sleep(networkJitter(random), stopping.signal);
    if (network.isOnline()) requestRound('network');
  };

  const unsubscribers = [
    network.onChange((isOnline) => {
      status.setState({ isOnline });
      if (isOnline) void requestSoon();
    }),
    lifecycle.onChange((isForeground) => {
      if (isForeground) requestRound('foreground');
      else round.abort();
    }),
  ];

  const runOnce = async (): Promise<RoundEnd> => {
    const triggers = new Set(pending);
    pending.clear();
    round = new AbortController();
    if (stopping.signal.aborted) round.abort();
    return rounds.run(triggers, round.signal);
  };

  /** A store failure (a full disk) ends the round, never the loop. */
  const failed = (failure: unknown): RoundEnd => {
    onFailure(failure);
    return { kind: 'unreachable', problem: 'store' };
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      const isSignedOut = status.getState().phase.kind === 'signed_out';
      const isIdle = isSignedOut && [...pending].every((trigger) => trigger === 'timer');
      const isAllowed = (lifecycle.isForeground() || pending.has('background')) && !isIdle;
      let sleepMs = maxSleepMs;
      if (isAllowed) {
        const callers = waiting;
        waiting = [];
        const end = await runOnce().catch(failed);
        failures = end.kind === 'unreachable' ? failures + 1 : 0;
        status.setState(statusAfter(end));
        for (const resolve of callers) resolve(end);
        sleepMs = await sleepAfter(end).catch((failure: unknown) => sleepAfter(failed(failure)));
      }
      if (pending.size > 0 && !stopping.signal.aborted && isAllowed) continue;
      wake = new AbortController();
      if (stopping.signal.aborted) break;
      await clock.sleep(Math.min(Math.max(sleepMs, minSleepMs), maxSleepMs), wake.signal);
      if (pending.size === 0) pending.add('timer');
    }
  };

  const sleepAfter = async (end: RoundEnd): Promise<number> => {
    switch (end.kind) {
      case 'paused':
        return Math.max(0, end.until - clock.now());
      case 'unreachable':
        return backoffDelay(failures, random);
      case 'offline':
      case 'signed_out':
      case 'stopped':
        return maxSleepMs;
      case 'done': {
        const scheduledAt = await rounds.getNextAttemptAt();
        return scheduledAt === null ? maxSleepMs : Math.max(0, scheduledAt - clock.now());
      }
    }
  };

  requestRound('start');
  const running = loop();
  return {
    requestRound,
    runRound: (trigger, signal) =>
      new Promise((resolve) => {
        if (stopping.signal.aborted || signal.aborted) return resolve({ kind: 'stopped' });
        const finish = (end: RoundEnd) => {
          signal.removeEventListener('abort', cancel);
          resolve(end);
        };
        const cancel = () => {
          round.abort();
          if (!waiting.includes(finish)) return;
          // Not started yet: it must not start after its time is over.
          waiting = waiting.filter((one) => one !== finish);
          pending.delete(trigger);
          finish({ kind: 'stopped' });
        };
        signal.addEventListener('abort', cancel);
        waiting.push(finish);
        requestRound(trigger);
      }),
    stop: async () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      stopping.abort();
      round.abort();
      wake.abort();
      await running;
      for (const resolve of waiting) resolve({ kind: 'stopped' });
    },
  };
}

function statusAfter(end: RoundEnd): Partial<SyncStatus> {
  switch (end.kind) {
    case 'done':
      return {
        phase: { kind: 'idle' },
        problem: end.problem,
        ...(end.pulledAt === null ? {} : { lastPulledAt: end.pulledAt }),
      };
    case 'paused':
      return {
        phase: { kind: end.why === 'login_page' ? 'login_page' : 'paused', until: end.until },
        problem: end.why === 'service_trouble' ? 'service_trouble' : null,
      };
    case 'unreachable':
      return { phase: { kind: 'idle' }, problem: end.problem };
    case 'signed_out':
      return { phase: { kind: 'signed_out' }, problem: null };
    case 'offline':
    case 'stopped':
      return { phase: { kind: 'idle' } };
  }
}
