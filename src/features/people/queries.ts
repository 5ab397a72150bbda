import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const memberQueries = {
  /** The suspended and removed people. Fetched each time: only the service has them. */
  away: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['members', scope.id, 'away'],
      tables: [],
      queryFn: async () => {
        const result = await online.read({ endpoint: 'listMembersAway' });
        return result.kind === 'read' ? { kind: 'listed' as const, members: result.value.good } : result;
      },
      staleTime: 0,
      gcTime: 0,
    }),
};
