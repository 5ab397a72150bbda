import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { listInvitationAnswers, type InvitationAnswer } from '@/db/invitationAnswers';
import { listOutbox, type OutboxRow } from '@/db/outbox/outbox';
import { listRoles } from '@/db/roles';
import { listKnownMails, listRolesInUse } from '@/db/users';
import { type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Invitations on their way, and what the service answered to those that arrived. */
export type SentInvitations = {
  waiting: { row: OutboxRow; count: number }[];
  answered: InvitationAnswer[];
};

function countIn(row: OutboxRow): number {
  const { data }: { data: { invitations: unknown[] } } = JSON.parse(row.body);
  return data.invitations.length;
}

/** Keys begin with `people` and `facts`, by what they read. */
export const invitationQueries = {
  roles: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['people', scope.id, 'roles'],
      queryFn: () =>
        store.read(async (reader) => {
          const roles = await listRoles(reader, scope);
          return roles.length > 0 ? roles : listRolesInUse(reader, scope);
        }),
    }),
  known: ({ store, scope }: Source, addresses: readonly string[]) =>
    queryOptions({
      queryKey: ['people', scope.id, 'knownMails', addresses],
      queryFn: () => listKnownMails(store, scope, addresses),
      placeholderData: keepPreviousData,
      gcTime: 10_000,
    }),
  waiting: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['outbox', scope.id, 'invitations'],
      queryFn: async () => {
        const rows = (await listOutbox(store, scope)).filter(
          ({ kind, state }) => kind === 'invitation' && state !== 'acked' && state !== 'replaced'
        );
        return rows.map((row): SentInvitations['waiting'][number] => ({ row, count: countIn(row) }));
      },
    }),
  answered: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['facts', scope.id, 'invitations'],
      queryFn: () => listInvitationAnswers(store, scope),
    }),
};
