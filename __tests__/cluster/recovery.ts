/** Point-in-time recovery: a full backup, more writes, and a restore to a time between them. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { TestSpace } from '../server/harness';
import type { Book } from './book';
import type { Cluster } from './cluster';
import { judgeRestored } from './oracle';
import { until } from './until';

/** How many more records are acknowledged before the restored time, and after it. */
const records = 20;

const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(0)} s`;

/** Fails if the restored node lacks what was acknowledged before that time, or has what was begun after it. */
export async function tryRecovery(cluster: Cluster, space: TestSpace, book: Book): Promise<string> {
  const primary = await cluster.findPrimary();
  if (!primary) throw new Error('There is no primary to back up.');
  const more = async () => {
    const enough = book.acked.size + records;
    await until('more records', () => Promise.resolve(book.acked.size >= enough));
  };
  const start = performance.now();
  await cluster.backups.take(primary);
  const backup = seconds(start);
  await more();

  const acked = new Set(book.acked);
  // Times in JavaScript have milliseconds, those in PostgreSQL have microseconds.
  await sleep(5);
  const target = new Date();
  const saved = new Set(book.saved);
  await more();

  await untilArchived(cluster);
  const restored = await cluster.backups.restore(target, space.groupId);
  const after = [...book.saved].filter((key) => !saved.has(key));
  const { missing, later } = judgeRestored(restored, acked, after);
  if (missing.length + later.length > 0)
    throw new Error(
      `The restore to ${target.toISOString()} lacks ${missing.length} of ${acked.size} acknowledged records and has ${later.length} later ones.`
    );
  return `restored to ${target.toISOString()}: all ${acked.size} records acknowledged before, none of ${after.length} begun after (backup ${backup}, everything ${seconds(start)})`;
}

/** Ends the segment that has the latest writes, and waits until the repository has it. */
async function untilArchived({ query }: Cluster): Promise<void> {
  const [ended] = await query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await until('the archive', async () => {
    const [archiver] = await query<{ name: string | null }>(
      'SELECT last_archived_wal AS name FROM pg_stat_archiver'
    );
    return (archiver?.name ?? '') >= (ended?.name ?? '');
  });
}
