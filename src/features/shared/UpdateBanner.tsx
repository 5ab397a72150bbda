import { useSyncExternalStore } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { useToast } from '@/ui/Toast';

import { useRuntime } from './runtime';

/** Offers to start a newer build; hidden while there is none. */
export function UpdateBanner() {
  const { t } = useI18n();
  const { update } = useRuntime();
  const toast = useToast();
  const isReady = useSyncExternalStore(update.subscribe, update.isReady, update.isReady);
  if (!isReady) return null;
  const apply = () => {
    if (update.apply() === 'form_open')
      toast({ tone: 'waiting', icon: 'warning', title: t('common.update.formOpen') });
  };
  return (
    <Banner
      tone="moving"
      icon="refresh"
      title={t('common.update.title')}
      text={t('common.update.text')}
      action={<Button label={t('common.update.apply')} onPress={apply} />}
    />
  );
}
