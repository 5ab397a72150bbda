import { useQuery } from '@tanstack/react-query';

import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { bucketQueries } from '@/queries/buckets';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';

import { dismissLeftActions } from '../mutations';

/** Says once that the people of an action are not on this phone any more, and why. */
export function LeftActions() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: left = [] } = useQuery(bucketQueries.leftActions(runtime));
  if (left.length === 0) return null;
  const names = [...new Set(left.map(({ name }) => name ?? t('home.leftUnnamed')))];
  const count = left.reduce((sum, { people }) => sum + people, 0);
  return (
    <Banner
      live
      tone="waiting"
      icon="device"
      title={t('home.left', { count, number: format.number(count), name: format.list(names) })}
      action={
        <Button kind="secondary" label={t('common.close')} onPress={() => void dismissLeftActions(runtime)} />
      }
    />
  );
}
