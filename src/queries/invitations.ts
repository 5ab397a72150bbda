import { listInvitationResults } from '@/db/invitationResults';
import { listOutbox, type OutboxRow } from '@/db/outbox/outbox';
import { unsentStates } from '@/domain/outbox';

import { tableQuery, type Source } from './query';

export const invitationQueries = {
  /** Invitations that are not sent yet. */
  waiting: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['invitations', scope.id, 'waiting'],
      tables: ['outbox'],
      queryFn: async () => {
        const rows = (await listOutbox(store, scope)).filter(
          ({ kind, state }) => kind === 'invitation' && unsentStates.includes(state)
        );
        return rows.map((row) => ({ row, count: countIn(row) }));
      },
    }),
  /** The responses of the service, the newest first. */
  answered: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['invitations', scope.id, 'answered'],
      tables: ['invitation_results'],
      queryFn: () => listInvitationResults(store, scope),
    }),
};

function countIn(row: OutboxRow): number {
  const { data }: { data: { invitations: unknown[] } } = JSON.parse(row.body);
  return data.invitations.length;
}
