/** An empty database for one test file: on the server that DATABASE_URL names, or on one started for it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/store/embedded';

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * No test ends this PostgreSQL before its time, so that it need not wait for disks: a service that is killed loses
 * nothing by it. It does not clean and count its tables by itself either: when that falls into a test, it holds back
 * the feed of changes and a VACUUM of the test's own.
 */
const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** A PostgreSQL for tests, which end before it does. */
export async function startTestServer(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir });
  for (const [name, value] of Object.entries(settings))
    await run(server.connectionString, `ALTER SYSTEM SET ${name} = ${value}`);
  await run(server.connectionString, 'SELECT pg_reload_conf()');
  return server;
}

async function startServer(): Promise<EmbeddedPostgres> {
  const given = process.env.DATABASE_URL;
  if (given) return { connectionString: given, stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-database-'));
  const server = await startTestServer(folder);
  return {
    connectionString: server.connectionString,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await startServer();
  const name = `doorstep_test_${randomBytes(6).toString('hex')}`;
  await run(server.connectionString, `CREATE DATABASE ${name}`);
  const address = new URL(server.connectionString);
  address.pathname = `/${name}`;
  return {
    connectionString: address.toString(),
    drop: async () => {
      await run(server.connectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await server.stop();
    },
  };
}
