import { getFact } from '@/db/facts';
import { type Runtime } from '@/features/shared/runtime';
import { tableQuery, type Source } from '@/queries/query';

export const holdingQueries = {
  /** The actions that the person chose; null for everyone. */
  chosen: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['holding', scope.id, 'chosen'],
      tables: ['facts'],
      queryFn: () => getFact(store, scope, 'held_actions'),
    }),
  /** How many contacts each action has, at the service. */
  sizes: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['holding', scope.id, 'sizes'],
      tables: [],
      staleTime: 0,
      queryFn: () => online.read({ endpoint: 'listActionSizes' }),
    }),
};
