import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

/** Shares a text, and shows a message if that failed. */
export function useShare(): (text: string) => Promise<void> {
  const { t } = useI18n();
  const { device } = useRuntime();
  const toast = useToast();
  return async (text) => {
    const result = await device.shareText(text);
    if (result === 'shared') toast({ tone: 'done', icon: 'check', title: t('teams.rollCall.shared') });
    if (result === 'failed')
      toast({ tone: 'person', icon: 'warning', title: t('teams.rollCall.shareFailed') });
  };
}
