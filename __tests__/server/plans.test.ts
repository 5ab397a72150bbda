import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { hashToken } from '../../server/auth/tokens';
import { listActions } from '../../server/store/actions';
import { getBundleHistory } from '../../server/store/bundleHistory';
import { listBundles } from '../../server/store/bundles';
import {
  listDonationPrices,
  listMembershipPriceGroups,
  listTransactionStatuses,
} from '../../server/store/catalogue';
import { listChanges } from '../../server/store/changes';
import { getContact, listContacts } from '../../server/store/contacts';
import type { Caller, Tx } from '../../server/store/database';
import { listResponsesWith } from '../../server/store/erasure';
import { searchWords } from '../../server/store/fold';
import { listTeams } from '../../server/store/teams';
import { countPeople, listPeople } from '../../server/store/users';
import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { type Plan, readsOf, seqScans, tidy } from './queryPlans';

const ROWS = 100_000;
/** Page 900 of pages of a hundred. */
const DEEP = { limit: 100, offset: 89_900 };

/** A position far into one bucket, and the beginning of another. */
const POSITIONS = `ARRAY['contacts', 'space'], ARRAY[500, 0]::bigint[], ARRAY['contact', 'role']::change_kind[],
  ARRAY[50000, 0]::bigint[]`;

const FEW = 20;

/** A team of two led by the newcomer, who sees its few gifts with their contacts. */
async function insertSmallTeam(client: Tx['$client'], { groupId, userIds }: TestSpace): Promise<void> {
  const { rows: teams } = await client.query(
    "INSERT INTO teams (group_id, name) VALUES ($1, 'Small') RETURNING id",
    [groupId]
  );
  const { rows: actions } = await client.query(
    "INSERT INTO actions (group_id, name) VALUES ($1, 'Small') RETURNING id",
    [groupId]
  );
  await client.query(
    `INSERT INTO team_users (group_id, team_id, user_id, leader, position) VALUES ($1, $2, $3, true, 1), ($1, $2, $4, false, 1)`,
    [groupId, teams[0].id, userIds.newcomer, userIds.admin]
  );
  await client.query('INSERT INTO action_teams VALUES ($1, $2, $3)', [groupId, actions[0].id, teams[0].id]);
  await client.query(
    `WITH made AS (
       INSERT INTO transaction_bundles (group_id, created_by) SELECT $1, $2 FROM generate_series(1, $3::int) RETURNING id
     ), person AS (SELECT min(id) AS id FROM contacts WHERE group_id = $1 AND surname = 'S1')
     INSERT INTO transactions (group_id, bundle_id, contact_id, amount, currency, payment_method_kind, date)
     SELECT $1, made.id, person.id + row_number() OVER (), 1, 'eur', 'cash', now() FROM made, person`,
    [groupId, userIds.admin, FEW]
  );
}

describe(`with ${ROWS} rows`, () => {
  let service: TestService;
  let space: TestSpace;
  let other: TestSpace;
  let caller: Caller;
  /** A leader in the other space, who sees few of its records. */
  let leader: Caller;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    // With only one space in the table, PostgreSQL would rightly scan it to count.
    other = await service.createSpace({ visibility: 'assigned' });
    const { groupId, userIds } = space;
    await service.database.asOwner(async ({ $client: client }) => {
      const words = searchWords(groupId, {
        firstname: 'Rare',
        surname: 'Common',
        address: { city: 'Valorme' },
      });
      await client.query(
        `INSERT INTO contacts (group_id, firstname, surname, sort_key, words)
         SELECT $1, 'F' || n, 'S' || n, lpad(n::text, 8, '0'), $2::tsvector || array_to_tsvector(ARRAY[$1::bigint || '/n' || n])
         FROM generate_series(1, $3::int) AS n`,
        [groupId, words, ROWS]
      );
      await client.query(
        `INSERT INTO users (mail, firstname, surname, group_id, sort_key)
         SELECT 'u' || n || '@example.org', 'F' || n, 'S' || n, $1, lpad(n::text, 8, '0') FROM generate_series(1, $2::int) AS n`,
        [groupId, ROWS]
      );
      for (const at of [space, other]) {
        if (at === other)
          await client.query(
            `INSERT INTO contacts (group_id, surname, sort_key, words)
             SELECT $1, 'S' || n, n, array_to_tsvector(ARRAY[$1::bigint || '/common']) FROM generate_series(1, $2::int) AS n`,
            [at.groupId, ROWS]
          );
        await client.query(
          "INSERT INTO space_users (group_id, user_id, role_id) SELECT $1, id, $2 FROM users WHERE mail LIKE 'u%@example.org'",
          [at.groupId, at.roles.user]
        );
        await client.query(
          'INSERT INTO transaction_bundles (group_id, created_by) SELECT $1, $2 FROM generate_series(1, $3::int)',
          [at.groupId, at.userIds.volunteer, ROWS]
        );
      }
      await client.query(
        `INSERT INTO transactions (group_id, bundle_id, amount, currency, payment_method_kind, date)
         SELECT group_id, id, 1, 'eur', 'cash', now() FROM transaction_bundles WHERE group_id = $1`,
        [groupId]
      );
      await client.query(
        "INSERT INTO batches (group_id, id, number, payment_method_kind, currency) VALUES ($1, 1, 'B1', 'cash', 'eur')",
        [groupId]
      );
      // Without the triggers that write each bundle again.
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(
        `INSERT INTO batch_transactions (group_id, batch_id, bundle_id, transaction_id)
         SELECT group_id, 1, bundle_id, id FROM transactions WHERE group_id = $1`,
        [groupId]
      );
      await client.query(
        `INSERT INTO counted_transactions (group_id, bundle_id, transaction_id, month, payment_method_kind, currency, amount)
         SELECT group_id, bundle_id, id, '2020-01', 'cash', 'eur', 1 FROM transactions WHERE group_id = $1`,
        [groupId]
      );
      await client.query('SET LOCAL session_replication_role = DEFAULT');
      await client.query(
        "INSERT INTO receipt_books (group_id, id, user_id, key, public_key, request_hash) VALUES ($1, 1, $2, 'book', 'key', '')",
        [groupId, userIds.volunteer]
      );
      await client.query(
        `INSERT INTO receipts (group_id, bundle_id, book_id, number, code)
         SELECT group_id, id, 1, row_number() OVER (), 'code' FROM transaction_bundles WHERE group_id = $1`,
        [groupId]
      );
      await client.query(
        `INSERT INTO bundle_history (group_id, bundle_id, kind, target_id) SELECT group_id, bundle_id, 'transaction', id FROM transactions WHERE group_id = $1`,
        [groupId]
      );
      await client.query(
        "INSERT INTO actions (group_id, name) SELECT $1, 'A' || n FROM generate_series(1, 200) AS n",
        [groupId]
      );
      await client.query(
        `INSERT INTO visits (group_id, action_id, user_id)
         SELECT $1, a.id, $2 FROM actions a, generate_series(1, $3::int / 200) WHERE a.group_id = $1`,
        [groupId, userIds.leader, ROWS]
      );
      await insertSmallTeam(client, other);
    });
    await tidy(service.connectionString);
    const findCaller = async (token: string) => {
      const found = await service.database.findCaller(hashToken(token).toString('hex'));
      assert.ok(found);
      return found;
    };
    caller = await findCaller(space.tokens.volunteer);
    leader = await findCaller(other.tokens.newcomer);
  });
  after(() => service.close());

  /** Runs the work, and explains each of its statements in the same space and role. */
  async function plansOf(
    work: (tx: Tx) => Promise<unknown>,
    { as = caller, explain = 'FORMAT JSON' } = {}
  ): Promise<{ text: string; plan: Plan }[]> {
    return service.database.read(as, async (tx) => {
      const client = tx.$client;
      const statements: { text: string; values: unknown[] }[] = [];
      const original = client.query.bind(client);
      const recording = (config: { text: string; values?: unknown[] }, values?: unknown[]) => {
        statements.push({ text: config.text, values: values ?? config.values ?? [] });
        return original(config, values);
      };
      Object.assign(client, { query: recording });
      try {
        await work(tx);
      } finally {
        Object.assign(client, { query: original });
      }
      assert.ok(statements.length > 0);
      const plans = [];
      for (const { text, values } of statements) {
        const { rows } = await client.query(`EXPLAIN (${explain}) ${text}`, values);
        plans.push({ text, plan: rows[0]['QUERY PLAN'][0].Plan });
      }
      return plans;
    });
  }

  /** Tables with few rows, for which a scan is right. */
  const SMALL = new Set([
    'spaces',
    'roles',
    'teams',
    'team_users',
    'actions',
    'membership_price_groups',
    'membership_prices',
    'donation_prices',
    'transaction_statuses',
    'transaction_settings',
    'payment_methods',
    'batches',
    'batch_steps',
    'change_epoch',
    'action_users',
    'action_teams',
    'memberships',
    'donations',
    'forms',
    'form_refvalues',
    'form_wordings',
  ]);

  const readParts = async (tx: Tx, page: Parameters<typeof listPeople>[1]) => {
    for await (const part of listPeople(tx, page)) assert.ok(part.length > 0);
  };

  const lists: [string, (tx: Tx) => Promise<unknown>][] = [
    ['users, first page', (tx) => readParts(tx, { limit: 100, offset: 0, ascending: true })],
    ['users, page 900, descending', (tx) => readParts(tx, { ...DEEP, ascending: false })],
    ['users, several parts', (tx) => readParts(tx, { limit: 1_100, offset: 0, ascending: true })],
    ['users, counted', (tx) => countPeople(tx)],
    ['teams', (tx) => listTeams(tx, caller)],
    ['contacts, first page', (tx) => listContacts(tx, caller, { limit: 100, offset: 0 })],
    ['contacts, page 900', (tx) => listContacts(tx, caller, DEEP)],
    ['contacts, searched', (tx) => listContacts(tx, caller, { limit: 50, offset: 0, search: 'n4242' })],
    ['one contact', (tx) => getContact(tx, space.contactIds[0] ?? 0)],
    ['bundles, first page', (tx) => listBundles(tx, { limit: 100, offset: 0 })],
    ['bundles, page 900', (tx) => listBundles(tx, DEEP)],
    ['history of a bundle', (tx) => getBundleHistory(tx, 5)],
    ['actions', (tx) => listActions(tx, caller, {})],
    ['membership prices', (tx) => listMembershipPriceGroups(tx, { limit: 100, offset: 0 })],
    ['donation prices', (tx) => listDonationPrices(tx, { limit: 100, offset: 0 })],
    ['statuses', (tx) => listTransactionStatuses(tx, { limit: 100, offset: 0 })],
    [
      'changes, from the beginning',
      (tx) => listChanges(tx, caller, null, { limit: 1000, horizon: Number.MAX_SAFE_INTEGER }),
    ],
  ];
  for (const [name, work] of lists) {
    it(`${name}: no statement scans a large table`, async () => {
      for (const { text, plan } of await plansOf(work)) {
        assert.deepEqual(
          seqScans(plan).filter((relation) => !SMALL.has(relation)),
          [],
          text
        );
      }
    });
  }

  const pages: [string, (tx: Tx) => Promise<unknown>][] = [
    ['contacts', (tx) => listContacts(tx, caller, DEEP)],
    ['transaction_bundles', (tx) => listBundles(tx, DEEP)],
  ];
  for (const [table, work] of pages) {
    it(`${table}: counting and skipping read the index alone`, async () => {
      const plans = (await plansOf(work)).filter(({ text }) => /OFFSET|count\(/.test(text));
      assert.equal(plans.length, 2);
      for (const { text, plan } of plans)
        assert.ok(
          readsOf(plan).includes(`Index Only Scan of ${table}`),
          `${text}\n${readsOf(plan).join('\n')}`
        );
    });
  }

  const few: [string, number, (tx: Tx) => Promise<number>][] = [
    ['bundles', FEW, async (tx) => (await listBundles(tx, { limit: 100, offset: 0 })).total],
    // The two of the team, and the managers of the space.
    ['people', 4, (tx) => countPeople(tx)],
    [
      'people in parts',
      4,
      async (tx) => {
        let count = 0;
        for await (const part of listPeople(tx, { limit: 100, offset: 0, ascending: true }))
          count += part.length;
        return count;
      },
    ],
    ['contacts', FEW, async (tx) => (await listContacts(tx, leader, { limit: 100, offset: 0 })).total],
    [
      'contacts with a common word',
      FEW,
      async (tx) => (await listContacts(tx, leader, { limit: 100, offset: 0, search: 'common' })).total,
    ],
  ];
  for (const [name, count, list] of few)
    it(`${name}: a leader who sees few of many reads few pages`, async () => {
      let total = 0;
      const explain = 'ANALYZE, BUFFERS, FORMAT JSON';
      const plans = await plansOf(async (tx) => (total = await list(tx)), { as: leader, explain });
      assert.equal(total, count);
      for (const { text, plan } of plans) {
        const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
        assert.ok(pages < 2_000, `${pages} pages: ${text}`);
      }
    });

  /** The plan of a statement that the owner of the tables runs. */
  async function planOf(text: string, values: unknown[] = []): Promise<string> {
    const { rows } = await service.database.asOwner(({ $client: client }) =>
      client.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
    );
    return JSON.stringify(rows);
  }

  it('a receipt is found by its number', async () => {
    const text = 'SELECT code FROM receipts WHERE group_id = $1 AND book_id = $2 AND number = $3';
    assert.match(await planOf(text, [space.groupId, 1, 77]), /receipts_by_number/);
  });

  it('a contact that is deleted is looked for in no whole table', async () => {
    const { rows } = await runSql(
      service.connectionString,
      `SELECT conrelid::regclass::text AS relation FROM pg_constraint c WHERE contype = 'f' AND confrelid = 'contacts'::regclass
         AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid
           AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`
    );
    assert.deepEqual(rows, []);
  });

  it('erasing a person reads the responses that are stored completely, not those of all years', async () => {
    await runSql(
      service.connectionString,
      `INSERT INTO idempotency_keys (group_id, key, user_id, request_hash, response, is_short)
       SELECT $1, 'k' || n, $2, '', '{"data":{"id":1}}', n > 10 FROM generate_series(1, ${ROWS}) AS n`,
      [space.groupId, space.userIds.volunteer]
    );
    await runSql(service.connectionString, 'ANALYZE idempotency_keys');
    const plans = await plansOf((tx) => listResponsesWith(tx, ['"id":1,']));
    assert.deepEqual(
      plans.flatMap(({ plan }) => seqScans(plan)),
      []
    );
    assert.match(JSON.stringify(plans), /idempotency_keys_to_shorten/);
    const found = (texts: string[]) => service.database.read(caller, (tx) => listResponsesWith(tx, texts));
    assert.equal((await found(['"id":1}'])).length, 10);
    assert.equal((await found(['"id":1,'])).length, 0);
  });

  it('the search function uses its index', async () => {
    const { rows } = await service.database.asOwner(async ({ $client: client }) => {
      await client.query("SELECT set_config('doorstep.group_id', $1, true)", [String(space.groupId)]);
      return client.query(
        `EXPLAIN (FORMAT JSON) SELECT c.id FROM contacts c WHERE c.group_id = doorstep_space() AND c.words @@ '''${space.groupId}/n4242'':*'::tsquery`
      );
    });
    assert.deepEqual(seqScans(rows[0]['QUERY PLAN'][0].Plan), []);
    assert.match(JSON.stringify(rows), /contacts_by_word/);
  });

  it('the feed continues from any position by its index, without sorting a bucket', async () => {
    const { rows } = await service.database.asOwner(async ({ $client: client }) => {
      await client.query("SELECT set_config('doorstep.group_id', $1, true)", [String(space.groupId)]);
      const { rows: source } = await client.query<{ prosrc: string }>(
        "SELECT prosrc FROM pg_proc WHERE proname = 'doorstep_changes_after'"
      );
      const text = (source[0]?.prosrc ?? '')
        .replace('unnest(buckets, numbers, kinds, ids)', `unnest(${POSITIONS})`)
        .replace('c.number < horizon', 'c.number < 999999999')
        .replaceAll('LIMIT most', 'LIMIT 1000');
      return client.query(`EXPLAIN (FORMAT JSON) ${text}`);
    });
    assert.deepEqual(seqScans(rows[0]['QUERY PLAN'][0].Plan), []);
    assert.match(JSON.stringify(rows), /change_log_in_order/);
    // Each bucket is read in the order of its index; only the pages of the buckets are merged.
    const sorted = (plan: Plan): Plan[] => [
      ...(plan['Node Type'] === 'Sort' ? [plan] : []),
      ...(plan.Plans ?? []).flatMap(sorted),
    ];
    assert.equal(sorted(rows[0]['QUERY PLAN'][0].Plan).length, 1);
  });
});
