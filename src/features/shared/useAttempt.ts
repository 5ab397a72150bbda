import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

import { whyNotSaved } from './forms/saveRow';

/** Runs a write that the phone may refuse, as a full disk does: then shows a message and returns null. */
export function useAttempt(): <T>(work: () => Promise<T>) => Promise<T | null> {
  const { t } = useI18n();
  const toast = useToast();
  return async (work) => {
    try {
      return await work();
    } catch (failure) {
      toast({ tone: 'person', icon: 'warning', title: t(`common.notDone.${whyNotSaved(failure)}`) });
      return null;
    }
  };
}
