import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

type Online = Pick<Runtime, 'scope' | 'online'>;

/** The most records of one request; older batches are found by their number in the ledger. */
export const mostListed = 1_000;

/** Fetched each time: another treasurer may have taken the next step. */
const fetched = { tables: [], staleTime: 0, gcTime: 0 };

/** All queries of batches: a step changes the list too. */
export const batchesKey = ({ scope }: Pick<Runtime, 'scope'>) => ['batches', scope.id];

export const batchQueries = {
  list: ({ scope, online }: Online) =>
    tableQuery({
      ...fetched,
      queryKey: ['batches', scope.id, 'list'],
      queryFn: () => online.read({ endpoint: 'listBatches', query: { limit: mostListed } }),
    }),
  batchable: ({ scope, online }: Online) =>
    tableQuery({
      ...fetched,
      queryKey: ['batches', scope.id, 'batchable'],
      queryFn: () => online.read({ endpoint: 'listBatchable', query: { limit: mostListed } }),
    }),
  one: ({ scope, online }: Online, id: number) =>
    tableQuery({
      ...fetched,
      queryKey: ['batches', scope.id, 'one', id],
      queryFn: () => online.read({ endpoint: 'getBatch', params: { id } }),
    }),
};
