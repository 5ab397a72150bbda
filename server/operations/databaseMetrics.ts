import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';

import type { Service } from '../http/endpoint';
import { getFeedLag } from '../store/changes';
import type { Database } from '../store/database';

type Sizes = { deadlocks: number; bytes: number; mail_seconds: number };

const SIZES = `SELECT s.deadlocks::float8 AS deadlocks, pg_database_size(current_database())::float8 AS bytes,
    (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM mails WHERE status = 'queued')::float8 AS mail_seconds
  FROM pg_stat_database s WHERE s.datname = current_database()`;

/** NaN while the database is away: the other metrics are served all the same. */
async function readSize(database: Database, name: keyof Sizes): Promise<number> {
  const rows = await database.queryAsOwner<Sizes>(SIZES, []).catch(() => []);
  return rows[0]?.[name] ?? NaN;
}

/** Metrics of the database, its connections and the disk. */
export function registerDatabaseMetrics({ database, standby, config }: Service, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'doorstep_feed_lag_seconds',
    help: 'How long the feed of changes has waited for the oldest transaction that writes',
    registers,
    async collect() {
      this.set(await database.asOwner(getFeedLag).catch(() => NaN));
    },
  });
  new Gauge({
    name: 'doorstep_pool_connections',
    help: 'Connections of this process to the database: busy and idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.countConnections())) this.set({ state }, count);
    },
  });
  if (standby)
    new Counter({
      name: 'doorstep_reads_total',
      help: 'Reads of callers who say what they have seen, by the standby or by the primary',
      labelNames: ['from'],
      registers,
      collect() {
        this.reset();
        for (const [from, count] of Object.entries(standby.reads)) this.inc({ from }, count);
      },
    });
  new Gauge({
    name: 'doorstep_mail_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet, of all processes',
    registers,
    async collect() {
      this.set(await readSize(database, 'mail_seconds'));
    },
  });
  new Gauge({
    name: 'doorstep_database_bytes',
    help: 'Size of the database',
    registers,
    async collect() {
      this.set(await readSize(database, 'bytes'));
    },
  });
  new Counter({
    name: 'doorstep_database_deadlocks_total',
    help: 'Deadlocks in the database since its statistics began, of all processes',
    registers,
    async collect() {
      const deadlocks = await readSize(database, 'deadlocks');
      this.reset();
      if (!Number.isNaN(deadlocks)) this.inc(deadlocks);
    },
  });
  new Gauge({
    name: 'doorstep_disk_bytes',
    help: 'Space on the disk of the data folder',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { bsize, blocks, bavail } = await statfs(config.dataDir);
      this.set({ kind: 'size' }, blocks * bsize);
      this.set({ kind: 'free' }, bavail * bsize);
    },
  });
}
