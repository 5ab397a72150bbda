// Offline: the same. Rendering failed; saved records are on disk.
import { router, type ErrorBoundaryProps } from 'expo-router';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';

/** Replaces a screen that failed to render; all other screens still work. */
export function ErrorScreen({ retry }: Pick<ErrorBoundaryProps, 'retry'>) {
  const { t } = useI18n();
  return (
    <Screen title="Doorstep">
      <EmptyState
        icon="warning"
        title={t('common.failure.title')}
        text={t('common.failure.text')}
        action={
          <>
            <Button kind="primary" label={t('common.tryAgain')} onPress={() => void retry()} />
            <Button label={t('boot.notFound.home')} onPress={() => router.replace('/')} />
          </>
        }
      />
    </Screen>
  );
}
