import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { type Invitation } from '@/contract/invitation';
import { invitedPrefix, listFacts } from '@/db/facts';
import { isOpen, listOutbox, type OpenRow } from '@/db/outbox/outbox';
import { listRoles } from '@/db/roles';
import { listKnownMails, listRolesInUse } from '@/db/users';
import { type Runtime } from '@/features/shared/runtime';

type Source = Pick<Runtime, 'store' | 'scope'>;

/** Invitations on their way, and what the service answered to those that arrived. */
export type SentInvitations = {
  waiting: { row: OpenRow; count: number }[];
  answered: { key: string; invitations: Pick<Invitation, AnsweredField>[] }[];
};

type AnsweredField = 'email' | 'user_id' | 'role' | 'role_id' | 'last_sent' | 'created_at' | 'mobile_phone';

function countIn(row: OpenRow): number {
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
        const rows = (await listOutbox(store, scope))
          .filter(isOpen)
          .filter(({ kind, state }) => kind === 'invitation' && state !== 'acked' && state !== 'replaced');
        return rows.map((row): SentInvitations['waiting'][number] => ({ row, count: countIn(row) }));
      },
    }),
  answered: ({ store, scope }: Source) =>
    queryOptions({
      queryKey: ['facts', scope.id, 'invitations'],
      queryFn: async () => {
        const facts = await listFacts<SentInvitations['answered'][number]['invitations']>(
          store,
          scope,
          invitedPrefix
        );
        return facts
          .map(({ key, value }) => ({ key, invitations: value }))
          .sort((one, other) => sentAt(other.invitations) - sentAt(one.invitations));
      },
    }),
};

function sentAt(invitations: readonly Pick<Invitation, 'last_sent' | 'created_at'>[]): number {
  const [first] = invitations;
  return Date.parse(first?.last_sent ?? first?.created_at ?? '') || 0;
}
