import { type ActionAggregate } from '@/contract/action';
import { useRuntime } from '@/features/shared/runtime';
import { type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { type OnlineEditor, useOnlineEditor } from '@/features/shared/forms/useOnlineEditor';

import { formOf, readActionForm, refusedAt, type ActionDraft, type ActionErrors } from './actionForm';
import { applySavedAction, saveAction } from './mutations';

export type ActionEditor = OnlineEditor<ActionDraft, ActionErrors>;

/** The form of a new or a planned action. */
export function useActionEditor(
  opened: OpenedDraft<ActionDraft>,
  onSaved: (action: ActionAggregate) => void
): ActionEditor {
  const runtime = useRuntime();
  return useOnlineEditor(opened, {
    read: ({ form, seen }) => readActionForm(form, seen),
    // References are merged, never chosen: the form keeps them with their names.
    formOf: (fields, { people, teams, forms }) => ({ ...formOf(fields), people, teams, forms }),
    refusedAt,
    work: (draftForm, fields) => saveAction(runtime, draftForm, fields),
    apply: applySavedAction(runtime.scope),
    onSaved,
  });
}
