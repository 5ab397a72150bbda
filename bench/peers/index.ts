import { deepStrictEqual } from 'node:assert/strict';

import { milliseconds, percentile, printTable, type Measure } from '../measure';
import { load, type Request } from '../service/load';
import { startProcess, stopProcess, type Running } from '../service/processes';
import { peerCasesOf, type PeerCase, type Side } from './cases';
import { fillForPeers } from './filled';
import { installPeer } from './install';

const size = Number(process.env.CONTACTS ?? 2_000_000);
const rounds = 5;
const connections = 16;
const sides = ['ours', 'postgraphile', 'bare'] as const;
const goals = { postgraphile: 1.5, bare: 0.6 };

type Services = Record<Side, Running>;

async function fetchBody(port: number, { method, path, headers, body }: Request) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body ?? null });
  const text = await response.text();
  const parsed = JSON.parse(text) as { errors?: unknown };
  if (!response.ok || parsed.errors) throw new Error(`${path} failed: ${text.slice(0, 500)}`);
  return parsed;
}

/** Three services that return different things cannot be compared. */
async function checkResponses(services: Services, { requests, common, work }: PeerCase): Promise<void> {
  const [own, ...others] = await Promise.all(
    sides.map(async (side) => {
      const body = await fetchBody(services[side].port, requests[side](1));
      return common?.(body, side);
    })
  );
  for (const [index, other] of others.entries())
    deepStrictEqual(other, own, `${sides[index + 1]} returns something else for: ${work}`);
}

/** All three take turns in each round, so that other load affects all of them. */
async function compare(services: Services, one: PeerCase): Promise<Measure[]> {
  await checkResponses(services, one);
  const { work, count, requests } = one;
  const given = { count, connections: Math.min(connections, count) };
  const perSecond: Record<Side, number[]> = { ours: [], postgraphile: [], bare: [] };
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const side of sides) {
      const result = await load(services[side].port, requests[side], given);
      // The first round warms up.
      if (round === 0) continue;
      perSecond[side].push(result.perSecond);
      if (side === 'ours') times.push(...result.times);
    }
  const shown = (side: Side) => percentile(perSecond[side], 0.5).toPrecision(3);
  return (['postgraphile', 'bare'] as const).map((side) => {
    const ratio = percentile(
      perSecond.ours.map((own, round) => own / (perSecond[side][round] ?? NaN)),
      0.5
    );
    return {
      work: `${work}, p50 ${milliseconds(percentile(times, 0.5))}`,
      ours: `${shown('ours')}/s`,
      against: `${side} ${shown(side)}/s`,
      ratio,
      goal: `≥ ${goals[side]}`,
      isMet: ratio >= goals[side],
    };
  });
}

/** The service beside PostGraphile with the same row-level security, and beside the baseline, on the same rows. */
export async function benchPeers(names: readonly string[]): Promise<boolean> {
  installPeer();
  console.error(`filling a database: ${size} contacts, ${size} bundles …`);
  const start = performance.now();
  const filled = await fillForPeers(size, size);
  console.error(`filled in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const running: Running[] = [];
  const measures: Measure[] = [];
  try {
    for (const side of sides) running.push(await startProcess(side, filled));
    const [ours, postgraphile, bare] = running as [Running, Running, Running];
    const cases = peerCasesOf(filled);
    for (const name of names.length > 0 ? names : Object.keys(cases)) {
      const chosen = cases[name];
      if (!chosen) {
        console.error(`There is no case "${name}". The cases are: ${Object.keys(cases).join(', ')}.`);
        return false;
      }
      console.error(`${name} …`);
      measures.push(...(await compare({ ours, postgraphile, bare }, chosen)));
    }
  } finally {
    await Promise.all(running.map(stopProcess));
    await filled.drop();
    printTable(measures);
  }
  return measures.every((measure) => measure.isMet !== false);
}
