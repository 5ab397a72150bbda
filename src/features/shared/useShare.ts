import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

import { useRuntime, type SharedFile } from './runtime';

/** Shares a text, and says whether that worked. */
export function useShare(): (text: string) => Promise<void> {
  const { t } = useI18n();
  const { device } = useRuntime();
  const toast = useToast();
  return async (text) => {
    const result = await device.shareText(text);
    if (result === 'shared') toast({ tone: 'done', icon: 'check', title: t('common.shared') });
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('common.shareFailed') });
  };
}

/** Shares a file, and says if that failed. */
export function useShareFile(): (file: SharedFile) => Promise<void> {
  const { t } = useI18n();
  const { device } = useRuntime();
  const toast = useToast();
  return async (file) => {
    if ((await device.shareFile(file)) === 'failed')
      toast({ tone: 'person', icon: 'warning', title: t('common.shareFailed') });
  };
}
