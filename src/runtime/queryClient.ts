import { QueryClient } from '@tanstack/react-query';

/** Queries read SQLite: they need no network, and only a committed change invalidates them. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A list stays in memory, so that Back restores its scroll position.
        gcTime: 10 * 60_000,
      },
    },
  });
}
