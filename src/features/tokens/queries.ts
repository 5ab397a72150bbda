import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const tokenQueries = {
  list: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['tokens', scope.id],
      tables: [],
      queryFn: () => online.read({ endpoint: 'listTokens' }),
      // Fetched each time: an old list would hide a token that somebody else created.
      staleTime: 0,
      gcTime: 0,
    }),
};
