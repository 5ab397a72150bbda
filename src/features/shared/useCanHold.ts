import { useQuery } from '@tanstack/react-query';

import { seesEveryone } from '@/domain/buckets';
import { bucketQueries } from '@/queries/buckets';

import { useRuntime } from './runtime';
import { useExtension } from './useExtension';

/** Whether the person may choose which people this phone holds: those who see everyone in the space. */
export function useCanHold(): boolean {
  const runtime = useRuntime();
  const { data: buckets = null } = useQuery(bucketQueries.current(runtime));
  return useExtension('holding') && buckets !== null && seesEveryone(buckets);
}
