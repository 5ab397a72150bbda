import { type ReactNode } from 'react';
import { View } from 'react-native';

import { personName, type TeamPerson } from '@/domain/team';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { ListRow } from '@/ui/ListRow';
import { space } from '@/ui/tokens';

import { ReachButtons, type ReachWay } from './ReachButtons';

interface RosterRowProps {
  person: TeamPerson;
  /** Who holds the phone: they are told apart, and have no need to call themselves. */
  userId: number;
  ways: readonly ReachWay[];
  /** A control at the end of the line, such as a tick. */
  control?: (name: string) => ReactNode;
  /** A further word about the person, in place of what is missing. */
  note?: string;
  last?: boolean;
}

/** Somebody of a team, one tap away. */
export function RosterRow({ person, userId, ways, control, note, last = false }: RosterRowProps) {
  const { t } = useI18n();
  const name = personName(person);
  const isMe = person.id === userId;
  const details = [
    person.isLeader && t('common.person.leader'),
    isMe && t('common.person.you'),
    note ?? (person.phone || isMe ? undefined : t('common.person.noPhone')),
  ];
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name || t('common.unnamed')}
      detail={details.filter(Boolean).join(' · ')}
      last={last}
      trailing={
        <View style={{ flexDirection: 'row', gap: space.s, paddingVertical: space.s }}>
          {!isMe && <ReachButtons phone={person.phone} mail={person.mail} ways={ways} whom={name} />}
          {control?.(name)}
        </View>
      }
    />
  );
}
