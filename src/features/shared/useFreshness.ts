import { useI18n } from '@/i18n/I18nProvider';

import { useRuntime, useSyncStatus } from './runtime';

/** "Up to date 14:01": the end of the last complete pull. A time, not a spinner. */
export function useFreshness(): string {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const { lastPulledAt } = useSyncStatus();
  return lastPulledAt === null
    ? t('common.downloadUnfinished')
    : t('common.upToDate', { time: format.since(lastPulledAt, now()) });
}
