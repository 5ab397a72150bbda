/** Databases for tests: on the server that DATABASE_URL names, or on one started for the occasion. */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../server/store/database';
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

const withDatabase = (connectionString: string, name: string): string => {
  const address = new URL(connectionString);
  address.pathname = `/${name}`;
  return address.toString();
};

async function createDatabase(template: (server: string) => Promise<string>): Promise<TestDatabase> {
  const given = process.env.DATABASE_URL;
  const server = given ? { connectionString: given, stop: () => Promise.resolve() } : await startTestServer();
  const name = `doorstep_test_${randomBytes(6).toString('hex')}`;
  await run(
    server.connectionString,
    `CREATE DATABASE ${name} TEMPLATE ${await template(server.connectionString)}`
  );
  return {
    connectionString: withDatabase(server.connectionString, name),
    drop: async () => {
      await run(server.connectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await server.stop();
    },
  };
}

/** An empty database for one test file. */
export const createTestDatabase = () => createDatabase(() => Promise.resolve('template1'));

const migrations = resolve(__dirname, '../../server/store/migrations');

/** The name of the database with every migration, for these migrations. */
async function nameTemplate(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, name)));
  return `doorstep_migrated_${hash.digest('hex').slice(0, 12)}`;
}

/** Any number: the advisory lock under which one process creates the template. */
const TEMPLATE_LOCK = 5_104_772;

/** Creates the database with every migration unless another process did. */
async function migrateTemplate(server: string): Promise<string> {
  const name = await nameTemplate();
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) {
      await client.query(`DROP DATABASE IF EXISTS ${name}_unfinished`);
      await client.query(`CREATE DATABASE ${name}_unfinished`);
      const database = await openDatabase({ connectionString: withDatabase(server, `${name}_unfinished`) });
      await database.close();
      await client.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

/** A database with every migration, copied from one that is migrated once per server. */
export const createMigratedDatabase = () => createDatabase(migrateTemplate);
