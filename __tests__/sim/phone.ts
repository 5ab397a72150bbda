import { enqueue, listOutbox, type NewOutboxRow, type OutboxRow } from '@/db/outbox/outbox';
import { StoreError } from '@/db/errors';
import type { Engine, SqlValue } from '@/db/port';
import { getFact, setFact } from '@/db/facts';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Reader, type Store } from '@/db/store';
import { encodeBytes } from '@/domain/signedText';
import { createSigner, isSigned } from '@/platform/signing';
import type { Runtime } from '@/features/shared/runtime';
import type { Source } from '@/queries/query';
import { startSyncEngine, type SyncEngine } from '@/sync/engine';
import type { Fetch, Session } from '@/sync/ports';

import { openFileEngine } from '../support/sqlite';
import type { SimulatedDisk } from './disk';
import { failWhenFull } from './fullDisk';
import { SimProcess } from './process';
import { QueryCache } from './queryCache';
import type { Random } from './random';
import { mutateEngine, mutateConfig, type Mechanism } from './mutations';
import { serviceUrl } from './service';
import type { VirtualClock } from './virtualClock';

const fileName = 'phone.db';

/** The key of every phone: the same in each run of a seed. */
export const phoneSigner = createSigner(new Uint8Array(32).fill(7));

/** What runs while the app is open. */
type App = { store: Store; scope: Scope; engines: SyncEngine[] };

export type PhoneOptions = {
  clock: VirtualClock;
  random: Random;
  disk: SimulatedDisk;
  fetch: Fetch;
  spaceId: number;
  /** The receipt books of the users; empty for a service without them. */
  books: ReadonlyMap<number, number>;
  /**
   * Whether the app assumes that no other process has its database open; with a second engine that is wrong.
   */
  isAlone: boolean;
  off: Mechanism | null;
  onMutation: () => void;
  onFailure: (failure: unknown) => void;
  /** Called after each commit, for the screens that it changes. */
  onCommit: () => void;
};

/** An observable flag: network, foreground. */
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

  /** A dead process receives no events. */
  removeListeners(): void {
    this.#listeners = new Set();
  }
}

/**
 * A phone: a disk, a secure store, and an app that can be killed and restarted. Everything that is not on disk is
 * lost with the process.
 */
export class Phone {
  readonly online = new Flag();
  readonly foreground = new Flag();
  /** The secure store: part of the system, outside the database of the app. */
  readonly sessions = new Map<number, Session>();
  userId: number;
  isDiskFull = false;

  #process: SimProcess | null = null;
  #raw: Engine | null = null;
  #cache = new QueryCache();
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
    const { disk, random, off, onMutation } = this.options;
    const process = new SimProcess(() => this.#die());
    this.#process = process;
    if (this.#stepsToLive !== null) process.killAfter(this.#stepsToLive);
    this.#stepsToLive = null;
    this.#raw = openFileEngine(disk.path(fileName), { afterKill: true });
    const limited = failWhenFull(this.#raw, () => this.isDiskFull);
    const engine = mutateEngine(process.engine(limited), off, onMutation);
    const store = await openStore(engine);
    const cache = new QueryCache();
    this.#cache = cache;
    store.onTablesChanged((tables) => {
      cache.invalidate(tables);
      this.options.onCommit();
    });
    await this.#start(store, random);
  }

  async #start(store: Store, random: Random): Promise<void> {
    const identity = { service: serviceUrl, userId: this.userId, spaceId: this.options.spaceId };
    const scope = await openScope(store, identity);
    await this.#openBook(store, scope);
    const app: App = { store, scope, engines: [] };
    const process = this.#process;
    app.engines.push(await this.#startEngine(app, random));
    // The process may have been killed while the engine started.
    if (process === this.#process && process?.isDead === false) this.#app = app;
  }

  /** The book is drawn before the schedule begins; its number is on the phone. */
  async #openBook(store: Store, scope: Scope): Promise<void> {
    const number = this.options.books.get(scope.userId);
    if (number === undefined || (await getFact(store, scope, 'receipt_book')) !== null) return;
    const book = { key: 'book', publicKey: encodeBytes(phoneSigner.publicKey), number };
    await store.write((tx) => setFact(tx, scope, 'receipt_book', book));
  }

  #startEngine({ store, scope }: App, random: Random): Promise<SyncEngine> {
    const { clock, fetch, isAlone, off, onFailure } = this.options;
    const process = this.#process;
    if (!process) throw new Error('no process');
    const { userId } = scope;
    return startSyncEngine({
      store,
      scope,
      config: mutateConfig(off),
      ports: {
        clock: process.clock(clock),
        random: random.unit,
        fetch: process.fetch(fetch),
        network: { isOnline: this.online.get, onChange: this.online.onChange },
        lifecycle: { isForeground: this.foreground.get, onChange: this.foreground.onChange },
        sessions: process.sessions({
          load: () => Promise.resolve(this.sessions.get(userId) ?? null),
          save: (session) => {
            this.sessions.set(userId, session);
            return Promise.resolve();
          },
        }),
        isAlone,
        onFailure,
      },
    });
  }

  /** A second engine on the same store, like a background task beside the foreground. */
  async startSecondEngine(): Promise<void> {
    const app = this.#app;
    if (app && app.engines.length < 2) app.engines.push(await this.#startEngine(app, this.options.random));
  }

  /** Saves a row as a form does. Resolves only when it is committed. */
  async save(row: NewOutboxRow): Promise<void> {
    const app = this.#app;
    if (!app) throw new Error('the app is not open');
    const { store, scope } = app;
    const now = this.options.clock.now();
    await store.write((tx) => enqueue(tx, scope, row, now));
    this.requestRound('write');
  }

  /** What the screens of the app write with. */
  runtime(): Runtime | null {
    const app = this.#app;
    if (!app) return null;
    const { clock, random } = this.options;
    const used: Pick<Runtime, 'store' | 'scope' | 'now' | 'newId' | 'random'> & {
      sync: Pick<Runtime['sync'], 'sendNow'>;
      device: Pick<Runtime['device'], 'vibrateSuccess'>;
      receipts: Pick<Runtime['receipts'], 'signer' | 'ensureSigner' | 'isSigned'>;
    } = {
      store: app.store,
      scope: app.scope,
      now: clock.now,
      newId: random.uuid,
      random: random.unit,
      sync: { sendNow: () => this.requestRound('button') },
      device: { vibrateSuccess: () => undefined },
      receipts: {
        signer: () => Promise.resolve(phoneSigner),
        ensureSigner: () => Promise.resolve(phoneSigner),
        isSigned: (text) => Promise.resolve(isSigned(text)),
      },
    };
    return used as Runtime;
  }

  /** Reads the screens in one state of the store; null while the app is closed. */
  async look<T>(read: (source: Source, cache: QueryCache) => Promise<T>): Promise<T | null> {
    const app = this.#app;
    const process = this.#process;
    const cache = this.#cache;
    if (!app || !process) return null;
    return app.store.read((reader) =>
      process.observe(() => read({ store: frozen(app.store, reader), scope: app.scope }, cache))
    );
  }

  requestRound(trigger: 'write' | 'button'): void {
    for (const engine of this.#app?.engines ?? []) engine.requestRound(trigger);
  }

  /** Another user signs in on this phone. The rows of the first stay. */
  async switchUser(userId: number): Promise<void> {
    const app = this.#app;
    this.userId = userId;
    if (!app) return;
    this.#app = null;
    await Promise.all(app.engines.map((engine) => engine.stop()));
    try {
      await this.#start(app.store, this.options.random);
    } catch (failure) {
      if (!this.isDiskFull) throw failure;
      this.reopenAfter(30_000);
    }
  }

  /** Kills the process at one of its next steps. */
  killAfter(steps: number, withPower: boolean): void {
    this.#losesPower = withPower;
    if (this.#process && !this.#process.isDead) this.#process.killAfter(steps);
    else this.#stepsToLive = steps;
  }

  /** Closes the app as a user does, and opens it again after that time. */
  reopenAfter(ms: number): void {
    this.#reopensAfter = ms;
    this.#process?.kill();
  }

  /** Nothing kills it after this call. */
  stopKilling(): void {
    this.#stepsToLive = null;
    this.#process?.cancelKill();
  }

  async rows(): Promise<OutboxRow[]> {
    return this.#app ? listOutbox(this.#app.store, this.#app.scope, {}) : [];
  }

  /** The rows of all users that are not confirmed; empty while the app is closed. */
  async listRowsOfAll(): Promise<Set<string>> {
    const rows = await this.look(({ store }) =>
      store.all<{ id: string }>('SELECT id FROM outbox WHERE confirmed_at IS NULL')
    );
    return new Set((rows ?? []).map(({ id }) => id));
  }

  /** Whether a user has read a part of the list of bundles. */
  async isReadingBundles(): Promise<boolean> {
    const sql = `SELECT 1 FROM sync_cursors WHERE list = 'transaction_bundles'`;
    const found = await this.look(({ store }) => store.get(sql));
    return found !== null;
  }

  /** Ends everything at the end of a schedule. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#process?.kill();
    await this.#closing;
  }

  #losesPower = false;
  #reopensAfter: number | null = null;
  #openings = 0;
  #stepsToLive: number | null = null;
  #isDiscarded = false;
  #closing: Promise<void> = Promise.resolve();

  #die(): void {
    const { disk, random } = this.options;
    const raw = this.#raw;
    this.#app = null;
    this.online.removeListeners();
    this.foreground.removeListeners();
    this.#closing = disk.kill(async () => raw?.close());
    if (this.#losesPower) disk.losePower(random);
    this.#losesPower = false;
    if (this.#isDiscarded) return;
    const closedMs = this.#reopensAfter ?? random.between(0, 240_000);
    this.#reopensAfter = null;
    this.#reopenIn(closedMs);
  }

  /** Only the last call counts: the app is opened once. */
  #reopenIn(ms: number): void {
    this.#openings += 1;
    const opening = this.#openings;
    this.options.clock.after(ms, () => {
      if (opening === this.#openings) void this.#reopen();
    });
  }

  /** A full disk may keep the app from opening; it closes the database, and the user tries again. */
  async #reopen(): Promise<void> {
    try {
      await this.boot();
    } catch (failure) {
      if (!(failure instanceof StoreError && failure.kind === 'full')) this.options.onFailure(failure);
      await this.#raw?.close();
      this.#reopenIn(30_000);
    }
  }
}

/**
 * A store that reads inside a read that has begun, so that several queries see one state. In one state equal statements have
 * equal results: each is run once.
 */
function frozen(store: Store, reader: Reader): Store {
  const results = new Map<string, Promise<unknown[]>>();
  const all = <Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> => {
    const key = `${sql} ${JSON.stringify(params)}`;
    const rows = results.get(key) ?? reader.all(sql, params);
    results.set(key, rows);
    return rows as Promise<Row[]>;
  };
  const get = async <Row>(sql: string, params?: readonly SqlValue[]) =>
    (await all<Row>(sql, params))[0] ?? null;
  return {
    ...store,
    all,
    get,
    read: (work) => work({ all, get }),
    write: () => Promise.reject(new Error('a screen does not write')),
  };
}
