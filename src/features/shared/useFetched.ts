import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useIsFocused } from 'expo-router';

import { type tableQuery } from '@/queries/query';

/**
 * A query of what only the service has, fetched again each time the screen is in front. A tab stays mounted: what was
 * ticked, filtered and scrolled there stays.
 */
export function useFetched<Data>(query: ReturnType<typeof tableQuery<Data>>): UseQueryResult<Data> {
  return useQuery({ ...query, enabled: useIsFocused() });
}
