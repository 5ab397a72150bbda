/** Databases for tests: on the server that DATABASE_URL names, or on one started for the occasion. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
 * No test kills this PostgreSQL, so it need not wait for disks. Autovacuum is off because its transactions delay the
 * feed of changes and a test's own VACUUM.
 */
const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** Starts a PostgreSQL in a temporary folder; `stop` removes it. */
export async function startTestServer(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-database-'));
  // As root, the database runs as a separate user, which must be able to enter the folder.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  for (const [name, value] of Object.entries(settings))
    await run(server.connectionString, `ALTER SYSTEM SET ${name} = ${value}`);
  await run(server.connectionString, 'SELECT pg_reload_conf()');
  return {
    connectionString: server.connectionString,
    ended: server.ended,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const given = process.env.DATABASE_URL;
  const server = given ? { connectionString: given, stop: () => Promise.resolve() } : await startTestServer();
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
