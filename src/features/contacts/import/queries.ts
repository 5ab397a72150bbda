import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const contactImportQueries = {
  /** The imports of all managers, from the service. */
  list: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['contactImports', scope.id, 'list'],
      tables: [],
      queryFn: async () => {
        const result = await online.read({ endpoint: 'listContactImports' });
        return result.kind === 'read' ? { kind: 'listed' as const, imports: result.value.good } : result;
      },
      staleTime: 0,
      gcTime: 0,
    }),
};
