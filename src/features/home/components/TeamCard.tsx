import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import { isCheckedIn } from '@/domain/checkIn';
import { peopleOf, personName } from '@/domain/team';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { boardQueries } from '@/queries/board';
import { teamQueries } from '@/queries/teams';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PressableView } from '@/ui/PressableView';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space, target } from '@/ui/tokens';

import { myTeam } from '../today';

/** My team, with its leader one tap away. */
export function TeamCard() {
  const { t } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { data } = useQuery(teamQueries.own(runtime));
  const hasBoard = useExtension('board');
  const { data: checkedIn } = useQuery(boardQueries.checkIn(runtime));
  const { userId } = runtime.scope;
  const view = data === undefined ? null : myTeam(data.teams, userId);
  if (data === undefined || view === null) return null;

  const last = checkedIn?.checkIn ?? null;
  const isHere = last !== null && last.teamId === view.id && isCheckedIn(last.at, runtime.now());
  const people = peopleOf(view.team, data.viewer);
  const leader = people.find((person) => person.isLeader && person.id !== userId);
  const isMine = people.some((person) => person.isLeader && person.id === userId);
  const led = isMine
    ? t('home.team.youLead')
    : leader !== undefined && t('home.team.ledBy', { name: personName(leader) });
  return (
    <Card row>
      <PressableView
        style={styles.words}
        onPress={() =>
          router.push({ pathname: '/teams/[id]', params: { id: view.entity.slice('team:'.length) } })
        }
      >
        <Text variant="section">{view.team.name || t('common.unnamed')}</Text>
        <Text variant="note" tone="quiet">
          {[t('home.team.people', { count: people.length }), led].filter(Boolean).join(' · ')}
        </Text>
      </PressableView>
      {isMine && hasBoard && view.id !== null && (
        <Button
          kind="secondary"
          icon="chart"
          label={t('board.title')}
          onPress={() => router.push({ pathname: '/teams/[id]/board', params: { id: String(view.id) } })}
        />
      )}
      {isMine && view.id !== null && (
        <Button
          kind="secondary"
          icon="check"
          label={t('teams.rollCall')}
          onPress={() => router.push({ pathname: '/teams/[id]/roll-call', params: { id: String(view.id) } })}
        />
      )}
      {!isMine && !isHere && (
        <Button
          kind="secondary"
          icon="check"
          label={t('teams.checkIn')}
          onPress={() => router.push('/check-in')}
        />
      )}
      {leader !== undefined && (
        <View style={styles.buttons}>
          <ContactButtons
            phone={leader.phone}
            mail={leader.mail}
            ways={['call', 'text']}
            whom={personName(leader)}
          />
        </View>
      )}
    </Card>
  );
}

const useStyles = createStyles(({ fontScale }) => ({
  words: {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: 140 * fontScale,
    minHeight: target.small,
    justifyContent: 'center',
    gap: 1,
  },
  buttons: { flexDirection: 'row', gap: space.m },
}));
