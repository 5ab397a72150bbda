import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { readConfig } from '../../server/config';
import { PEOPLE } from '../../server/demo/demo';
import { startService } from '../../server/service';
import { createTestDatabase } from '../../__tests__/support/postgres';

export type Filled = {
  connectionString: string;
  dataDir: string;
  /** The token of a volunteer. */
  token: string;
  tokens: Record<'volunteer' | 'manager' | 'admin', string>;
  groupId: number;
  userId: number;
  contactIds: number[];
  drop: () => Promise<void>;
};

/** A new database with the demo space and this number of contacts and bundles, recorded by one person. */
export async function fillDatabase({
  contacts,
  bundles,
  recordedBy = 'volunteer',
}: {
  contacts: number;
  bundles: number;
  recordedBy?: 'volunteer' | 'manager';
}): Promise<Filled> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-bench-'));
  const { connectionString, drop } = await createTestDatabase();
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    PORT: '0',
    DEMO_CONTACTS: String(contacts),
  };
  const service = await startService({ config: readConfig(environment, { demo: true }), logger: false });
  const { demo } = service;
  await service.close();
  if (!demo) throw new Error('There is no demo space.');

  const client = new pg.Client({ connectionString });
  await client.connect();
  const column = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  const [groupId = 0] = await column("SELECT group_id AS id FROM spaces WHERE demo = 'first'");
  const contactIds = await column('SELECT id FROM contacts WHERE group_id = $1 ORDER BY id', [groupId]);
  await client.query("UPDATE spaces SET visibility = 'everyone' WHERE group_id = $1", [groupId]);
  const [recorderId = 0] = await column('SELECT id FROM users WHERE mail = $1', [PEOPLE[recordedBy].mail]);
  await addBundles(client, groupId, recorderId, bundles);
  await client.query('VACUUM ANALYZE');
  await client.end();
  return {
    connectionString,
    dataDir,
    token: demo.tokens.volunteer,
    tokens: demo.tokens,
    groupId,
    userId: demo.sample.user_id,
    contactIds,
    drop: async () => {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Inserts bundles of one donation each, with their history, by SQL; their dates are of the last two years. */
export async function addBundles(
  client: pg.Client,
  groupId: number,
  userId: number,
  count: number
): Promise<void> {
  const date = "now() - id % 730 * interval '1 day'";
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMP TABLE added ON COMMIT DROP AS
       WITH bundle AS (
         INSERT INTO transaction_bundles (group_id, created_by) SELECT $1, $2 FROM generate_series(1, $3::int) RETURNING id
       ) SELECT id, (SELECT min(id) FROM contacts WHERE group_id = $1) + id % 1000 AS contact_id FROM bundle`,
    [groupId, userId, count]
  );
  await client.query(
    `INSERT INTO transactions (group_id, bundle_id, amount, currency, payment_method_kind, contact_id, date, delivery_token,
       unique_token)
     SELECT $1, id, 1000 + id % 5000, 'eur', 'cash', contact_id, ${date}, 'filled-' || id, 'filled-' || id FROM added`,
    [groupId]
  );
  await client.query(
    `INSERT INTO donations (group_id, bundle_id, amount, currency, contact_id, date)
     SELECT $1, id, 1000 + id % 5000, 'eur', contact_id, ${date} FROM added`,
    [groupId]
  );
  await client.query(
    `INSERT INTO bundle_history (group_id, bundle_id, kind, target_id, new)
     SELECT t.group_id, t.bundle_id, 'transaction', t.id, to_jsonb(t) FROM transactions t JOIN added ON added.id = t.bundle_id
     WHERE t.group_id = $1`,
    [groupId]
  );
  await client.query('COMMIT');
}
