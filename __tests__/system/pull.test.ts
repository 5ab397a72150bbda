import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { getAction } from '@/db/actions';
import { getBundle, getBundleHistory } from '@/db/ledger/bundles';
import { countContacts, getContact } from '@/db/contacts';
import { listMembershipPriceGroups } from '@/db/prices';
import { listPublicTeams } from '@/db/publicTeams';
import { getTransactionSettings } from '@/db/settings';
import { listTransactionStatuses } from '@/db/statuses';
import { getTeam, listTeams } from '@/db/teams';

import { countStored } from '../support/records';
import { bundleOf, runSql, startTestService, type TestService, type TestSpace } from '../server/harness';
import { SimProcess } from '../sim/process';
import { createVirtualClock } from '../sim/virtualClock';
import { openFileEngine, openMemoryEngine, temporaryFile } from '../support/sqlite';
import { startSystemPhone } from './support';

const minutes = (count: number) => count * 60_000;

for (const extensions of [true, false]) {
  describe(`a pull from ${extensions ? 'our service' : 'a service without extensions'}`, () => {
    let service: TestService;

    before(async () => {
      service = await startTestService({ extensions });
    });
    after(() => service.close());

    const writeBundles = async (space: TestSpace, count: number) => {
      const ids: number[] = [];
      for (let number = 0; number < count; number += 1) {
        const contactId = space.contactIds[number % space.contactIds.length];
        const body = bundleOf(space, { contact_id: contactId });
        const response = await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', {
          body,
        });
        ids.push(response.body.data.id);
      }
      await service.untilShown();
      return ids;
    };

    test('downloads everything that the caller may read, and the contacts that bundles refer to', async () => {
      const space = await service.createSpace();
      const ids = await writeBundles(space, 7);
      const phone = await startSystemPhone({ service, space, person: 'manager', engine: openMemoryEngine() });
      await phone.pass(minutes(1));
      const { store, scope } = phone;
      assert.equal(await countStored(store, scope, 'transaction_bundles'), 7);
      assert.equal(await countStored(store, scope, 'users'), 6);
      assert.equal(await countStored(store, scope, 'teams'), 3);
      assert.equal((await listPublicTeams(store, scope)).length, extensions ? 0 : 2);
      assert.equal(await countStored(store, scope, 'actions'), 0);
      assert.equal(await countContacts(store, scope), extensions ? 10 : 7);
      assert.ok((await getContact(store, scope, space.contactIds[0] ?? 0)) !== null);
      assert.ok((await listMembershipPriceGroups(store, scope)).length > 0);
      assert.ok((await listTransactionStatuses(store, scope)).length > 0);
      assert.equal((await getTransactionSettings(store, scope))?.currency?.toLowerCase(), 'eur');
      assert.deepEqual(phone.engine.getStatus().phase, { kind: 'idle' });
      assert.equal(phone.engine.getStatus().problem, null);

      const fetched = phone.engine.fetchBundleHistory(ids[0] ?? 0);
      await phone.pass(1_000);
      assert.equal(await fetched, 'stored');
      assert.ok((await getBundleHistory(store, scope, ids[0] ?? 0)) !== null);
      await phone.engine.stop();
    });

    test('shows the people of teams and actions with their current names and numbers', async () => {
      const space = await service.createSpace();
      const { groupId, userIds, teamId, tokens } = space;
      const { rows } = await runSql(
        service.connectionString,
        `WITH action AS (
           INSERT INTO actions (group_id, name, created_by) VALUES (${groupId}, 'Market', ${userIds.manager}) RETURNING id
         ), people AS (INSERT INTO action_users SELECT ${groupId}, id, ${userIds.newcomer} FROM action)
         INSERT INTO action_teams SELECT ${groupId}, id, ${teamId} FROM action RETURNING action_id AS id`
      );
      await service.untilShown();
      const phone = await startSystemPhone({ service, space, person: 'leader', engine: openMemoryEngine() });
      await phone.pass(minutes(1));
      const { store, scope } = phone;
      const shown = async () => {
        const team = await getTeam(store, scope, `team:${teamId}`);
        const action = (await getAction(store, scope, Number(rows[0]?.id)))?.Action;
        return {
          leaders: team?.team.leaders?.map(({ firstname }) => firstname),
          members: team?.team.users?.map(({ firstname, phone: number }) => [firstname, number]),
          inAction: action?.Users?.map(({ firstname, role }) => [firstname, role]),
          inTeams: action?.Teams?.[0]?.userswithactive?.map(({ mail }) => mail),
          organiser: [action?.created_by_detail?.first_name, action?.created_by_detail?.email],
        };
      };
      const before = await shown();
      assert.deepEqual(before.leaders, ['leader']);
      assert.equal(before.members?.[0]?.[0], 'volunteer');
      assert.deepEqual(
        before.inAction?.map(([name]) => name),
        ['newcomer']
      );
      assert.ok(before.inAction?.[0]?.[1], 'a role');
      assert.deepEqual(before.inTeams, [`leader.${groupId}@example.org`, `volunteer.${groupId}@example.org`]);
      assert.deepEqual(before.organiser, ['manager', `manager.${groupId}@example.org`]);

      await service.call(tokens.volunteer, 'PATCH', `/users/${userIds.volunteer}`, {
        body: { data: { mail: `volunteer.${groupId}@example.org`, phone: '+49 30 999' } },
      });
      await service.untilShown();
      phone.engine.requestRound('button');
      await phone.pass(minutes(1));
      assert.deepEqual((await shown()).members, [['volunteer', '+49 30 999']]);
      await phone.engine.stop();
    });

    test('downloads what changed and what was deleted since the last one', async () => {
      const space = await service.createSpace();
      const [first] = await writeBundles(space, 2);
      const phone = await startSystemPhone({ service, space, person: 'manager', engine: openMemoryEngine() });
      await phone.pass(minutes(1));
      await service.call(space.tokens.manager, 'DELETE', `/teams/${space.teamId}`);
      await service.call(space.tokens.manager, 'PATCH', `/v1/transaction_bundles/${first}`, {
        body: { data: { id: first, donations: [{ amount: 77, currency: 'eur' }] } },
      });
      await writeBundles(space, 1);
      phone.engine.requestRound('button');
      await phone.pass(minutes(1));
      assert.equal(await countStored(phone.store, phone.scope, 'transaction_bundles'), 3);
      assert.deepEqual(
        (await getBundle(phone.store, phone.scope, first ?? 0))?.donations?.map(({ amount }) => amount),
        [77]
      );
      assert.ok((await listTeams(phone.store, phone.scope)).every(({ id }) => id !== space.teamId));
      await phone.engine.stop();
    });

    test('killed at any step, it continues from there and ends with everything', async () => {
      const space = await service.createSpace();
      await writeBundles(space, 5);
      const file = temporaryFile();
      const clock = createVirtualClock();
      for (let steps = 20; steps <= 300; steps += 40) {
        const engine = openFileEngine(file.path, { afterKill: true });
        const simProcess = new SimProcess(() => undefined);
        simProcess.killAfter(steps);
        void startSystemPhone({ service, space, person: 'manager', engine, clock, simProcess }).catch(
          () => undefined
        );
        await clock.runUntil(() => false, minutes(1));
        simProcess.kill();
        await engine.close();
      }
      const engine = openFileEngine(file.path, { afterKill: true });
      const phone = await startSystemPhone({ service, space, person: 'manager', engine, clock });
      await phone.pass(minutes(1));
      assert.equal(await countStored(phone.store, phone.scope, 'transaction_bundles'), 5);
      assert.equal(await countStored(phone.store, phone.scope, 'users'), 6);
      assert.equal(await countStored(phone.store, phone.scope, 'teams'), 3);
      await phone.engine.stop();
      await phone.store.close();
      file.remove();
    });
  });
}

test('with the feed, a pull without changes is one request', async () => {
  const service = await startTestService({ extensions: true });
  const space = await service.createSpace();
  await service.untilShown();
  const phone = await startSystemPhone({ service, space, person: 'manager', engine: openMemoryEngine() });
  await phone.pass(minutes(1));
  const before = phone.requests.length;
  phone.engine.requestRound('button');
  await phone.pass(1_000);
  assert.deepEqual(
    phone.requests.slice(before).map((request) => request.split('?')[0]),
    ['GET /v1/changes']
  );
  await phone.engine.stop();
  await service.close();
});

test('records that a service restored from a backup does not have are deleted on the phone, and all others stay', async () => {
  const service = await startTestService({ extensions: true });
  const space = await service.createSpace();
  const sql = (text: string, values: unknown[] = []) => runSql(service.connectionString, text, values);
  const ids: number[] = [];
  for (let number = 0; number < 3; number += 1) {
    const body = bundleOf(space);
    ids.push(
      (await service.call(space.tokens.manager, 'POST', '/v1/transaction_bundles', { body })).body.data.id
    );
  }
  await service.untilShown();
  const phone = await startSystemPhone({ service, space, person: 'manager', engine: openMemoryEngine() });
  const known = async () => {
    const bundles = await Promise.all(ids.map((id) => getBundle(phone.store, phone.scope, id)));
    return bundles.map((bundle) => bundle !== null);
  };
  await phone.pass(minutes(1));
  assert.deepEqual(await known(), [true, true, true]);

  // The backup is older than the last bundle: it contains nothing of it.
  const last = [ids[2]];
  for (const table of ['bundle_history', 'transactions', 'memberships', 'donations'])
    await sql(`DELETE FROM ${table} WHERE bundle_id = $1`, last);
  await sql('DELETE FROM transaction_bundles WHERE id = $1', last);
  await sql("DELETE FROM change_log WHERE kind = 'transaction_bundle' AND id = $1", last);
  await sql("UPDATE change_epoch SET cluster = 'elsewhere'");
  await (await startTestService({ connectionString: service.connectionString })).close();
  await service.untilShown();

  phone.engine.requestRound('button');
  await phone.pass(minutes(1));
  assert.deepEqual(await known(), [true, true, false]);
  assert.equal(await countStored(phone.store, phone.scope, 'users'), 6);
  await phone.engine.stop();
  await service.close();
});
