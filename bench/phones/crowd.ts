/**
 * Many phones in virtual time. The scheduler, its backoff and its jitter are those of the engine; a round is reduced to
 * the requests that the engine makes and to what it does with each response (src/sync/round.ts, pause.ts).
 */
import { createStore } from 'zustand/vanilla';

import { backoffDelay, retryAfterDelay } from '@/domain/backoff';
import type { SyncStatus } from '@/domain/syncStatus';
import { defaultConfig } from '@/sync/config';
import type { RoundEnd } from '@/sync/round';
import { startScheduler, type Rounds } from '@/sync/scheduler';
import { defaultLimits } from '@/sync/transport';

import { createRandom } from '../../__tests__/sim/random';
import { createEventClock, type EventClock } from './eventClock';
import { unsentAfterRally, type RequestKind } from './pattern';
import { createSimulatedService, type ServiceTimes, type SimulatedService } from './simulatedService';

export type CrowdOptions = {
  phones: number;
  cores: number;
  times: ServiceTimes;
  outage: { from: number; to: number } | null;
};

export type CrowdResult = {
  /** When 99 of 100 phones have sent everything; null if they never have. */
  sentMs: number | null;
  peakPerSecond: number;
  /** The most requests in a second after the outage. */
  peakAfterOutage: number;
  requests: number;
  /** How often a gift was sent until it was stored, on average. */
  attemptsPerGift: number;
  counts: SimulatedService['counts'];
};

/** What the service says with 503 (server/http/problems.ts). */
const retryAfterMs = 5_000;
export const reconnectMs = 60_000;
const longestMs = 60 * 60_000;

type Pause = { kind: 'service_trouble' | 'retry_after'; until: number; count: number };

class Phone implements Rounds {
  unsent = unsentAfterRally;
  attempts = 0;
  #pause: Pause | null = null;
  #capabilitiesAt: number | null = null;
  #pulledAt: number | null = null;
  #boardAt: number | null = null;

  constructor(
    private readonly clock: EventClock,
    private readonly service: SimulatedService,
    private readonly random: () => number,
    private readonly onSent: () => void
  ) {}

  readonly getNextAttemptAt = () => Promise.resolve(null);

  readonly run = async (): Promise<RoundEnd> => {
    const pause = this.#pause;
    if (pause && pause.until > this.clock.now())
      return { kind: 'paused', why: pause.kind, until: pause.until };
    const isOld = (at: number | null, ms: number) => at === null || this.clock.monotonic() - at >= ms;
    if (isOld(this.#capabilitiesAt, defaultConfig.capabilitiesTtlMs)) {
      const end = await this.#request('health', defaultLimits.readLimitMs);
      if (end) return end;
      this.#capabilitiesAt = this.clock.monotonic();
    }
    while (this.unsent > 0) {
      this.attempts += 1;
      const end = await this.#request('gift', defaultLimits.writeLimitMs);
      if (end) return end;
      this.#pause = null;
      this.unsent -= 1;
      if (this.unsent === 0) this.onSent();
    }
    if (isOld(this.#pulledAt, defaultConfig.pullIntervalMs.feed)) {
      const end = await this.#request('poll', defaultLimits.readLimitMs);
      if (end) return end;
      this.#pulledAt = this.clock.monotonic();
    }
    if (isOld(this.#boardAt, defaultConfig.boardIntervalMs)) {
      const end = await this.#request('board', defaultLimits.writeLimitMs);
      if (end) return end;
      this.#boardAt = this.clock.monotonic();
    }
    return { kind: 'done', problem: null, pulledAt: null };
  };

  /** Null if the service responded with what was wanted. */
  async #request(kind: RequestKind, limitMs: number): Promise<RoundEnd | null> {
    const answer = await this.service.request(kind, limitMs);
    if (answer === 'ok') return null;
    if (answer === 'timeout') return { kind: 'unreachable', problem: 'unreachable' };
    // A proxy without a service behind it sends no Retry-After.
    const why = answer === 'overloaded' ? 'retry_after' : 'service_trouble';
    const count = this.#pause?.kind === why ? this.#pause.count + 1 : 1;
    const forMs =
      why === 'retry_after' ? retryAfterDelay(retryAfterMs, this.random) : backoffDelay(count, this.random);
    this.#pause = { kind: why, until: this.clock.now() + forMs, count };
    this.#capabilitiesAt = null;
    return { kind: 'paused', why, until: this.#pause.until };
  }
}

const idle: SyncStatus = {
  isOnline: false,
  lastContactAt: null,
  lastPulledAt: null,
  clockAheadMs: null,
  phase: { kind: 'idle' },
  problem: null,
};

/** All phones get their signal back within a minute. */
export async function simulateCrowd({
  phones: count,
  cores,
  times,
  outage,
}: CrowdOptions): Promise<CrowdResult> {
  const clock = createEventClock();
  const random = createRandom(1, 'crowd').unit;
  const service = createSimulatedService({ clock, cores, times, outage });
  let sent = 0;
  let sentMs: number | null = null;
  const phones: Phone[] = [];
  const wanted = Math.ceil(count * 0.99);
  const onSent = () => {
    sent += 1;
    if (sent === wanted) sentMs = clock.monotonic();
  };
  for (let index = 0; index < count; index += 1) {
    const phone = new Phone(clock, service, random, onSent);
    phones.push(phone);
    startPhone(phone, clock, random);
  }
  // Long enough to see what follows the last gift.
  await clock.run(longestMs, () => sentMs !== null && clock.monotonic() > sentMs + 2 * 60_000);
  const { arrivals, counts } = service;
  const from = outage ? Math.floor(outage.to / 1_000) : 0;
  const most = (values: readonly number[]) => values.reduce((peak, value) => Math.max(peak, value), 0);
  const attempts = phones.reduce((sum, phone) => sum + phone.attempts, 0);
  return {
    sentMs,
    peakPerSecond: most(arrivals),
    peakAfterOutage: most(arrivals.slice(from)),
    requests: arrivals.reduce((sum, value) => sum + (value ?? 0), 0),
    attemptsPerGift: attempts / (count * unsentAfterRally),
    counts,
  };
}

function startPhone(phone: Phone, clock: EventClock, random: () => number): void {
  let isOnline = false;
  let listener: (value: boolean) => void = () => undefined;
  const rounds: Rounds = {
    ...phone,
    run: () => (isOnline ? phone.run() : Promise.resolve({ kind: 'offline' })),
  };
  startScheduler(
    {
      clock,
      random,
      network: {
        isOnline: () => isOnline,
        onChange: (given) => {
          listener = given;
          return () => undefined;
        },
      },
      lifecycle: { isForeground: () => true, onChange: () => () => undefined },
      onFailure: (failure) => {
        throw failure;
      },
    },
    rounds,
    createStore<SyncStatus>(() => idle)
  );
  clock.after(random() * reconnectMs, () => {
    isOnline = true;
    listener(true);
  });
}
