import { useRef, useState } from 'react';

import { type NewOutboxRow } from '@/db/outbox/outbox';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

import { useRuntime } from './runtime';
import { saveRows } from './saveRow';

/** `draftKey` names the draft that these changes were, and that ends with them. */
type Save = (rows: readonly NewOutboxRow[], draftKey?: string) => Promise<boolean>;

/** Saves changes and says so. Answers whether they are on the disk, so that a form leaves only then. */
export function useSave(): { isSaving: boolean; save: Save } {
  const runtime = useRuntime();
  const { t } = useI18n();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  // A press that comes before the button was drawn as busy saves nothing new, and must not leave the form twice.
  const isBusy = useRef(false);
  const save: Save = async (rows, draftKey) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setSaving(true);
    const answer = await saveRows(runtime, rows, draftKey).finally(() => {
      isBusy.current = false;
      setSaving(false);
    });
    if (answer === 'saved')
      toast({ tone: 'done', icon: 'check', title: t('common.saved.title'), text: t('common.saved.text') });
    else toast({ tone: 'person', icon: 'warning', title: t(`common.saved.${answer}`) });
    return answer === 'saved';
  };
  return { isSaving, save };
}
