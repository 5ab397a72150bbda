// Offline: complete, but for switching to another space, which the service has to allow.
import { useQuery } from '@tanstack/react-query';
import { router, type Href } from 'expo-router';
import { useEffect } from 'react';
import { View } from 'react-native';

import { personName } from '@/domain/team';
import { PendingMail } from '@/features/shared/PendingMail';
import { PendingNote } from '@/features/shared/PendingNote';
import { SignOut } from '@/features/shared/SignOut';
import { StartPractice } from '@/features/shared/StartPractice';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useLedgerPlace } from '@/features/shared/useLedgerPlace';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { Avatar } from '@/ui/Avatar';
import { Icon } from '@/ui/Icon';
import { type IconName } from '@/ui/iconShapes';
import { useWide } from '@/ui/layout';
import { ListRow } from '@/ui/ListRow';
import { Screen, blankTitle } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { LeaveSpace } from './LeaveSpace';
import { SecondStep } from './SecondStep';
import { Spaces } from './Spaces';

/** The profile, the spaces, and the screens that the bottom bar has no room for. */
export function YouScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const isPractice = runtime.practice.isOn;
  const styles = useStyles();
  const wide = useWide();
  const back = useBack('/');
  const { canInvite, canCorrectBundles } = usePermissions();
  const hasBatches = useExtension('batches');
  const hasMonths = useExtension('months');
  const hasReceipts = useExtension('receipts');
  const hasReconciliation = useExtension('reconciliation');
  const ledgerPlace = useLedgerPlace();
  const { data: me, isPending } = useQuery(peopleQueries.me(runtime));
  const { refreshSpaces } = runtime.session;
  useEffect(() => void refreshSpaces(), [refreshSpaces]);

  const name = me ? personName(me.user) || t('common.unnamed') : '';
  const place = (icon: IconName, title: string, href: Href) => (
    <ListRow
      key={title}
      leading={<Icon name={icon} tone="primary" />}
      title={title}
      onPress={() => router.push(href)}
    />
  );
  return (
    <Screen
      title={isPending ? blankTitle : name || t('you.title')}
      titleLabel={isPending ? t('you.title') : undefined}
      leading={<Avatar name={name} size="large" />}
      below={isPending ? blankTitle : (me?.user.role_data?.name ?? me?.user.role)}
      back={wide ? undefined : back}
    >
      {me && me.pending.length > 0 && <PendingNote rows={me.pending} />}
      {me && <PendingMail user={me.user} />}
      <View>
        {place('person', t('you.profile'), {
          pathname: '/people/[id]',
          params: { id: runtime.scope.userId },
        })}
        {place('people', t('common.places.people'), '/people')}
        {canInvite && place('plus', t('you.invite'), '/people/invite')}
        {!isPractice && place('share', t('you.joinCode'), '/join-code')}
        {place('list', t(`common.places.${ledgerPlace}`), '/ledger')}
        {place('phone', t('promises.title'), '/promises')}
        {place('clock', t('you.yourShift'), '/shift')}
        {place('cash', t('you.cashByPerson'), '/cash')}
        {canCorrectBundles && hasReceipts && place('tag', t('receipts.books.title'), '/receipt-books')}
        {canCorrectBundles && hasBatches && place('card', t('you.batches'), '/batches')}
        {canCorrectBundles && hasMonths && place('calendar', t('you.months'), '/months')}
        {canCorrectBundles && hasReconciliation && place('check', t('you.reconciliation'), '/reconciliation')}
        {canCorrectBundles && !isPractice && place('key', t('you.sealed'), '/sealed')}
        {place('tag', t('common.places.catalogue'), '/catalogue')}
        {!isPractice && place('key', t('you.devices.title'), '/devices')}
        {!isPractice && <SecondStep />}
        {place('settings', t('common.places.settings'), '/settings')}
      </View>
      {!isPractice && (
        <>
          <View style={styles.practice}>
            <SectionHeader title={t('practice.title')} />
            <Text variant="note" tone="quiet">
              {t('practice.about')}
            </Text>
            <StartPractice />
          </View>
          <Spaces />
          <SignOut />
          <LeaveSpace />
        </>
      )}
    </Screen>
  );
}

const useStyles = createStyles(() => ({ practice: { gap: space.s, paddingVertical: space.m } }));
