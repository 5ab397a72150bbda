import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';

const ROWS = 300_000;
/** The entire log has thousands of pages, a small bucket has a few. */
const MOST_PAGES = 500;

describe('the feed of small buckets in a large log', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
    // Ten rows belong to the action. They are spread over the log, so that no few pages contain them.
    await runSql(
      service.connectionString,
      `INSERT INTO change_log (group_id, kind, id, bucket, number)
       SELECT $1, 'contact', 1000000 + n, CASE WHEN n % ($2 / 10) = 0 THEN 'action:1' ELSE 'contacts' END, n
       FROM generate_series(1, $2::int) AS n`,
      [space.groupId, ROWS]
    );
  });
  after(() => service.close());

  /** A random sample would decide how many buckets the planner expects. */
  async function expectBuckets(count: number): Promise<void> {
    const text = `ALTER TABLE change_log ALTER COLUMN bucket SET (n_distinct = ${count})`;
    await runSql(service.connectionString, text);
    await runSql(service.connectionString, 'VACUUM ANALYZE change_log');
  }

  const buckets = ['space', 'user:1', 'action:1', 'action:2'];
  const zeros = buckets.map(() => 0);
  const positions = [buckets, zeros, buckets.map(() => 'role'), zeros];

  /** How many pages of tables and indexes a call of a function reads, with the settings of the function. */
  function countPages(call: string): Promise<number> {
    return service.database.asOwner(async ({ $client: client }) => {
      await client.query("SELECT set_config('doorstep.group_id', $1, true)", [String(space.groupId)]);
      // The first call of a connection also reads the catalogue of the database.
      await client.query(`SELECT * FROM ${call}`, positions);
      const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${call}`;
      const { rows } = await client.query(explain, positions);
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    });
  }

  for (const count of [2, 500])
    it(`is read without the rows of other buckets, among ${count} buckets`, async () => {
      await expectBuckets(count);
      const pages = await countPages('doorstep_changes_after($1, $2, $3, $4, 999999999, 1000)');
      assert.ok(pages > 0 && pages < MOST_PAGES, `${pages} pages`);
    });

  it('is counted without the rows of other buckets', async () => {
    await expectBuckets(2);
    const pages = await countPages('doorstep_changes_ahead($1, $2, $3, $4, 999999999)');
    assert.ok(pages > 0 && pages < MOST_PAGES, `${pages} pages`);
  });
});
