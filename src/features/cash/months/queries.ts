import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

type Online = Pick<Runtime, 'scope' | 'online'>;

/** Fetched each time: another treasurer may have closed the month. */
const fetched = { tables: [], staleTime: 0, gcTime: 0 };

/** All queries of months: a step changes the list too. */
export const monthsKey = ({ scope }: Pick<Runtime, 'scope'>) => ['months', scope.id];

export const monthQueries = {
  list: ({ scope, online }: Online) =>
    tableQuery({
      ...fetched,
      queryKey: ['months', scope.id, 'list'],
      queryFn: () => online.read({ endpoint: 'listMonths' }),
    }),
  one: ({ scope, online }: Online, id: number) =>
    tableQuery({
      ...fetched,
      queryKey: ['months', scope.id, 'one', id],
      queryFn: () => online.read({ endpoint: 'getMonth', params: { id } }),
    }),
};
