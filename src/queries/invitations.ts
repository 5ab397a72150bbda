import { type Invitation } from '@/contract/invitation';
import { invitedPrefix, listFacts } from '@/db/facts';
import { isOpen, listOutbox, type OpenRow } from '@/db/outbox/outbox';

import { tableQuery, type Source } from './query';

/** Invitations that are not sent yet, and what the service answered to those that arrived. */
export type SentInvitations = {
  waiting: { row: OpenRow; count: number }[];
  answered: { key: string; invitations: Pick<Invitation, AnsweredField>[] }[];
};

type AnsweredField = 'email' | 'user_id' | 'role' | 'role_id' | 'last_sent' | 'created_at' | 'mobile_phone';

export const invitationQueries = {
  waiting: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['invitations', scope.id, 'waiting'],
      tables: ['outbox'],
      queryFn: async () => {
        const rows = (await listOutbox(store, scope))
          .filter(isOpen)
          .filter(({ kind, state }) => kind === 'invitation' && state !== 'acked' && state !== 'replaced');
        return rows.map((row): SentInvitations['waiting'][number] => ({ row, count: countIn(row) }));
      },
    }),
  /** The newest first. */
  answered: ({ store, scope }: Source) =>
    tableQuery({
      queryKey: ['invitations', scope.id, 'answered'],
      tables: ['facts'],
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

function countIn(row: OpenRow): number {
  const { data }: { data: { invitations: unknown[] } } = JSON.parse(row.body);
  return data.invitations.length;
}

function sentAt(invitations: readonly Pick<Invitation, 'last_sent' | 'created_at'>[]): number {
  const [first] = invitations;
  return Date.parse(first?.last_sent ?? first?.created_at ?? '') || 0;
}
