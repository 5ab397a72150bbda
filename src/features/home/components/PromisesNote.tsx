import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { dueOf } from '@/domain/promise';
import { useRuntime } from '@/features/shared/runtime';
import { useToday } from '@/features/shared/useToday';
import { useI18n } from '@/i18n/I18nProvider';
import { promiseQueries } from '@/queries/promises';
import { Banner } from '@/ui/Banner';

/** How many of the person's promises to call back today. Renders nothing without any. */
export function PromisesNote() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { data = [] } = useQuery(promiseQueries.list(runtime));
  const today = useToday();
  const count = data.filter(
    (promise) => promise.isOwn && ['overdue', 'today'].includes(dueOf(promise, today))
  ).length;
  if (count === 0) return null;
  return (
    <Banner
      tone="waiting"
      icon="phone"
      title={t('promises.note', { count })}
      text={t('promises.noteText')}
      onPress={() => router.push('/promises')}
    />
  );
}
