import { StoreError } from '@/db/errors';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

/** Runs what the phone may refuse, as a full disk or its keychain does: then shows a message and returns null. */
export function useAttempt(): <T>(work: () => Promise<T>) => Promise<T | null> {
  const { t } = useI18n();
  const toast = useToast();
  return async (work) => {
    try {
      return await work();
    } catch (failure) {
      const why = failure instanceof StoreError && failure.kind === 'full' ? 'full' : 'failed';
      toast({ tone: 'person', icon: 'warning', title: t(`common.notDone.${why}`) });
      return null;
    }
  };
}
