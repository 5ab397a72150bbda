import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const deviceQueries = {
  list: ({ scope, session }: Pick<Runtime, 'scope' | 'session'>) =>
    tableQuery({
      queryKey: ['devices', scope.id],
      tables: [],
      queryFn: () => session.devices.list(),
      // The service is asked each time: yesterday's list would hide today's thief.
      staleTime: 0,
      gcTime: 0,
    }),
};
