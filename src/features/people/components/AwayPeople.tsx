import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { View } from 'react-native';

import { type Member } from '@/contract/member';
import { wordsOf } from '@/domain/fold';
import { personName } from '@/domain/team';
import { Loaded } from '@/features/shared/Loaded';
import { useExtension } from '@/features/shared/useExtension';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { memberQueries } from '../queries';
import { AdmitButton } from './Membership';

interface AwayPeopleProps {
  state: 'suspended' | 'removed';
  words: string;
}

/** The suspended or removed people, from the service: a phone does not hold removed people. */
export function AwayPeople({ state, words }: AwayPeopleProps) {
  const { t, format } = useI18n();
  const query = useQuery(memberQueries.away(useRuntime()));
  const nameOf = (member: Member) => personName(member) || t('common.unnamed');
  return (
    <Loaded query={query} inList>
      {(result) => {
        if (result.kind !== 'listed') return <NotListed onTry={() => void query.refetch()} />;
        const starts = wordsOf(words);
        const shown = result.members.filter((member) => {
          const own = wordsOf(`${personName(member)} ${member.mail ?? ''}`);
          return (
            member.state === state && starts.every((start) => own.some((word) => word.startsWith(start)))
          );
        });
        return (
          <List
            resetKey={`${state} ${words}`}
            items={shown}
            keyExtractor={({ id }) => String(id)}
            renderItem={(member) => (
              <ListRow
                leading={<Avatar name={nameOf(member)} />}
                title={nameOf(member)}
                detail={[
                  member.role_data?.name,
                  member.since && t(`people.membership.${state}Since`, { day: format.date(member.since) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                onPress={() => router.push({ pathname: '/people/[id]', params: { id: member.id } })}
              />
            )}
            empty={
              starts.length === 0 ? (
                <EmptyState icon="people" title={t(`people.membership.none.${state}`)} />
              ) : (
                <EmptyState
                  icon="search"
                  title={t('people.empty.noMatch')}
                  text={t('people.empty.noMatchText')}
                />
              )
            }
          />
        );
      }}
    </Loaded>
  );
}

function NotListed({ onTry }: { onTry: () => void }) {
  const { t } = useI18n();
  return (
    <EmptyState
      icon="cloudOff"
      title={t('people.membership.unavailable')}
      text={t('people.membership.unavailableText')}
      action={<Button kind="secondary" label={t('common.tryAgain')} onPress={onTry} />}
    />
  );
}

export function useCanSeeRemoved(): boolean {
  const { canInvite } = usePermissions();
  return useExtension('membership') && canInvite;
}

/** A removed person, if the service lists them to this one. */
export function useRemovedPerson(id: number, isNotHere: boolean): Member | undefined {
  const enabled = useCanSeeRemoved() && isNotHere;
  const { data } = useQuery({ ...memberQueries.away(useRuntime()), enabled });
  return data?.kind === 'listed' ? data.members.find((member) => member.id === id) : undefined;
}

/** A person who is not on this phone: removed from the space, or unknown. */
export function RemovedPerson({ id }: { id: number }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { canEndMembershipOf } = usePermissions();
  const query = useQuery(memberQueries.away(useRuntime()));
  return (
    <Loaded query={query}>
      {(result) => {
        if (result.kind !== 'listed') return <NotListed onTry={() => void query.refetch()} />;
        const member = result.members.find((candidate) => candidate.id === id);
        if (member === undefined)
          return (
            <EmptyState icon="person" title={t('people.empty.gone')} text={t('people.empty.goneText')} />
          );
        const name = personName(member) || t('common.unnamed');
        return (
          <>
            <Banner
              tone="person"
              icon="block"
              title={t('people.membership.removedSince', {
                day: member.since === undefined ? '' : format.date(member.since),
              })}
              text={t('people.membership.removedText')}
            />
            {canEndMembershipOf(member) && (
              <View style={styles.row}>
                <AdmitButton userId={id} name={name} label={t('people.membership.admit')} />
              </View>
            )}
            <Facts
              title={t('people.profile.details')}
              facts={[
                [t('people.profile.name'), name],
                [t('people.profile.mail'), member.mail],
                [t('people.filter.role'), member.role_data?.name],
              ]}
            />
          </>
        );
      }}
    </Loaded>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
