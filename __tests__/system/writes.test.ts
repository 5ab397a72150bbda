import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { getBundleByMarker } from '@/db/ledger/markers';
import type { NewOutboxRow } from '@/db/outbox/outbox';
import { getTeam } from '@/db/teams';
import { entityOf } from '@/domain/entity';

import { countStored } from '../support/records';
import { startTestService, type TestService, type TestSpace } from '../server/harness';
import { openMemoryEngine } from '../support/sqlite';
import { donation, startSystemPhone, type SystemPhone } from './support';

const minutes = (count: number) => count * 60_000;
const rowId = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function row(
  number: number,
  kind: NewOutboxRow['kind'],
  entity: string,
  body: object,
  base?: unknown
): NewOutboxRow {
  return { id: rowId(number), kind, entity, body: JSON.stringify(body), bodyVersion: 1, base };
}

for (const extensions of [true, false]) {
  describe(`every write of the interface, at ${extensions ? 'our service' : 'a service without extensions'}`, () => {
    let service: TestService;
    let space: TestSpace;
    let phone: SystemPhone;

    before(async () => {
      service = await startTestService({ extensions });
      space = await service.createSpace();
      await service.untilShown();
      phone = await startSystemPhone({ service, space, person: 'admin', engine: openMemoryEngine() });
      await phone.pass(minutes(1));
    });
    after(async () => {
      await phone.engine.stop();
      await service.close();
    });

    const send = async (given: NewOutboxRow) => {
      await phone.save(given);
      await phone.pass(5_000);
    };
    const pull = async () => {
      await service.untilShown();
      phone.engine.requestRound('button');
      await phone.pass(minutes(1));
    };
    const get = async (path: string) => (await service.call(space.tokens.admin, 'GET', path)).body.data;

    test('a bundle is shown while it waits, sent, confirmed by a pull, and then deleted from the outbox', async () => {
      await send(donation(space, 1));
      assert.deepEqual(await phone.states(), ['acked']);
      await pull();
      assert.deepEqual(await phone.states(), []);
      assert.equal(await countStored(phone.store, phone.scope, 'transaction_bundles'), 1);
    });

    test('an update adds to a bundle that was captured with it', async () => {
      await phone.save(donation(space, 2));
      const entity = entityOf('bundle', donation(space, 2).id);
      await send(
        row(2, 'bundle_update', entity, { data: { id: 0, donations: [{ amount: 5, currency: 'eur' }] } })
      );
      await pull();
      assert.deepEqual(await phone.states(), []);
      const markers = { id: donation(space, 2).id, externalTransactionId: null };
      const bundle = await getBundleByMarker(phone.store, phone.scope, markers);
      assert.deepEqual(
        bundle?.donations?.map(({ amount }) => amount),
        [1_002, 5]
      );
    });

    test('a team is created, edited before it was sent, and deleted', async () => {
      const users = [{ id: space.userIds.volunteer }];
      const create = row(3, 'team_create', entityOf('team', rowId(3)), {
        data: { team: { name: 'New', users } },
      });
      await phone.save(create);
      const edited = { id: 0, name: 'Newer', users: [], leaders: users };
      await send(
        row(4, 'team_edit', entityOf('team', rowId(3)), { data: { team: edited } }, { name: 'New', users })
      );
      const teams: { id: number; name: string; users: unknown[] }[] = (await get('/teams')).teams;
      const made = teams.filter(({ name }) => name.startsWith('New'));
      assert.deepEqual(
        made.map(({ name, users: members }) => [name, members]),
        [['Newer', []]]
      );
      const id = made[0]?.id ?? 0;
      await send(row(5, 'team_delete', entityOf('team', id), {}));
      assert.ok((await get('/teams')).teams.every((each: { id: number }) => each.id !== id));
    });

    test('a profile and a role are changed, and people invited', async () => {
      const { newcomer } = space.userIds;
      const mail = `newcomer.${space.groupId}@example.org`;
      await send(row(6, 'user_update', entityOf('user', newcomer), { data: { mail, city: 'Lyon' } }));
      await send(
        row(7, 'role_change', entityOf('user', newcomer), {
          data: { user_id: newcomer, role_id: space.roles.manager },
        })
      );
      await send(
        row(8, 'invitation', entityOf('invitation', rowId(8)), {
          data: { invitations: [{ email: 'x@example.org' }] },
        })
      );
      const { User } = await get(`/users/${newcomer}`);
      assert.equal(User.city, 'Lyon');
      assert.equal(User.role_data.type, 'manager');
      assert.ok((await phone.states()).every((state) => state === 'acked'));
    });

    test('two people edit a team: both changes survive, and a conflict in one field becomes a question', async () => {
      const entity = entityOf('team', space.teamId);
      const view = await getTeam(phone.store, phone.scope, entity);
      assert.ok(view);
      const base = { ...view.team, id: space.teamId };
      const people = { leaders: [{ id: space.userIds.leader }], users: [{ id: space.userIds.volunteer }] };
      const theirs = { ...base, ...people, description: 'Theirs' };
      await service.call(space.tokens.manager, 'PATCH', '/teams', { body: { data: { team: theirs } } });

      await send(row(9, 'team_edit', entity, { data: { team: { ...base, ...people, name: 'Mine' } } }, base));
      const { team } = await get(`/teams/${space.teamId}`);
      assert.deepEqual([team.name, team.description], ['Mine', 'Theirs']);

      await send(
        row(10, 'team_edit', entity, { data: { team: { ...base, ...people, description: 'Mine' } } }, base)
      );
      const question = (await phone.rows()).find(({ id }) => id === rowId(10));
      assert.equal(question?.state, 'needs_person');
      assert.ok(
        question?.problem?.kind === 'question' && question.problem.question.kind === 'field_conflict'
      );
      assert.deepEqual(
        question.problem.question.conflicts.map(({ field, mine, theirs: other }) => [field, mine, other]),
        [['description', 'Mine', 'Theirs']]
      );
    });
  });
}
