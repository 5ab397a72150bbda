import { View } from 'react-native';

import { isReference, personName, type TeamPerson } from '@/domain/team';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { ListRow } from '@/ui/ListRow';
import { space } from '@/ui/tokens';

import { ContactButtons, type ContactMethod } from './ContactButtons';

interface MemberRowProps {
  person: TeamPerson;
  /** The person with this phone: marked, and without contact buttons. */
  userId: number;
  ways: readonly ContactMethod[];
  last?: boolean;
}

/** A member of a team, with contact buttons. */
export function MemberRow({ person, userId, ways, last = false }: MemberRowProps) {
  const { t } = useI18n();
  const name = personName(person);
  const isMe = person.id === userId;
  // The service shows an id without a name: the person is in none of the teams and actions of this one.
  const isHidden = !isMe && isReference(person);
  const details = [
    person.isLeader && t('common.person.leader'),
    isMe && t('common.person.you'),
    !person.phone && !isMe && !isHidden && t('common.person.noPhone'),
  ];
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name || t(isHidden ? 'common.person.notShared' : 'common.unnamed')}
      detail={details.filter(Boolean).join(' · ')}
      last={last}
      trailing={
        <View style={{ flexDirection: 'row', gap: space.s, paddingVertical: space.s }}>
          {!isMe && <ContactButtons phone={person.phone} mail={person.mail} ways={ways} whom={name} />}
        </View>
      }
    />
  );
}
