import { listUsersByIds } from '@/db/users';
import { type Runtime } from '@/features/shared/runtime';
import { tableQuery, type Source } from '@/queries/query';

import { contactName } from '../mutations';

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
  /** The names of those who imported, as far as this phone has them. */
  importers: ({ store, scope }: Source, ids: readonly number[]) =>
    tableQuery({
      queryKey: ['contactImports', scope.id, 'importers', ...ids],
      tables: ['users'],
      queryFn: async () => {
        const users = await listUsersByIds(store, scope, ids);
        return new Map([...users].map(([id, user]) => [id, contactName(user)]));
      },
    }),
};
