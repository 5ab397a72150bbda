// Offline: complete, but for downloading again, which needs a signal.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { personName } from '@/domain/team';
import { SignOut } from '@/features/shared/SignOut';
import { UpdateBanner } from '@/features/shared/UpdateBanner';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { spaceQueries } from '@/queries/spaces';
import { Facts } from '@/ui/Facts';
import { Icon } from '@/ui/Icon';
import { useWide } from '@/ui/layout';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';

import { AdminSection } from './components/AdminSection';
import { Diagnostics } from './components/Diagnostics';
import { LockSection } from './components/LockSection';
import { AppearanceSection } from './components/AppearanceSection';
import { OnThisPhone } from './components/OnThisPhone';
import { TreasurerKeySection } from './components/TreasurerKeySection';

/** Appearance, lock, account, and what is on this phone. */
export function SettingsScreen() {
  const { t } = useI18n();
  const wide = useWide();
  const { practice } = useRuntime();
  const back = useBack('/you');
  return (
    <Screen title={t('settings.title')} back={wide ? undefined : back}>
      <UpdateBanner />
      <ListRow
        leading={<Icon name="info" tone="primary" />}
        title={t('help.title')}
        onPress={() => router.push('/help')}
      />
      <AppearanceSection />
      {!practice.isOn && (
        <>
          <LockSection />
          <Account />
          <OnThisPhone />
          <TreasurerKeySection />
          <AdminSection />
          <Diagnostics />
          <SignOut />
        </>
      )}
    </Screen>
  );
}

function Account() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { lastContactAt } = useSyncStatus();
  const { data: me } = useQuery(peopleQueries.me(runtime));
  const { data: space } = useQuery(spaceQueries.name(runtime));
  const user = me?.user;
  return (
    <Facts
      title={t('settings.account.title')}
      facts={[
        [t('settings.account.name'), user && personName(user)],
        [t('settings.account.mail'), user?.mail],
        [t('settings.account.role'), user?.role_data?.name ?? user?.role],
        [t('settings.account.space'), space ?? t('common.number', { id: String(runtime.scope.spaceId) })],
        [t('settings.account.service'), runtime.session.baseUrl],
        [
          t('settings.account.contact'),
          lastContactAt === null ? t('settings.account.never') : format.since(lastContactAt, runtime.now()),
        ],
      ]}
    />
  );
}
