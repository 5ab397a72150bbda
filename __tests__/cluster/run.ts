/** One run: load, faults, rest, judgement. */
import { setTimeout as sleep } from 'node:timers/promises';

import { startTestService, type PersonName, type TestSpace } from '../server/harness';
import { createRandom } from '../sim/random';
import { Book } from './book';
import { startCluster, type Cluster } from './cluster';
import { cause, chooseFaults } from './faults';
import { openOffice } from './office';
import { judgeFeed, judgeStored, type Summary } from './oracle';
import type { Programs } from './packages';
import { openPhone, type Phone } from './phones';
import { tryRecovery } from './recovery';
import { until } from './until';

export type RunOptions = {
  seed: number;
  kills: number;
  programs: Programs;
  /** Without a synchronous standby a failover loses records, and the run must say so. */
  isSynchronous: boolean;
  print: (line: string) => void;
};

const people: readonly PersonName[] = [
  'volunteer',
  'newcomer',
  'leader',
  'manager',
  'admin',
  'volunteer',
  'leader',
];
const contacts = 200;

export async function runCluster(options: RunOptions): Promise<Summary> {
  const { seed, kills, programs, isSynchronous, print } = options;
  const random = createRandom(seed, 'cluster');
  const book = new Book();
  print('starting Patroni, PostgreSQL, etcd, HAProxy and two services, each with its PgBouncer …');
  const cluster = await startCluster(programs, isSynchronous);
  const end = () => void cluster.stop().finally(() => process.exit(1));
  process.once('SIGINT', end).once('SIGTERM', end);
  const phones: Phone[] = [];
  const workers: { rest: () => void }[] = [];
  const working: Promise<void>[] = [];
  try {
    if (!cluster.nodes[0].disk.fill)
      print('The disk of the primary cannot become full here: a mount of limited size needs root.');
    const space = await createSpace(cluster);
    cluster.startServices();
    await until('both services', cluster.isComplete);
    for (const [index, person] of people.entries())
      phones.push(
        await openPhone({ url: cluster.url, space, person, random: random.fork(`phone ${index}`), book })
      );
    const office = openOffice(cluster.url, space, random.fork('office'), book);
    working.push(...[...phones, office].map((one) => one.work()));
    workers.push(...phones, office);
    await until('the first records', () => Promise.resolve(book.acked.size > 20));

    print(await tryRecovery(cluster, space, book));
    const gaps = new Map<string, number>();
    let wasComplete = true;

    for (const [index, fault] of chooseFaults(kills, cluster, random).entries()) {
      book.takeGap();
      await cause(fault, cluster, random);
      // Sometimes the next fault arrives before the cluster is complete again.
      const isComplete = random.is(0.7);
      if (isComplete) await until('the cluster to be complete', cluster.isComplete);
      await sleep(random.between(1_000, 4_000));
      const gap = book.takeGap();
      const name = wasComplete && isComplete ? fault : `${fault}, and another fault beside it`;
      wasComplete = isComplete;
      gaps.set(name, Math.max(gaps.get(name) ?? 0, gap));
      print(`${index + 1}/${kills} ${name}: ${book.acked.size} acknowledged, longest gap ${gap} ms`);
    }
    for (const [name, gap] of gaps) print(`longest gap, ${name}: ${gap} ms`);

    await until('the cluster to be complete', cluster.isComplete);
    for (const one of workers) one.rest();
    await Promise.all(working);
    return await judge(cluster, space, phones, book, print);
  } finally {
    cluster.saveLogs();
    // A phone that still works when its database is closed would end the process, and the cluster would go on.
    for (const one of workers) one.rest();
    await Promise.allSettled(working);
    await Promise.all(phones.map((phone) => phone.close()));
    await cluster.stop();
  }
}

/** A small space that everybody in it sees, created through the pooler. */
async function createSpace({ connectionString }: Cluster): Promise<TestSpace> {
  const service = await startTestService({ connectionString });
  try {
    return await service.createSpace({ contacts });
  } finally {
    await service.close();
  }
}

/** How long a phone may take until its feed has everything that was stored. */
const feedMs = 60_000;

async function judge(
  cluster: Cluster,
  space: TestSpace,
  phones: readonly Phone[],
  book: Book,
  print: (line: string) => void
): Promise<Summary> {
  await until('all phones to have sent everything', async () => {
    for (const phone of phones) phone.sendNow();
    await sleep(1_000);
    const waiting = await Promise.all(phones.map((phone) => phone.countWaiting()));
    return waiting.every((count) => count === 0);
  });
  const { lost, doubled } = await judgeStored(cluster, space, book);
  const skipped = await Promise.all(phones.map((phone) => skippedBy(cluster, space, phone)));
  for (const text of lost) print(`lost: ${text}`);
  for (const text of doubled) print(`doubled: ${text}`);
  for (const [index, texts] of skipped.entries())
    for (const text of texts) print(`skipped by phone ${index}: ${text}`);
  const stuck = (await Promise.all(phones.map((phone) => phone.listStuck()))).flat();
  if (stuck.length > 0) throw new Error(`Records that were stored need a person: ${stuck.join(', ')}`);
  return {
    acked: book.acked.size,
    lost: lost.length,
    doubled: doubled.length,
    skipped_changes: skipped.flat().length,
    restarted_feeds: book.restartedFeeds,
    longest_gap_ms: Math.round(book.longestGapMs),
  };
}

async function skippedBy(cluster: Cluster, space: TestSpace, phone: Phone): Promise<string[]> {
  const end = performance.now() + feedMs;
  for (;;) {
    phone.sendNow();
    await sleep(1_000);
    const skipped = await judgeFeed(cluster, space, phone);
    if (skipped.length === 0 || performance.now() > end) return skipped;
  }
}
