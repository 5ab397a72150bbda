// Offline: the board as the service showed it last, with its age.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { countsByPerson, totalsOf, type PersonCounts } from '@/domain/board';
import { isBlindCount } from '@/domain/cash/cash';
import { dayOf } from '@/domain/day';
import { currentRollCall } from '@/domain/rollCall';
import { isLedBy, peopleOf, type TeamPerson } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { OfferedCash } from '@/features/shared/OfferedCash';
import { TextMissing } from '@/features/shared/TextMissing';
import { durationWords } from '@/features/shared/duration';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension, useLacksExtension } from '@/features/shared/useExtension';
import { useLiveBoard, useNow } from '@/features/shared/useLiveBoard';
import { useI18n } from '@/i18n/I18nProvider';
import { boardQueries } from '@/queries/board';
import { catalogueQueries } from '@/queries/catalogue';
import { teamQueries } from '@/queries/teams';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { List } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { PersonRow } from './PersonRow';
import { countFacts } from './labels';

/** What the people of a team did today, for their leaders and for managers. */
export function BoardScreen() {
  const { t } = useI18n();
  const { id = '' } = useLocalSearchParams<{ id: string }>();
  const back = useBack({ pathname: '/teams/[id]', params: { id } });
  const runtime = useRuntime();
  const hasBoard = useExtension('board');
  const isMissing = useLacksExtension('board');
  const query = useQuery(teamQueries.one(runtime, id));
  const own = query.data?.own ?? null;
  const viewer = query.data?.viewer;
  const isAllowed =
    own !== null && viewer !== undefined && (viewer.isManager || isLedBy(own.team, viewer.userId));
  if (hasBoard && isAllowed && own.id !== null)
    return (
      <Board
        teamId={own.id}
        name={own.team.name ?? ''}
        people={peopleOf(own.team, viewer)}
        isManager={viewer.isManager}
        back={back}
      />
    );
  return (
    <Screen title={t('board.title')} back={back} body="list">
      <Loaded query={query} inList>
        {() =>
          (hasBoard || isMissing) && (
            <EmptyState icon="people" title={t('board.notHere')} text={t('board.notHereText')} />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Whom the list shows. It keeps its order, so that no row moves away under a thumb. */
type Which = 'everyone' | 'missing' | 'unsent';

interface BoardProps {
  teamId: number;
  name: string;
  people: readonly TeamPerson[];
  isManager: boolean;
  back: ReturnType<typeof useBack>;
}

function Board({ teamId, name, people, isManager, back }: BoardProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const problem = useLiveBoard(teamId);
  const { clockAheadMs } = useSyncStatus();
  const { data: board } = useQuery(boardQueries.ofTeam(runtime, teamId));
  const { data: rollCalls = [] } = useQuery(teamQueries.rollCalls(runtime, teamId));
  const { data: settings } = useQuery(catalogueQueries.settings(runtime));
  const now = useNow(runtime.now);
  const today = dayOf(now);
  const counts = countsByPerson(board?.entries ?? [], today);
  const shown = people.flatMap(({ id }) => counts.get(id) ?? []);
  // The clock of the phone may be wrong; the times are those of the service.
  const age = (at: number) => durationWords(t, Math.max(0, now - (clockAheadMs ?? 0) - at));
  const withCash = isManager || !isBlindCount(settings);

  const rollCall = currentRollCall(rollCalls, now);
  const since = new Map(rollCall?.present.map(({ userId, at }) => [userId, at]));
  const isThere = ({ id }: TeamPerson) =>
    rollCall === null ? isFromToday(counts.get(id), now - (clockAheadMs ?? 0)) : since.has(id);
  const missing = people.filter((person) => !isThere(person));
  const unsent = people.filter(({ id }) => (counts.get(id)?.unsent.count ?? 0) > 0);
  const [which, setWhich] = useState<Which>('everyone');
  const listed = { everyone: people, missing, unsent }[which];

  const header = (
    <View style={styles.parts}>
      <View aria-live="polite">
        <Text variant="section">
          {rollCall === null
            ? t('board.noRollCall')
            : t('rollCall.here', {
                here: format.number(people.filter(isThere).length),
                all: format.number(people.length),
              })}
        </Text>
        <Text variant="note" tone={problem === null ? 'quiet' : 'person'}>
          {board === undefined || board === null
            ? t(problem === null ? 'board.loading' : 'board.never')
            : problem === null
              ? t('board.asOf', { time: format.since(board.readAt, now) })
              : t(problem === 'offline' ? 'board.offline' : 'board.notNow', {
                  duration: durationWords(t, Math.max(0, now - board.readAt)),
                })}
        </Text>
      </View>
      <View style={styles.row}>
        <Button
          kind="secondary"
          icon="check"
          label={t('teams.rollCall')}
          onPress={() => router.push({ pathname: '/teams/[id]/roll-call', params: { id: teamId } })}
        />
        <TextMissing missing={missing} />
      </View>
      <OfferedCash />
      {board && shown.length === 0 && people.length > 0 ? (
        <View>
          <Text variant="strong">{t('board.nobody')}</Text>
          <Text tone="quiet">{t('board.nobodyText')}</Text>
        </View>
      ) : (
        <Facts title={t('board.total')} facts={countFacts(t, format, totalsOf(shown), { age, withCash })} />
      )}
      <SectionHeader title={t('teams.peopleTitle')} />
      {people.length > 0 && (
        <ChoiceChips<Which>
          label={t('board.filter.label')}
          labelHidden
          choices={[
            { value: 'everyone', label: t('board.filter.everyone') },
            { value: 'missing', label: t('board.filter.missing', { number: format.number(missing.length) }) },
            { value: 'unsent', label: t('board.filter.unsent', { number: format.number(unsent.length) }) },
          ]}
          value={which}
          onChange={setWhich}
        />
      )}
    </View>
  );
  return (
    <Screen
      title={name || t('board.title')}
      below={t('board.title')}
      back={back}
      body="list"
      footer={
        <Button
          size="main"
          icon="cash"
          label={t('cash.code.scanTitle')}
          onPress={() => router.push('/shift/scan')}
        />
      }
    >
      <List
        items={listed}
        keyExtractor={(person) => String(person.id)}
        extraData={[board, rollCall, now, which]}
        header={header}
        renderItem={(person, place) => (
          <PersonRow
            person={person}
            counts={counts.get(person.id) ?? null}
            hereSince={rollCall === null ? undefined : (since.get(person.id) ?? null)}
            age={age}
            withCash={withCash}
            last={place === listed.length - 1}
          />
        )}
        empty={
          <Text tone="quiet">{t(people.length === 0 ? 'teams.empty.nobody' : 'board.filter.nobody')}</Text>
        }
      />
    </Screen>
  );
}

function isFromToday(counts: PersonCounts | undefined, now: number): boolean {
  return counts !== undefined && dayOf(counts.lastContactAt) === dayOf(now);
}

const useStyles = createStyles(() => ({
  parts: { gap: space.m },
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
