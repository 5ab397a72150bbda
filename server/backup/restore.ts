import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { FIRST_NUMBER, migrate } from '../store/migrate';
import { listUndone, markRestored } from './afterRestore';
import { readFrames, readNotes } from './backup';
import { BadBackup, type End, type Start } from './frames';
import { copyTarget, hasSpaces, listTables, quoted } from './tables';

/** The database has records or tables, and nobody said that they may be replaced. */
export class NotEmpty extends Error {}

/** A service works with the database. */
export class InUse extends Error {}

/** Whether there are tables, and none of them is Doorstep's. */
async function isOfAnother(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `SELECT to_regclass('public.change_epoch') IS NULL AND count(*) > 0 AS is
       FROM pg_tables WHERE schemaname = 'public'`
  );
  return rows[0]?.is === true;
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'doorstep'`;
  return (await client.query(others)).rows.length > 0;
}

async function setTriggers(client: pg.Client, tables: readonly string[], state: 'ENABLE' | 'DISABLE') {
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} ${state} TRIGGER USER`);
}

/** Creates the tables as they were when the backup was made. */
async function createTables(client: pg.Client, { migrations }: Start): Promise<string[]> {
  await client.query('DROP SCHEMA public CASCADE');
  await client.query('CREATE SCHEMA public');
  await migrate(client, { last: migrations.at(-1)?.name });
  const { rows } = await client.query<Start['migrations'][number]>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name'
  );
  const differs = migrations.find(
    ({ name, checksum }, index) => rows[index]?.name !== name || rows[index]?.checksum !== checksum
  );
  if (differs || rows.length !== migrations.length) {
    const name = differs?.name ?? rows.at(-1)?.name;
    throw new BadBackup(
      `The backup is of another version of Doorstep (${name}): restore it with that version.`
    );
  }
  const tables = (await listTables(client)).map(({ name }) => name);
  // Rows are copied as they were: nothing is logged, audited or checked a second time.
  await setTriggers(client, tables, 'DISABLE');
  await client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
  return tables;
}

async function copyRows(client: pg.Client, file: string): Promise<End['counts']> {
  const frames = readFrames(file);
  const counts: End['counts'] = {};
  let tables: string[] = [];
  let next = await frames.next();
  const rows = async function* () {
    for (next = await frames.next(); !next.done && next.value.kind === 'rows'; next = await frames.next())
      yield next.value.rows;
  };
  while (!next.done) {
    if (next.value.kind === 'rows') throw new BadBackup('The backup has rows without a table.');
    const { note } = next.value;
    if (note.is === 'table') {
      const target = copyTarget({ name: note.table, columns: note.columns });
      const copy = client.query(copyFrom(`COPY ${target} FROM STDIN`));
      await pipeline(Readable.from(rows()), copy);
      counts[note.table] = copy.rowCount;
      continue;
    }
    if (note.is === 'start') tables = await createTables(client, note);
    else await finish(client, note, counts);
    next = await frames.next();
  }
  await setTriggers(client, tables, 'ENABLE');
  return counts;
}

/** Compares the numbers of rows, and continues the numbers of records where the backup ends. */
async function finish(client: pg.Client, { counts, sequences }: End, copied: End['counts']): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    if (copied[table] !== count)
      throw new BadBackup(`The table ${table} should have ${count} rows, and has ${copied[table] ?? 0}.`);
  }
  for (const [name, last] of Object.entries(sequences))
    if (last > 0) await client.query('SELECT setval($1::regclass, $2)', [`public.${name}`, last]);
}

export type Restored = { readonly counts: End['counts']; readonly undone: string[] | null };

/**
 * Restores a backup in one transaction: after an error the database is as it was. The feed gets a new epoch, because the numbers
 * of its changes are of another database: every phone reads it from the start, and sends again what the backup does not have.
 * `undone`: see `listUndone`.
 */
export async function restoreBackup(
  connectionString: string,
  file: string,
  { replace }: { replace: boolean }
): Promise<Restored> {
  const client = new pg.Client({ connectionString, application_name: 'doorstep-restore' });
  await client.connect();
  try {
    // Damage shows at the end of the file: it is read once before anything is restored.
    const { start } = await readNotes(file);
    if (await isUsed(client))
      throw new InUse(
        'A service works with this database: stop it first, and restart a pooler, which keeps its connections.'
      );
    const undone = (await hasSpaces(client)) ? await listUndone(client, start.made_at) : [];
    await client.query('BEGIN');
    if (!replace && (await hasSpaces(client))) throw new NotEmpty('The database already has a space.');
    if (!replace && (await isOfAnother(client)))
      throw new NotEmpty('The database has tables of another program.');
    const counts = await copyRows(client, file);
    await client.query(`UPDATE change_log SET number = ${FIRST_NUMBER}`);
    await migrate(client);
    await markRestored(client);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return { counts, undone };
  } finally {
    await client.end();
  }
}

/** Restores a backup into a database of its own on the same server, counts the rows and drops it. */
export async function checkBackup(connectionString: string, file: string): Promise<End['counts']> {
  const name = `doorstep_check_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    const address = new URL(connectionString);
    address.pathname = `/${name}`;
    return (await restoreBackup(address.toString(), file, { replace: false })).counts;
  } finally {
    // FORCE: a pooler keeps its connection to the database open.
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).finally(() => admin.end());
  }
}
