import { getAction, listActions } from '@/db/actions';

import { tableQuery, type Source } from './query';

export const actionQueries = {
  list: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['actions', scope.id, 'list'],
      tables: ['actions'],
      queryFn: () => listActions(store, scope),
    }),
  one: ({ store, scope }: Source, id: number) =>
    tableQuery({
      queryKey: ['actions', scope.id, 'one', id],
      tables: ['actions', 'users'],
      queryFn: () => store.read((reader) => getAction(reader, scope, id)),
    }),
};
