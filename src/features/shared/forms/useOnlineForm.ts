import { useState } from 'react';

import { removeDraft } from '@/db/drafts';
import { type Transaction } from '@/db/store';
import { type FieldConflict } from '@/domain/merge';
import { type OnlineFailure } from '@/domain/online';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

import { useRuntime } from '../runtime';
import { type OnlineResult } from './onlineRecord';
import { whyNotSaved } from './saveRow';
import { type DraftForm } from './useDraftForm';

/** Why nothing was saved; what was typed stays in the form and its draft. */
export type OnlineProblem =
  | { kind: OnlineFailure | 'second_step' }
  | { kind: 'invalid'; fields: string[] }
  | { kind: 'conflict'; conflicts: FieldConflict[] };

interface Submission<Value> {
  work: () => Promise<OnlineResult<Value>>;
  /** Writes the record that the service returned, so that the next screen shows it. */
  apply: (tx: Transaction, value: Value) => Promise<unknown>;
}

/** Saves a form on the service. Returns the record once the service has it; null otherwise. */
export function useOnlineForm<Draft>(
  draftForm: DraftForm<Draft>,
  draftKey: string
): {
  problem: OnlineProblem | null;
  clearProblem: () => void;
  submit: <Value>(submission: Submission<Value>) => Promise<Value | null>;
} {
  const { store, scope, sync } = useRuntime();
  const { t } = useI18n();
  const toast = useToast();
  const [problem, setProblem] = useState<OnlineProblem | null>(null);

  const submit = async <Value>({ work, apply }: Submission<Value>): Promise<Value | null> => {
    let saved: { value: Value } | null = null;
    const isSaved = await draftForm.submit(async () => {
      setProblem(null);
      const result = await work();
      if (result.kind !== 'saved') {
        setProblem(result);
        return false;
      }
      saved = { value: result.value };
      try {
        await store.write(async (tx) => {
          await apply(tx, result.value);
          await removeDraft(tx, scope, draftKey);
        });
      } catch (failure) {
        // The service has the record, and a repeat finds it there: the draft may stay.
        whyNotSaved(failure);
      }
      toast({ tone: 'done', icon: 'check', title: t('common.onlineForm.saved') });
      sync.sendNow();
      return true;
    });
    // Letters typed while the request ran are not in the draft yet.
    if (!isSaved) draftForm.change((draft) => draft);
    return isSaved && saved !== null ? (saved as { value: Value }).value : null;
  };
  return { problem, clearProblem: () => setProblem(null), submit };
}
