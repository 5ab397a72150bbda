import type { Engine } from '@/db/port';
import type { Clock, Fetch, SessionStore } from '@/sync/ports';

/** A promise of a process that is no longer there. */
const never = () => new Promise<never>(() => undefined);

/**
 * The life of one process. Every await of the app that reaches the outside passes through here, before and after;
 * the process can end at any of them, and nothing that it began goes on.
 */
export class Life {
  #stepsLeft = Number.POSITIVE_INFINITY;
  #isOver = false;

  constructor(private readonly onDeath: () => void) {}

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lets the process live for that many more steps. */
  endAfter(steps: number): void {
    this.#stepsLeft = Math.min(this.#stepsLeft, steps);
  }

  /** Takes back what `endAfter` said. */
  spare(): void {
    this.#stepsLeft = Number.POSITIVE_INFINITY;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onDeath();
  }

  async step(): Promise<void> {
    if (this.#isOver) return never();
    this.#stepsLeft -= 1;
    if (this.#stepsLeft <= 0) {
      this.end();
      return never();
    }
  }

  async #around<T>(call: () => Promise<T>): Promise<T> {
    await this.step();
    const result = await call().catch((failure: unknown) => {
      // Another thread of the same process met its end in between and took the file with it.
      if (this.#isOver) return never();
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
        if (this.#isOver) return never();
      },
    };
  }

  fetch(fetch: Fetch): Fetch {
    return async (url, init) => {
      const answer = await this.#around(() => fetch(url, init));
      return { ...answer, text: () => this.#around(() => answer.text()) };
    };
  }

  sessions(sessions: SessionStore): SessionStore {
    return {
      load: () => this.#around(() => sessions.load()),
      save: (renewed, used) => this.#around(() => sessions.save(renewed, used)),
    };
  }
}
