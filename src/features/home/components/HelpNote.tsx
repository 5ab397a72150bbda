import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { deviceQueries } from '@/queries/device';
import { Banner } from '@/ui/Banner';

/** Offers the help until it was opened once. */
export function HelpNote() {
  const { t } = useI18n();
  const { data: isSeen = true } = useQuery(deviceQueries.helpSeen(useRuntime()));
  if (isSeen) return null;
  return (
    <Banner
      tone="moving"
      icon="info"
      title={t('home.help.title')}
      text={t('home.help.text')}
      onPress={() => router.push('/help')}
    />
  );
}
