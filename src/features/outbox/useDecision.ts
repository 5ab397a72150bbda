import { useState } from 'react';

import { whyNotSaved } from '@/features/shared/saveRow';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

interface Decision {
  /** Carries out a write that answers whether the record was still as the screen showed it. */
  decide: (write: () => Promise<boolean>) => Promise<void>;
  /** Why the phone did not take the answer. */
  problem: string | null;
}

/**
 * Carries out what a person decided about a record, and says what came of it. The question stays open where the phone
 * did not take the answer; where the record has moved on meanwhile it closes, and the list shows where to.
 */
export function useDecision(onDone: () => void): Decision {
  const { t } = useI18n();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const decide: Decision['decide'] = async (write) => {
    try {
      const isSaved = await write();
      onDone();
      if (isSaved) toast({ tone: 'done', icon: 'check', title: t('common.saved.title') });
    } catch (failure) {
      setProblem(t(`common.saved.${whyNotSaved(failure)}`));
    }
  };
  return { decide, problem };
}
