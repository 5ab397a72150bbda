import { type Team } from '@/contract/team';
import { getOutboxRow } from '@/db/outbox/outbox';
import { applyTeams, getTeam, listTeams } from '@/db/teams';
import { applyUsers } from '@/db/users';

import { capture, openTestStore, save } from '../harness';
import { acknowledge } from './outboxRows';

describe('teams of this phone, on top of downloaded ones', () => {
  const north: Team = {
    id: 1,
    name: 'North',
    description: 'as it was',
    private: false,
    leaders: [{ id: 5, firstname: 'Eva' }],
    users: [{ id: 5, firstname: 'Eva' }],
  };
  const edit = (mine: object, base: Team = north) =>
    capture({
      kind: 'team_edit',
      entity: 'team:1',
      base,
      body: JSON.stringify({ data: { team: { ...mine, id: 1 } } }),
    });
  const references = (team: Team) => ({
    ...team,
    leaders: (team.leaders ?? []).map(({ id }) => ({ id })),
    users: (team.users ?? []).map(({ id }) => ({ id })),
  });

  test('an edit shows the fields that the person changed, on top of the state on the service', async () => {
    const { store, scope } = await openTestStore();
    await store.write(async (tx) => {
      await applyTeams(tx, scope, [north]);
      await applyUsers(tx, scope, [{ id: 6, firstname: 'Ana', surname: 'Ruiz', mail: 'ana@post.example' }]);
    });
    await save(
      store,
      scope,
      edit({ ...references(north), name: 'North End', users: [{ id: 5 }, { id: 6 }] })
    );
    await store.write((tx) => applyTeams(tx, scope, [{ ...north, description: 'changed by somebody else' }]));
    const view = await getTeam(store, scope, 'team:1');
    expect(view).toMatchObject({
      id: 1,
      isLeaving: false,
      team: { name: 'North End', description: 'changed by somebody else' },
    });
    expect(view?.team.users).toEqual([
      { id: 5, firstname: 'Eva' },
      { id: 6, firstname: 'Ana', surname: 'Ruiz', mail: 'ana@post.example' },
    ]);
    expect(view?.pending).toHaveLength(1);
    expect(await listTeams(store, scope)).toEqual([view]);
  });

  test('a team that is only on this phone is in the list by its name, and once after a pull', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyTeams(tx, scope, [north, { ...north, id: 2, name: 'Zoo' }]));
    await save(
      store,
      scope,
      capture({
        id: 'made',
        kind: 'team_create',
        entity: 'team:made',
        body: JSON.stringify({ data: { team: { name: 'South', leaders: [{ id: 5 }] } } }),
      })
    );
    expect((await listTeams(store, scope)).map(({ entity, team }) => [entity, team.name])).toEqual([
      ['team:1', 'North'],
      ['team:made', 'South'],
      ['team:2', 'Zoo'],
    ]);
    expect(await getTeam(store, scope, 'team:made')).toMatchObject({
      id: null,
      team: { leaders: [{ id: 5 }] },
    });
    await acknowledge(store, scope, 3);
    await store.write((tx) => applyTeams(tx, scope, [{ ...north, id: 3, name: 'South' }]));
    expect((await listTeams(store, scope)).map(({ entity }) => entity)).toEqual([
      'team:1',
      'team:3',
      'team:2',
    ]);
  });

  test('an edit of a team that got its number, and is not downloaded yet, is addressed to the number and shown', async () => {
    const { store, scope } = await openTestStore();
    const created = { name: 'South', description: 'as created' };
    const body = (team: object) => JSON.stringify({ data: { team } });
    await save(
      store,
      scope,
      capture({ id: 'made', kind: 'team_create', entity: 'team:made', body: body(created) })
    );
    await acknowledge(store, scope, 3);
    // The form was opened before the acknowledgement.
    const edit = { id: 'edit', kind: 'team_edit', entity: 'team:made', base: { ...created, id: 0 } } as const;
    await save(store, scope, capture({ ...edit, body: body({ ...created, name: 'South End' }) }));
    expect(await getOutboxRow(store, scope, 'edit')).toMatchObject({ entity: 'team:3' });
    for (const entity of ['team:made', 'team:3'])
      expect(await getTeam(store, scope, entity)).toMatchObject({ team: { ...created, name: 'South End' } });
    expect((await listTeams(store, scope)).map(({ team }) => team.name)).toEqual(['South End']);
  });

  test('a team with an unsent deletion is marked; one that does not exist is null', async () => {
    const { store, scope } = await openTestStore();
    await store.write((tx) => applyTeams(tx, scope, [north]));
    await save(store, scope, capture({ kind: 'team_delete', entity: 'team:1', body: '' }));
    expect((await getTeam(store, scope, 'team:1'))?.isLeaving).toBe(true);
    expect(await getTeam(store, scope, 'team:99')).toBeNull();
  });
});
