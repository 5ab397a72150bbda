import { router } from 'expo-router';
import { View } from 'react-native';

import { personName } from '@/domain/team';
import { PendingPill } from '@/features/shared/PendingNote';
import { useIsChosen } from '@/features/shared/useIsChosen';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';
import { createStyles } from '@/ui/theme';
import { radius, target } from '@/ui/tokens';

import { type TeamLine } from '../arrange';

/** A team in the list: its name, how many, who leads it, and whether it is private or not yet sent. */
export function TeamRow({ line }: { line: TeamLine }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const isChosen = useIsChosen(`/teams/${line.id}`);
  const leaders = line.people.filter((person) => person.isLeader).map(personName);
  const details = [
    line.isPrivate && t('teams.private'),
    !line.areMembersHidden && t('teams.people', { count: line.people.length }),
    leaders.length > 0 && t('teams.ledBy', { names: format.list(leaders.slice(0, 2)) }),
  ];
  return (
    <ListRow
      leading={
        <View style={styles.tile}>
          <Icon name={line.isPrivate ? 'lock' : 'people'} tone="onPrimaryQuiet" />
        </View>
      }
      title={line.name || t('common.unnamed')}
      selected={isChosen}
      detail={details.filter(Boolean).join(' · ')}
      trailing={line.pending.length > 0 ? <PendingPill rows={line.pending} /> : undefined}
      onPress={() => router.push({ pathname: '/teams/[id]', params: { id: line.id } })}
    />
  );
}

const useStyles = createStyles(({ colors }) => ({
  tile: {
    width: target.small,
    height: target.small,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: radius.round,
    backgroundColor: colors.primaryQuiet,
  },
}));
