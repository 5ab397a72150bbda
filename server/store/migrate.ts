import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

const FOLDER = path.join(__dirname, 'migrations');

/** Any number, as long as it is always the same: processes that start together queue up behind it. */
const LOCK = 7_236_641;

type Migration = { name: string; text: string; checksum: string };

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(FOLDER, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    })
  );
}

/** The migrations that are still to run. Refuses a database that this version does not know. */
function missing(known: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const names = new Set(known.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!names.has(name)) {
      throw new Error(
        `The database was last used by a newer version (it knows ${name}): start that version instead.`
      );
    }
  }
  for (const { name, checksum } of known) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(
        `The migration ${name} is not the one that this database ran: restore the file as it was.`
      );
    }
  }
  return known.filter(({ name }) => !applied.has(name));
}

/**
 * Transaction numbers order the feed of changes, and belong to one cluster and one timeline. In another one
 * (a restored backup, a promoted standby) the feed begins a new epoch and every reader starts over.
 */
async function renewEpoch(client: pg.ClientBase): Promise<void> {
  await client.query(`
    WITH here AS (
      SELECT concat_ws('/', s.system_identifier, c.timeline_id, d.oid) AS cluster
      FROM pg_control_system() s, pg_control_checkpoint() c, pg_database d WHERE d.datname = current_database()
    ), renewed AS (
      INSERT INTO change_epoch (epoch, cluster) SELECT '${randomUUID()}', cluster FROM here
      ON CONFLICT (only_row) DO UPDATE SET epoch = excluded.epoch, cluster = excluded.cluster
        WHERE change_epoch.cluster <> excluded.cluster
      RETURNING 1
    )
    UPDATE change_log SET xid = '3' WHERE EXISTS (SELECT 1 FROM renewed)`);
}

/** Brings the database up to date. Processes that start together do it once. Gives the names that ran. */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  const known = await readMigrations();
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const rows = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations'
    );
    const toRun = missing(known, new Map(rows.rows.map(({ name, checksum }) => [name, checksum])));
    for (const { name, text, checksum } of toRun) {
      await client.query('BEGIN');
      try {
        await client.query(text);
        await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
          name,
          checksum,
        ]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`The migration ${name} failed and changed nothing.`, { cause: error });
      }
    }
    await renewEpoch(client);
    return toRun.map(({ name }) => name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}
