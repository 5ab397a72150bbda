import type { Engine } from '@/db/port';
import type { Clock, Fetch, SessionStore } from '@/sync/ports';

/** A promise of a process that is dead. */
const never = () => new Promise<never>(() => undefined);

/**
 * One process. Every await that reaches the outside passes through here, before and after; the process can be
 * killed at any of them, and nothing that it started continues.
 */
export class SimProcess {
  #stepsLeft = Number.POSITIVE_INFINITY;
  #isDead = false;
  #isObserved = false;

  constructor(private readonly onDeath: () => void) {}

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Kills the process after that many steps. */
  killAfter(steps: number): void {
    this.#stepsLeft = Math.min(this.#stepsLeft, steps);
  }

  /** Cancels `killAfter`. */
  cancelKill(): void {
    this.#stepsLeft = Number.POSITIVE_INFINITY;
  }

  kill(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.onDeath();
  }

  /** Runs `look`, whose steps are not counted: looking at the screens must not move the time of a kill. */
  async observe<T>(look: () => Promise<T>): Promise<T> {
    this.#isObserved = true;
    try {
      return await look();
    } finally {
      this.#isObserved = false;
    }
  }

  async step(): Promise<void> {
    if (this.#isDead) return never();
    if (this.#isObserved) return;
    this.#stepsLeft -= 1;
    if (this.#stepsLeft <= 0) {
      this.kill();
      return never();
    }
  }

  async #around<T>(call: () => Promise<T>): Promise<T> {
    await this.step();
    const result = await call().catch((failure: unknown) => {
      // Another task of the same process was killed in between and closed the file.
      if (this.#isDead) return never();
      throw failure;
    });
    await this.step();
    return result;
  }

  engine(engine: Engine): Engine {
    return {
      execute: (script) => this.#around(() => engine.execute(script)),
      run: (sql, params) => this.#around(() => engine.run(sql, params)),
      all: (sql, params) => this.#around(() => engine.all(sql, params)),
      close: () => this.#around(() => engine.close()),
    };
  }

  clock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: async (ms, signal) => {
        await clock.sleep(ms, signal);
        if (this.#isDead) return never();
      },
    };
  }

  fetch(fetch: Fetch): Fetch {
    return async (url, init) => {
      const response = await this.#around(() => fetch(url, init));
      return { ...response, text: () => this.#around(() => response.text()) };
    };
  }

  sessions(sessions: SessionStore): SessionStore {
    return {
      load: () => this.#around(() => sessions.load()),
      save: (renewed, used) => this.#around(() => sessions.save(renewed, used)),
    };
  }
}
