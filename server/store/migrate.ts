import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'migrations');

/** What the runner needs of a connection. */
type Client = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };

/** The key of the advisory lock; any number that never changes. */
const LOCK = 7_236_641;

/** The number of everything that is restored: before the first change of any timeline. */
export const FIRST_NUMBER = 1;

type Migration = { name: string; text: string; checksum: string };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    })
  );
}

/** The migrations that are not applied yet. Refuses a database of a newer version and a changed migration. */
function missing(known: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const names = new Set(known.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!names.has(name)) {
      throw new Error(
        `The database was migrated by a newer version (migration ${name}): start that version instead.`
      );
    }
  }
  for (const { name, checksum } of known) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(`The migration ${name} differs from the one that this database ran: restore the file.`);
    }
  }
  return known.filter(({ name }) => !applied.has(name));
}

/** Names and search need every character. PostgreSQL chooses another encoding where the locale is not set. */
async function requireUtf8(client: Client): Promise<void> {
  const encoding = String((await client.query('SHOW server_encoding')).rows[0]?.server_encoding);
  if (encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${encoding}: create it again with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`
    );
}

/**
 * Numbers order the feed of changes and are valid in one database. In another one (a restored backup) the feed gets a new epoch
 * and every reader starts over. A promoted standby is the same database.
 */
async function renewEpoch(client: Client): Promise<void> {
  await client.query(`
    WITH here AS (
      SELECT concat_ws('/', s.system_identifier, d.oid) AS cluster
      FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()
    ), renewed AS (
      INSERT INTO change_epoch (epoch, cluster) SELECT '${randomUUID()}', cluster FROM here
      ON CONFLICT (only_row) DO UPDATE SET epoch = excluded.epoch, cluster = excluded.cluster
        WHERE change_epoch.cluster <> excluded.cluster
      RETURNING 1
    ), begun AS (
      INSERT INTO change_timelines SELECT doorstep_timeline(), ${FIRST_NUMBER} FROM renewed
      ON CONFLICT (timeline) DO UPDATE SET last_number = excluded.last_number
    ), other AS (
      DELETE FROM change_timelines WHERE timeline <> doorstep_timeline() AND EXISTS (SELECT FROM renewed)
    )
    UPDATE change_log SET number = ${FIRST_NUMBER} WHERE EXISTS (SELECT FROM renewed)`);
}

/**
 * Runs the missing migrations, up to `last`, inside the caller's transaction and returns their names. Processes that start
 * together run them once: the lock is held until the transaction ends.
 */
export async function migrate(
  client: Client,
  { folder = FOLDER, last }: { folder?: string; last?: string | undefined } = {}
): Promise<string[]> {
  const all = await readMigrations(folder);
  const known = last === undefined ? all : all.filter(({ name }) => name <= last);
  await requireUtf8(client);
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const applied = await client.query('SELECT name, checksum FROM schema_migrations');
  const toRun = missing(known, new Map(applied.rows.map((row) => [String(row.name), String(row.checksum)])));
  for (const { name, text, checksum } of toRun) {
    await client.query(text).catch((error: unknown) => {
      throw new Error(`The migration ${name} failed: nothing was changed.`, { cause: error });
    });
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
  await renewEpoch(client);
  return toRun.map(({ name }) => name);
}
