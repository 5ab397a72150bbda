import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { getTeam } from '@/db/teams';
import { searchUsers } from '@/db/users';
import { entityOf } from '@/domain/entity';
import { type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `teams` and `people`, as those of the lists they choose from. */
export const teamEditQueries = {
  /** By the service's number, or by the id of the row that will make the team. */
  team: ({ store, scope }: Source, id: string) =>
    queryOptions({
      queryKey: ['teams', scope.id, 'edit', id],
      queryFn: () => getTeam(store, scope, entityOf('team', id)),
    }),
  people: ({ store, scope }: Source, words: string) =>
    queryOptions({
      queryKey: ['people', scope.id, 'pick', words],
      queryFn: () => searchUsers(store, scope, words),
      placeholderData: keepPreviousData,
      gcTime: 30_000,
    }),
};
