import { getFact } from '@/db/facts';
import { listTeams } from '@/db/teams';
import { hasMember } from '@/domain/team';

import { tableQuery, type Source } from './query';

export const boardQueries = {
  /** The board of a team as the service showed it last; null before the first time. */
  ofTeam: ({ store, scope }: Source, teamId: number) =>
    tableQuery({
      queryKey: ['board', scope.id, teamId],
      tables: ['facts'],
      queryFn: () => getFact(store, scope, 'board', String(teamId)),
    }),
  /** Where the person checked in last, and the teams that they are in. */
  checkIn: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['board', scope.id, 'checkIn'],
      tables: ['facts', 'teams', 'users', 'outbox'],
      queryFn: () =>
        store.read(async (reader) => ({
          checkIn: await getFact(reader, scope, 'check_in'),
          teams: (await listTeams(reader, scope)).filter(({ team }) => hasMember(team, scope.userId)),
        })),
    }),
};
