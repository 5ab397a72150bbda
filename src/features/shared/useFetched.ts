import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useIsFocused } from 'expo-router';

/**
 * A query of what only the service has, fetched again each time the screen is in front. A tab stays mounted: what was
 * ticked, filtered and scrolled there stays.
 */
export function useFetched<Data>(query: UseQueryOptions<Data>): UseQueryResult<Data> {
  return useQuery({ ...query, enabled: useIsFocused() });
}
