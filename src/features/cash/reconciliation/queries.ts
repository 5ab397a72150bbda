import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

import { queryOf, type ReconciliationChoice } from './choice';

export const reconciliationQueries = {
  /** Fetched each time: only the service has everybody's cash. */
  of: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>, choice: ReconciliationChoice) =>
    tableQuery({
      tables: [],
      staleTime: 0,
      gcTime: 0,
      queryKey: ['reconciliation', scope.id, choice],
      queryFn: () => online.read({ endpoint: 'getReconciliation', query: queryOf(choice) }),
    }),
};
