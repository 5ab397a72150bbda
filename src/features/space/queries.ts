import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const spaceSettingsQueries = {
  settings: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['spaceSettings', scope.id],
      tables: [],
      queryFn: () => online.read({ endpoint: 'getSpace' }),
      // Fetched each time: another admin may have changed them.
      staleTime: 0,
      gcTime: 0,
    }),
};
