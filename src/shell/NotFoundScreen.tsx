// Offline: the same.
import { router } from 'expo-router';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

/** Shown for an unknown URL. It does not repeat the URL, which may contain a token. */
export function NotFoundScreen() {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="map"
        title={t('boot.notFound.title')}
        text={t('boot.notFound.text')}
        action={<Button label={t('boot.notFound.home')} onPress={() => router.replace('/')} />}
      />
    </Screen>
  );
}
