import { keepPreviousData } from '@tanstack/react-query';

import { type DuplicatePair } from '@/contract/contactMerge';
import { PAGE_MAXIMUM } from '@/contract/primitives';
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
  /** The first pairs, in as few requests as the service allows. */
  list: ({ scope, online }: Parts, limit: number) =>
    tableQuery({
      queryKey: ['duplicates', scope.id, 'list', limit],
      tables: [],
      queryFn: async () => {
        const pairs: DuplicatePair[] = [];
        for (let offset = 0; ; offset += PAGE_MAXIMUM) {
          const size = Math.min(limit - offset, PAGE_MAXIMUM);
          const page = await online.read({ endpoint: 'listDuplicates', query: { limit: size, offset } });
          if (page.kind !== 'read') return page;
          const { good, total } = page.value;
          pairs.push(...good);
          if (offset + size >= Math.min(limit, total ?? limit))
            return { kind: 'read' as const, pairs, total };
        }
      },
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
