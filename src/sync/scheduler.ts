import { getNextDueAt } from '@/db/outbox/claims';
import { backoffDelay } from '@/domain/backoff';
import type { SyncStatus } from '@/domain/syncStatus';

import type { SyncContext } from './context';
import type { Emitter } from './emitter';
import { freshMemory, runRound, type RoundEnd, type Trigger } from './round';

export type Scheduler = {
  /** Asks for a round. Rounds never overlap; what is asked for meanwhile makes one more. */
  nudge: (trigger: Trigger) => void;
  /**
   * Asks for a round and waits for its end: for whoever was woken to send and must say when it is done. The signal
   * ends the round early.
   */
  runRound: (trigger: Trigger, signal: AbortSignal) => Promise<RoundEnd>;
  /** Ends the round that is running, soon and cleanly, and begins no other. */
  stop: () => Promise<void>;
};

/** The shortest sleep of the timer: what was due and could not be taken must not turn the loop into a spin. */
const shortestSleepMs = 2_000;

/** The longest sleep: a clock that was set, or an event that was missed, is noticed by then. */
const longestSleepMs = 60_000;

/**
 * Decides when a round runs: at the start, when the app comes to the front, when the network returns, after a write,
 * on a button, and when a row, a pause or the next pull is due. One loop, so that there is one round at a time.
 */
export function startScheduler(context: SyncContext, status: Emitter<SyncStatus>): Scheduler {
  const { clock, network, lifecycle, lock } = context.ports;
  const memory = freshMemory();
  const pending = new Set<Trigger>();
  let waiting: ((end: RoundEnd) => void)[] = [];
  const ended = new AbortController();
  let round = new AbortController();
  let wake = new AbortController();
  let failures = 0;

  const nudge = (trigger: Trigger) => {
    pending.add(trigger);
    wake.abort();
  };
  const update = (change: Partial<SyncStatus>) => status.set({ ...status.get(), ...change });

  const stopListening = [
    network.onChange((isOnline) => {
      update({ isOnline });
      if (isOnline) nudge('network');
    }),
    lifecycle.onChange((isForeground) => {
      if (isForeground) nudge('foreground');
      else round.abort();
    }),
  ];

  const runOnce = async (): Promise<RoundEnd> => {
    const triggers = new Set(pending);
    pending.clear();
    round = new AbortController();
    if (ended.signal.aborted) round.abort();
    let end: RoundEnd = { kind: 'stopped' };
    const isOurs = await lock.run(async () => {
      end = await runRound(context, memory, triggers, round.signal);
    });
    return isOurs ? end : { kind: 'unreachable', problem: 'elsewhere' };
  };

  /** A store that fails (a full disk) ends the round, never the loop: nothing would be sent until the next start. */
  const failed = (failure: unknown): RoundEnd => {
    context.ports.onFailure(failure);
    return { kind: 'unreachable', problem: 'store' };
  };

  const loop = async () => {
    while (!ended.signal.aborted) {
      const isSignedOut = status.get().phase.kind === 'signed_out';
      const isIdle = isSignedOut && [...pending].every((trigger) => trigger === 'timer');
      const isAllowed = (lifecycle.isForeground() || pending.has('background')) && !isIdle;
      let sleepMs = longestSleepMs;
      if (isAllowed) {
        const asked = waiting;
        waiting = [];
        const end = await runOnce().catch(failed);
        failures = end.kind === 'unreachable' ? failures + 1 : 0;
        update(statusAfter(end));
        for (const tell of asked) tell(end);
        sleepMs = await sleepAfter(end).catch((failure: unknown) => sleepAfter(failed(failure)));
      }
      if (pending.size > 0 && !ended.signal.aborted && isAllowed) continue;
      wake = new AbortController();
      if (ended.signal.aborted) break;
      await clock.sleep(Math.min(Math.max(sleepMs, shortestSleepMs), longestSleepMs), wake.signal);
      if (pending.size === 0) pending.add('timer');
    }
  };

  const sleepAfter = async (end: RoundEnd): Promise<number> => {
    switch (end.kind) {
      case 'paused':
        return Math.max(0, end.until - clock.now());
      case 'unreachable':
        return backoffDelay(failures, context.ports.random);
      case 'offline':
      case 'signed_out':
      case 'stopped':
        return longestSleepMs;
      case 'done': {
        const dueAt = await getNextDueAt(context.store, context.scope, clock.now());
        return dueAt === null ? longestSleepMs : Math.max(0, dueAt - clock.now());
      }
    }
  };

  nudge('start');
  const running = loop();
  return {
    nudge,
    runRound: (trigger, signal) =>
      new Promise((tell) => {
        if (ended.signal.aborted || signal.aborted) return tell({ kind: 'stopped' });
        const finish = (end: RoundEnd) => {
          signal.removeEventListener('abort', giveUp);
          tell(end);
        };
        const giveUp = () => {
          round.abort();
          if (!waiting.includes(finish)) return;
          // Not begun yet: it must not begin after its time is over.
          waiting = waiting.filter((one) => one !== finish);
          pending.delete(trigger);
          finish({ kind: 'stopped' });
        };
        signal.addEventListener('abort', giveUp);
        waiting.push(finish);
        nudge(trigger);
      }),
    stop: async () => {
      for (const stopOne of stopListening) stopOne();
      ended.abort();
      round.abort();
      wake.abort();
      await running;
      for (const tell of waiting) tell({ kind: 'stopped' });
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
        phase: { kind: end.why === 'asked' ? 'paused' : 'login_page', until: end.until },
        problem: null,
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
