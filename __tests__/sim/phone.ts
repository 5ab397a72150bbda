import { removeDraft } from '@/db/drafts';
import { enqueue, listOutbox, type NewOutboxRow, type OutboxRow } from '@/db/outbox/outbox';
import type { Engine } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import type { Fetch, Session } from '@/sync/ports';

import { openFileEngine } from '../support/sqlite';
import type { SimulatedDisk } from './disk';
import { Life } from './life';
import type { Chance } from './random';
import { sabotageEngine, sabotagePolicy, type Mechanism } from './sabotage';
import { serviceUrl } from './service';
import type { VirtualClock } from './virtualClock';

const fileName = 'phone.db';

/** What runs while the app is open. */
type App = { store: Store; scope: Scope; engines: SyncEngine[] };

export type PhoneOptions = {
  clock: VirtualClock;
  chance: Chance;
  disk: SimulatedDisk;
  fetch: Fetch;
  spaceId: number;
  /** Whether the app believes that nobody else has its database open; with a second engine it is mistaken. */
  isAlone: boolean;
  off: Mechanism | null;
  onSabotage: () => void;
  onFailure: (failure: unknown) => void;
};

/** A flag that can be watched: the network, the front. */
class Flag {
  #value = true;
  #listeners = new Set<(value: boolean) => void>();

  readonly get = () => this.#value;
  readonly onChange = (listener: (value: boolean) => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(value: boolean): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** The listeners of a process that is gone hear nothing. */
  forgetListeners(): void {
    this.#listeners = new Set();
  }
}

/**
 * A phone: a disk, a secure store, an app that can be killed and comes back. Whatever is not on the disk is gone with
 * the process.
 */
export class Phone {
  readonly online = new Flag();
  readonly foreground = new Flag();
  /** The secure store, and who is signed in: kept by the system, outside the app's file. */
  readonly sessions = new Map<number, Session>();
  userId: number;

  #life: Life | null = null;
  #raw: Engine | null = null;
  #app: App | null = null;

  constructor(
    private readonly options: PhoneOptions,
    userId: number
  ) {
    this.userId = userId;
  }

  get app(): App | null {
    return this.#app;
  }

  /** Starts the app. It may be killed before it is up. */
  async boot(): Promise<void> {
    const { disk, chance, off, onSabotage } = this.options;
    const life = new Life(() => this.#die());
    this.#life = life;
    if (this.#stepsToLive !== null) life.endAfter(this.#stepsToLive);
    this.#stepsToLive = null;
    this.#raw = openFileEngine(disk.path(fileName), { afterKill: true });
    const engine = sabotageEngine(life.engine(this.#raw), off, onSabotage);
    const store = await openStore(engine);
    await this.#start(store, chance);
  }

  async #start(store: Store, chance: Chance): Promise<void> {
    const identity = { service: serviceUrl, userId: this.userId, spaceId: this.options.spaceId };
    const scope = await openScope(store, identity);
    const app: App = { store, scope, engines: [] };
    const life = this.#life;
    app.engines.push(await this.#startEngine(app, chance));
    // The engine's own work may have met its end while it was being started.
    if (life === this.#life && life?.isOver === false) this.#app = app;
  }

  #startEngine({ store, scope }: App, chance: Chance): Promise<SyncEngine> {
    const { clock, fetch, isAlone, off, onFailure } = this.options;
    const life = this.#life;
    if (!life) throw new Error('no process');
    const { userId } = scope;
    return startSyncEngine({
      store,
      scope,
      policy: sabotagePolicy(off),
      ports: {
        clock: life.clock(clock),
        random: chance.unit,
        fetch: life.fetch(fetch),
        network: { isOnline: this.online.get, onChange: this.online.onChange },
        lifecycle: { isForeground: this.foreground.get, onChange: this.foreground.onChange },
        sessions: life.sessions({
          load: () => Promise.resolve(this.sessions.get(userId) ?? null),
          save: (session) => {
            this.sessions.set(userId, session);
            return Promise.resolve();
          },
        }),
        lock: {
          run: async (work) => {
            await work();
            return true;
          },
          isAlone,
        },
        onFailure,
      },
    });
  }

  /** A second worker on the same store: what a background task and the front are when both believe it is their turn. */
  async startSecondEngine(): Promise<void> {
    const app = this.#app;
    if (app && app.engines.length < 2) app.engines.push(await this.#startEngine(app, this.options.chance));
  }

  /** Puts a row into the outbox as a form does. Resolves only when the store says that it is saved. */
  async save(row: NewOutboxRow): Promise<void> {
    const app = this.#app;
    if (!app) throw new Error('the app is not open');
    const { store, scope } = app;
    const now = this.options.clock.now();
    await store.write(async (tx) => {
      await enqueue(tx, scope, row, now);
      await removeDraft(tx, scope, 'capture');
    });
    this.nudge('write');
  }

  nudge(trigger: 'write' | 'button'): void {
    for (const engine of this.#app?.engines ?? []) engine.nudge(trigger);
  }

  /** Another person signs in on this phone. The rows of the first stay. */
  async switchUser(userId: number): Promise<void> {
    const app = this.#app;
    this.userId = userId;
    if (!app) return;
    this.#app = null;
    await Promise.all(app.engines.map((engine) => engine.stop()));
    await this.#start(app.store, this.options.chance);
  }

  /** Ends the process at one of its next steps: between any two of them. */
  killAfter(steps: number, withPower: boolean): void {
    this.#losesPower = withPower;
    if (this.#life && !this.#life.isOver) this.#life.endAfter(steps);
    else this.#stepsToLive = steps;
  }

  /** From now on nothing kills it. */
  calmDown(): void {
    this.#stepsToLive = null;
    this.#life?.spare();
  }

  async rows(): Promise<OutboxRow[]> {
    return this.#app ? listOutbox(this.#app.store, this.#app.scope, {}) : [];
  }

  /** Ends everything without a trace, at the end of a seed. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#life?.end();
    await this.#closing;
  }

  #losesPower = false;
  #stepsToLive: number | null = null;
  #isDiscarded = false;
  #closing: Promise<void> = Promise.resolve();

  #die(): void {
    const { disk, clock, chance } = this.options;
    const raw = this.#raw;
    this.#app = null;
    this.online.forgetListeners();
    this.foreground.forgetListeners();
    this.#closing = disk.kill(async () => raw?.close());
    if (this.#losesPower) disk.losePower();
    this.#losesPower = false;
    if (this.#isDiscarded) return;
    clock.after(chance.between(0, 240_000), () => void this.boot().catch(this.options.onFailure));
  }
}
