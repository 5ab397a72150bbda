/** All parts of a cluster on this machine: their start, their state, their end. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client, type QueryResultRow } from 'pg';

import { freePort } from '../support/ports';
import { startRelay, type Relay } from '../support/relay';
import { createBackups, type Backups } from './backups';
import { createDisk, type Disk } from './disk';
import { userOfPrograms, type Programs } from './packages';
import { Part } from './part';
import {
  backupSettings,
  etcdArguments,
  patroniSettings,
  poolerSettings,
  proxySettings,
  type NodePorts,
  type Ports,
} from './settings';
import { until } from './until';

export type Node = { part: Part; disk: Disk; relay: Relay; ports: NodePorts; backupFile: string };

export type Cluster = {
  /** Copies the logs of all parts to test-results/cluster. */
  saveLogs: () => void;
  etcd: Part;
  /** One for each service. */
  poolers: readonly [Part, Part];
  proxy: Part;
  services: readonly [Part, Part];
  nodes: readonly [Node, Node];
  /** The address of the services for phones, without /api. */
  url: string;
  /** The database as the services see it. */
  connectionString: string;
  startServices: () => void;
  /** The node that Patroni reports as primary; null if there is none. */
  findPrimary: () => Promise<Node | null>;
  /** Whether both nodes run, the standby is synchronous, and both services are ready. */
  isComplete: () => Promise<boolean>;
  /** Reads from the primary, past the pooler. */
  query: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  backups: Backups;
  stop: () => Promise<void>;
};

const database = 'doorstep';

async function choosePorts(): Promise<Ports> {
  const free = new Set<number>();
  while (free.size < 14) free.add(await freePort());
  const ports = free.values();
  const next = () => ports.next().value ?? 0;
  const node = (): NodePorts => ({ postgres: next(), replication: next(), patroni: next() });
  return {
    nodes: [node(), node()],
    ...{ etcd: next(), etcdPeer: next(), database: next(), proxy: next() },
    poolers: [next(), next()],
    services: [next(), next()],
  };
}

/** Starts everything but the services, and creates the database. */
export async function startCluster(programs: Programs, isSynchronous: boolean): Promise<Cluster> {
  const user = userOfPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-cluster-'));
  chmodSync(folder, 0o755);
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  const makeFolder = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return own(join(folder, name));
  };
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return own(join(folder, name));
  };
  const logs = makeFolder('logs');
  const backupFolder = makeFolder('backup');
  const ports = await choosePorts();
  const password = randomBytes(12).toString('hex');
  const addressOf = (port: number, name: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
  const part = (name: string, command: string, args: string[], more: { others?: () => number[] } = {}) =>
    new Part({ name, command, args, user, log: join(logs, `${name}.log`), ...more });

  const createNode = async (index: 0 | 1): Promise<Node> => {
    const name = `node${index}`;
    const disk = createDisk(join(folder, name));
    own(disk.folder);
    const data = join(disk.folder, 'data');
    const backupFile = write(
      `${name}-pgbackrest.conf`,
      backupSettings(backupFolder, data, ports.nodes[index].postgres)
    );
    const settings = {
      name,
      folder: disk.folder,
      ports: ports.nodes[index],
      etcd: ports.etcd,
      password,
      programs,
      backupFile,
      isSynchronous,
    };
    const file = write(`${name}.yaml`, patroniSettings(settings));
    const postmaster = join(data, 'postmaster.pid');
    const others = () => (existsSync(postmaster) ? [postmasterOf(postmaster, disk.folder)].flat() : []);
    return {
      part: part(name, programs.patroni, [file], { others }),
      disk,
      relay: await startRelay(ports.nodes[index].replication, () => ports.nodes[index].postgres),
      ports: ports.nodes[index],
      backupFile,
    };
  };
  const service = (index: 0 | 1) => {
    const name = `service${index}`;
    return new Part({
      name,
      command: process.execPath,
      args: [...process.execArgv, join(__dirname, '../../server/main.ts')],
      environment: {
        NODE_ENV: 'production',
        PORT: String(ports.services[index]),
        PUBLIC_URL: `http://localhost:${ports.proxy}`,
        DATA_DIR: makeFolder(name),
        DATABASE_URL: addressOf(ports.poolers[index], database),
        RATE_LIMIT: 'off',
      },
      log: join(logs, `${name}.log`),
    });
  };

  const nodes = [await createNode(0), await createNode(1)] as const;
  const users = write('users.txt', `"postgres" "${password}"\n`);
  const etcd = part('etcd', programs.etcd, etcdArguments(ports, makeFolder('etcd')));
  const pooler = (index: 0 | 1) => {
    const settings = poolerSettings(ports.poolers[index], ports, users);
    return part(`pooler${index}`, programs.pgbouncer, [write(`pgbouncer${index}.ini`, settings)]);
  };
  const poolers = [pooler(0), pooler(1)] as const;
  const proxy = part('proxy', programs.haproxy, ['-f', write('haproxy.cfg', proxySettings(ports))]);
  const services = [service(0), service(1)] as const;
  const all = [...services, ...poolers, proxy, ...nodes.map(({ part: one }) => one), etcd];

  const backups = createBackups({
    ...{ programs, user, password, database, makeFolder, write },
    folder: backupFolder,
  });

  const findPrimary = async (): Promise<Node | null> => {
    for (const node of nodes) if (await isOk(`http://127.0.0.1:${node.ports.patroni}/primary`)) return node;
    return null;
  };
  const hasStandby = async (): Promise<boolean> => {
    const primary = await findPrimary();
    const standby = nodes.find((node) => node !== primary);
    const role = isSynchronous ? 'synchronous' : 'replica';
    return !!primary && !!standby && isOk(`http://127.0.0.1:${standby.ports.patroni}/${role}`);
  };
  const isComplete = async (): Promise<boolean> => {
    const urls = [...ports.services, ports.proxy].map((port) => `http://127.0.0.1:${port}/api/ready`);
    return (await Promise.all([hasStandby(), ...urls.map(isOk)])).every(Boolean);
  };
  const query = async <Row extends QueryResultRow>(text: string, values: unknown[] = [], name = database) => {
    const client = new Client({ connectionString: addressOf(ports.database, name) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const stop = async () => {
    for (const one of all) await one.kill();
    for (const { relay, disk } of nodes) {
      await relay.close();
      disk.remove();
    }
  };

  try {
    for (const one of [etcd, nodes[0].part, nodes[1].part, proxy, ...poolers]) one.start();
    await until('a primary and a standby', hasStandby);
    await until('the proxy', () =>
      query(`CREATE DATABASE ${database}`, [], 'postgres').then(
        () => true,
        () => false
      )
    );
    const primary = await findPrimary();
    if (primary) await backups.create(primary);
  } catch (failure) {
    await stop();
    throw failure;
  }
  return {
    saveLogs: () => cpSync(logs, 'test-results/cluster', { recursive: true }),
    etcd,
    poolers,
    proxy,
    services,
    nodes,
    url: `http://127.0.0.1:${ports.proxy}`,
    connectionString: addressOf(ports.poolers[0], database),
    startServices: () => services.forEach((one) => one.start()),
    findPrimary,
    isComplete,
    query,
    backups,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first line of the file is the process id. One of an earlier process may belong to somebody else meanwhile. */
function postmasterOf(file: string, folder: string): number[] {
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? [pid] : [];
  } catch {
    return [];
  }
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
