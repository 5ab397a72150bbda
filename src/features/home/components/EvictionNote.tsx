import { useQuery } from '@tanstack/react-query';

import { unsentStates } from '@/domain/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { deviceQueries } from '@/queries/device';
import { outboxQueries } from '@/queries/outbox';
import { Banner } from '@/ui/Banner';

/** Whether records wait in a browser that may delete them, or the first one will. */
export function useEvictionRisk(): boolean {
  const runtime = useRuntime();
  const { data: persistence } = useQuery(deviceQueries.persistence(runtime));
  const { data: counts = [] } = useQuery(outboxQueries.counts(runtime));
  const { data: hasRecorded = true } = useQuery(deviceQueries.hasRecorded(runtime));
  if (persistence !== 'may_be_evicted') return false;
  return !hasRecorded || counts.some(({ state, count }) => unsentStates.includes(state) && count > 0);
}

/** Warns of a browser that may delete records, and says what to do: before the first one, and while records wait. */
export function EvictionNote() {
  const { t } = useI18n();
  if (!useEvictionRisk()) return null;
  return (
    <Banner
      tone="waiting"
      icon="warning"
      title={t('settings.phone.evictedTitle')}
      text={t('settings.phone.evictedText')}
    />
  );
}
