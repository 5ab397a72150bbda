import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';

import {
  type TestService,
  type TestSpace,
  bundleOf,
  runSql,
  startTestService,
  untilLockIsWaitedFor,
} from './harness';

let service: TestService;
let space: TestSpace;

before(async () => {
  service = await startTestService();
  space = await service.createSpace();
});
after(() => service.close());

const create = async (token: string, more: Record<string, unknown> = {}) =>
  (await service.call(token, 'POST', '/v1/transaction_bundles', { body: bundleOf(space, more) })).body
    .data as {
    id: number;
    transactions: { id: number }[];
  };
const change = (token: string, id: number, data: Record<string, unknown>) =>
  service.call(token, 'PATCH', `/v1/transaction_bundles/${id}`, { body: { data: { id, ...data } } });
type Entry = { user_id?: number; kind: string };
const history = async (id: number): Promise<Entry[]> =>
  (await service.call(space.tokens.manager, 'GET', `/v1/transaction_bundles/${id}/history`)).body.data;

describe('a bundle', () => {
  it('is changed by its maker until a manager has changed it, and by managers always; history says who', async () => {
    const { tokens, userIds, catalogue } = space;
    const made = await create(tokens.volunteer);
    const [first] = made.transactions;
    const amount = (token: string, value: number) =>
      change(token, made.id, { transactions: [{ id: first?.id, amount: value }] });
    assert.equal((await amount(tokens.volunteer, 2100)).status, 200);
    const stranger = await amount(tokens.newcomer, 1);
    assert.deepEqual([stranger.status, stranger.body.code], [403, 'forbidden']);
    const status = { transactions: [{ id: first?.id, status_id: catalogue.statuses.unpaid }] };
    assert.equal((await change(tokens.manager, made.id, status)).status, 200);
    const late = await amount(tokens.volunteer, 1);
    assert.deepEqual([late.status, late.body.code], [403, 'bundle_managed']);
    const added = await change(tokens.volunteer, made.id, { donations: [{ amount: 1 }] });
    assert.equal(added.body.code, 'bundle_managed');
    assert.equal((await amount(tokens.admin, 2200)).status, 200);
    assert.deepEqual(
      (await history(made.id)).map(({ user_id }) => user_id),
      [userIds.volunteer, userIds.volunteer, userIds.manager, userIds.admin]
    );
    assert.equal((await change(tokens.manager, 999_999, { donations: [{ amount: 1 }] })).status, 404);
  });

  it('that a manager changes meanwhile is no longer changed by its maker, and its history has no such change', async () => {
    const made = await create(space.tokens.volunteer);
    const [first] = made.transactions;
    const manager = new pg.Client({ connectionString: service.connectionString });
    await manager.connect();
    await manager.query('BEGIN');
    await manager.query('UPDATE transaction_bundles SET managed_at = now() WHERE id = $1', [made.id]);
    const changing = change(space.tokens.volunteer, made.id, {
      transactions: [{ id: first?.id, amount: 1 }],
    });
    await untilLockIsWaitedFor(service.connectionString);
    await manager.query('COMMIT');
    await manager.end();
    const { status, body } = await changing;
    assert.deepEqual([status, body.code], [403, 'bundle_managed']);
    assert.equal((await history(made.id)).length, 1);
  });

  it('of a manager stays theirs', async () => {
    const made = await create(space.tokens.manager);
    for (const amount of [1, 2])
      assert.equal((await change(space.tokens.manager, made.id, { donations: [{ amount }] })).status, 200);
  });

  it('is protected by the database itself, and nobody writes the name of another into its history', async () => {
    const made = await create(space.tokens.volunteer);
    const enter = (userId: number) =>
      `SET ROLE doorstep_app; SET doorstep.group_id = ${space.groupId}; SET doorstep.user_id = ${userId};
       SET doorstep.role_type = 'user';`;
    const as = (userId: number, statement: string) =>
      runSql(service.connectionString, `${enter(userId)} ${statement}`);
    const update = `UPDATE transactions SET amount = 1 WHERE bundle_id = ${made.id}`;
    const insert = `INSERT INTO donations (group_id, bundle_id, amount) VALUES (${space.groupId}, ${made.id}, 1)`;
    const { volunteer, newcomer } = space.userIds;
    assert.equal((await as(volunteer, update)).rowCount, 1);
    assert.equal((await as(newcomer, update)).rowCount, 0);
    await assert.rejects(as(newcomer, insert), /row-level security/);
    const entry = `INSERT INTO bundle_history (group_id, bundle_id, kind, target_id, user_id)
      VALUES (${space.groupId}, ${made.id}, 'transaction', 1, ${volunteer})`;
    await assert.rejects(as(newcomer, entry), /permission denied/);
    await assert.rejects(
      as(volunteer, 'UPDATE transaction_bundles SET managed_at = NULL'),
      /permission denied/
    );
  });
});

describe('a bundle is refused', () => {
  const locations = (response: { body: { errors?: { location: string }[] } }) =>
    (response.body.errors ?? []).map(({ location }) => location);
  const at = (field: string) => [`body/data/transactions/0/${field}`];

  it('with an unknown currency, more paid back than the amount, or an impossible year', async () => {
    for (const [more, field] of [
      [{ currency: 'ZZZ' }, 'currency'],
      [{ reimbursed_amount: 2001 }, 'reimbursed_amount'],
      [{ reimbursed_amount: 1500, unpaid_amount: 600 }, 'reimbursed_amount'],
      [{ unpaid_amount: 2001 }, 'unpaid_amount'],
      [{ date: '1000-01-01T00:00:00Z' }, 'date'],
      [{ date: '2500-01-01T00:00:00Z' }, 'date'],
    ] as const) {
      const body = bundleOf(space, more);
      const refused = await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', { body });
      assert.equal(refused.status, 422, field);
      assert.deepEqual(locations(refused), at(field));
      if (field === 'date') continue;
      const made = await create(space.tokens.manager);
      const transactions = [{ id: made.transactions[0]?.id, ...more }];
      assert.deepEqual(locations(await change(space.tokens.manager, made.id, { transactions })), at(field));
    }
    assert.equal((await create(space.tokens.manager, { currency: 'chf' })).transactions.length, 1);
  });

  it('with an archived status, unless it had that status before', async () => {
    const status = space.catalogue.statuses.unpaid;
    const made = await create(space.tokens.manager, { status_id: status });
    await runSql(service.connectionString, 'UPDATE transaction_statuses SET archived = true WHERE id = $1', [
      status,
    ]);
    const body = bundleOf(space, { status_id: status });
    const refused = await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', { body });
    assert.deepEqual(locations(refused), at('status_id'));
    const [first] = made.transactions;
    const kept = { transactions: [{ id: first?.id, status_id: status, comment: 'kept' }] };
    assert.equal((await change(space.tokens.manager, made.id, kept)).status, 200);
    const other = await create(space.tokens.manager);
    const given = { transactions: [{ id: other.transactions[0]?.id, status_id: status }] };
    assert.deepEqual(locations(await change(space.tokens.manager, other.id, given)), at('status_id'));
  });
});

describe('the token of a gift that one does not see', () => {
  it('is refused with a reason, and tells nothing of the gift', async () => {
    space = await service.createSpace({ visibility: 'assigned' });
    const { tokens } = space;
    for (const token of [{ delivery_token: 'seen-by-its-maker' }, { external_transaction_id: 4711 }]) {
      const { id } = await create(tokens.volunteer, token);
      const body = bundleOf(space, token);
      const refused = await service.call(tokens.newcomer, 'POST', '/v1/transaction_bundles', { body });
      assert.deepEqual([refused.status, refused.body.code], [422, 'key_reused']);
      assert.equal(refused.text.includes(`"id":${id}`), false);
      const replaces = { 'idempotency-key': `new-${id}`, 'doorstep-replaces': 'seen-by-its-maker' };
      const { text } = await service.call(tokens.newcomer, 'POST', '/v1/transaction_bundles', {
        body,
        headers: replaces,
      });
      assert.equal(text.includes(`"id":${id}`), false);
    }
  });
});
