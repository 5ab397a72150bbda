import { enqueue } from '@/db/outbox/outbox';
import type { Engine, SqlValue } from '@/db/port';
import { openScope, type Scope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { defaultConfig } from '@/sync/config';
import type { SyncContext } from '@/sync/context';
import type { Ports } from '@/sync/ports';
import type { SettleTimes } from '@/sync/settleTimes';
import type { Transport } from '@/sync/transport';

import { openMemoryEngine } from '../support/sqlite';
import { baseUrl, bundleRow } from '../sync/support';

/** The process of the phone was killed: nothing that it still does reaches the disk. */
export class Killed extends Error {}

/** Mechanisms that can be switched off, to see that the exploration notices. */
export type SwitchedOff =
  'key returned' | 'attempts without a key' | 'settle time' | 'unknown after a lease' | null;

/** What a run decides about the disk. */
export type Disk = {
  /** Called before and after each commit that changes the outbox; may throw Killed. */
  atCommit: (when: 'before' | 'after') => void;
  isDead: () => boolean;
};

/** The clock of a run; it stands still while a round runs. */
export type RunClock = { now: number };

/**
 * A real store in memory with two identical gifts. Each run starts from the same state: everything that it commits is
 * inside one savepoint.
 */
export class ExploredPhone {
  disk: Disk = { atCommit: () => undefined, isDead: () => false };
  off: SwitchedOff = null;
  #changesOutbox = false;
  #hasTransaction = false;

  private constructor(readonly engine: Engine) {}

  store!: Store;
  scope!: Scope;
  readonly gifts = [1, 2].map((number) => {
    const row = bundleRow(number);
    const body = row.body.replaceAll(String(1_000 + number), '1000');
    return { ...row, body, amount: 1_000 };
  });

  static async open(startsAt: number): Promise<ExploredPhone> {
    const phone = new ExploredPhone(openMemoryEngine());
    phone.store = await openStore(phone.#savepoints());
    phone.scope = await openScope(phone.store, { service: baseUrl, userId: 1, spaceId: 1 });
    for (const gift of phone.gifts) await phone.store.write((tx) => enqueue(tx, phone.scope, gift, startsAt));
    await phone.engine.execute('SAVEPOINT start');
    return phone;
  }

  async reset(): Promise<void> {
    await this.engine.execute('ROLLBACK TO start');
  }

  contextOf(owner: string, clock: RunClock, transport: Transport, settleTimes: SettleTimes): SyncContext {
    const settleMs = this.off === 'settle time' ? 0 : defaultConfig.settleMs;
    return {
      store: this.store,
      scope: this.scope,
      ports: portsOf(clock),
      transport,
      config: { ...defaultConfig, settleMs, capabilitiesTtlMs: Number.MAX_SAFE_INTEGER },
      owner,
      settleTimes,
      report: () => undefined,
    };
  }

  /** Transactions as savepoints inside the one of the run. A dead process cannot write, only roll back. */
  #savepoints(): Engine {
    const { engine } = this;
    const guard = () => {
      if (this.disk.isDead()) throw new Killed();
    };
    return {
      ...engine,
      execute: async (script) => {
        if (script === 'BEGIN IMMEDIATE') {
          guard();
          this.#changesOutbox = false;
          await engine.execute('SAVEPOINT writing');
          this.#hasTransaction = true;
        } else if (script === 'COMMIT') {
          guard();
          const isWatched = this.#changesOutbox;
          if (isWatched) this.disk.atCommit('before');
          await engine.execute('RELEASE writing');
          this.#hasTransaction = false;
          if (isWatched) this.disk.atCommit('after');
        } else if (script === 'ROLLBACK') {
          if (this.#hasTransaction) await engine.execute('ROLLBACK TO writing; RELEASE writing');
          this.#hasTransaction = false;
        } else await engine.execute(script);
      },
      run: async (sql, params) => {
        guard();
        const result = await engine.run(...this.#mutate(sql, params));
        if (result.changes > 0 && /(UPDATE|FROM) outbox/.test(sql)) this.#changesOutbox = true;
        return result;
      },
      all: async <Row>(sql: string, params: readonly SqlValue[]) => {
        guard();
        const rows = await engine.all<Row>(...this.#mutate(sql, params));
        if (rows.length > 0 && sql.includes('UPDATE outbox')) this.#changesOutbox = true;
        return rows;
      },
    };
  }

  #mutate(sql: string, params: readonly SqlValue[]): [string, readonly SqlValue[]] {
    const isClaim = /^\s*UPDATE outbox SET state = 'sending'/.test(sql);
    if (this.off === 'attempts without a key' && isClaim) return [sql, [0, ...params.slice(1)]];
    if (this.off === 'unknown after a lease' && /WHERE state = 'sending' AND \(lease/.test(sql))
      return [sql.replace("SET state = 'unknown'", "SET state = 'queued'"), params];
    return [sql, params];
  }
}

/** Time passes only between rounds, so a sleep ends when its caller does not need it any more. */
function portsOf(clock: RunClock): Ports {
  return {
    clock: {
      now: () => clock.now,
      monotonic: () => clock.now,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (ms <= 0 || signal?.aborted) return resolve();
          signal?.addEventListener('abort', () => resolve(), { once: true });
        }),
    },
    random: () => 0.5,
    fetch: () => Promise.reject(new Error('the transport of the run is used instead')),
    network: { isOnline: () => true, onChange: () => () => undefined },
    lifecycle: { isForeground: () => true, onChange: () => () => undefined },
    sessions: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    isAlone: true,
    onFailure: () => undefined,
  };
}
