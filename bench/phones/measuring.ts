/** Drives the service at rising rates from a second process. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { percentile } from '../measure';
import type { Running } from '../service/processes';
import type { Driven, Order } from './driver';
import { visitsPerPhoneSecond, type Scenario } from './pattern';
import { startCounting } from './usage';
import type { World } from './world';

export type Measured = {
  phones: number;
  visitsPerSecond: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  failures: number;
  /** Of the service and of the database, for each request. */
  serviceMs: number;
  databaseMs: number;
};

export type Driver = { process: ChildProcess; ask: <T>(order: Order) => Promise<T> };

/** The service, what drives it, and its data. */
export type Parts = { driver: Driver; service: Running; world: World };

const windowSeconds = 6;
/** Where a person begins to notice. */
const longestP99 = 1_000;

export async function startDriver(port: number, { phones }: World): Promise<Driver> {
  const child = fork(join(__dirname, 'driver.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ask = async <T>(order: Order): Promise<T> => {
    child.send(order);
    const [answer] = await once(child, 'message');
    return answer as T;
  };
  await ask({ kind: 'phones', port, phones });
  return { process: child, ask };
}

export async function measureAt(
  { driver, service, world }: Parts,
  scenario: Scenario,
  visitsPerSecond: number
): Promise<Measured> {
  const countCpu = await startCounting(service.process.pid ?? 0, world.connectionString);
  const start = performance.now();
  const order = { kind: 'drive', visits: scenario.visits, visitsPerSecond, seconds: windowSeconds } as const;
  const { times, failures } = await driver.ask<Driven>(order);
  const seconds = (performance.now() - start) / 1_000;
  const { serviceMs, databaseMs } = await countCpu();
  const p99 = percentile(times, 0.99);
  console.error(
    `  ${visitsPerSecond.toFixed(1)} visits/s: ${times.length} requests, p99 ${p99.toFixed(0)} ms, ${failures} failures`
  );
  return {
    phones: visitsPerSecond / visitsPerPhoneSecond(scenario),
    visitsPerSecond,
    requestsPerSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99,
    failures,
    serviceMs: serviceMs / times.length,
    databaseMs: databaseMs / times.length,
  };
}

const isWithin = ({ p99, failures }: Measured) => p99 <= longestP99 && failures === 0;

/** The highest rate that was measured with a p99 below one second: doubled until it is not, then halved in between. */
export async function findLimit(
  measure: (visitsPerSecond: number) => Promise<Measured>,
  first: number
): Promise<Measured | null> {
  let best: Measured | null = null;
  let [low, high] = [0, first];
  for (;;) {
    const measured = await measure(high);
    if (!isWithin(measured)) break;
    best = measured;
    low = high;
    high *= 2;
  }
  for (let times = 0; times < 3; times += 1) {
    const middle = (low + high) / 2;
    const measured = await measure(middle);
    if (isWithin(measured)) {
      best = measured;
      low = middle;
    } else high = middle;
  }
  return best;
}
