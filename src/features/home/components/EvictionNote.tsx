import { useQuery } from '@tanstack/react-query';

import { unsentStates } from '@/domain/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { deviceQueries } from '@/queries/device';
import { outboxQueries } from '@/queries/outbox';
import { Banner } from '@/ui/Banner';

/** Warns while records wait in a browser that may delete them. */
export function EvictionNote() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data: persistence } = useQuery(deviceQueries.persistence(runtime));
  const { data: counts = [] } = useQuery(outboxQueries.counts(runtime));
  const hasUnsent = counts.some(({ state, count }) => unsentStates.includes(state) && count > 0);
  if (persistence !== 'may_be_evicted' || !hasUnsent) return null;
  return (
    <Banner
      tone="waiting"
      icon="warning"
      title={t('settings.phone.evictedTitle')}
      text={t('settings.phone.evictedText')}
    />
  );
}
