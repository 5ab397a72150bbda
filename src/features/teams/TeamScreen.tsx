// Offline: complete. Calls, texts and directions leave the app; unsent changes are shown and marked.
import { router } from 'expo-router';
import { useState, type ReactElement } from 'react';
import { View } from 'react-native';

import { addressLine } from '@/domain/address';
import { hasMember } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { usePermissions } from '@/features/shared/usePermissions';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useExtension } from '@/features/shared/useExtension';
import { useFreshness } from '@/features/shared/useFreshness';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { RowText } from '@/ui/RowText';

import { PendingNote } from '@/features/shared/PendingNote';
import { MemberRow } from '@/features/shared/MemberRow';
import { ShareMembersDialog } from './components/ShareMembersDialog';
import { NewcomerDialog } from './components/NewcomerDialog';
import { useTeam, type ShownTeam } from './useTeam';

/** The members of a team with contact buttons, and where it meets. */
export function TeamScreen() {
  const { t } = useI18n();
  const back = useBack('/teams', { besideItsList: true });
  const freshness = useFreshness();
  const { id, query } = useTeam();
  const shown = query.data;
  return (
    <Screen
      title={shown ? shown.team.name || t('common.unnamed') : t('teams.one')}
      below={shown && !shown.areMembersHidden ? t('teams.people', { count: shown.people.length }) : undefined}
      back={back}
      barText={freshness}
      body="list"
    >
      <Loaded query={query} inList>
        {(team) =>
          team === null ? (
            <EmptyState icon="people" title={t('teams.empty.gone')} text={t('teams.empty.goneText')} />
          ) : (
            <Members shown={team} header={<TeamDetail id={id} shown={team} />} />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** The people as a virtual list; a team may have thousands. */
function Members({ shown, header }: { shown: ShownTeam; header: ReactElement }) {
  const { t } = useI18n();
  const { scope } = useRuntime();
  const { people } = shown;
  return (
    <List
      items={people}
      keyExtractor={(person) => String(person.id)}
      header={header}
      renderItem={(person, place) => (
        <MemberRow
          person={person}
          userId={scope.userId}
          ways={['call', 'text', 'mail']}
          last={place === people.length - 1}
        />
      )}
      empty={shown.areMembersHidden ? undefined : <Text tone="quiet">{t('teams.empty.nobody')}</Text>}
    />
  );
}

/** Above the people: buttons, the address and the description. */
function TeamDetail({ id, shown }: { id: string; shown: ShownTeam }) {
  const { t } = useI18n();
  const styles = useStyles();
  const permissions = usePermissions();
  const { scope } = useRuntime();
  const hasCodes = useExtension('newcomer_codes');
  const hasBoard = useExtension('board');
  const [isAdmitting, setAdmitting] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const { team, address, people } = shown;
  const place = address === null ? '' : addressLine(address);
  const details = [address?.building, address?.floor, address?.door, address?.infos]
    .filter(Boolean)
    .join(' · ');
  return (
    <View style={styles.parts}>
      {shown.pending.length > 0 && <PendingNote rows={shown.pending} />}
      {shown.isPrivate && <StatePill tone="moving" label={t('teams.private')} />}
      <View style={styles.row}>
        {people.length > 0 && shown.id !== null && (
          <Button
            label={t('teams.rollCall')}
            icon="check"
            onPress={() => router.push({ pathname: '/teams/[id]/roll-call', params: { id } })}
          />
        )}
        {shown.id !== null && hasMember(team, scope.userId) && (
          <Button
            kind="secondary"
            icon="check"
            label={t('teams.checkIn')}
            onPress={() => router.push('/check-in')}
          />
        )}
        {hasBoard && shown.isOwn && shown.id !== null && permissions.canEditTeam(team) && (
          <Button
            kind="secondary"
            icon="chart"
            label={t('board.title')}
            onPress={() => router.push({ pathname: '/teams/[id]/board', params: { id } })}
          />
        )}
        {people.length > 0 && (
          <Button kind="secondary" icon="share" label={t('common.share')} onPress={() => setSharing(true)} />
        )}
        {shown.isOwn && permissions.canEditTeam(team) && (
          <Button
            kind="secondary"
            icon="edit"
            label={t('teams.edit')}
            onPress={() => router.push({ pathname: '/teams/[id]/edit', params: { id } })}
          />
        )}
        {hasCodes && shown.id !== null && permissions.canEditTeam(team) && (
          <Button
            kind="secondary"
            icon="plus"
            label={t('teams.newcomer.button')}
            onPress={() => setAdmitting(true)}
          />
        )}
        {isSharing && (
          <ShareMembersDialog
            team={team.name ?? ''}
            place={place}
            people={people}
            onClose={() => setSharing(false)}
          />
        )}
        {isAdmitting && shown.id !== null && (
          <NewcomerDialog teamId={shown.id} onClose={() => setAdmitting(false)} />
        )}
      </View>
      {place !== '' && address !== null && (
        <Card row>
          <RowText>
            <Text variant="strong">{t('teams.meetsAt', { place })}</Text>
            {details !== '' && (
              <Text variant="note" tone="quiet">
                {details}
              </Text>
            )}
          </RowText>
          <ContactButtons address={address} ways={['directions']} />
        </Card>
      )}
      {team.description ? (
        <Card>
          <Text variant="noteStrong" tone="quiet">
            {t('teams.about')}
          </Text>
          <Text>{team.description}</Text>
        </Card>
      ) : null}
      <SectionHeader title={t('teams.peopleTitle')} />
      {shown.areMembersHidden && <Text tone="quiet">{t('teams.membersHidden')}</Text>}
    </View>
  );
}

const useStyles = createStyles(() => ({
  parts: { gap: space.m },
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
