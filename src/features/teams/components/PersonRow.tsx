import { router } from 'expo-router';
import { View } from 'react-native';

import { ContactButtons } from '@/features/shared/ContactButtons';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { ListRow } from '@/ui/ListRow';
import { space } from '@/ui/tokens';

import { type PersonInTeams } from '../arrange';

/** A person found in the teams: opens their team, with contact buttons. */
export function PersonRow({ found, isMe }: { found: PersonInTeams; isMe: boolean }) {
  const { t } = useI18n();
  const { person, name, teams } = found;
  const [first] = teams;
  const detail = [isMe && t('common.person.you'), ...teams.map((team) => team.name)]
    .filter(Boolean)
    .join(' · ');
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name || t('common.unnamed')}
      detail={detail}
      onPress={
        first === undefined
          ? undefined
          : () => router.push({ pathname: '/teams/[id]', params: { id: first.id } })
      }
      trailing={
        isMe ? undefined : (
          <View style={{ flexDirection: 'row', gap: space.s }}>
            <ContactButtons
              phone={person.phone}
              mail={person.mail}
              ways={['call', 'text', 'mail']}
              whom={name}
            />
          </View>
        )
      }
    />
  );
}
