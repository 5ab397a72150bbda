import { type ReactNode } from 'react';
import { View } from 'react-native';

import { personName, type TeamPerson } from '@/domain/team';
import { ReachButtons, type ReachWay } from './ReachButtons';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { ListRow } from '@/ui/ListRow';
import { space } from '@/ui/tokens';

interface RosterProps {
  people: readonly TeamPerson[];
  userId: number;
  ways: readonly ReachWay[];
  /** A control at the end of each line, such as a tick. */
  control?: (person: TeamPerson, name: string) => ReactNode;
  /** A further word about somebody. */
  note?: (person: TeamPerson) => string | undefined;
}

/** The people of a team, leaders first, each one tap away. */
export function Roster({ people, userId, ways, control, note }: RosterProps) {
  const { t } = useI18n();
  return people.map((person, place) => {
    const name = personName(person);
    const details = [
      person.isLeader && t('common.person.leader'),
      person.id === userId && t('common.person.you'),
      note?.(person) ?? (person.phone ? undefined : t('common.person.noPhone')),
    ];
    return (
      <ListRow
        key={person.id}
        leading={<Avatar name={name} />}
        title={name || t('common.unnamed')}
        detail={details.filter(Boolean).join(' · ')}
        last={place === people.length - 1}
        trailing={
          <View style={{ flexDirection: 'row', gap: space.s, paddingVertical: space.s }}>
            <ReachButtons phone={person.phone} mail={person.mail} ways={ways} whom={name} />
            {control?.(person, name)}
          </View>
        }
      />
    );
  });
}
