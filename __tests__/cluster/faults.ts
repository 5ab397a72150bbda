/** What happens to the cluster. Each fault ends with every part started again. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Random } from '../sim/random';
import type { Cluster, Node } from './cluster';
import type { Part } from './part';

export type FaultName =
  | 'primary'
  | 'standby'
  | 'etcd'
  | 'pooler'
  | 'proxy'
  | 'service'
  | 'everything'
  | 'link'
  | 'primary while the standby is behind'
  | 'disk of the primary full';

type Fault = (cluster: Cluster, random: Random) => Promise<void>;

/** How long a killed part stays down: mostly as long as a supervisor needs, sometimes until after a failover. */
const downMs = (random: Random) =>
  random.is(0.5) ? random.between(0, 2_000) : random.between(5_000, 30_000);

async function killFor(parts: readonly Part[], ms: number): Promise<void> {
  await Promise.all(parts.map((part) => part.kill()));
  await sleep(ms);
  for (const part of parts) part.start();
}

const partsOf = ({ etcd, poolers, proxy, services, nodes }: Cluster): Part[] => [
  etcd,
  ...poolers,
  proxy,
  ...services,
  ...nodes.map(({ part }) => part),
];

async function primaryOf(cluster: Cluster): Promise<Node> {
  for (;;) {
    const primary = await cluster.findPrimary();
    if (primary) return primary;
    await sleep(200);
  }
}

const standbyOf = async (cluster: Cluster): Promise<Node> => {
  const primary = await primaryOf(cluster);
  return cluster.nodes[0] === primary ? cluster.nodes[1] : cluster.nodes[0];
};

function fail({ relay }: Node, random: Random): void {
  if (random.is(0.5)) relay.cut();
  else relay.stall();
}

const faults: Record<FaultName, Fault> = {
  primary: async (cluster, random) => killFor([(await primaryOf(cluster)).part], downMs(random)),
  standby: async (cluster, random) => killFor([(await standbyOf(cluster)).part], downMs(random)),
  etcd: ({ etcd }, random) => killFor([etcd], downMs(random)),
  pooler: ({ poolers }, random) => killFor([random.pick(poolers)], downMs(random)),
  proxy: ({ proxy }, random) => killFor([proxy], downMs(random)),
  service: ({ services }, random) => killFor([random.pick(services)], downMs(random)),
  everything: (cluster, random) => killFor(partsOf(cluster), random.between(0, 3_000)),
  link: async (cluster, random) => {
    const primary = await primaryOf(cluster);
    fail(primary, random);
    await sleep(random.between(2_000, 20_000));
    primary.relay.heal();
  },
  'primary while the standby is behind': async (cluster, random) => {
    const primary = await primaryOf(cluster);
    fail(primary, random);
    // Shorter than Patroni needs to notice, or so long that the primary works alone.
    await sleep(random.is(0.5) ? random.between(500, 3_000) : random.between(8_000, 15_000));
    await killFor([primary.part], downMs(random));
    primary.relay.heal();
  },
  'disk of the primary full': async (cluster, random) => {
    const { disk } = await primaryOf(cluster);
    disk.fill?.();
    await sleep(random.between(5_000, 25_000));
    disk.empty();
  },
};

/** Whether this machine allows the fault. */
const isPossible = (name: FaultName, { nodes }: Cluster): boolean =>
  name !== 'disk of the primary full' || nodes.every(({ disk }) => disk.fill !== null);

/** Every fault in turn, in a random order; then faults at random. */
export function chooseFaults(count: number, cluster: Cluster, random: Random): FaultName[] {
  const names = (Object.keys(faults) as FaultName[]).filter((name) => isPossible(name, cluster));
  const order = names.map((name) => ({ name, place: random.unit() }));
  const first = order.sort((a, b) => a.place - b.place).map(({ name }) => name);
  return Array.from({ length: count }, (_, index) => first[index] ?? random.pick(names));
}

export const cause = (name: FaultName, cluster: Cluster, random: Random): Promise<void> =>
  faults[name](cluster, random);
