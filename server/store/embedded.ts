import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

import { type Account, canAccess, databaseAccount } from './embedded/account';
import { type Binaries, copiedBinaries, installedBinaries } from './embedded/binaries';
import { stopOrphanedPostgres, lockFolder, stopCluster } from './embedded/locks';

/** A PostgreSQL process that the service starts and stops. */
export type EmbeddedPostgres = {
  readonly connectionString: string;
  /** Resolves when it ends without `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

type Location = { cluster: string; binaries: Binaries; account: Account };

const DATABASE = 'doorstep';
/** For a cluster whose data folder the user `postgres` cannot enter, when the service runs as root. */
const FALLBACK_FOLDER = '/var/lib/doorstep';

async function chooseLocation(dataDir: string): Promise<Location> {
  const account = databaseAccount();
  const { native, binaries } = await installedBinaries();
  const canRunPrograms = canAccess(account, path.join(native, 'bin'));
  const inside = path.join(dataDir, 'postgres');
  await mkdir(inside, { recursive: true });
  await allowTraversal(dataDir, account);
  if (canRunPrograms && (await prepare(inside, account))) return { cluster: inside, binaries, account };

  await mkdir(FALLBACK_FOLDER, { recursive: true, mode: 0o755 });
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12);
  const cluster = existsSync(path.join(inside, 'PG_VERSION')) ? inside : path.join(FALLBACK_FOLDER, name);
  await mkdir(cluster, { recursive: true });
  if (!(await prepare(cluster, account))) {
    throw new Error(
      `The database runs as the user "postgres", who can enter neither ${inside} nor ${cluster}: ` +
        'set DATA_DIR to a folder that this user can enter.'
    );
  }
  if (cluster !== inside) await writeFile(path.join(dataDir, 'postgres-is-in.txt'), `${cluster}\n`);
  return {
    cluster,
    binaries: canRunPrograms ? binaries : await copiedBinaries(native, FALLBACK_FOLDER),
    account,
  };
}

/**
 * Lets the account pass through the data folder (execute permission only): the account still cannot list it, and
 * its content keeps its permissions. The folders above are not changed.
 */
async function allowTraversal(dataDir: string, account: Account): Promise<void> {
  if (canAccess(account, dataDir) || !canAccess(account, path.dirname(dataDir))) return;
  await chmod(dataDir, (await stat(dataDir)).mode | 0o001);
}

/** Makes the account the owner of a folder. False if the account cannot enter a folder above it. */
async function prepare(folder: string, account: Account): Promise<boolean> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  return canAccess(account, folder);
}

/** The database password: created once per data folder, readable only by its owner. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres-password');
  const existing = await readFile(file, 'utf8').catch(() => '');
  if (existing.trim() !== '') return existing.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Creates the cluster in a temporary folder and renames it, so that a killed first start leaves no partial cluster. */
async function initialise({ cluster, binaries, account }: Location, password: string): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  await prepare(unfinished, account);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-'));
  const passwordFile = path.join(folder, 'password');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(folder, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const options = ['-D', unfinished, '-U', 'doorstep', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await finished(
      spawn(binaries.initdb, [...options, ...locale], { ...account, cwd: '/', env: environment() })
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await rm(cluster, { recursive: true, force: true });
  await rename(unfinished, cluster);
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
}

async function finished(child: ChildProcess): Promise<void> {
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString('utf8')));
  child.stdout?.resume();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not create its files: ${errorOutput.trim().slice(-500)}`);
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}

/** Starts the server in a separate process group: Ctrl-C then stops the service first, and the service stops the server. */
function launch({ cluster, binaries, account }: Location, port: number, log: string): ChildProcess {
  const output = openSync(log, 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...account,
    cwd: '/',
    env: environment(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
  });
}

const START_TIMEOUT_MS = 60_000;

async function untilReady(server: ChildProcess, connection: pg.ClientConfig, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let ended = false;
  server.once('exit', () => (ended = true));
  server.once('error', () => (ended = true));
  for (;;) {
    const client = new pg.Client(connection);
    // A starting server drops connections. The catch below handles the same failure.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (ended || Date.now() > deadline) {
        const last = readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ');
        throw new Error(`PostgreSQL did not start (${last}); its log is ${log}.`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

/**
 * Starts PostgreSQL in the data folder; the first start creates the cluster. Stops a database that a killed service
 * left running. Throws an error to print if the folder is in use or cannot be used.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  onProgress?: (step: string) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, onProgress = () => undefined } = options;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const location = await chooseLocation(dataDir);
    await stopOrphanedPostgres(location.cluster, location.binaries, location.account);
    const password = await passwordOf(dataDir);
    if (!existsSync(path.join(location.cluster, 'PG_VERSION'))) {
      onProgress('Creating the database files');
      await initialise(location, password);
    }
    onProgress('Starting the database');
    const port = await freePort();
    const log = path.join(dataDir, 'postgres.log');
    const server = launch(location, port, log);
    const login = { host: '127.0.0.1', port, user: 'doorstep', password };
    await untilReady(server, { ...login, database: 'postgres' }, log);
    server.unref();
    let isStopping = false;
    const ended = new Promise<void>((resolve) => server.once('exit', () => isStopping || resolve()));
    return {
      ended,
      connectionString: `postgres://doorstep:${password}@127.0.0.1:${port}/${DATABASE}`,
      async stop() {
        isStopping = true;
        if (server.exitCode === null) stopCluster(location.cluster, location.binaries, location.account);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
