import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

/** Hands a text to the phone's own sheet, and says how that went. */
export function useShare(): (text: string) => Promise<void> {
  const { t } = useI18n();
  const { device } = useRuntime();
  const toast = useToast();
  return async (text) => {
    const answer = await device.shareText(text);
    if (answer === 'shared') toast({ tone: 'done', icon: 'check', title: t('teams.rollCall.shared') });
    if (answer === 'failed')
      toast({ tone: 'person', icon: 'warning', title: t('teams.rollCall.shareFailed') });
  };
}
