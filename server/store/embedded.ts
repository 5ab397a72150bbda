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

/** A PostgreSQL of our own, running as long as the service does. */
export type EmbeddedPostgres = { readonly connectionString: string; stop(): Promise<void> };

type Location = { cluster: string; binaries: Binaries; account: Account };

const DATABASE = 'doorstep';
/** Where a cluster goes when root's data folder lies where the database's own user cannot enter. */
const FALLBACK_FOLDER = '/var/lib/doorstep';

async function chooseLocation(dataDir: string): Promise<Location> {
  const account = databaseAccount();
  const { native, binaries } = await installedBinaries();
  const reachesPrograms = canAccess(account, path.join(native, 'bin'));
  const inside = path.join(dataDir, 'postgres');
  await mkdir(inside, { recursive: true });
  await allowTraversal(dataDir, account);
  if (reachesPrograms && (await prepare(inside, account))) return { cluster: inside, binaries, account };

  await mkdir(FALLBACK_FOLDER, { recursive: true, mode: 0o755 });
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12);
  const cluster = existsSync(path.join(inside, 'PG_VERSION')) ? inside : path.join(FALLBACK_FOLDER, name);
  await mkdir(cluster, { recursive: true });
  if (!(await prepare(cluster, account))) {
    throw new Error(
      `The database runs as the user "postgres", who can enter neither ${inside} nor ${cluster}: ` +
        'name a folder that is open to it in DATA_DIR.'
    );
  }
  if (cluster !== inside) await writeFile(path.join(dataDir, 'postgres-is-in.txt'), `${cluster}\n`);
  return {
    cluster,
    binaries: reachesPrograms ? binaries : await copiedBinaries(native, FALLBACK_FOLDER),
    account,
  };
}

/**
 * A data folder that is closed to others itself is opened for passing through, not for looking around: what
 * lies in it keeps its own permissions. Folders above it are not ours to open.
 */
async function allowTraversal(dataDir: string, account: Account): Promise<void> {
  if (canAccess(account, dataDir) || !canAccess(account, path.dirname(dataDir))) return;
  await chmod(dataDir, (await stat(dataDir)).mode | 0o001);
}

/** Gives the folder to the account; false when it still cannot enter (a closed folder above it). */
async function prepare(folder: string, account: Account): Promise<boolean> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  return canAccess(account, folder);
}

/** The database's password, made once per data folder and readable by its owner alone. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres-password');
  const existing = await readFile(file, 'utf8').catch(() => '');
  if (existing.trim() !== '') return existing.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** The files are made beside their place and moved there whole, so that a first start may be killed too. */
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
    const words = ['-D', unfinished, '-U', 'doorstep', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    const places = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await finished(
      spawn(binaries.initdb, [...words, ...places], { ...account, cwd: '/', env: environment() })
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
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  child.stdout?.resume();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not make its files: ${complaint.trim().slice(-500)}`);
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

/** Starts the server in a process group of its own: Ctrl-C reaches us alone, and we stop it last. */
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
    // A server that is just starting drops connections; the query below says so too, and that is what counts.
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
 * Starts PostgreSQL inside the data folder: made on the first start, found again on the next. Mends what a
 * killed process left; throws one clear sentence when the folder is in use or cannot be used.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  onProgress?: (step: string) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, onProgress = () => undefined } = options;
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const place = await chooseLocation(dataDir);
    await stopOrphanedPostgres(place.cluster, place.binaries, place.account);
    const password = await passwordOf(dataDir);
    if (!existsSync(path.join(place.cluster, 'PG_VERSION'))) {
      onProgress('Making the database files');
      await initialise(place, password);
    }
    onProgress('Starting the database');
    const port = await freePort();
    const log = path.join(dataDir, 'postgres.log');
    const server = launch(place, port, log);
    const login = { host: '127.0.0.1', port, user: 'doorstep', password };
    await untilReady(server, { ...login, database: 'postgres' }, log);
    server.unref();
    return {
      connectionString: `postgres://doorstep:${password}@127.0.0.1:${port}/${DATABASE}`,
      async stop() {
        if (server.exitCode === null) stopCluster(place.cluster, place.binaries, place.account);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
