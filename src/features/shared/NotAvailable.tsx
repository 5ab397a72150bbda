import { type OnlineFailure } from '@/domain/online';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';

/** Why a screen that needs the service has nothing to show, with Try again. */
export function NotAvailable({ why, onRetry }: { why: OnlineFailure; onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={why === 'offline' ? 'cloudOff' : 'warning'}
      title={t('common.online.title')}
      text={t(`common.online.${why}`)}
      action={<Button label={t('common.tryAgain')} onPress={onRetry} />}
    />
  );
}
