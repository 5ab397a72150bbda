// Offline: complete, and only here. A roll call stays on this phone until a person shares it as text.
import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import { type RollCall } from '@/db/rollCalls';
import { currentRollCall } from '@/domain/rollCall';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { teamQueries } from '@/queries/teams';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Checkbox } from '@/ui/Checkbox';
import { useToast } from '@/ui/Toast';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { savePresence, startRollCall } from './mutations';
import { MemberRow } from '@/features/shared/MemberRow';
import { writeRollCall } from './shareTexts';
import { useShare } from './useShare';
import { useTeam, type ShownTeam } from './useTeam';

/** The leader marks who is present. */
export function RollCallScreen() {
  const { t } = useI18n();
  const { id, query } = useTeam();
  const back = useBack({ pathname: '/teams/[id]', params: { id } });
  return (
    <Screen
      title={query.data?.team.name || t('teams.rollCall.button')}
      below={t('teams.rollCall.button')}
      back={back}
      body="list"
    >
      <Loaded query={query} inList>
        {(shown) =>
          shown === null || shown.id === null ? (
            <EmptyState icon="people" title={t('teams.empty.gone')} text={t('teams.empty.goneText')} />
          ) : (
            <RollCallLoader shown={shown} teamId={shown.id} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function RollCallLoader({ shown, teamId }: { shown: ShownTeam; teamId: number }) {
  const runtime = useRuntime();
  const query = useQuery(teamQueries.rollCalls(runtime, teamId));
  return (
    <Loaded query={query} inList>
      {(rollCalls) => <RollCallList shown={shown} teamId={teamId} rollCalls={rollCalls} />}
    </Loaded>
  );
}

interface RollCallListProps {
  shown: ShownTeam;
  teamId: number;
  rollCalls: readonly RollCall[];
}

function RollCallList({ shown, teamId, rollCalls }: RollCallListProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const share = useShare();
  const toast = useToast();
  const { people, team } = shown;
  const now = runtime.now();
  const current = currentRollCall(rollCalls, now);
  const since = new Map(current?.present.map(({ userId, at }) => [userId, at]));
  const here = people.filter((person) => since.has(person.id)).length;
  const earlier = rollCalls.filter((rollCall) => rollCall.id !== current?.id);

  const save = (work: Promise<void>) =>
    void work.then(runtime.device.vibrateSuccess, () =>
      toast({ tone: 'person', icon: 'warning', title: t('teams.rollCall.failed') })
    );
  const writeText = (rollCall: RollCall) =>
    writeRollCall(t, format, { team: team.name ?? '', people, rollCall, now });

  const words = (rollCall: RollCall) =>
    t('teams.rollCall.here', {
      here: format.number(rollCall === current ? here : rollCall.present.length),
      all: format.number(people.length),
    });
  const shareButton = (rollCall: RollCall, kind: 'secondary' | 'quiet') => (
    <Button
      kind={kind}
      icon={kind === 'secondary' ? 'share' : undefined}
      label={t('common.share')}
      onPress={() => void share(writeText(rollCall))}
    />
  );

  const header = (
    <View style={styles.parts}>
      {current !== null && (
        <View style={styles.row}>
          {shareButton(current, 'secondary')}
          <Button
            kind="secondary"
            icon="refresh"
            label={t('teams.rollCall.startAgain')}
            onPress={() => save(startRollCall(runtime, teamId))}
          />
        </View>
      )}
      {current === null ? (
        <Banner
          tone="waiting"
          icon="people"
          title={t('teams.rollCall.notStarted')}
          text={t('teams.rollCall.notStartedText')}
        />
      ) : (
        <Banner
          tone="done"
          icon="check"
          live
          title={words(current)}
          text={t('teams.rollCall.startedAt', { time: format.since(current.startedAt, now) })}
        />
      )}
    </View>
  );
  const footer = earlier.length > 0 && (
    <View style={styles.footer}>
      <SectionHeader title={t('teams.rollCall.earlier')} />
      {earlier.map((rollCall) => (
        <ListRow
          key={rollCall.id}
          title={format.since(rollCall.startedAt, now)}
          detail={words(rollCall)}
          trailing={shareButton(rollCall, 'quiet')}
        />
      ))}
    </View>
  );
  return (
    <List
      items={people}
      keyExtractor={(person) => String(person.id)}
      extraData={current}
      header={header}
      footer={footer === false ? undefined : footer}
      renderItem={(person, place) => {
        const at = since.get(person.id);
        return (
          <MemberRow
            person={person}
            userId={runtime.scope.userId}
            ways={['call']}
            note={at === undefined ? undefined : t('teams.rollCall.tickedAt', { time: format.time(at) })}
            last={place === people.length - 1}
            control={(name) => (
              <Checkbox
                label={t('teams.rollCall.tick', { name })}
                checked={at !== undefined}
                onChange={(isPresent) =>
                  save(savePresence(runtime, { teamId, userId: person.id, isPresent }))
                }
              />
            )}
          />
        );
      }}
    />
  );
}

const useStyles = createStyles(() => ({
  parts: { gap: space.m, paddingBottom: space.s },
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  footer: { paddingVertical: space.xl },
}));
