// Offline: complete, and only here. A roll call stays on this phone until a person shares it as text. Check-ins arrive with signal.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { type RollCall } from '@/db/rollCalls';
import { currentRollCall } from '@/domain/rollCall';
import { Loaded } from '@/features/shared/Loaded';
import { TextMissing } from '@/features/shared/TextMissing';
import { useShare } from '@/features/shared/useShare';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension } from '@/features/shared/useExtension';
import { useLiveBoard } from '@/features/shared/useLiveBoard';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { teamQueries } from '@/queries/teams';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { AttendeeRow } from './components/AttendeeRow';
import { GuestDialog } from './components/GuestDialog';
import { addGuest, removeGuest, savePresence, startRollCall } from './mutations';
import { leftSince, writeRollCall } from './rollCallText';
import { useTeam, type ShownTeam } from './useTeam';

/** The leader marks who is present. */
export function RollCallScreen() {
  const { t } = useI18n();
  const { id, query } = useTeam();
  const back = useBack({ pathname: '/teams/[id]', params: { id } });
  const shown = query.data;
  if (shown && shown.id !== null) return <RollCallLoader shown={shown} teamId={shown.id} back={back} />;
  return (
    <Screen title={t('teams.rollCall')} back={back} body="list">
      <Loaded query={query} inList>
        {() => <EmptyState icon="people" title={t('teams.empty.gone')} text={t('teams.empty.goneText')} />}
      </Loaded>
    </Screen>
  );
}

interface TeamProps {
  shown: ShownTeam;
  teamId: number;
  back: ReturnType<typeof useBack>;
}

function RollCallLoader(props: TeamProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(teamQueries.rollCalls(runtime, props.teamId));
  if (query.data !== undefined) return <RollCallList {...props} rollCalls={query.data} />;
  return (
    <Screen
      title={props.shown.team.name || t('teams.rollCall')}
      below={t('teams.rollCall')}
      back={props.back}
      body="list"
    >
      <Loaded query={query} inList>
        {() => null}
      </Loaded>
    </Screen>
  );
}

function RollCallList({ shown, teamId, back, rollCalls }: TeamProps & { rollCalls: readonly RollCall[] }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const share = useShare();
  const toast = useToast();
  const [isAddingGuest, setAddingGuest] = useState(false);
  const { people, team } = shown;
  const isLeader = usePermissions().canEditTeam(team) && shown.isOwn;
  const { data: onPhone = new Map() } = useQuery(teamQueries.rollCallPeople(runtime, teamId));
  useLiveBoard(teamId, useExtension('board') && isLeader);
  const now = runtime.now();
  const current = currentRollCall(rollCalls, now);
  const since = new Map(current?.present.map(({ userId, at }) => [userId, at]));
  const guests = current?.guests ?? [];
  const earlier = rollCalls.filter((rollCall) => rollCall.id !== current?.id);

  const save = (work: Promise<void>) =>
    void work.then(runtime.device.vibrateSuccess, () =>
      toast({ tone: 'person', icon: 'warning', title: t('rollCall.failed') })
    );
  const leftOf = (rollCall: RollCall) => leftSince(t, rollCall, people, onPhone);
  const writeText = (rollCall: RollCall) =>
    writeRollCall(t, format, { team: team.name ?? '', people, rollCall, left: leftOf(rollCall) });

  const countOf = (rollCall: RollCall | null) => {
    const counted = t('rollCall.here', {
      here: format.number(rollCall?.present.length ?? 0),
      all: format.number(people.length + (rollCall === null ? 0 : leftOf(rollCall).length)),
    });
    const extra = rollCall?.guests?.length ?? 0;
    return extra === 0 ? counted : `${counted} · ${t('rollCall.guests', { count: extra })}`;
  };

  // Scrolls with the list: on a small phone with large text the buttons would leave no room for it.
  const header = (
    <View style={styles.row}>
      {isLeader && (
        <Button
          icon="people"
          label={t('checkIn.code.title')}
          onPress={() => router.push({ pathname: '/teams/[id]/check-in-code', params: { id: teamId } })}
        />
      )}
      <Button
        kind="secondary"
        icon="share"
        label={t('common.share')}
        onPress={() => void share(writeText(current ?? { id: '', teamId, startedAt: now, present: [] }))}
      />
      <TextMissing missing={people.filter(({ id }) => !since.has(id))} />
    </View>
  );
  const footer = (
    <View style={styles.footer}>
      {current !== null &&
        leftOf(current).map(({ id, label, at }) => (
          <ListRow key={id} title={label} detail={t('rollCall.tickedAt', { time: format.time(at) })} />
        ))}
      {guests.map(({ id, name, at }) => (
        <ListRow
          key={id}
          title={name}
          detail={`${t('rollCall.guest')} · ${t('rollCall.tickedAt', { time: format.time(at) })}`}
          trailing={
            <Button
              kind="quiet"
              label={t('rollCall.removeGuest')}
              hint={name}
              onPress={() => save(removeGuest(runtime, { teamId, id }))}
            />
          }
        />
      ))}
      <View style={styles.row}>
        <Button
          kind="secondary"
          icon="plus"
          label={t('rollCall.addGuest')}
          onPress={() => setAddingGuest(true)}
        />
        {current !== null && (
          <Button
            kind="secondary"
            icon="refresh"
            label={t('rollCall.startAgain')}
            onPress={() => save(startRollCall(runtime, teamId))}
          />
        )}
      </View>
      {earlier.length > 0 && (
        <View>
          <SectionHeader title={t('rollCall.earlier')} />
          {earlier.map((rollCall) => (
            <ListRow
              key={rollCall.id}
              title={format.since(rollCall.startedAt, now)}
              detail={countOf(rollCall)}
              trailing={
                <Button
                  kind="quiet"
                  label={t('common.share')}
                  onPress={() => void share(writeText(rollCall))}
                />
              }
            />
          ))}
        </View>
      )}
    </View>
  );
  return (
    <Screen
      title={team.name || t('teams.rollCall')}
      below={t('teams.rollCall')}
      back={back}
      body="list"
      // Pinned, and as tall before the first tick as after it: no row moves under the finger.
      fixed={
        <View aria-live="polite">
          <Text variant="section">{countOf(current)}</Text>
          <Text variant="note" tone="quiet">
            {current === null
              ? t('rollCall.notStarted')
              : t('rollCall.startedAt', { time: format.since(current.startedAt, now) })}
          </Text>
        </View>
      }
    >
      <List
        items={people}
        keyExtractor={(person) => String(person.id)}
        extraData={current}
        header={header}
        footer={footer}
        renderItem={(person, place) => (
          <AttendeeRow
            person={person}
            at={since.get(person.id)}
            last={place === people.length - 1}
            onChange={(isPresent) => save(savePresence(runtime, { teamId, userId: person.id, isPresent }))}
          />
        )}
      />
      {isAddingGuest && (
        <GuestDialog
          onClose={() => setAddingGuest(false)}
          onAdd={(name) => {
            setAddingGuest(false);
            save(addGuest(runtime, { teamId, name }));
          }}
        />
      )}
    </Screen>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  footer: { paddingVertical: space.l, gap: space.m },
}));
