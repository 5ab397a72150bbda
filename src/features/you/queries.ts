import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const deviceQueries = {
  list: ({ scope, session }: Pick<Runtime, 'scope' | 'session'>) =>
    tableQuery({
      queryKey: ['devices', scope.id],
      tables: [],
      queryFn: () => session.devices.list(),
      // Fetched each time: an old list would hide the device of a thief.
      staleTime: 0,
      gcTime: 0,
    }),
  secondStep: ({ scope, session }: Pick<Runtime, 'scope' | 'session'>) =>
    tableQuery({
      queryKey: ['devices', scope.id, 'secondStep'],
      tables: [],
      queryFn: () => session.devices.secondStep(),
      // The page that changes it is outside of the app.
      staleTime: 0,
      gcTime: 0,
    }),
};
