import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';

const ROWS = 300;
const LIMIT = 10;

describe('a list of a caller who sees a part of the space', () => {
  let first: TestService;
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    first = await startTestService();
    const { connectionString } = first;
    const name = new URL(connectionString).pathname.slice(1);
    await runSql(connectionString, `ALTER DATABASE ${name} SET track_functions = 'all'`);
    // One connection, opened after this setting: what it has called is counted when it says so.
    service = await startTestService({ connectionString, connections: 1 });
    space = await service.createSpace({ contacts: ROWS, visibility: 'assigned' });
    const { groupId, userIds } = space;
    await runSql(
      connectionString,
      `WITH made AS (
         INSERT INTO transaction_bundles (group_id, created_by) SELECT $1, $2 FROM generate_series(1, $3::int) RETURNING id
       ), person AS (SELECT min(id) - 1 AS before FROM contacts WHERE group_id = $1)
       INSERT INTO transactions (group_id, bundle_id, contact_id, amount, currency, payment_method_kind, date)
       SELECT $1, made.id, person.before + row_number() OVER (), 1, 'eur', 'cash', now() FROM made, person`,
      [groupId, userIds.volunteer, ROWS]
    );
    await runSql(
      connectionString,
      `WITH action AS (INSERT INTO actions (group_id, name) VALUES ($1, 'Running') RETURNING id)
       INSERT INTO action_teams SELECT $1, id, $2 FROM action`,
      [groupId, space.teamId]
    );
    await runSql(connectionString, 'VACUUM ANALYZE');
  });
  after(async () => {
    await service.close();
    await first.close();
  });

  async function countCalls(of: string): Promise<number> {
    const ask = (text: string) =>
      service.database.asOwner(async ({ $client: client }) => (await client.query(text)).rows[0]);
    await ask('SELECT pg_stat_force_next_flush()');
    const { calls } = await ask(
      `SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_user_functions WHERE funcname = '${of}'`
    );
    return calls;
  }

  for (const path of ['/v1/contacts', '/v1/transaction_bundles'])
    it(`asks the policy about the page alone: ${path}`, async () => {
      const before = await countCalls('doorstep_is_in');
      const { body } = await service.call(space.tokens.leader, 'GET', `${path}?limit=${LIMIT}&offset=100`);
      assert.equal(body.data.length, LIMIT);
      const calls = (await countCalls('doorstep_is_in')) - before;
      // Items, receipts and batches of a bundle are asked about too.
      assert.ok(calls > 0 && calls < 10 * LIMIT, `${calls} calls`);
    });

  it('the sums of a month look up no payment alone', async () => {
    const before = await countCalls('doorstep_received');
    const month = new Date().toISOString().slice(0, 7).replace('-', '');
    const { body } = await service.call(space.tokens.manager, 'GET', `/v1/months/${month}`);
    assert.equal(body.data.month.sums[0].count, ROWS);
    assert.equal((await countCalls('doorstep_received')) - before, 0);
  });
});
