import { queryOptions } from '@tanstack/react-query';

import { getPublicTeam, listPublicTeams } from '@/db/publicTeams';
import { listRollCalls } from '@/db/rollCalls';
import { getTeam, listTeams } from '@/db/teams';
import { entityOf } from '@/domain/entity';
import { type Runtime } from '@/features/shared/runtime';
import { getViewer } from '@/features/shared/viewer';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `teams`, which teams, public teams, people and the outbox make stale; ticks have their own. */
export const teamQueries = {
  list: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['teams', scope.id, 'list'],
      queryFn: async () => ({
        teams: await listTeams(store, scope),
        publicTeams: await listPublicTeams(store, scope),
        viewer: await getViewer({ store, scope }),
      }),
    }),
  /** By the service's number, or by the id of the record that will make the team. */
  one: ({ store, scope }: Source, id: string) =>
    queryOptions({
      queryKey: ['teams', scope.id, 'one', id],
      queryFn: async () => ({
        own: await getTeam(store, scope, entityOf('team', id)),
        open: /^\d+$/.test(id) ? await getPublicTeam(store, scope, Number(id)) : null,
        viewer: await getViewer({ store, scope }),
      }),
    }),
  rollCalls: ({ store, scope }: Source, teamId: number) =>
    queryOptions({
      queryKey: ['rollCalls', scope.id, teamId],
      queryFn: () => listRollCalls(store, scope, teamId),
    }),
};
