import { queryOptions } from '@tanstack/react-query';

import { getAction, listActions } from '@/db/actions';
import { type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Keys begin with `actions`, which a change of the actions and of the teams makes stale. */
export const actionQueries = {
  list: ({ store, scope }: Source) =>
    queryOptions({ queryKey: ['actions', scope.id, 'list'], queryFn: () => listActions(store, scope) }),
  one: ({ store, scope }: Source, id: number) =>
    queryOptions({ queryKey: ['actions', scope.id, 'one', id], queryFn: () => getAction(store, scope, id) }),
};
