import { useState } from 'react';

import { whyNotSaved } from '@/features/shared/forms/saveRow';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

interface Decision {
  /** Runs a write that returns whether the record was still as the screen showed it. */
  decide: (write: () => Promise<boolean | 'number_taken'>) => Promise<void>;
  /** Why the decision was not stored. */
  problem: string | null;
}

/**
 * Runs what a person decided about a record, and shows the result. The dialog stays open where the phone
 * did not store it; where the record has another state meanwhile it closes, and the list shows that state.
 */
export function useDecision(onDone: () => void): Decision {
  const { t } = useI18n();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const decide: Decision['decide'] = async (write) => {
    try {
      const result = await write();
      if (result === 'number_taken') return setProblem(t('outbox.question.numberTaken'));
      onDone();
      if (result) toast({ tone: 'done', icon: 'check', title: t('common.saved.title') });
    } catch (failure) {
      setProblem(t(`common.saved.${whyNotSaved(failure)}`));
    }
  };
  return { decide, problem };
}
