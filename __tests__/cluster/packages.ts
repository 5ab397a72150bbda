/** The programs of the cluster, from Debian's packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const packages = [
  'postgresql',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'pgbouncer',
  'pgbackrest',
];

export type Programs = {
  /** The folder with the programs of PostgreSQL. */
  postgres: string;
  patroni: string;
  etcd: string;
  haproxy: string;
  pgbouncer: string;
  pgbackrest: string;
};

const isRoot = () => process.getuid?.() === 0;

const find = (name: string): string | undefined =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

function findPostgres(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_rewind')));
}

function findPrograms(): Programs | null {
  const [postgres, patroni, etcd] = [findPostgres(), find('patroni'), find('etcd')];
  const [haproxy, pgbouncer, pgbackrest] = [find('haproxy'), find('pgbouncer'), find('pgbackrest')];
  return postgres && patroni && etcd && haproxy && pgbouncer && pgbackrest
    ? { postgres, patroni, etcd, haproxy, pgbouncer, pgbackrest }
    : null;
}

/** Finds the programs, and installs them first if that is possible. Returns one sentence if it is not. */
export function ensurePrograms(): Programs | string {
  const found = findPrograms();
  if (found) return found;
  const command = `apt-get install --no-install-recommends ${packages.join(' ')}`;
  const missing = `The cluster test needs packages of Debian: run "${command}" as root, then start it again.`;
  if (!isRoot() || !find('apt-get')) return missing;
  const environment = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    // The packages must not start services of their own.
    RUNLEVEL: '1',
  };
  // Another installation may be under way.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const run = (args: string[]) =>
    execFileSync('apt-get', [...wait, ...args], { env: environment, stdio: 'ignore' });
  try {
    run(['update', '-q']);
    run(['install', '-y', '-q', '--no-install-recommends', ...packages]);
  } catch {
    return missing;
  }
  return findPrograms() ?? missing;
}

export type User = { uid: number; gid: number };

/** PostgreSQL and PgBouncer refuse to run as root: as root they run as the user of Debian's package. */
export function userOfPrograms(): User | undefined {
  if (!isRoot()) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
