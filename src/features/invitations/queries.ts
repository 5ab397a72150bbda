import { type Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

export const invitationListQueries = {
  /** The invitations of all organisers, from the service: other phones send and withdraw them too. */
  list: ({ scope, online }: Pick<Runtime, 'scope' | 'online'>) =>
    tableQuery({
      queryKey: ['invitations', scope.id, 'list'],
      tables: [],
      queryFn: async () => {
        const result = await online.read({ endpoint: 'listInvitations' });
        return result.kind === 'read' ? { kind: 'listed' as const, invitations: result.value.good } : result;
      },
      staleTime: 0,
      gcTime: 0,
    }),
};
