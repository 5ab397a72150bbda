import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import pg from 'pg';

import { getBundle } from '@/db/ledger/bundles';
import { getBundleView, listPendingBundles } from '@/db/outbox/pendingBundles';
import { getUserView } from '@/db/outbox/pendingUsers';
import { getTeam } from '@/db/teams';
import { entityOf } from '@/domain/entity';

import { bundleOf, runSql, startTestService, type TestService, type TestSpace } from '../server/harness';
import { openMemoryEngine } from '../support/sqlite';
import { amountsIn, donation, startSystemPhone, type SystemPhone } from './support';

describe('an acknowledged row, at our service', () => {
  let service: TestService;
  let space: TestSpace;
  let phone: SystemPhone;
  let transaction: pg.Client;
  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
  const round = async () => {
    phone.engine.requestRound('button');
    await phone.pass(5_000);
  };

  before(async () => {
    service = await startTestService({ extensions: true });
    space = await service.createSpace();
    phone = await startSystemPhone({ service, space, person: 'admin', engine: openMemoryEngine() });
    transaction = new pg.Client({ connectionString: service.connectionString });
    await transaction.connect();
  });
  after(async () => {
    await phone.engine.stop();
    await transaction.end();
    await service.close();
  });

  /** Another transaction that writes in the space: the feed ends before its number until it is committed. */
  const holdFeed = async () => {
    await transaction.query('BEGIN');
    await transaction.query('SELECT doorstep_number($1)', [space.groupId]);
  };
  const releaseFeed = () => transaction.query('COMMIT');

  test('does not vanish from the screen while another transaction holds the feed back', async () => {
    const response = await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', {
      body: bundleOf(space),
    });
    const id: number = response.body.data.id;
    await service.untilShown();
    await round();
    const { store, scope } = phone;
    const base = await getBundle(store, scope, id);
    const team = await getTeam(store, scope, entityOf('team', space.teamId));
    assert.ok(base && team);
    const volunteer = space.userIds.newcomer;
    const before = (await getBundleView(store, scope, entityOf('bundle', id)))?.bundle.donations.length ?? 0;

    await holdFeed();
    const rowOf = (number: number) => `00000000-0000-4000-8000-00000000010${number}`;
    await phone.save({
      id: rowOf(1),
      kind: 'bundle_update',
      entity: entityOf('bundle', id),
      body: JSON.stringify({ data: { id, donations: [{ amount: 77, currency: 'eur' }] } }),
      bodyVersion: 1,
      base,
    });
    await phone.save({
      id: rowOf(2),
      kind: 'user_update',
      entity: entityOf('user', volunteer),
      body: JSON.stringify({ data: { mail: `newcomer.${space.groupId}@example.org`, city: 'Lyon' } }),
      bodyVersion: 1,
    });
    await phone.save({
      id: rowOf(3),
      kind: 'team_delete',
      entity: entityOf('team', space.teamId),
      body: '',
      bodyVersion: 1,
    });
    const shown = async () => [
      (await getBundleView(store, scope, entityOf('bundle', id)))?.bundle.donations.length,
      (await getUserView(store, scope, volunteer))?.user.city,
      (await getTeam(store, scope, entityOf('team', space.teamId)))?.isLeaving ?? true,
    ];
    const expected = [before + 1, 'Lyon', true];
    for (let pulls = 0; pulls < 3; pulls += 1) {
      await round();
      assert.deepEqual(await phone.states(), ['acked', 'acked', 'acked']);
      assert.deepEqual(await shown(), expected);
    }
    await releaseFeed();
    await service.untilShown();
    await round();
    assert.deepEqual(await phone.states(), []);
    assert.deepEqual(await shown(), expected);
  });

  test('a team edit that the service has already stays on the screen while the feed is held back', async () => {
    let isLost = false;
    const other = await startSystemPhone({
      service,
      space,
      person: 'admin',
      engine: openMemoryEngine(),
      // The service stores the edit, and its response is lost.
      interfere: async ({ method, path }, pass) => {
        const response = await pass();
        if (method !== 'PATCH' || path !== '/teams' || isLost) return response;
        isLost = true;
        throw new TypeError('network request failed');
      },
    });
    const { store, scope } = other;
    const entity = entityOf('team', space.privateTeamId);
    await service.untilShown();
    await other.pass(5_000);
    const { team } = (await getTeam(store, scope, entity)) ?? assert.fail('the team is not on the phone');
    await holdFeed();
    const base = { ...team, id: space.privateTeamId };
    const ids = (people: readonly { id: number }[] = []) => people.map(({ id }) => ({ id }));
    const mine = { ...base, leaders: ids(team.leaders), users: ids(team.users), name: 'Renamed' };
    await other.save({
      id: '00000000-0000-4000-8000-000000000201',
      kind: 'team_edit',
      entity,
      body: JSON.stringify({ data: { team: mine } }),
      bodyVersion: 1,
      base,
    });
    for (let pulls = 0; pulls < 4; pulls += 1) {
      await other.pass(60_000);
      other.engine.requestRound('button');
      await other.pass(5_000);
      assert.equal((await getTeam(store, scope, entity))?.team.name, 'Renamed');
    }
    assert.ok(isLost);
    assert.deepEqual(await other.states(), ['acked']);
    await releaseFeed();
    await service.untilShown();
    other.engine.requestRound('button');
    await other.pass(5_000);
    assert.deepEqual(await other.states(), []);
    assert.equal((await getTeam(store, scope, entity))?.team.name, 'Renamed');
    await other.engine.stop();
  });

  test('is sent again to a service that was restored without it, and stored once', async () => {
    await holdFeed();
    await phone.save(donation(space, 7));
    await round();
    const [row] = await phone.rows();
    assert.equal(row?.state, 'acked');
    assert.ok(row?.position);
    await releaseFeed();

    // The backup is older than the bundle, and another bundle gets its number.
    const lost = [row.serverId];
    for (const table of ['bundle_history', 'transactions', 'memberships', 'donations'])
      await sql(`DELETE FROM ${table} WHERE bundle_id = $1`, lost);
    await sql('DELETE FROM transaction_bundles WHERE id = $1', lost);
    await sql("DELETE FROM change_log WHERE kind = 'transaction_bundle' AND id = $1", lost);
    await sql('DELETE FROM idempotency_keys WHERE key = $1', [row.id]);
    await sql("UPDATE change_epoch SET cluster = 'elsewhere'");
    await (await startTestService({ connectionString: service.connectionString })).close();
    assert.ok(!(await amountsIn(service, space)).includes(1_007));

    await service.untilShown();
    await round();
    assert.equal((await listPendingBundles(phone.store, phone.scope)).length, 1);
    await round();
    await service.untilShown();
    await round();
    assert.deepEqual(await phone.states(), []);
    assert.equal((await amountsIn(service, space)).filter((amount) => amount === 1_007).length, 1);
  });
});
