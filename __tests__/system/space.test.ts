import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { listTeams } from '@/db/teams';

import { startTestService, type TestService, type TestSpace } from '../server/harness';
import { openMemoryEngine } from '../support/sqlite';
import { amountsIn, donation, startSystemPhone, type SystemPhone } from './support';

const minutes = (count: number) => count * 60_000;

for (const extensions of [true, false]) {
  describe(`a person who chooses another space on another device, at ${extensions ? 'our service' : 'a plain service'}`, () => {
    let service: TestService;
    let one: TestSpace;
    let two: TestSpace;
    let phone: SystemPhone;

    /** As the other device does it, with its own token. */
    const choose = async (space: TestSpace) => {
      const token = await service.createTokenFor(one.userIds.volunteer);
      const body = {
        data: {
          mail: `volunteer.${one.groupId}@example.org`,
          selected_group_id: [space.groupId],
          UpdateToken: true,
        },
      };
      const { status } = await service.call(token, 'PATCH', `/users/${one.userIds.volunteer}`, { body });
      assert.equal(status, 200);
    };

    before(async () => {
      service = await startTestService({ extensions });
      one = await service.createSpace();
      two = await service.createSpace();
      await service.database.asOwner(({ $client: client }) =>
        client.query(
          `INSERT INTO space_users (group_id, user_id, role_id, sort_key)
           SELECT $1, user_id, $2, sort_key FROM space_users WHERE group_id = $3 AND user_id = $4`,
          [two.groupId, two.roles.user, one.groupId, one.userIds.volunteer]
        )
      );
      await service.untilShown();
      phone = await startSystemPhone({
        service,
        space: one,
        person: 'volunteer',
        engine: openMemoryEngine(),
      });
      await phone.save(donation(one, 1));
      await phone.pass(minutes(1));
      assert.deepEqual(await amountsIn(service, one), [1_001]);
    });
    after(async () => {
      await phone.engine.stop();
      await service.close();
    });

    test('sends nothing of one space to the other', async () => {
      await choose(two);
      await phone.save(donation(one, 2));
      phone.engine.requestRound('button');
      await phone.pass(minutes(5));
      assert.deepEqual(await amountsIn(service, two), []);
      if (extensions) {
        assert.deepEqual(await amountsIn(service, one), [1_001, 1_002]);
      } else {
        assert.deepEqual(await phone.states(), ['queued']);
        assert.equal(phone.engine.getStatus().problem, 'other_space');
      }
    });

    test('downloads nothing of the other space into the cache', async () => {
      const teams = await listTeams(phone.store, phone.scope);
      assert.ok(teams.length > 0);
      assert.ok(!teams.some(({ id }) => id === two.teamId));
    });

    test('sends everything once, after choosing the first space again', async () => {
      await choose(one);
      phone.engine.requestRound('button');
      await phone.pass(minutes(5));
      assert.deepEqual(await amountsIn(service, one), [1_001, 1_002]);
      assert.deepEqual(await amountsIn(service, two), []);
      assert.equal(phone.engine.getStatus().problem, null);
    });
  });
}
