// Offline: complete. Calls, texts and mails leave the app; an unsent change is shown as made.
import { useQuery } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';
import { View } from 'react-native';

import { createdAt, deletedAt, updatedAt } from '@/contract/tolerant';
import { type User } from '@/contract/user';
import { type TeamView } from '@/db/teams';
import { readAddress } from '@/domain/address';
import { isLedBy, personName } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { PendingMail } from '@/features/shared/PendingMail';
import { PendingNote } from '@/features/shared/PendingNote';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFreshness } from '@/features/shared/useFreshness';
import { PersonalData } from '@/features/shared/PersonalData';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries, type PersonView } from '@/queries/people';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { ResetSecondStep } from './components/ResetSecondStep';
import { RemovedPerson, useCanSeeRemoved, useRemovedPerson } from './components/AwayPeople';
import { MembershipButtons, SuspendedBanner } from './components/Membership';
import { RoleDialog } from './components/RoleDialog';
import { RoleTag } from './components/RoleTag';
import { SignOutPerson } from './components/SignOutPerson';

/** One person of the space: profile, contact buttons, teams. */
export function PersonScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const id = Number(useLocalSearchParams<{ id: string }>().id);
  const query = useQuery(peopleQueries.one(runtime, id));
  const back = useBack('/people', { besideItsList: true });
  const freshness = useFreshness();
  const removed = useRemovedPerson(id, query.data === null);
  const person = query.data?.user ?? removed;
  const name = person ? personName(person) || t('common.unnamed') : t('people.one');
  return (
    <Screen
      title={name}
      leading={person ? <Avatar name={name} size="large" /> : undefined}
      below={person ? t('common.number', { id: String(id) }) : undefined}
      back={back}
      barText={freshness}
    >
      <Loaded query={query}>
        {(person) => (person === null ? <NotHere id={id} /> : <Profile {...person} />)}
      </Loaded>
    </Screen>
  );
}

/** Managers see who was removed; for others the person is just not on the phone. */
function NotHere({ id }: { id: number }) {
  const { t } = useI18n();
  if (useCanSeeRemoved()) return <RemovedPerson id={id} />;
  return <EmptyState icon="person" title={t('people.empty.gone')} text={t('people.empty.goneText')} />;
}

function Profile({ user, pending, teams, roles }: PersonView) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { scope } = useRuntime();
  const permissions = usePermissions();
  const [isChangingRole, setChangingRole] = useState(false);
  const role = roles.find(({ id }) => id === user.role_data?.id);
  const roleName = role?.name ?? user.role_data?.name ?? user.role;
  const address = readAddress({
    street: user.address,
    postalcode: user.postal,
    city: user.city,
    location: user.location,
  });
  const closedAt = deletedAt(user);
  const canChangeRole = permissions.canChangeRoleOf(user);
  const canManage = user.id !== scope.userId && permissions.canEditPerson(user);
  return (
    <>
      {closedAt !== undefined && (
        <Banner
          tone="person"
          icon="block"
          title={t('people.profile.closed', { day: format.date(closedAt) })}
        />
      )}
      {user.suspended_at !== undefined && <SuspendedBanner since={user.suspended_at} />}
      {pending.length > 0 && <PendingNote rows={pending} />}
      <PendingMail user={user} />
      {roleName !== undefined && <RoleTag name={roleName} color={role?.color} />}
      <View style={styles.row}>
        <ContactButtons
          phone={user.phone}
          mail={user.mail}
          address={address}
          ways={user.id === scope.userId ? [] : ['call', 'text', 'mail', 'directions']}
        />
        {permissions.canEditPerson(user) && (
          <Button
            kind="secondary"
            icon="edit"
            label={t('people.profile.edit')}
            onPress={() => router.push({ pathname: '/people/[id]/edit', params: { id: user.id } })}
          />
        )}
      </View>
      <Details user={user} />
      <View>
        <SectionHeader title={t('people.profile.teams')} />
        {teams.length === 0 && <Text tone="quiet">{t('people.profile.noTeams')}</Text>}
        {teams.map((team) => (
          <TeamRow key={team.entity} view={team} userId={user.id} />
        ))}
      </View>
      {(canChangeRole || canManage) && (
        <View>
          <SectionHeader title={t('people.profile.manage')} />
          <View style={styles.row}>
            {canChangeRole && (
              <Button
                kind="secondary"
                icon="star"
                label={t('people.profile.changeRole')}
                onPress={() => setChangingRole(true)}
              />
            )}
            {canManage && <SignOutPerson user={user} />}
            {canManage && user.two_factor_enable === true && canChangeRole && <ResetSecondStep user={user} />}
            <MembershipButtons user={user} />
          </View>
        </View>
      )}
      <PersonalData
        kind="user"
        id={user.id}
        name={personName(user) || t('common.number', { id: String(user.id) })}
        onErased={() => router.navigate('/people')}
      />
      {isChangingRole && <RoleDialog user={user} roles={roles} onClose={() => setChangingRole(false)} />}
    </>
  );
}

function TeamRow({ view, userId }: { view: TeamView; userId: number }) {
  const { t } = useI18n();
  const id = view.entity.slice('team:'.length);
  return (
    <ListRow
      title={view.team.name || t('common.unnamed')}
      value={isLedBy(view.team, userId) ? t('people.profile.leads') : undefined}
      onPress={() => router.push({ pathname: '/teams/[id]', params: { id } })}
    />
  );
}

function Details({ user }: { user: User }) {
  const { t, format } = useI18n();
  const since = createdAt(user) ?? user.created;
  const changed = updatedAt(user);
  const address = [user.address, [user.postal, user.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return (
    <Facts
      title={t('people.profile.details')}
      facts={[
        [t('people.profile.mail'), user.mail],
        [t('people.profile.phone'), user.phone],
        [t('people.profile.address'), address],
        [t('people.form.location'), user.location],
        [t('people.profile.birthdate'), user.birthdate && format.calendarDate(user.birthdate)],
        [t('people.profile.language'), user.locale && format.languageName(user.locale)],
        [
          t('people.profile.secondStep.label'),
          user.two_factor_enable === undefined
            ? undefined
            : t(user.two_factor_enable ? 'common.yes' : 'common.no'),
        ],
        [t('people.profile.since'), since && format.date(since)],
        [t('people.profile.changed'), changed && format.date(changed)],
      ]}
    />
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
