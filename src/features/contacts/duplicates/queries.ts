import { keepPreviousData } from '@tanstack/react-query';

import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

type Parts = Pick<Runtime, 'scope' | 'online'>;

export const duplicateQueries = {
  /** How many pairs of contacts may be one person; null while the service cannot tell. */
  count: ({ scope, online }: Parts) =>
    tableQuery({
      queryKey: ['duplicates', scope.id, 'count'],
      tables: [],
      queryFn: async () => {
        const result = await online.read({ endpoint: 'listDuplicates', query: { limit: 1, offset: 0 } });
        return result.kind === 'read' ? (result.value.total ?? null) : null;
      },
      // The service compares all contacts for it.
      staleTime: 5 * 60_000,
    }),
  list: ({ scope, online }: Parts, limit: number) =>
    tableQuery({
      queryKey: ['duplicates', scope.id, 'list', limit],
      tables: [],
      queryFn: () => online.read({ endpoint: 'listDuplicates', query: { limit, offset: 0 } }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
    }),
  /** Both contacts as the service has them now. */
  pair: ({ scope, online }: Parts, oneId: number, otherId: number) =>
    tableQuery({
      queryKey: ['duplicates', scope.id, 'pair', oneId, otherId],
      tables: [],
      queryFn: async () => {
        const one = await online.read({ endpoint: 'getContact', params: { id: oneId } });
        if (one.kind !== 'read') return one;
        const other = await online.read({ endpoint: 'getContact', params: { id: otherId } });
        if (other.kind !== 'read') return other;
        return { kind: 'read' as const, one: one.value, other: other.value };
      },
      staleTime: 0,
      gcTime: 0,
    }),
};
