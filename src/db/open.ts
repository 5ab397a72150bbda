import { StoreError } from './errors';
import { applicationId, latestVersion } from './migrations';
import { type Engine } from './port';

const journalsThatSurvive = new Set(['wal', 'delete', 'truncate', 'persist']);
const synchronousFull = 2;

async function ask(engine: Engine, pragma: string): Promise<string | number | null> {
  const [row] = await engine.all<Record<string, string | number | null>>(`PRAGMA ${pragma}`, []);
  return row ? (Object.values(row)[0] ?? null) : null;
}

/**
 * Refuses a file that is not ours or is newer than this app, before anything is written to it: setting the
 * journal mode already changes the header.
 */
async function checkFile(engine: Engine): Promise<void> {
  const version = Number(await ask(engine, 'user_version'));
  const application = Number(await ask(engine, 'application_id'));
  const [tables] = await engine.all<{ count: number }>('SELECT count(*) AS count FROM sqlite_master', []);
  const empty = version === 0 && (tables?.count ?? 0) === 0;
  if (!empty && application !== applicationId) {
    throw new StoreError('not_ours', 'The file is a database of another program. It was left as it is.');
  }
  if (version > latestVersion) {
    throw new StoreError(
      'newer_version',
      `The database was written by a newer version of this app (${version}, this app knows ${latestVersion}). ` +
        'It was left as it is; update the app to open it.'
    );
  }
}

/**
 * Makes a commit mean "on the disk". The order matters: where there is no shared memory (the web), WAL is only
 * granted to a connection that is exclusive already; and WAL alone would lower synchronous to NORMAL, which loses
 * the last commits when the power fails. The engine's replies are checked, not assumed.
 */
export async function openDurably(engine: Engine): Promise<void> {
  await ask(engine, 'locking_mode = EXCLUSIVE');
  await checkFile(engine);
  let journal = await ask(engine, 'journal_mode = WAL');
  if (journal !== 'wal') journal = await ask(engine, 'journal_mode = DELETE');
  await engine.execute('PRAGMA synchronous = FULL');
  // On Apple systems fsync leaves the data in the cache of the disk; elsewhere these two change nothing.
  await engine.execute('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  const synchronous = await ask(engine, 'synchronous');
  if (!journalsThatSurvive.has(String(journal)) || synchronous !== synchronousFull) {
    throw new StoreError(
      'not_durable',
      `This device cannot promise that a saved record survives a crash (journal ${journal}, synchronous ${synchronous}).`
    );
  }
  await engine.execute('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000');
}
