/** How long a backup takes, and its restore into a database of its own. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { writeBackup } from '../../server/backup/backup';
import { checkBackup } from '../../server/backup/restore';
import { addBundles, fillDatabase } from '../service/filled';
import { addContacts } from '../turf/spaces';

const contacts = Number(process.env.CONTACTS ?? 1_000_000);
const bundles = contacts / 20;
const part = 10_000;

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return result;
}

export async function benchBackup(): Promise<boolean> {
  const filled = await fillDatabase({ contacts: 1_000, bundles: 0 });
  const { connectionString, groupId, userId } = filled;
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-backup-'));
  const file = join(folder, 'backup');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await timed(`${contacts} contacts and ${bundles} bundles, with their changes`, async () => {
      await addContacts(connectionString, groupId, contacts);
      for (let from = 0; from < bundles; from += part)
        await addBundles(client, groupId, userId, Math.min(part, bundles - from));
    });
    const saved = await timed('backup', () => writeBackup(connectionString, file, new Date()));
    const rows = Object.values(saved).reduce((sum, count) => sum + count, 0);
    console.log(`${rows} rows, ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
    await timed('restored and counted', () => checkBackup(connectionString, file));
    return true;
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
    await filled.drop();
  }
}
