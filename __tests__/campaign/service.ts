/** The real service as a process that can be killed, on a database that stays. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { webRoot, type Role } from '../e2e/harness';
import { freePort } from '../support/ports';
import { createTestDatabase } from '../support/postgres';

export interface KilledService {
  port: number;
  /** The copy of the web app that it serves. */
  served: string;
  tokens: Record<Role, string>;
  /** Reads and changes its database, as an office with other tools would. */
  query<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
  kill(): Promise<void>;
  /** Starts it again on the same database and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startKilledService(options: {
  extensions: 'on' | 'off';
  publicUrl: string;
}): Promise<KilledService> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-campaign-'));
  const served = join(folder, 'web');
  await cp(webRoot, served, { recursive: true });
  const database = await createTestDatabase();
  const port = await freePort();
  const environment = {
    ...process.env,
    NODE_ENV: 'test' as const,
    PORT: String(port),
    PUBLIC_URL: options.publicUrl,
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    WEB_ROOT: served,
    EXTENSIONS: options.extensions,
    DEMO_CONTACTS: '30',
    RATE_LIMIT: 'off',
  };
  let child: ChildProcess | null = null;

  const start = async (): Promise<Record<Role, string>> => {
    const started = fork(join(__dirname, 'serve.ts'), {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    return new Promise((ready, fail) => {
      started.once('message', (tokens) => ready(tokens as Record<Role, string>));
      started.once('exit', (code) =>
        fail(new Error(`The service ended with code ${code} before it was ready.`))
      );
    });
  };
  const kill = async () => {
    const killed = child;
    child = null;
    if (killed === null || killed.exitCode !== null) return;
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
  };

  const tokens = await start();
  const pool = new Pool({ connectionString: database.connectionString, max: 2 });
  // The database is dropped with its connections.
  pool.on('error', () => undefined);
  return {
    port,
    served,
    tokens,
    query: async <Row>(statement: string, values: unknown[] = []) => {
      const { rows } = await pool.query(statement, values);
      return rows as Row[];
    },
    kill,
    restart: async () => {
      await kill();
      await start();
    },
    close: async () => {
      await kill();
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
