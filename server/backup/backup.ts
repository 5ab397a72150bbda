import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { BadBackup, decodeFrames, encodeNote, encodeRows, type End, type Frame, type Start } from './frames';
import { UNFINISHED } from './name';
import { copyTarget, hasSpaces, listTables } from './tables';

/** `last_value` is null until a sequence has given its first number. */
const SEQUENCES = `SELECT sequencename::text AS name, coalesce(last_value, 0)::float8 AS last FROM pg_sequences
  WHERE schemaname = 'public'`;

/** All rows, as the snapshot of the transaction shows them. The service may run meanwhile. */
async function* readAll(client: pg.Client, now: Date): AsyncGenerator<Buffer> {
  const { rows: migrations } = await client.query<Start['migrations'][number]>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name'
  );
  yield encodeNote({ is: 'start', format: 1, made_at: now.toISOString(), migrations });
  const counts: End['counts'] = {};
  for (const table of await listTables(client)) {
    yield encodeNote({ is: 'table', table: table.name, columns: [...table.columns] });
    const copy = client.query(copyTo(`COPY ${copyTarget(table)} TO STDOUT`));
    for await (const rows of copy as AsyncIterable<Buffer>) yield encodeRows(rows);
    counts[table.name] = copy.rowCount;
  }
  const { rows } = await client.query<{ name: string; last: number }>(SEQUENCES);
  const sequences = Object.fromEntries(rows.map(({ name, last }) => [name, last]));
  yield encodeNote({ is: 'end', counts, sequences });
}

/** The database is not that of a service in use. Its backup would look like a good one, and replace the oldest good one. */
export class NothingToSave extends Error {}

/**
 * Writes the entire database into a compressed file that only its owner can read: it contains personal data and keys. The file
 * gets its name only when it was read back and is on the disk.
 */
export async function writeBackup(connectionString: string, file: string, now: Date): Promise<End['counts']> {
  const client = new pg.Client({ connectionString, application_name: 'doorstep-backup' });
  await client.connect();
  const unfinished = file + UNFINISHED;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    if (!(await hasSpaces(client))) throw new NothingToSave();
    const output = createWriteStream(unfinished, { mode: 0o600 });
    await pipeline(Readable.from(readAll(client, now)), createGzip(), output);
    const { counts } = (await readNotes(unfinished)).end;
    const handle = await open(unfinished);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return counts;
  } finally {
    await rm(unfinished, { force: true });
    await client.end();
  }
}

/** The frames of a backup file. A file that is not a backup, is damaged or was cut off is a BadBackup. */
export async function* readFrames(file: string): AsyncGenerator<Frame> {
  const input = createReadStream(file);
  const unzipped = createGunzip();
  input.on('error', (error) => unzipped.destroy(error));
  try {
    yield* decodeFrames(input.pipe(unzipped));
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    throw isDamaged ? new BadBackup('The file is damaged, or is not a backup of Doorstep.') : error;
  } finally {
    input.destroy();
  }
}

/** Reads an entire backup file, with its checksum, and returns its first and its last note. */
export async function readNotes(file: string): Promise<{ start: Start; end: End }> {
  let start: Start | null = null;
  let end: End | null = null;
  for await (const frame of readFrames(file)) {
    if (frame.kind === 'note' && frame.note.is === 'start') start = frame.note;
    if (frame.kind === 'note' && frame.note.is === 'end') end = frame.note;
  }
  if (start === null || end === null) throw new BadBackup('The backup is not complete.');
  return { start, end };
}
