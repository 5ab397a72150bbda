/** How many phones a service carries: measured up to its limit, and simulated far beyond it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startProcess, stopProcess } from '../service/processes';
import { reconnectMs, simulateCrowd, type CrowdResult } from './crowd';
import { findLimit, measureAt, startDriver, type Measured, type Parts } from './measuring';
import { requestsOfARound, scenarios, type RequestKind, type Scenario } from './pattern';
import type { ServiceTimes } from './simulatedService';
import { createWorld } from './world';

const size = { organisations: 3, phonesEach: 30 };
const crowdSize = 50_000;
const crowdCores = [10, 20, 40];
const outage = { from: 30_000, to: 330_000 };
/** The most requests in a second, beside those of a crowd that reconnects evenly and repeats nothing. */
const mostForStorm = 1.5;

/** The figures of docs/scale.md. */
const documentedTimes: ServiceTimes = { health: 0.7, poll: 1.7, page: 117, gift: 15.5, board: 5.3 };

function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function describe({ name, text }: Scenario, limit: Measured | null): string[] {
  if (!limit) return [name, text, 'none', '', '', '', ''];
  const { phones, requestsPerSecond, p50, p99, serviceMs, databaseMs } = limit;
  // CPU time of a phone in a second.
  const cpuMs = (serviceMs + databaseMs) * (requestsPerSecond / phones);
  return [
    name,
    text,
    phones.toFixed(0),
    requestsPerSecond.toFixed(0),
    `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`,
    `${serviceMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms`,
    (1_000 / cpuMs).toFixed(0),
  ];
}

const firstRates: Record<string, number> = { idle: 100, afternoon: 50, morning: 2, evening: 5 };

async function benchLimits(parts: Parts): Promise<void> {
  const head = ['phones', 'what they do', 'until p99 is 1 s', 'requests/s', 'p50 / p99'];
  const rows = [[...head, 'CPU per request, service + database', 'phones per core']];
  for (const scenario of scenarios) {
    console.error(`${scenario.name} …`);
    const measure = (rate: number) => measureAt(parts, scenario, rate);
    rows.push(describe(scenario, await findLimit(measure, firstRates[scenario.name] ?? 1)));
  }
  print(rows);
}

/** The CPU time of each kind of request, service and database together, at rates that keep both busy. */
async function measureTimes(parts: Parts): Promise<ServiceTimes> {
  const rates: Record<RequestKind, number> = { health: 400, poll: 400, page: 3, gift: 60, board: 100 };
  const times = { ...documentedTimes };
  for (const [kind, rate] of Object.entries(rates) as [RequestKind, number][]) {
    console.error(`${kind} …`);
    const step = kind === 'page' ? 'download' : kind;
    const scenario = { name: kind, text: '', visits: [{ steps: [step], perPhoneSecond: 1 }] } as const;
    // The first time compiles code and opens connections.
    await measureAt(parts, scenario, rate);
    const { serviceMs, databaseMs } = await measureAt(parts, scenario, rate);
    times[kind] = Number((serviceMs + databaseMs).toFixed(2));
  }
  return times;
}

function describeCrowd(cores: number, isFailing: boolean, result: CrowdResult): string[] {
  const { sentMs, peakPerSecond, peakAfterOutage, attemptsPerGift, counts } = result;
  return [
    String(cores),
    isFailing ? 'five minutes' : 'none',
    sentMs === null ? 'never' : `${(sentMs / 1_000).toFixed(0)} s`,
    String(peakPerSecond),
    isFailing ? String(peakAfterOutage) : '',
    attemptsPerGift.toFixed(2),
    `${counts.overloaded} / ${counts.timeout}`,
  ];
}

/** A crowd that reconnects within a minute, with and without a service that fails. */
async function benchCrowd(times: ServiceTimes): Promise<boolean> {
  const head = ['cores', 'outage', '99 % sent after', 'peak/s', 'peak/s after it'];
  const rows = [[...head, 'sends per gift', 'refused / timeouts']];
  const evenPeak = (crowdSize / reconnectMs) * 1_000 * requestsOfARound;
  let isCalm = true;
  for (const cores of crowdCores) {
    console.error(`${crowdSize} phones, ${cores} cores …`);
    const calm = await simulateCrowd({ phones: crowdSize, cores, times, outage: null });
    rows.push(describeCrowd(cores, false, calm));
    console.error(rows.at(-1)?.join('  '));
    const failing = await simulateCrowd({ phones: crowdSize, cores, times, outage });
    rows.push(describeCrowd(cores, true, failing));
    console.error(rows.at(-1)?.join('  '));
    if (calm.sentMs === null || failing.sentMs === null) isCalm = false;
    if (Math.max(calm.peakPerSecond, failing.peakPerSecond) > mostForStorm * evenPeak) isCalm = false;
  }
  console.log(
    `\n${crowdSize} phones reconnect within a minute. CPU per request: ${JSON.stringify(times)} ms`
  );
  print(rows);
  return isCalm;
}

/** Cases: `times` of single requests, `limits` of one service, `crowd` in virtual time with the times of this run or of docs/scale.md. */
export async function benchPhones(names: readonly string[]): Promise<boolean> {
  const cases = names.length > 0 ? names : ['times', 'limits', 'crowd'];
  const isMeasuring = cases.includes('times') || cases.includes('limits');
  const times = isMeasuring ? await benchService(cases) : documentedTimes;
  return cases.includes('crowd') ? benchCrowd(times) : true;
}

async function benchService(cases: readonly string[]): Promise<ServiceTimes> {
  console.error(`${size.organisations} organisations with ${size.phonesEach} phones each …`);
  const world = await createWorld(size);
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-bench-'));
  try {
    const service = await startProcess('ours', { ...world, dataDir, groupId: 0, userId: 0 });
    const driver = await startDriver(service.port, world);
    const parts = { driver, service, world };
    const times = cases.includes('times') ? await measureTimes(parts) : documentedTimes;
    console.log(`CPU per request, service and database: ${JSON.stringify(times)} ms`);
    if (cases.includes('limits')) await benchLimits(parts);
    driver.process.disconnect();
    await stopProcess(service);
    return times;
  } finally {
    await world.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
