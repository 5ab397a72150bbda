import { QueryClient } from '@tanstack/react-query';

/** Queries read SQLite: they never wait for a network, and only a committed change makes one run again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A list that was left stays in memory, so that Back returns to the same place at once.
        gcTime: 10 * 60_000,
      },
    },
  });
}
