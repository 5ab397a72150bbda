import { useRef, useState } from 'react';

import { type NewOutboxRow } from '@/db/outbox/outbox';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

import { useRuntime } from '../runtime';
import { saveRows } from './saveRow';

/** `draftKey` names the draft to delete in the same transaction. */
type Save = (rows: readonly NewOutboxRow[], draftKey?: string) => Promise<boolean>;

/** Saves changes and shows a message. Returns whether they are on disk, so that a form closes only then. */
export function useSave(): { isSaving: boolean; save: Save } {
  const runtime = useRuntime();
  const { t } = useI18n();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  // A second press before the button is rendered as busy must neither save nor close the form again.
  const isBusy = useRef(false);
  const save: Save = async (rows, draftKey) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setSaving(true);
    const result = await saveRows(runtime, rows, draftKey).finally(() => {
      isBusy.current = false;
      setSaving(false);
    });
    if (result === 'saved')
      toast({ tone: 'done', icon: 'check', title: t('common.saved.title'), text: t('common.saved.text') });
    else toast({ tone: 'person', icon: 'warning', title: t(`common.saved.${result}`) });
    return result === 'saved';
  };
  return { isSaving, save };
}
