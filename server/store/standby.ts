import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { type Caller, type Database, type Tx, inSpace, inTransaction, query } from './database';
import { DatabaseUnavailable } from './postgresErrors';

const MARK_EVERY_MS = 500;
/** A standby that cannot be reached is left alone for a while. */
const PAUSE_MS = 10_000;

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** One process after the other writes the mark, each if nobody else has. */
const MARK = `UPDATE standby_mark SET horizon = doorstep_horizon(NULL), at = clock_timestamp()
  WHERE at < clock_timestamp() - interval '${MARK_EVERY_MS - 100} milliseconds'`;

/** Whether the standby has everything up to a position, and is hardly behind: a token that has ended is soon refused. */
const IS_CURRENT = `SELECT epoch = $1 AND horizon > $2 AND at > now() - interval '5 seconds' AS current
  FROM change_epoch, standby_mark`;

class Behind extends Error {}

const POSITION = /^(.+)\.(\d{1,16})$/;

/**
 * Reads of callers who say what they have seen, from a standby that has it. The primary answers everything else: what is before
 * the position, what fails on the standby, and all while the standby is away.
 */
export class Standby {
  private pausedUntil = 0;
  private readonly ending = new AbortController();
  private readonly marking: Promise<void>;
  readonly reads = { standby: 0, primary: 0 };

  constructor(
    private readonly primary: Pick<Database, 'read' | 'queryAsOwner'>,
    private readonly pool: pg.Pool,
    private readonly preparedStatements: boolean
  ) {
    this.marking = this.mark(this.ending.signal);
  }

  async read<T>(caller: Caller, seen: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const [, epoch, number] = POSITION.exec(seen) ?? [];
    if (epoch !== undefined && Date.now() >= this.pausedUntil) {
      try {
        const result = await this.readHere(caller, [epoch, number], work);
        this.reads.standby += 1;
        return result;
      } catch (failure) {
        if (failure instanceof DatabaseUnavailable) this.pausedUntil = Date.now() + PAUSE_MS;
      }
    }
    this.reads.primary += 1;
    return this.primary.read(caller, work);
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.marking;
    await this.pool.end();
  }

  private readHere<T>(caller: Caller, seen: unknown[], work: (tx: Tx) => Promise<T>): Promise<T> {
    const checked = async (tx: Tx) => {
      const [mark] = await query<{ current: boolean }>(tx, IS_CURRENT, seen);
      if (mark?.current !== true) throw new Behind();
      return work(tx);
    };
    const options = { begin: BEGIN, preparedStatements: this.preparedStatements };
    return inTransaction(this.pool, options, inSpace(caller, checked));
  }

  /** While the primary is away there is no new mark, and the standby is soon too far behind to be asked. */
  private async mark(signal: AbortSignal): Promise<void> {
    do await this.primary.queryAsOwner(MARK, []).catch(() => undefined);
    while (await sleep(MARK_EVERY_MS, true, { ref: false, signal }).catch(() => false));
  }
}
