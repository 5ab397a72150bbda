import { getPublicTeam, listPublicTeams } from '@/db/publicTeams';
import { listRollCalls } from '@/db/rollCalls';
import { getTeam, listTeams } from '@/db/teams';
import { listUsersByIds } from '@/db/users';
import { entityOf } from '@/domain/entity';

import { tableQuery, type Source } from './query';
import { getViewer } from './viewer';

export const teamQueries = {
  /** The teams that the user may see, and the user. */
  own: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['teams', scope.id, 'own'],
      tables: ['teams', 'users', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          teams: await listTeams(reader, scope),
          viewer: await getViewer(reader, scope),
        })),
    }),
  /** Those and the public teams of the space. */
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['teams', scope.id, 'list'],
      tables: ['teams', 'public_teams', 'users', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          teams: await listTeams(reader, scope),
          publicTeams: await listPublicTeams(reader, scope),
          viewer: await getViewer(reader, scope),
        })),
    }),
  /** By the service's number, or by the id of the outbox row that creates the team. */
  one: ({ store, scope }: Source, id: string) =>
    tableQuery({
      queryKey: ['teams', scope.id, 'one', id],
      tables: ['teams', 'public_teams', 'users', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          own: await getTeam(reader, scope, entityOf('team', id)),
          open: /^\d+$/.test(id) ? await getPublicTeam(reader, scope, Number(id)) : null,
          viewer: await getViewer(reader, scope),
        })),
    }),
  rollCalls: ({ store, scope }: Source, teamId: number) =>
    tableQuery({
      queryKey: ['teams', scope.id, 'rollCalls', teamId],
      tables: ['roll_calls'],
      queryFn: () => listRollCalls(store, scope, teamId),
    }),
  /** Who was present in the roll calls of a team and is still on this phone: some may have left the team. */
  rollCallPeople: ({ store, scope }: Source, teamId: number) =>
    tableQuery({
      queryKey: ['teams', scope.id, 'rollCallPeople', teamId],
      tables: ['roll_calls', 'users'],
      queryFn: () =>
        store.read(async (reader) => {
          const rollCalls = await listRollCalls(reader, scope, teamId);
          return listUsersByIds(
            reader,
            scope,
            rollCalls.flatMap(({ present }) => present.map(({ userId }) => userId))
          );
        }),
    }),
};
