import { useQuery } from '@tanstack/react-query';

import { unsentStates } from '@/domain/outbox';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { deviceQueries } from '@/queries/device';
import { outboxQueries } from '@/queries/outbox';
import { Banner } from '@/ui/Banner';

/** Whether records wait in a browser that may delete them, or the first one will; null where nothing can be deleted. */
export function useEvictionRisk(): 'before_first' | 'unsent' | null {
  const runtime = useRuntime();
  const { data: persistence } = useQuery(deviceQueries.persistence(runtime));
  const { data: counts = [] } = useQuery(outboxQueries.counts(runtime));
  const { data: hasRecorded = true } = useQuery(deviceQueries.hasRecorded(runtime));
  if (persistence !== 'may_be_evicted') return null;
  if (counts.some(({ state, count }) => unsentStates.includes(state) && count > 0)) return 'unsent';
  return hasRecorded ? null : 'before_first';
}

/** Warns of a browser that may delete records: in one line before the first one, and while records wait. */
export function EvictionNote() {
  const { t } = useI18n();
  const risk = useEvictionRisk();
  if (risk === null) return null;
  return (
    <Banner
      tone="waiting"
      icon="warning"
      title={t('settings.phone.evictedTitle')}
      text={risk === 'unsent' ? t('settings.phone.evictedText') : undefined}
    />
  );
}
