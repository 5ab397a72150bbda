import { getFact } from '@/db/facts';

import { tableQuery, type Source } from './query';

export const boardQueries = {
  /** The board of a team as the service showed it last; null before the first time. */
  ofTeam: ({ store, scope }: Source, teamId: number) =>
    tableQuery({
      queryKey: ['board', scope.id, teamId],
      tables: ['facts'],
      queryFn: () => getFact(store, scope, 'board', String(teamId)),
    }),
};
