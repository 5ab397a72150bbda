import { queryOptions } from '@tanstack/react-query';

import { listActions } from '@/db/actions';
import { countOutbox } from '@/db/outbox/outbox';
import { getTransactionSettings } from '@/db/settings';
import { listTeams } from '@/db/teams';
import { getUser } from '@/db/users';
import { listDayRecords } from '@/db/dayTotals';
import { type Runtime } from '@/features/shared/runtime';
import { getSpace } from '@/features/shared/space';
import { getViewer } from '@/features/shared/viewer';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `home`; what is kept as a fact begins with `facts`. */
export const homeQueries = {
  actions: ({ store, scope }: Source) =>
    queryOptions({ queryKey: ['home', scope.id, 'actions'], queryFn: () => listActions(store, scope) }),
  teams: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['home', scope.id, 'teams'],
      queryFn: async () => ({
        teams: await listTeams(store, scope),
        viewer: await getViewer({ store, scope }),
      }),
    }),
  me: ({ store, scope }: Source) =>
    queryOptions({ queryKey: ['home', scope.id, 'me'], queryFn: () => getUser(store, scope, scope.userId) }),
  outbox: ({ store, scope }: Source) =>
    queryOptions({ queryKey: ['home', scope.id, 'outbox'], queryFn: () => countOutbox(store, scope) }),
  currency: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['home', scope.id, 'currency'],
      queryFn: async () => (await getTransactionSettings(store, scope))?.currency ?? null,
    }),
  space: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['facts', scope.id, 'space'],
      queryFn: async () => (await getSpace(store, scope))?.name ?? null,
    }),
  dayRecords: ({ store, scope }: Source, day: string) =>
    queryOptions({
      queryKey: ['facts', scope.id, 'dayRecords', day],
      queryFn: () => listDayRecords(store, scope, day),
    }),
};
