import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { View } from 'react-native';

import { type InvitationResult } from '@/db/invitationResults';
import { PendingPill } from '@/features/shared/PendingNote';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { invitationQueries } from '@/queries/invitations';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { StatePill } from '@/ui/State';

/** The invitations of this phone: unsent ones, and the result for each address. */
export function SentList() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: waiting = [] } = useQuery(invitationQueries.waiting(runtime));
  const { data: answered = [] } = useQuery(invitationQueries.answered(runtime));
  if (waiting.length + answered.length === 0) return null;
  return (
    <View>
      <SectionHeader title={t('invitations.sent.title')} />
      {waiting.map(({ row, count }) => (
        <ListRow
          key={row.id}
          title={t('invitations.sent.waiting', { count, number: format.number(count) })}
          detail={row.who ?? undefined}
          trailing={<PendingPill rows={[row]} />}
        />
      ))}
      {answered.map((answer) => (
        <Answer key={answer.rowId} answer={answer} />
      ))}
    </View>
  );
}

function Answer({ answer: { invitations } }: { answer: InvitationResult }) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const [isOpen, setOpen] = useState(invitations.length <= 3);
  const added = invitations.filter(({ user_id: userId }) => userId !== undefined).length;
  const at = invitations[0]?.last_sent ?? invitations[0]?.created_at;
  return (
    <>
      <ListRow
        title={t('invitations.sent.arrived', {
          count: invitations.length,
          number: format.number(invitations.length),
        })}
        detail={[
          t('invitations.sent.count', {
            added: format.number(added),
            invited: format.number(invitations.length - added),
          }),
          at === undefined ? '' : t('invitations.sent.at', { time: format.since(at, now()) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      />
      {isOpen &&
        invitations.map(({ email = '', role, user_id: userId, mobile_phone: phone }) => {
          const kind = userId === undefined ? 'invited' : 'added';
          return (
            <ListRow
              key={email}
              title={email}
              detail={[t(`invitations.sent.${kind}Detail`), role?.name, phone].filter(Boolean).join(' · ')}
              trailing={
                <StatePill
                  tone={kind === 'added' ? 'done' : 'moving'}
                  label={t(`invitations.sent.${kind}`)}
                />
              }
            />
          );
        })}
    </>
  );
}
